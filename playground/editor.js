// The config's text: errors are underlined where they stand, and keys and values are completed.

import { choicesAt } from "./toml.js";

/** Places of errors in bytes, as places in a text. */
export function spansOf(text, diagnostics) {
    const bytes = new TextEncoder().encode(text);
    const place = (at) => new TextDecoder().decode(bytes.subarray(0, at)).length;
    return diagnostics.filter(({ span }) => span).map(({ span: { start, end } }) => {
        const from = place(start);
        return [from, Math.max(place(end), from + 1)];
    });
}

export class Editor {
    #area;
    #backdrop;
    #list;
    #schema;
    #found = { replaced: "", choices: [] };
    #chosen = -1;
    #spans = [];
    #changed;

    constructor(area, backdrop, list, changed) {
        [this.#area, this.#backdrop, this.#list, this.#changed] = [area, backdrop, list, changed];
        area.addEventListener("input", (event) => {
            this.mark([]);
            changed();
            if (event.inputType?.startsWith("insert") && event.inputType !== "insertFromPaste") this.#open(false);
            else this.#close();
        });
        area.addEventListener("keydown", (event) => this.#key(event));
        area.addEventListener("blur", () => this.#close());
        area.addEventListener("click", () => this.#close());
        area.addEventListener("scroll", () => this.#scroll());
        list.addEventListener("pointerdown", (event) => {
            event.preventDefault();
            const at = [...list.children].indexOf(event.target.closest("li"));
            if (at >= 0) this.#take(at);
        });
    }

    set schema(schema) {
        this.#schema = schema;
    }

    get text() {
        return this.#area.value;
    }

    set text(text) {
        this.#area.value = text;
        this.mark([]);
    }

    /** Underlines these places. */
    mark(spans) {
        this.#spans = spans;
        const text = this.#area.value;
        const parts = [];
        let at = 0;
        for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
            if (from < at) continue;
            const marked = text.slice(from, to);
            // A place at a line's end is shown after its last character.
            parts.push(text.slice(at, from), make("mark", marked === "\n" || marked === "" ? ` ${marked}` : marked));
            at = to;
        }
        parts.push(`${text.slice(at)}\n`);
        this.#backdrop.replaceChildren(...parts);
        this.#area.setAttribute("aria-invalid", String(spans.length > 0));
        this.#scroll();
    }

    /** Moves the caret to a place. */
    go(at) {
        this.#area.focus();
        this.#area.setSelectionRange(at, at);
    }

    #scroll() {
        [this.#backdrop.scrollTop, this.#backdrop.scrollLeft] = [this.#area.scrollTop, this.#area.scrollLeft];
    }

    #key(event) {
        if (event.key === " " && event.ctrlKey) {
            event.preventDefault();
            this.#open(true);
        } else if (this.#list.hidden) {
            return;
        } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            const count = this.#found.choices.length;
            const from = this.#chosen < 0 && event.key === "ArrowUp" ? 0 : this.#chosen;
            this.#choose((from + (event.key === "ArrowDown" ? 1 : count - 1)) % count);
        } else if (event.key === "Enter" && this.#chosen >= 0) {
            event.preventDefault();
            this.#take(this.#chosen);
        } else if (event.key === "Escape") {
            event.preventDefault();
            this.#close();
        } else if (event.key === "Tab" || event.key.startsWith("Arrow") || event.key === "Enter") {
            this.#close();
        }
    }

    #open(isAsked) {
        this.#close();
        if (!this.#schema || this.#area.selectionStart !== this.#area.selectionEnd) return;
        const at = this.#area.selectionStart;
        this.#found = choicesAt(this.#schema, this.#area.value, at);
        const { replaced, choices } = this.#found;
        const isDone = choices.length === 1 && choices[0].text === replaced;
        if (choices.length === 0 || isDone || !isAsked && replaced === "") return;
        this.#list.replaceChildren(...choices.map(({ text, shown, about }, index) => {
            const item = make("li", shown ?? text);
            item.setAttribute("role", "option");
            item.id = `choice-${index}`;
            if (about) item.append(make("span", about));
            return item;
        }));
        this.#list.hidden = false;
        this.#place(at - replaced.length);
        this.#choose(isAsked ? 0 : -1);
    }

    /** Puts the list below a place of the text, which the backdrop has at the same point. */
    #place(at) {
        const mark = make("span", "|");
        this.#backdrop.replaceChildren(this.#area.value.slice(0, at), mark);
        this.#scroll();
        const [own, box] = [mark.getBoundingClientRect(), this.#backdrop.getBoundingClientRect()];
        const left = Math.min(own.left - box.left, box.width - this.#list.offsetWidth);
        this.#list.style.left = `${Math.max(0, left)}px`;
        this.#list.style.top = `${own.bottom - box.top}px`;
        this.mark(this.#spans);
    }

    #choose(at) {
        this.#chosen = at;
        [...this.#list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === at)));
        if (at >= 0) {
            this.#area.setAttribute("aria-activedescendant", `choice-${at}`);
            this.#list.children[at].scrollIntoView({ block: "nearest" });
        } else this.#area.removeAttribute("aria-activedescendant");
    }

    #take(at) {
        const { replaced, choices } = this.#found;
        const place = this.#area.selectionStart;
        this.#area.setRangeText(choices[at].text, place - replaced.length, place, "end");
        this.#close();
        this.mark([]);
        this.#changed();
        if (choices[at].text.endsWith("= ")) this.#open(true);
    }

    #close() {
        this.#list.hidden = true;
        this.#chosen = -1;
        this.#area.removeAttribute("aria-activedescendant");
    }
}

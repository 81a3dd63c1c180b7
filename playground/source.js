// A generated file as it is shown: long tables folded, syntax in colours, and the lines that run for each step of a lookup.

/** The most lines of one table that are shown at its beginning. */
const SHOWN = 3;

const COMMENTS = { python: "#", lua: "--", ada: "--", pascal: "//", wat: ";;" };
const KEYS = "static inline const constexpr return public private protected final pub fn let as def function local end var type module package import class object struct union enum begin record procedure use from in if else for while do then is not and or of out wire assign endmodule endfunction input output reg localparam extern typedef define include ifndef ifdef endif unsafe impl where yield val override interface namespace using new ref readonly when case switch break default func";
const TYPES = "uint64_t uint32_t uint16_t uint8_t int long unsigned void bool boolean usize u64 u32 u16 u8 i32 uint64 uint32 uint ulong ushort byte ubyte size_t QWord LongWord Integer Cardinal Unsigned_64 Unsigned_32 bigint number Bitboard vec2 Long Int Array UInt integer logic double ulonglong";
const ALL_OF = (words) => new Set(words.split(" "));
const [KEYWORDS, TYPE_NAMES] = [ALL_OF(KEYS), ALL_OF(TYPES)];
/** What a line of a table has beside signs: numbers, and the names of types around them. */
const NUMBERS = /\b(?:QWord|UInt64|Int64|BigInt|ulong|U64)\b|0x[\da-f_]+[a-z]*|\$[\da-f_]+|16#[\da-f_]+#|\b\d[\d_a-f]*\w*/gi;
const isOfTable = (line) => line.length > 8 && (/\d/.test(line) && !/[a-z]/i.test(line.replace(NUMBERS, "")) || /^\s*"[^"]*\\[\da-f]{2}/.test(line));

/** The lines of a text, in which long tables are folded: each is a text, or the number of lines that are left out. */
export function folded(text) {
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    const shown = [];
    for (let at = 0; at < lines.length;) {
        let end = at;
        while (end < lines.length && isOfTable(lines[end])) end += 1;
        if (end - at > SHOWN + 3) {
            shown.push(...lines.slice(at, at + SHOWN), end - at - SHOWN);
            at = end;
        } else shown.push(cut(lines[at++]));
    }
    return shown;
}

/** A long line, as of a packed text, is shown by its beginning. */
const cut = (line) => (line.length > 400 ? `${line.slice(0, 160)} … ${(line.length - 160).toLocaleString("en")} characters more` : line);

function painted(line, language) {
    const comment = COMMENTS[language] ?? "//";
    const isAll = /^\s*(\/\*|\*|\(\*|#(?!\[)|--)/.test(line) && !(comment === "//" && /^\s*#\s*(define|include|if|endif|else|pragma|undef|error)/.test(line));
    const span = (className, text) => {
        const made = document.createElement("span");
        made.className = className;
        made.textContent = text;
        return made;
    };
    if (isAll) return [span("note", line)];
    const parts = [];
    let rest = line;
    const at = line.indexOf(comment);
    const note = at >= 0 && !/["'][^"']*$/.test(line.slice(0, at)) ? line.slice(at) : "";
    if (note) rest = line.slice(0, at);
    const TOKEN = /(0[xX$][\da-fA-F_]+\w*|\$[\dA-F]+|\b\d[\d_]*(?:#[\dA-F_]+#)?\w*)|([A-Za-z_]\w*)(\s*\()?/g;
    let from = 0;
    for (const match of rest.matchAll(TOKEN)) {
        const [whole, number, word, call] = match;
        const kind = number ? "number" : KEYWORDS.has(word) ? "key" : TYPE_NAMES.has(word) ? "type" : call ? "call" : undefined;
        if (kind === undefined) continue;
        parts.push(rest.slice(from, match.index), span(kind, number ?? word));
        from = match.index + whole.length - (call?.length ?? 0);
    }
    parts.push(rest.slice(from));
    if (note) parts.push(span("note", note));
    return parts.filter((part) => part !== "");
}

/** A name in the spelling of any language. */
const spelled = (name) => name.replaceAll("_", "_?");
const isComment = (line) => /^\s*(\/\/|\/\*|\*|#(?!\w)|--|;|\(\*|<!--|"""|'''|\{[^}]*\}?$)/.test(line);

/** The line on which a function of the piece begins that has most of these names in it: where its body is. */
function begun(lines, piece, what, names) {
    // What stands before the name is the kind of what is defined, no expression that calls it.
    const head = new RegExp(`^[^=|+]*[\\w\\])>*&]\\s+[\\w$*&]*${spelled(piece)}_?${what}\\b`, "i");
    const called = new RegExp(`${spelled(piece)}_?${what}[\\w"]*\\)?\\s*(\\(|$)`, "i");
    let best = { score: -1 };
    lines.forEach((line, at) => {
        if (typeof line !== "string" || !head.test(line) || isComment(line) || /\breturn\b/.test(line)) return;
        const body = lines.slice(at, at + 28).filter((one) => typeof one === "string" && !isComment(one)).join("\n");
        const score = names.filter((name) => setting(name).test(body)).length + (called.test(line) ? 1 : 0) + (/\b(fn|function|func|def|inline|static|public)\b/.test(line) ? 0.4 : 0);
        if (score >= best.score) best = { at, score };
    });
    return best;
}

/** Matches where a name is given its value. */
const setting = (name) => new RegExp(`(?<![\\w])${spelled(name)}(?![\\w])[^=;()<>\\n]*(?::=|<-|=(?![=>]))|\\(local\\.set \\$${spelled(name)}\\b`, "i");

/** The end of what begins on a line: the line that closes it. */
function ended(lines, from) {
    const depth = (line) => line.match(/^\s*/)[0].length;
    const own = depth(lines[from]);
    for (let at = from + 1; at < lines.length && at < from + 70; at++) {
        const line = lines[at];
        if (typeof line !== "string" || line.trim() === "" || depth(line) > own || /^\s*[{(]/.test(line) || /^\s*(is|begin)\b/i.test(line)) continue;
        if (/^\s*(}|\)\s*$|end\b|endfunction|endmodule)/i.test(line)) return at;
        if (/^\s*\)/.test(line)) continue;
        if (depth(line) <= own && at > from + 1 && !/^\s*(var|const)\b/i.test(line)) return at - 1;
    }
    return Math.min(lines.length - 1, from + 40);
}

/** The lines that run for each of a lookup's steps, by the step's name; where the lookup begins, and how many steps have a line of
    their own. */
export function running(lines, piece, steps) {
    const names = steps.map(({ name }) => name);
    const found = ["attacks", "index"].map((what) => begun(lines, piece, what, names).at).filter((at) => at !== undefined);
    if (found.length === 0) return undefined;
    const blocks = found.map((at) => [at, ended(lines, at)]);
    const where = (name) => {
        for (const [first, last] of blocks) {
            for (let at = first; at <= last; at++) if (typeof lines[at] === "string" && !isComment(lines[at]) && setting(name).test(lines[at])) return at;
        }
        return undefined;
    };
    const [first, last] = blocks[0];
    let result = last;
    while (result > first + 1 && (typeof lines[result] !== "string" || /^\s*[\]})]*;?\s*$|^\s*(end|endfunction|endmodule)\b/i.test(lines[result]))) result -= 1;
    const byName = new Map();
    // What has no line of its own is computed in the line of the step that follows.
    let [next, score] = [result, 0];
    for (const { name } of [...steps].reverse()) {
        const own = where(name);
        if (own !== undefined) score += 1;
        next = own ?? next;
        byName.set(name, next);
    }
    return { from: first, byName, result, score };
}

/** Shows lines in an element; the elements of the lines are returned. */
export function show(into, lines, language) {
    const made = lines.map((line) => {
        const element = document.createElement("span");
        element.className = typeof line === "number" ? "line fold" : "line";
        element.append(...(typeof line === "number" ? [`    … ${line.toLocaleString("en")} more lines of this table`] : painted(line, language)), "\n");
        return element;
    });
    into.replaceChildren(...made);
    return made;
}

// A complete search for a factor of one square, in a worker until it is settled or stopped.

import { Host, Stopped, hasWorkers } from "./host.js";

/** How long a request of the search takes at most, in milliseconds. */
const SLICE = 100;

export class Prover {
    #host = new Host();
    #byId;
    #asked;

    /** `asked` tells the config, the piece and the square. */
    constructor(byId, asked) {
        [this.#byId, this.#asked] = [byId, asked];
        byId("prove").addEventListener("click", () => this.#prove());
        byId("prove-stop").addEventListener("click", () => this.#host.stop());
    }

    async #prove() {
        const byId = this.#byId;
        const { config, piece, square } = this.#asked();
        const [bits, constant] = [Number(byId("bits").value), byId("constant").value];
        const say = (text) => { byId("proof").textContent = text; };
        if (!hasWorkers) {
            const kind = constant === "none" ? "" : ` --constant ${constant}`;
            say(`This browser has no workers, in which a search runs beside the page: run \`magicgen prove ${piece} ${square} --bits ${bits}${kind}\`.`);
            return;
        }
        [byId("prove").disabled, byId("prove-stop").disabled, byId("progress").hidden] = [true, false, false];
        byId("progress").removeAttribute("value");
        const started = performance.now();
        const time = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
        say(`Searching a factor of ${bits} bits for the ${piece} on ${square} …`);
        let known;
        try {
            known = await this.#host.ask({ ask: "prove", config, path: "magicgen.toml", piece, square, bits, constant });
            for (let roots = 1; known.status === "searching";) {
                const begun = performance.now();
                known = await this.#host.ask({ ask: "go-on", roots });
                const took = performance.now() - begun;
                roots = Math.max(1, Math.min(roots * 2, Math.round(roots * SLICE / Math.max(took, 1))));
                [byId("progress").max, byId("progress").value] = [known.roots, known.done];
                if (known.status === "searching") {
                    say(`Searching: ${known.done.toLocaleString("en")} of ${known.roots.toLocaleString("en")} roots, ${known.nodes.toLocaleString("en")} nodes, ${time()}.`);
                }
            }
            say(settled(known, time()));
        } catch (error) {
            const done = known?.roots ? `: ${known.done.toLocaleString("en")} of ${known.roots.toLocaleString("en")} roots are done` : "";
            say(error instanceof Stopped ? `Stopped after ${time()}${done}. The question is open.` : error.message);
        }
        [byId("prove").disabled, byId("prove-stop").disabled, byId("progress").hidden] = [false, true, true];
        if (document.activeElement === document.body) byId("prove").focus();
    }
}

function settled(known, time) {
    if (known.status === "error") return known.diagnostics.map(({ message, help }) => [message, help].filter(Boolean).join("; ")).join(" ");
    const kind = known["constant-kind"] === "black" ? "black factor" : "factor";
    const bits = known.bits === 1 ? "1 index bit" : `${known.bits} index bits`;
    const how = known.how === "complete search" ? `complete search, ${known.nodes.toLocaleString("en")} nodes in ${time}` : known.how;
    if (known.status === "none") {
        const free = known["constant-kind"] === "free" ? ", whatever constant is added" : "";
        return `None: ${known.what} has no ${kind} with ${bits}${free} (${how}).`;
    }
    const added = BigInt(known.constant) === 0n ? "" : `, ${known.constant} added to the product`;
    return `Exists: ${known.what} has the ${kind} ${known.factor} with ${bits}${added} (${how}).`;
}

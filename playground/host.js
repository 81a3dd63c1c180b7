// Asks the generator, in a worker that can be stopped; without workers, in the page itself.
//
// `first.wasm` answers what a page asks first: it prints one language, and searches for no longer than a moment. Where it says that
// something is left out of it, `magicgen.wasm`, the whole generator, is loaded and asked the same.

import { engine } from "./engine.js";

async function load(name) {
    const answer = await fetch(new URL(name, import.meta.url));
    if (!answer.ok) throw new Error(`${name} can't be loaded: ${answer.status} ${answer.statusText}`);
    return WebAssembly.compile(await answer.arrayBuffer());
}

const loaded = new Map();
/** A compiled module, which is loaded once; again if it couldn't be. */
function compiled(name) {
    if (!loaded.has(name)) {
        const module = load(name);
        module.catch(() => loaded.delete(name));
        loaded.set(name, module);
    }
    return loaded.get(name);
}

/** Whether searches can run beside the page. */
export const hasWorkers = typeof Worker === "function";

/** What a stopped request ends with. */
export class Stopped extends Error {}

export class Host {
    #worker;
    #engine;
    #waiting;
    /** The number of the request that is answered; those before it are stopped. */
    #turn = 0;
    #isBusy = false;
    /** The module that is asked. */
    #name;
    /** The module that is in the worker, or in the page. */
    #inside;
    #loading;

    /** `loading` is called before the whole module is loaded; with `isWhole`, that is the only one. */
    constructor({ isWhole = false, loading = () => {} } = {}) {
        this.#name = isWhole ? "magicgen.wasm" : "first.wasm";
        this.#loading = loading;
    }

    get isBusy() {
        return this.#isBusy;
    }

    /** The answer to a request. There is one at a time: a further one stops the one before. */
    async ask(request) {
        if (this.#isBusy) this.stop();
        const turn = ++this.#turn;
        this.#isBusy = true;
        try {
            const answer = await this.#answer(request, turn);
            if (answer.status !== "left-out") return answer;
            this.#name = "magicgen.wasm";
            this.#loading();
            return await this.#answer(request, turn);
        } finally {
            if (turn === this.#turn) this.#isBusy = false;
        }
    }

    async #answer(request, turn) {
        const [name, module] = [this.#name, await compiled(this.#name)];
        if (turn !== this.#turn) throw new Stopped("stopped");
        const isNew = this.#inside !== name;
        this.#inside = name;
        if (!hasWorkers) {
            if (isNew) this.#engine = engine(module);
            return (await this.#engine).ask(request);
        }
        this.#worker ??= new Worker(new URL("worker.js", import.meta.url), { type: "module" });
        if (isNew) this.#worker.postMessage({ module });
        const worker = this.#worker;
        return new Promise((resolve, reject) => {
            this.#waiting = reject;
            const failed = (message) => {
                this.stop();
                reject(new Error(message));
            };
            worker.onerror = (event) => failed(event.message || "the worker can't be started");
            worker.onmessage = ({ data: { answer, fault } }) => {
                if (fault !== undefined) return failed(fault);
                this.#waiting = undefined;
                resolve(answer);
            };
            worker.postMessage({ request });
        });
    }

    /** Ends what is under way, and what the worker has kept. */
    stop() {
        this.#worker?.terminate();
        [this.#worker, this.#inside] = [undefined, undefined];
        this.#turn += 1;
        this.#isBusy = false;
        const reject = this.#waiting;
        this.#waiting = undefined;
        reject?.(new Stopped("stopped"));
    }
}

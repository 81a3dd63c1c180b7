// Asks the generator, in a worker that can be stopped; without workers, in the page itself.

import { engine } from "./engine.js";

const compiled = (async () => {
    const answer = await fetch(new URL("magicgen.wasm", import.meta.url));
    if (!answer.ok) throw new Error(`magicgen.wasm can't be loaded: ${answer.status} ${answer.statusText}`);
    return WebAssembly.compile(await answer.arrayBuffer());
})();
compiled.catch(() => {});

/** Whether searches can run beside the page. */
export const hasWorkers = typeof Worker === "function";

/** What a stopped request ends with. */
export class Stopped extends Error {}

export class Host {
    #worker;
    #engine;
    #waiting;

    get isBusy() {
        return this.#waiting !== undefined;
    }

    /** The answer to a request. There is one at a time: a further one stops the one before. */
    async ask(request) {
        if (this.isBusy) this.stop();
        const module = await compiled;
        if (!hasWorkers) {
            this.#engine ??= await engine(module);
            return this.#engine.ask(request);
        }
        if (this.isBusy) this.stop();
        if (!this.#worker) {
            this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
            this.#worker.postMessage({ module });
        }
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
        this.#worker = undefined;
        const reject = this.#waiting;
        this.#waiting = undefined;
        reject?.(new Stopped("stopped"));
    }
}

// Asks the generator, in a worker that can be stopped; without workers, in the page itself.

import { engine } from "./engine.js";
import { load, worker } from "./files.js";

let loaded;
/** The compiled module, which is loaded once; again if it couldn't be. */
function compiled() {
    loaded ??= module().catch((error) => {
        loaded = undefined;
        throw error;
    });
    return loaded;
}

async function module() {
    const answer = await load("magicgen.wasm");
    if (!answer.ok) throw new Error(`the generator can't be loaded: ${answer.status} ${answer.statusText}; load the page again`);
    return WebAssembly.compile(await answer.arrayBuffer());
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

    get isBusy() {
        return this.#isBusy;
    }

    /** The answer to a request. There is one at a time: a further one stops the one before. */
    async ask(request) {
        if (this.#isBusy) this.stop();
        const turn = ++this.#turn;
        this.#isBusy = true;
        try {
            const module = await compiled();
            if (turn !== this.#turn) throw new Stopped("stopped");
            return await this.#answer(request, module);
        } finally {
            if (turn === this.#turn) this.#isBusy = false;
        }
    }

    async #answer(request, module) {
        if (!hasWorkers) {
            this.#engine ??= engine(module);
            return (await this.#engine).ask(request);
        }
        if (!this.#worker) {
            this.#worker = worker();
            this.#worker.postMessage({ module });
        }
        const asked = this.#worker;
        return new Promise((resolve, reject) => {
            this.#waiting = reject;
            const failed = (message) => {
                this.stop();
                reject(new Error(message));
            };
            asked.onerror = (event) => failed(event.message || "the worker can't be started");
            asked.onmessage = ({ data: { answer, fault } }) => {
                if (fault !== undefined) return failed(fault);
                this.#waiting = undefined;
                resolve(answer);
            };
            asked.postMessage({ request });
        });
    }

    /** Ends what is under way, and what the worker has kept. */
    stop() {
        this.#worker?.terminate();
        this.#worker = undefined;
        this.#turn += 1;
        this.#isBusy = false;
        const reject = this.#waiting;
        this.#waiting = undefined;
        reject?.(new Stopped("stopped"));
    }
}

// A worker that gets the compiled module once, and then requests.

import { engine } from "./engine.js";

let made;
self.onmessage = async ({ data: { module, request } }) => {
    try {
        if (module) made = engine(module);
        if (request) self.postMessage({ answer: (await made).ask(request) });
    } catch (error) {
        self.postMessage({ fault: `the generator failed: ${error.message}` });
    }
};

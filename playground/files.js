// Where the page's other files come from: beside its scripts. The page in one file has another module of this name.

/** A file of the page, as an answer to a request. */
export const load = (name) => fetch(new URL(name, import.meta.url));

/** A worker that runs the generator. */
export const worker = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });

/** The generator as a WebAssembly module. */
export interface Engine {
    /** The answer to a request: objects of which the documentation of `magicgen::ask::request` has the keys. */
    ask(request: Record<string, unknown>): Record<string, unknown>;
}

/** An instance of the module; `source` is its bytes or its compiled form. */
export function engine(source: ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<Engine>;

// The generator as a WebAssembly module: requests and answers are objects, of which src/ask/request.rs has the keys.

const toBytes = new TextEncoder();
const toText = new TextDecoder();

/** An instance of the module; `source` is its bytes or its compiled form. */
export async function engine(source) {
    const made = await WebAssembly.instantiate(source, {});
    const { memory, room, answer } = (made.instance ?? made).exports;
    return {
        /** The answer to a request. A fault in the module is thrown, and ends the instance. */
        ask(request) {
            const bytes = toBytes.encode(JSON.stringify(request));
            const place = room(bytes.length) >>> 0;
            new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
            const from = answer() >>> 0;
            const length = new DataView(memory.buffer).getUint32(from, true);
            return JSON.parse(toText.decode(new Uint8Array(memory.buffer, from + 4, length)));
        },
    };
}

// As much of node's modules as self-tests import, so that they compile without other packages.

declare module "node:test" {
    export function test(name: string, run: () => void): void;
}

declare module "node:assert/strict" {
    const assert: { fail(message: string): never };
    export default assert;
}

// node single.mjs FOLDER FILE: makes one file of the playground in FOLDER, which a browser opens from disk, where pages can't load others.
//
// Styles and scripts are written into the page. Modules find each other by an import map, whose addresses have their text in them. The
// other files are packed by gzip, as text behind the page.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [folder, to] = process.argv.slice(2);
const read = (name) => readFileSync(join(folder, name), "utf8");
const base64 = (bytes) => Buffer.from(bytes).toString("base64");
const packed = (name) => base64(gzipSync(readFileSync(join(folder, name)), { level: 9 }));

/** In the place of `files.js`: files from the page itself. */
const FILES = `
const source = (name) => document.getElementById("file " + name).textContent;
export const load = async (name) => {
    const bytes = Uint8Array.from(atob(source(name)), (byte) => byte.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
};
export const worker = () => new Worker(URL.createObjectURL(new Blob([source("worker.js")], { type: "text/javascript" })));
`;
const isModule = (name) => /^(import|export) /m.test(read(name)) && name !== "worker.js";
const bare = (text) => text.replace(/from "\.\/([\w-]+)\.js"/g, 'from "$1"');
const modules = readdirSync(folder).filter((name) => name.endsWith(".js") && isModule(name));
const imports = Object.fromEntries(modules.map((name) => [
    name.replace(/\.js$/, ""),
    `data:text/javascript;base64,${base64(name === "files.js" ? FILES : bare(read(name)))}`,
]));
const withoutBorders = (text) => text.replace(/^import .*\n/gm, "").replace(/^export /gm, "");
const POLICY = "default-src 'none'; script-src 'unsafe-inline' data: blob: 'wasm-unsafe-eval'; style-src 'unsafe-inline'; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'";
const inText = (text) => text.replaceAll("</script", "<\\/script");

const page = read("index.html")
    .replace(/(Content-Security-Policy" content=")[^"]*/, (_, before) => before + POLICY)
    .replace(/<link rel="preload".*\n/, "")
    .replace(/<link rel="stylesheet" href="([\w.]+)">/g, (_, name) => `<style>\n${read(name)}</style>`)
    .replace('<script src="', `<script type="importmap">${JSON.stringify({ imports })}</script>\n<script src="`)
    .replace(/<script src="([\w.]+)"><\/script>/g, (_, name) => `<script>\n${inText(read(name))}</script>`)
    .replace('<script type="module" src="playground.js"></script>', () => [
        ...["start.json", "schema.json", "magicgen.wasm"].map((name) => `<script type="text/plain" id="file ${name}">${packed(name)}</script>`),
        `<script type="text/plain" id="file worker.js">${inText(withoutBorders(read("engine.js")) + withoutBorders(read("worker.js")))}</script>`,
        '<script type="module">import "playground";</script>',
    ].join("\n"));
writeFileSync(to, page);

// What a config may have where the caret stands, by its JSON Schema; and one key of it set anew.

const HEADER = /^\s*\[\[?\s*([\w.-]+)\s*\]\]?/;

/** The names of the table in which a line stands. */
function tableAt(lines) {
    for (const line of [...lines].reverse()) {
        const header = line.match(HEADER);
        if (header) return header[1].split(".");
    }
    return [];
}

const resolved = (schema, node) => {
    const to = node?.$ref?.replace("#/definitions/", "");
    return to === undefined ? node : schema.definitions[to];
};
const kinds = (node) => node?.anyOf ?? node?.oneOf ?? [node];

/** The table of the schema with these names. */
function tableOf(schema, names) {
    let node = schema;
    for (const name of names) {
        node = resolved(schema, node?.properties?.[name]);
        node = resolved(schema, node?.items ?? node);
        node = kinds(node).find((kind) => kind?.properties) ?? node;
    }
    return node?.properties ?? {};
}

const isTable = (schema, node) => {
    const inner = resolved(schema, resolved(schema, node)?.items ?? node);
    return kinds(resolved(schema, inner)).some((kind) => kind?.properties !== undefined);
};

/** All tables, as a config names them: `[search]`, `[[output]]`. */
function headers(schema, properties = schema.properties, before = "") {
    return Object.entries(properties).flatMap(([name, node]) => {
        if (!isTable(schema, node)) return [];
        const path = before + name;
        const isArray = resolved(schema, node).type === "array";
        const own = { text: isArray ? `[[${path}]]` : `[${path}]`, about: node.description ?? resolved(schema, node).description };
        return [own, ...headers(schema, tableOf(schema, path.split(".")), `${path}.`)];
    });
}

function values(node) {
    const words = kinds(node).flatMap((kind) => kind?.enum ?? kind?.items?.enum ?? []);
    if (words.length > 0) return words.map((word) => JSON.stringify(word));
    if (kinds(node).some((kind) => kind?.type === "boolean")) return ["true", "false"];
    return node?.default === undefined ? [] : [JSON.stringify(node.default)];
}

/** What may stand at a place of a config: the text before it that is replaced, and the choices. */
export function choicesAt(schema, text, at) {
    const before = text.slice(0, at).split("\n");
    const line = before.pop();
    const begun = line.match(/^\s*(\[\[?[\w.-]*)$/);
    if (begun) {
        const name = begun[1].replace(/^\[+/, "");
        return { replaced: begun[1], choices: headers(schema).filter(({ text: header }) => header.replace(/^\[+/, "").startsWith(name)) };
    }
    const table = tableOf(schema, tableAt(before));
    const key = line.match(/^\s*([\w-]*)$/);
    if (key) {
        const keys = Object.entries(table).filter(([name, node]) => name.startsWith(key[1]) && !isTable(schema, node));
        const choices = keys.map(([name, node]) => ({ text: `${name} = `, shown: name, about: node.description }));
        return { replaced: key[1], choices: choices.filter(({ shown }) => !hasKey(text, at, shown)) };
    }
    const value = line.match(/^\s*([\w-]+)\s*=\s*(?:\[(?:[^\]]*,)?\s*)?("?[\w-]*)$/);
    if (value && table[value[1]]) {
        const node = table[value[1]];
        const bare = value[2].replace('"', "");
        const choices = values(node).filter((word) => word.replace('"', "").startsWith(bare));
        return { replaced: value[2], choices: choices.map((word) => ({ text: word, shown: word })) };
    }
    return { replaced: "", choices: [] };
}

/** Whether the table around a place has a key on another line. */
function hasKey(text, at, key) {
    const lines = text.split("\n");
    const own = text.slice(0, at).split("\n").length - 1;
    let from = own;
    while (from > 0 && !HEADER.test(lines[from])) from--;
    let to = own + 1;
    while (to < lines.length && !HEADER.test(lines[to])) to++;
    return lines.slice(from, to).some((line, index) => from + index !== own && new RegExp(`^\\s*${key}\\s*=`).test(line));
}

/** The lines of the table with this header, the `nth` from 0 on; of the top level for the empty one. */
function range(lines, header, nth = 0) {
    const isNext = (line) => /^\s*\[/.test(line) && !/^\s*\[[^\]=]*,/.test(line);
    const at = header === "" ? -1 : lines.flatMap((line, index) => (line.replaceAll(/\s/g, "").startsWith(header) ? [index] : []))[nth];
    if (at === undefined) return undefined;
    const length = lines.slice(at + 1).findIndex(isNext);
    return [at + 1, length < 0 ? lines.length : at + 1 + length];
}

const named = (key) => new RegExp(`^\\s*["']?${key}["']?\\s*=`);
/** A value as it is written, with what stands behind it on its line. */
const VALUE = /^([^=]*=\s*)("[^"]*"|'[^']*'|\[[^\]]*\]|[^#\n]*?)(\s*(?:#[^\n]*)?)$/;

/** The lines on which a key's value stands: a list may have several. */
function valueAt(lines, from, to, key) {
    const first = lines.findIndex((line, index) => index >= from && index < to && named(key).test(line));
    if (first < 0) return undefined;
    const isOpen = (text) => (text.match(/\[/g) ?? []).length > (text.match(/\]/g) ?? []).length;
    let last = first;
    while (last + 1 < to && isOpen(lines.slice(first, last + 1).join("\n"))) last += 1;
    return [first, last];
}

/** The value of a key as it is written. */
export function getKey(text, header, key, nth) {
    const lines = text.split("\n");
    const found = range(lines, header, nth);
    const at = found && valueAt(lines, ...found, key);
    return at && lines.slice(at[0], at[1] + 1).join("\n").match(VALUE)?.[2].trim();
}

/** The config with a key set to a value, as it is written; or without the key. */
export function setKey(text, header, key, value, nth) {
    const lines = text.split("\n");
    const found = range(lines, header, nth);
    if (!found) return value === undefined ? text : `${text.trimEnd()}\n\n${header}\n${key} = ${value}\n`;
    const at = valueAt(lines, ...found, key);
    if (at) {
        const [, before, , behind] = lines.slice(at[0], at[1] + 1).join("\n").match(VALUE) ?? [undefined, `${key} = `, "", ""];
        lines.splice(at[0], at[1] - at[0] + 1, ...(value === undefined ? [] : [`${before}${value}${behind}`]));
    } else if (value !== undefined) lines.splice(header === "" ? (/^\s*version/.test(lines[0]) ? 1 : 0) : found[0], 0, `${key} = ${value}`);
    return lines.join("\n");
}

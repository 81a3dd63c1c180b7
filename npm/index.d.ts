/** Flags, named as on the command line. They override the config. */
export interface Flags {
    /** A language's id, such as `c`, `java` or `rust`. */
    lang?: string;
    variant?: string;
    orientation?: string;
    tables?: "full" | "init";
    /** Module, class or prefix. */
    name?: string;
    piece?: string | string[];
    emit?: string | string[];
    /** Any key of a config: `KEY=VALUE`. */
    set?: string | string[];
    seed?: number;
    effort?: number;
}

/** A config, and what it needs; all optional. */
export interface Config extends Flags {
    /** The text of a `magicgen.toml`. */
    config?: string;
    /** The config's path, from whose folder its paths lead. */
    path?: string;
    /** The name of the config in messages, instead of its path. */
    name?: string;
    /** The text of the `magicgen.lock` beside it. */
    lock?: string;
    /** The ids of the outputs that are wanted. */
    only?: string[];
    /** Texts of files that the config names, by path. */
    files?: Record<string, string>;
}

export interface Generate extends Config {
    /** The path of the one file, or of its folder, which ends in `/`. */
    output?: string;
    /** Paths that are folders although they don't end in `/`. */
    folders?: string[];
    /** Paths that are devices or pipes. */
    streams?: string[];
    /** Paths of the config that lead out of its folder, and that are refused. */
    outside?: string[];
}

export interface File {
    /** The id of the output. */
    id: string;
    /** Where it goes; `null` for standard output. */
    path: string | null;
    /** The name that the language gives it. */
    name: string;
    language: string;
    variant: string;
    /** The number of entries of all attack tables, and their bytes. */
    entries: number;
    bytes: number;
    text: string;
}

export interface Generated {
    files: File[];
    /** Notes on unusual results. */
    notes: string[];
    /** The text of the lock, with every factor that was found. */
    lock: string;
}

/** Generates files, in memory. */
export function generate(wishes?: Generate): Promise<Generated>;

/** A set of squares: names, and the word in hexadecimal. */
export interface Squares {
    word: string;
    squares: string[];
}

export interface Step {
    stage: "key" | "product" | "index" | "slot" | "cell" | "finish";
    name: string;
    formula: string;
    /** A number, or a word in hexadecimal. */
    value: number | string;
}

export interface Lookup {
    piece: string;
    mask: Squares;
    attacks: Squares;
    steps: Step[];
    slots: Record<string, unknown>[];
    credit: string | null;
    source: string | null;
}

export interface Explanation {
    piece: string;
    square: { name: string; bit: number };
    variant: string;
    orientation: string;
    /** `bits` has the bit index of each place, rank by rank from a1 on; `null` for a hole. */
    board: { width: number; height: number; bits: (number | null)[] };
    occupied: Squares;
    mask: Squares;
    attacks: Squares;
    lookups: Lookup[];
    /** A picture, if it was asked for. */
    svg?: string;
}

/** Explains the lookup of a piece's square, under `occupied`: squares (`a3,c6`), the placement of a FEN, or a word (`0x81`). */
export function explain(
    piece: string,
    square: string,
    wishes?: Config & { occupied?: string; svg?: boolean },
): Promise<Explanation>;

export interface Entry {
    id: string;
    summary: string;
}

/** What there is. */
export function list(): Promise<{
    languages: (Entry & { aliases: string[] })[];
    variants: Entry[];
    orientations: Entry[];
    constants: string[];
}>;

/** The version of the generator. */
export function version(): Promise<string>;

export interface Diagnostic {
    code: string;
    message: string;
    file?: string;
    /** Bytes from 0; line and column from 1. */
    span?: { start: number; end: number; line: number; column: number };
    help?: string;
}

/** What is wrong with a config or a wish; `message` is all of it as text. */
export class MagicgenError extends Error {
    diagnostics: Diagnostic[];
    /** The exit status that the command has for it. */
    exit: number;
    /** Files that the config names, and that `files` lacks. */
    unread: string[];
}

/** The answer to any request, whatever its status: the documentation of `magicgen::ask::request` has the keys. */
export function ask(request: Record<string, unknown>): Promise<Record<string, unknown>>;

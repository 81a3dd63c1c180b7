//! Words that no identifier of a file may be.

/// Reserved words of modules, what strict code forbids, and the globals that files use.
pub(super) const KEYWORDS: &[&str] = &[
    "arguments", "await", "BigInt", "BigUint64Array", "Bits", "break", "case", "catch", "class",
    "const", "continue", "debugger", "default", "delete", "do", "else", "enum", "eval", "export",
    "exports", "extends", "false", "finally", "for", "function", "if", "implements", "import",
    "in", "Infinity", "instanceof", "Int8Array", "interface", "let", "Math", "module", "NaN",
    "new", "null", "Number", "package", "private", "protected", "public", "require", "return",
    "static", "super", "switch", "this", "throw", "true", "try", "typeof", "Uint16Array",
    "Uint32Array", "Uint8Array", "undefined", "var", "void", "while", "with", "yield", "__dirname",
    "__filename",
];

//! Words that no name of a file may be.

/// Words of the language.
pub(super) const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// Words of the language, and built-in names, which a name of the same spelling would hide from the whole file.
pub(super) const RESERVED: &[&str] = &[
    "BaseException", "BaseExceptionGroup", "Ellipsis", "Exception", "ExceptionGroup", "False",
    "GeneratorExit", "KeyboardInterrupt", "None", "NotImplemented", "StopAsyncIteration",
    "StopIteration", "SystemExit", "True", "abs", "aiter", "all", "and", "anext", "any", "as",
    "ascii", "assert", "async", "await", "bin", "bool", "break", "breakpoint", "bytearray",
    "bytes", "callable", "chr", "class", "classmethod", "compile", "complex", "continue", "def",
    "del", "delattr", "dict", "dir", "divmod", "elif", "else", "enumerate", "eval", "except",
    "exec", "filter", "finally", "float", "for", "format", "from", "frozenset", "getattr",
    "global", "globals", "hasattr", "hash", "help", "hex", "id", "if", "import", "in", "input",
    "int", "is", "isinstance", "issubclass", "iter", "lambda", "len", "list", "locals", "map",
    "max", "memoryview", "min", "next", "nonlocal", "not", "object", "oct", "open", "or", "ord",
    "pass", "pow", "print", "property", "raise", "range", "repr", "return", "reversed", "round",
    "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum", "super", "try", "tuple",
    "type", "vars", "while", "with", "yield", "zip", // What the file imports.
    "Final", "NDArray", "array", "b85decode", "np", "sys",
];

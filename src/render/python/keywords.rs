//! Words that no name of a file may be.

/// Words of the language.
pub(super) const KEYWORDS: &[&str] = RESERVED.split_at(35).0;

/// Words of the language, then built-in names, which a name of the same spelling would hide from the whole file, and
/// what the file imports.
pub(super) const RESERVED: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield", "BaseException", "BaseExceptionGroup", "Ellipsis", "Exception",
    "ExceptionGroup", "GeneratorExit", "KeyboardInterrupt", "NotImplemented", "StopAsyncIteration",
    "StopIteration", "SystemExit", "abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool",
    "breakpoint", "bytearray", "bytes", "callable", "chr", "classmethod", "compile", "complex",
    "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec", "filter", "float", "format",
    "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex", "id", "input", "int",
    "isinstance", "issubclass", "iter", "len", "list", "locals", "map", "max", "memoryview", "min",
    "next", "object", "oct", "open", "ord", "pow", "print", "property", "range", "repr",
    "reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum",
    "super", "tuple", "type", "vars", "zip", "Final", "NDArray", "array", "b85decode", "np", "sys",
];

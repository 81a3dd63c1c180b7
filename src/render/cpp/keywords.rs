//! What can't be a name in C++ as far as C++20, and what the header calls its own, as data.

/// Words of the language, and those that stand for operators.
pub(super) const KEYWORDS: &[&str] = &[
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return",
    "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
    "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
    "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
    "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
    "requires", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef",
    "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t",
    "while", "xor", "xor_eq",
];

/// Namespaces, types, functions and variables of the header. Variables of programs on halves of words aren't among
/// them: squares are called `a1` here.
pub(super) const RESERVED: &[&str] = &[
    "Bitboard", "Difference", "at", "attacks", "bitboard", "blockers", "carried", "column",
    "count", "detail", "difference", "entry", "factor", "filled", "folded", "found", "from",
    "high", "index", "init", "inner", "is_filled", "isolated", "key", "left", "lookup", "low",
    "mask", "masks", "middle", "moved", "occupied", "offset", "part", "piece", "place", "product",
    "range", "ray", "reached", "record", "relevant", "reversed", "right", "second", "set", "shift",
    "shifted", "slider", "std", "squares", "steps", "subset", "sum", "swapped", "table", "walked",
    "word",
];

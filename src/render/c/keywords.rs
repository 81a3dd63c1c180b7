//! What can't be a name in a C header, as data.

/// Words of C, of C++, of the headers included, and names of parameters and variables.
pub(in crate::render) const KEYWORDS: &[&str] = &[
    // C
    "_Alignas", "_Alignof", "_Atomic", "_BitInt", "_Bool", "_Complex", "_Decimal128", "_Decimal32",
    "_Decimal64", "_Generic", "_Imaginary", "_Noreturn", "_Static_assert", "_Thread_local",
    "alignas", "alignof", "asm", "auto", "bool", "break", "case", "char", "const", "constexpr",
    "continue", "default", "do", "double", "else", "enum", "extern", "false", "float", "for",
    "fortran", "goto", "if", "inline", "int", "long", "nullptr", "register", "restrict", "return",
    "short", "signed", "sizeof", "static", "static_assert", "struct", "switch", "thread_local",
    "true", "typedef", "typeof", "typeof_unqual", "union", "unsigned", "void", "volatile", "while",
    // C++
    "and", "and_eq", "bitand", "bitor", "catch", "char16_t", "char32_t", "char8_t", "class",
    "co_await", "co_return", "co_yield", "compl", "concept", "const_cast", "consteval",
    "constinit", "decltype", "delete", "dynamic_cast", "explicit", "export", "friend", "mutable",
    "namespace", "new", "noexcept", "not", "not_eq", "operator", "or", "or_eq", "private",
    "protected", "public", "reinterpret_cast", "requires", "static_cast", "template", "this",
    "throw", "try", "typeid", "typename", "using", "virtual", "wchar_t", "xor", "xor_eq",
    // headers
    "CHAR_BIT", "UINT_MAX", "ULONG_MAX", "main", "uint32_t", "uint64_t", "uint8_t",
    // parameters and variables
    "a0", "a1", "at", "b0", "b1", "borrow", "carried", "count", "entry", "factor", "file", "hi",
    "high", "i", "index", "left", "lo", "low", "middle", "occupied", "other", "part", "place",
    "product", "product_high", "product_low", "rank", "rays", "relevant", "second", "set", "sets",
    "square", "squares",
];

//! How languages write comments and strings, and the recognition of a text's language.

use std::path::Path;

/// The use of single quotes in a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SingleQuotes {
    /// Around strings.
    Strings,
    /// Around one character, or for something else.
    Characters,
}

/// The marks of comments and strings, and the forms of numbers, of a language.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "languages differ in many independent ways")]
pub(super) struct Syntax {
    /// The marks that begin a comment up to the end of its line.
    pub(super) lines: &'static [&'static str],
    /// The marks that begin and end a comment, and whether such comments nest.
    pub(super) blocks: &'static [(&'static str, &'static str, bool)],
    /// The use of single quotes.
    pub(super) single: SingleQuotes,
    /// True if a backslash in a string escapes the next character.
    pub(super) escapes: bool,
    /// True if there are strings in backticks.
    pub(super) backticks: bool,
    /// True if there are strings in three quotes.
    pub(super) triple: bool,
    /// True if there are `#if`, `#define` and the like.
    pub(super) preprocessor: bool,
    /// True if lines that begin with `\\` are strings (Zig).
    pub(super) backslash_lines: bool,
    /// True if a leading 0 makes a number octal.
    pub(super) octal: bool,
    /// True if all numbers are hexadecimal, without a prefix.
    pub(super) bare_hex: bool,
    /// True if strings may have several lines.
    pub(super) long_strings: bool,
    /// True if numbers are rounded above 2^53, unless a suffix says otherwise.
    pub(super) rounds: bool,
    /// True if `>>` and `shr` keep the sign of words of 64 bits, which are signed.
    pub(super) signed: bool,
    /// True if the language isn't known, so that everything that looks like a comment is taken for one.
    pub(super) any: bool,
}

const C_COMMENTS: &[(&str, &str, bool)] = &[("/*", "*/", false)];

/// The syntax of C, from which most others differ in a few points.
const C: Syntax = Syntax {
    lines: &["//"],
    blocks: C_COMMENTS,
    single: SingleQuotes::Characters,
    escapes: true,
    backticks: false,
    triple: false,
    preprocessor: true,
    backslash_lines: false,
    octal: true,
    bare_hex: false,
    long_strings: false,
    rounds: false,
    signed: false,
    any: false,
};
const CSHARP: Syntax = Syntax { octal: false, triple: true, ..C };
const JAVA: Syntax = Syntax { preprocessor: false, triple: true, signed: true, ..C };
const RUST: Syntax = Syntax {
    blocks: &[("/*", "*/", true)],
    preprocessor: false,
    octal: false,
    long_strings: true,
    ..C
};
const SWIFT: Syntax = Syntax { triple: true, ..RUST };
const ZIG: Syntax = Syntax { blocks: &[], backslash_lines: true, ..RUST };
const D: Syntax = Syntax {
    blocks: &[("/*", "*/", false), ("/+", "+/", true)],
    preprocessor: false,
    backticks: true,
    ..C
};
const GO: Syntax = Syntax { preprocessor: false, backticks: true, ..C };
const SCRIPT: Syntax = Syntax {
    single: SingleQuotes::Strings,
    backticks: true,
    preprocessor: false,
    octal: false,
    ..C
};
const JAVASCRIPT: Syntax = Syntax { rounds: true, ..SCRIPT };
const DART: Syntax = Syntax { triple: true, backticks: false, signed: true, ..SCRIPT };
const PHP: Syntax = Syntax { lines: &["//", "#"], ..DART };
const VERILOG: Syntax = Syntax { preprocessor: false, octal: false, ..C };
const MEMORY: Syntax = Syntax { bare_hex: true, ..VERILOG };
const PYTHON: Syntax =
    Syntax { lines: &["#"], blocks: &[], backticks: false, triple: true, ..SCRIPT };
const R: Syntax = Syntax { rounds: true, ..PYTHON };
const JULIA: Syntax =
    Syntax { blocks: &[("#=", "=#", true)], single: SingleQuotes::Characters, ..PYTHON };
const NIM: Syntax = Syntax { blocks: &[("#[", "]#", true)], ..JULIA };
const LUA: Syntax = Syntax {
    lines: &["--"],
    blocks: &[("--[[", "]]", false), ("--[=[", "]=]", false), ("--[==[", "]==]", false)],
    backticks: false,
    ..SCRIPT
};
const HASKELL: Syntax = Syntax {
    lines: &["--"],
    blocks: &[("{-", "-}", true)],
    single: SingleQuotes::Characters,
    backticks: false,
    ..SCRIPT
};
const ADA: Syntax = Syntax { blocks: &[], escapes: false, ..HASKELL };
const SQL: Syntax = Syntax { blocks: C_COMMENTS, single: SingleQuotes::Strings, ..ADA };
const PASCAL: Syntax = Syntax {
    lines: &["//"],
    blocks: &[("{", "}", false), ("(*", "*)", false)],
    single: SingleQuotes::Strings,
    escapes: false,
    backticks: false,
    ..SCRIPT
};
const OCAML: Syntax = Syntax {
    lines: &[],
    blocks: &[("(*", "*)", true)],
    single: SingleQuotes::Characters,
    backticks: false,
    ..SCRIPT
};
const FSHARP: Syntax = Syntax { lines: &["//"], triple: true, ..OCAML };
const LISP: Syntax = Syntax {
    lines: &[";"],
    blocks: &[("#|", "|#", true)],
    single: SingleQuotes::Characters,
    backticks: false,
    long_strings: true,
    ..SCRIPT
};
const WAT: Syntax = Syntax { lines: &[";;"], blocks: &[("(;", ";)", true)], ..LISP };
const ASSEMBLY: Syntax = Syntax { lines: &[";", "# ", "//"], blocks: C_COMMENTS, ..LISP };
const FORTRAN: Syntax =
    Syntax { lines: &["!"], blocks: &[], single: SingleQuotes::Strings, escapes: false, ..LISP };
const MATLAB: Syntax = Syntax { lines: &["%"], blocks: &[("%{", "%}", true)], ..FORTRAN };
const JSON: Syntax = Syntax { single: SingleQuotes::Characters, backticks: false, ..SCRIPT };
const SMALLTALK: Syntax = Syntax {
    lines: &[],
    blocks: &[("\"", "\"", false)],
    single: SingleQuotes::Strings,
    escapes: false,
    ..LISP
};
/// The syntax of a text whose language isn't known.
const ANY: Syntax = Syntax {
    lines: &["//", "--", "#"],
    blocks: &[("/*", "*/", false)],
    octal: false,
    any: true,
    ..C
};

/// The endings of file names, with the syntax of each.
const ENDINGS: &[(&[&str], Syntax)] = &[
    (
        &[
            "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "inl", "inc", "ipp", "tpp", "tcc",
            "m", "mm", "cu", "cuh", "cl", "glsl", "hlsl", "metal", "ino", "ii", "i", "c++", "h++",
        ],
        C,
    ),
    (&["cs"], CSHARP),
    (&["java", "kt", "kts", "scala", "groovy"], JAVA),
    (&["rs"], RUST),
    (&["swift"], SWIFT),
    (&["zig"], ZIG),
    (&["d", "di"], D),
    (&["go"], GO),
    (&["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"], JAVASCRIPT),
    (&["as"], SCRIPT),
    (&["dart"], DART),
    (&["php"], PHP),
    (&["v", "vh", "sv", "svh"], VERILOG),
    (&["mem", "hex"], MEMORY),
    (&["py", "pyi", "pyx", "pxd", "toml", "lock", "rb", "ex", "exs", "sh", "pl", "yaml"], PYTHON),
    (&["r"], R),
    (&["yml", "cr", "tcl", "cmake"], PYTHON),
    (&["jl"], JULIA),
    (&["nim", "nims"], NIM),
    (&["lua"], LUA),
    (&["hs", "lhs", "elm", "purs", "idr"], HASKELL),
    (&["adb", "ads", "ada", "vhd", "vhdl"], ADA),
    (&["sql"], SQL),
    (&["pas", "pp", "dpr", "lpr"], PASCAL),
    (&["ml", "mli"], OCAML),
    (&["fs", "fsi", "fsx"], FSHARP),
    (&["lisp", "lsp", "cl", "el", "scm", "ss", "rkt", "clj", "cljs"], LISP),
    (&["wat", "wast"], WAT),
    (&["asm", "s", "nasm", "a65"], ASSEMBLY),
    (&["f", "f90", "f95", "f03", "f08", "for"], FORTRAN),
    (&["erl", "hrl", "tex", "prolog"], MATLAB),
    (&["st"], SMALLTALK),
    (&["json", "jsonc", "json5", "ndjson"], JSON),
];

/// Words that are typical of a language. The language with most of its words in a text is taken; of equals, the first.
const WORDS: &[(&[&str], Syntax)] = &[
    (&["(module", "(memory", "i64."], WAT),
    (&["lock-version", "[["], PYTHON),
    (&["$readmemh", "endmodule", "input wire", "localparam"], VERILOG),
    (&["#include", "#define ", "#ifndef", "typedef ", "uint64_t", "static const", "U64 "], C),
    (&["pub const ", "pub fn ", "impl ", "let mut ", ": [u64;", "pub static ", "-> u64"], RUST),
    (&["const std = @import", "@as(", "pub const ", ": [64]u64", "[_]u64"], ZIG),
    (&["package ", "func ", ":= ", "uint64{"], GO),
    (&["namespace ", "using System", "ulong[]", "public static ", "readonly "], CSHARP),
    (&["public static ", "private static ", "public class ", "long[] ", "import java"], JAVA),
    (&["package body", "constant array", "with Interfaces", "16#"], ADA),
    (&["unit ", "implementation", "procedure ", "array[0..63]", "begin\n", "QWord"], PASCAL),
    (&["local ", "function ", "require", "end\n", "= {"], LUA),
    (&["export const ", "const ", "function ", "BigInt", "Array(", "let "], JAVASCRIPT),
    (&["def ", "import ", ":\n", "self.", "from "], PYTHON),
    (&[" :: ", "module ", "where\n", "import "], HASKELL),
    (&["let ", "Array.", "[|", "|]", " in\n"], OCAML),
    (&["(defun ", "(define ", "(defconstant ", "(defparameter "], LISP),
];

impl Syntax {
    /// The syntax of a file, by the ending of its name; `None` if the ending isn't known.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        ENDINGS.iter().find(|(endings, _)| endings.contains(&ending.as_str())).map(|row| row.1)
    }

    /// The syntax of the language that a text is most likely written in.
    pub(super) fn guess(text: &str) -> Self {
        let mut end = text.len().min(1 << 16);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let head = &text[..end];
        let there = |words: &[&str]| words.iter().filter(|word| head.contains(**word)).count();
        let likely = WORDS.iter().map(|(words, syntax)| (there(words), syntax));
        let best = likely.rev().max_by_key(|(count, _)| *count);
        best.filter(|(count, _)| *count >= 2).map_or(ANY, |(_, syntax)| *syntax)
    }
}

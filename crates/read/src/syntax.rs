//! The recognition of a text's language, and the syntax of languages in which nothing is generated.

use std::path::Path;

use magicgen_search::source::{SingleQuotes, SourceSyntax};

const C: SourceSyntax = SourceSyntax::C;
const SCRIPT: SourceSyntax = SourceSyntax::SCRIPT;
const PYTHON: SourceSyntax = SourceSyntax::PYTHON;
const LISP: SourceSyntax = SourceSyntax::LISP;

const DART: SourceSyntax =
    SourceSyntax { endings: &["dart"], triple: true, backticks: false, signed: true, ..SCRIPT };
const JULIA: SourceSyntax = SourceSyntax {
    endings: &["jl"],
    blocks: &[("#=", "=#", true)],
    single: SingleQuotes::Characters,
    ..PYTHON
};
const FORTRAN: SourceSyntax = SourceSyntax {
    further_endings: &["f", "f90", "f95", "f03", "f08", "for"],
    lines: &["!"],
    blocks: &[],
    single: SingleQuotes::Strings,
    escapes: false,
    ..LISP
};

/// Languages and formats in which nothing is generated.
const OTHERS: &[SourceSyntax] = &[
    SourceSyntax { further_endings: &["toml", "lock"], words: &["lock-version", "[["], ..PYTHON },
    SourceSyntax {
        endings: &["hs"],
        further_endings: &["lhs", "elm", "purs", "idr"],
        words: &[" :: ", "module ", "where\n", "import "],
        ..SourceSyntax::HASKELL
    },
    SourceSyntax {
        further_endings: &["lisp", "lsp", "el", "scm", "ss", "rkt", "clj", "cljs"],
        words: &["(defun ", "(define ", "(defconstant ", "(defparameter "],
        ..LISP
    },
    SourceSyntax { endings: &["scala"], further_endings: &["groovy"], ..SourceSyntax::JAVA },
    SourceSyntax { endings: &["swift"], triple: true, ..SourceSyntax::RUST },
    SourceSyntax { further_endings: &["as"], ..SCRIPT },
    DART,
    SourceSyntax { endings: &[], further_endings: &["php"], lines: &["//", "#"], ..DART },
    // Memory files of Verilog.
    SourceSyntax {
        further_endings: &["mem", "hex"],
        preprocessor: false,
        octal: false,
        bare_hex: true,
        ..C
    },
    SourceSyntax {
        endings: &["mojo"],
        further_endings: &["rb", "ex", "exs", "sh", "pl", "yaml", "yml", "cr", "tcl", "cmake"],
        ..PYTHON
    },
    SourceSyntax { further_endings: &["r"], rounds: true, ..PYTHON },
    JULIA,
    SourceSyntax { endings: &["odin"], backticks: true, ..SourceSyntax::RUST },
    SourceSyntax {
        further_endings: &["sql"],
        blocks: C.blocks,
        single: SingleQuotes::Strings,
        ..SourceSyntax::ADA
    },
    SourceSyntax {
        endings: &["fs"],
        further_endings: &["fsi", "fsx"],
        lines: &["//"],
        blocks: &[("(*", "*)", true)],
        single: SingleQuotes::Characters,
        triple: true,
        backticks: false,
        ..SCRIPT
    },
    // Assembly.
    SourceSyntax {
        further_endings: &["asm", "s", "nasm", "a65"],
        lines: &[";", "# ", "//"],
        blocks: C.blocks,
        ..LISP
    },
    FORTRAN,
    SourceSyntax {
        further_endings: &["erl", "hrl", "tex", "prolog"],
        lines: &["%"],
        blocks: &[("%{", "%}", true)],
        ..FORTRAN
    },
    // Smalltalk.
    SourceSyntax {
        further_endings: &["st"],
        lines: &[],
        blocks: &[("\"", "\"", false)],
        single: SingleQuotes::Strings,
        escapes: false,
        ..LISP
    },
    SourceSyntax {
        further_endings: &["json", "jsonc", "json5", "ndjson"],
        single: SingleQuotes::Characters,
        backticks: false,
        ..SCRIPT
    },
];

/// The syntax of a text whose language isn't known.
const ANY: SourceSyntax = SourceSyntax { lines: &["//", "--", "#"], octal: false, any: true, ..C };

/// True if the file is a source in a language in which nothing is generated.
#[must_use]
pub fn is_other_source(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    OTHERS.iter().any(|other| other.endings.contains(&ending))
}

/// The syntax of a file, by the extension of its name; `None` if the extension isn't known.
pub(super) fn syntax_of(path: &Path, languages: &[SourceSyntax]) -> Option<SourceSyntax> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    languages.iter().chain(OTHERS).find(|syntax| syntax.has_ending(&ending)).copied()
}

/// The syntax of the language that a text is most likely written in.
pub(super) fn guessed_syntax(text: &str, languages: &[SourceSyntax]) -> SourceSyntax {
    let mut end = text.len().min(1 << 16);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = &text[..end];
    let score = |syntax: &SourceSyntax| {
        let there = syntax.words.iter().filter(|word| head.contains(**word));
        there.fold((0, 0), |(count, length), word| (count + 1, length + word.len()))
    };
    let likely = languages.iter().chain(OTHERS).map(|syntax| (score(syntax), syntax));
    let best = likely.rev().max_by_key(|(score, _)| *score);
    best.filter(|((count, _), _)| *count >= 2).map_or(ANY, |(_, syntax)| *syntax)
}

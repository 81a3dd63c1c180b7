//! Compares everything that each language prints in each of its forms with digests: all variants, forms of tables and
//! styles of fields on a small board, every part with its self-test, and boards with unusual orders of squares. There
//! is one digest for each board, form and variant.
//!
//! The usual run prints every form with every variant on one of the boards. `UPDATE=1`, `MAGICGEN_MATRIX=all` and the
//! selections below print them on all boards.
//!
//! `GOLDENS=FOLDER cargo test -p tests-slow --test slow -- forms` also writes the files, so that those of two versions of the
//! program can be compared line by line. `FORMS=go` selects the forms whose names begin with `go`, `VARIANTS=pext` the
//! variants whose ids begin with `pext`; with `UPDATE=1` only their digests are written anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use magicgen::config::{ConfigError, ConfigErrorKind, Request, Source, resolve};
use magicgen::generate::{Solver, generate};
use magicgen_lookup::variant;
use magicgen_lookup::variant::Variant;
use magicgen_search::Effort;

use libtest_mimic::Trial;

use crate::golden;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![every_form_of_every_language_is_as_it_was]
}

/// A form of a language: its name, the language, the file, and options of the language.
type Form = (&'static str, &'static str, &'static str, &'static str);

const FORMS: &[Form] = &[
    ("ada", "ada", "magics.ads", ""),
    ("ada-child", "ada", "chess-magics.ads", "parent = \"Chess\""),
    (
        "ada-types",
        "ada",
        "magics.ads",
        "square-type = \"Chess.Square\"\nbitboard-type = \"Chess.Bitboard\"",
    ),
    ("c89", "c", "magics.h", "std = \"c89\""),
    ("c89-pointer", "c", "magics.h", "std = \"c89\"\npass = \"pointer\""),
    ("c99", "c", "magics.h", "std = \"c99\""),
    ("c11", "c", "magics.h", ""),
    ("c11-pair", "c", "magics.h", "layout = \"pair\"\ncplusplus = false\nsection = \".fast\""),
    ("c11-progmem", "c", "magics.h", "memory = \"progmem\""),
    ("c11-progmem-far", "c", "magics.h", "memory = \"progmem-far\""),
    ("c17", "c", "magics.h", "std = \"c17\"\nguard = \"TABLES_H\"\nstatic-assert = false"),
    ("cpp17", "cpp", "magics.hpp", ""),
    (
        "cpp20",
        "cpp",
        "magics.hpp",
        "std = \"c++20\"\nnamespace = \"chess::tables\"\ncase = \"camel\"",
    ),
    ("cpp-module", "cpp", "magics.cppm", "std = \"c++20\"\nmodule = \"chess.magics\""),
    (
        "cpp-types",
        "cpp",
        "magics.hpp",
        "square-type = \"chess::Square\"\nsquare-value = \"index()\"\nbitboard-type = \"chess::Bitboard\"\n\
         bitboard-value = \"bits\"\ninclude = \"types.hpp\"",
    ),
    ("csharp", "csharp", "Magics.cs", ""),
    (
        "csharp-new",
        "csharp",
        "Magics.cs",
        "namespace = \"Chess.Tables\"\nfile-scoped = true\nnullable = true\nvisibility = \"internal\"",
    ),
    (
        "csharp-types",
        "csharp",
        "Magics.cs",
        "square-type = \"Chess.Square\"\nbitboard-type = \"Chess.Bitboard\"",
    ),
    (
        "csharp-values",
        "csharp",
        "Magics.cs",
        "square-type = \"Chess.Square\"\nsquare-value = \"Index()\"\nbitboard-type = \"Chess.Bitboard\"\n\
         bitboard-value = \"Value\"",
    ),
    ("cuda", "cuda", "magics.cuh", ""),
    ("d", "d", "magics.d", ""),
    ("d-module", "d", "magics.d", "module = \"chess.magics\""),
    (
        "d-types",
        "d",
        "magics.d",
        "square-type = \"chess.Square\"\nbitboard-type = \"chess.Bitboard\"",
    ),
    ("go", "go", "magics.go", ""),
    ("go-package", "go", "magics.go", "package = \"bitboard\"\npackage-comment = false"),
    (
        "go-types",
        "go",
        "magics.go",
        "square-type = \"chess.Square\"\nbitboard-type = \"chess.Bitboard\"\nimport = \"example.org/chess\"",
    ),
    ("java", "java", "Magics.java", ""),
    (
        "java-8",
        "java",
        "Magics.java",
        "release = 8\npackage = \"org.chess\"\nvisibility = \"package\"",
    ),
    (
        "java-types",
        "java",
        "Magics.java",
        "square-type = \"org.chess.Square\"\nbitboard-type = \"org.chess.Bitboard\"\nbitboard-value = \"bits()\"",
    ),
    ("javascript", "javascript", "magics.mjs", ""),
    ("javascript-lazy", "javascript", "magics.cjs", "module = \"cjs\"\nlazy = true"),
    ("javascript-bigint", "javascript", "magics.mjs", "word = \"bigint\"\njsdoc = false"),
    ("typescript", "typescript", "magics.ts", ""),
    ("typescript-bigint", "typescript", "magics.ts", "word = \"bigint\"\nlazy = true"),
    (
        "typescript-types",
        "typescript",
        "magics.ts",
        "square-type = \"Square\"\nbitboard-type = \"Bitboard\"\nimport = \"./types.js\"\nword = \"bigint\"",
    ),
    (
        "typescript-values",
        "typescript",
        "magics.ts",
        "square-type = \"Square\"\nsquare-value = \"index()\"\nbitboard-type = \"Bitboard\"\nbitboard-value = \"bits\"\n\
         import = \"./types.js\"\nword = \"bigint\"",
    ),
    ("kotlin", "kotlin", "Magics.kt", ""),
    ("kotlin-internal", "kotlin", "Magics.kt", "package = \"chess\"\nvisibility = \"internal\""),
    (
        "kotlin-types",
        "kotlin",
        "Magics.kt",
        "square-type = \"chess.Square\"\nbitboard-type = \"chess.Bitboard\"",
    ),
    ("lua", "lua", "magics.lua", ""),
    ("luajit", "lua", "magics.lua", "dialect = \"luajit\""),
    ("nim", "nim", "magics.nim", ""),
    (
        "nim-types",
        "nim",
        "magics.nim",
        "square-type = \"Square\"\nbitboard-type = \"Bitboard\"\nimport = \"chess/types\"",
    ),
    ("ocaml", "ocaml", "magics.ml", ""),
    (
        "ocaml-types",
        "ocaml",
        "magics.ml",
        "square-type = \"Board.square\"\nbitboard-type = \"Bitboard.t\"",
    ),
    ("opencl", "opencl", "magics.cl", ""),
    ("pascal", "pascal", "magics.pas", ""),
    ("pascal-delphi", "pascal", "magics.pas", "mode = \"delphi\""),
    (
        "pascal-types",
        "pascal",
        "magics.pas",
        "square-type = \"TSquare\"\nbitboard-type = \"TBitboard\"\nimport = \"Chess\"",
    ),
    ("python", "python", "magics.py", ""),
    ("python-bytes", "python", "magics.py", "storage = \"bytes\"\ntyped = false"),
    ("numpy", "python", "magics.py", "word = \"numpy\""),
    ("rust", "rust", "magics.rs", ""),
    (
        "rust-2024",
        "rust",
        "magics.rs",
        "edition = \"2024\"\nvisibility = \"pub(crate)\"\nno-std = true",
    ),
    ("rust-unchecked", "rust", "magics.rs", "unchecked = true"),
    ("rust-include", "rust", "magics.rs", "storage = \"include\""),
    ("rust-vectors", "rust", "magics.rs", "vectors = true"),
    ("verilog", "verilog", "magics.v", ""),
    ("verilog-stages", "verilog", "magics.v", "memory = \"clocked\"\nstages = 3"),
    ("wat", "wat", "magics.wat", ""),
    ("wgsl", "wgsl", "magics.wgsl", ""),
    ("zig", "zig", "magics.zig", ""),
    ("zig-called", "zig", "magics.zig", "lazy = false"),
    (
        "zig-types",
        "zig",
        "magics.zig",
        "square-type = \"Square\"\nbitboard-type = \"Bitboard\"\nimport = \"chess.zig\"",
    ),
    (
        "zig-values",
        "zig",
        "magics.zig",
        "square-type = \"Square\"\nsquare-value = \"index()\"\nbitboard-type = \"Bitboard\"\nbitboard-value = \"bits\"\n\
         import = \"chess.zig\"",
    ),
];

/// What is asked of each form.
struct Wanted {
    name: &'static str,
    tables: Option<&'static str>,
    fields: Option<&'static str>,
    /// The pieces, where they aren't those of the board.
    pieces: Option<&'static str>,
    /// The parts: of these, those that the variant and the language have.
    emit: &'static [&'static str],
}

const PLAIN: Wanted =
    Wanted { name: "", tables: None, fields: None, pieces: None, emit: &["lookup"] };

const TESTED: &[&str] = &["lookup", "self-test"];

const WANTED: &[Wanted] = &[
    Wanted { name: "full", tables: Some("full"), emit: TESTED, ..PLAIN },
    Wanted { name: "init", tables: Some("init"), emit: TESTED, ..PLAIN },
    Wanted { name: "queen", tables: Some("init"), pieces: Some("\"queen\""), ..PLAIN },
    Wanted {
        name: "all",
        emit: &[
            "factors", "masks", "shifts", "offsets", "occupancies", "attack-sets", "attacks",
            "lookup", "squares", "bitscan",
        ],
        ..PLAIN
    },
    Wanted { name: "records", fields: Some("records"), emit: TESTED, ..PLAIN },
    Wanted { name: "filled-records", tables: Some("init"), fields: Some("records"), ..PLAIN },
    Wanted { name: "pointers", fields: Some("pointers"), emit: TESTED, ..PLAIN },
    Wanted { name: "filled-pointers", tables: Some("init"), fields: Some("pointers"), ..PLAIN },
];

/// The same for languages in which squares have one record for all pieces. Other languages have no digest of these.
const BY_SQUARE: &[Wanted] = &[
    Wanted { name: "square-records", fields: Some("square-records"), emit: TESTED, ..PLAIN },
    Wanted {
        name: "filled-square-records",
        tables: Some("init"),
        fields: Some("square-records"),
        ..PLAIN
    },
    Wanted { name: "square-pointers", fields: Some("square-pointers"), emit: TESTED, ..PLAIN },
    Wanted {
        name: "filled-square-pointers",
        tables: Some("init"),
        fields: Some("square-pointers"),
        ..PLAIN
    },
];

/// A board: its name, its tables of a config, and its pieces.
type Board = (&'static str, &'static str, &'static str);

/// One whose rows are bytes, and one with a hole in an order of its own and a one-sided piece.
const BOARDS: &[Board] = &[
    (
        "4x4",
        "orientation = \"h1lsb\"\n[board]\nwidth = 4\nheight = 4\nstride = 8\n",
        "\"rook\", \"bishop\"",
    ),
    (
        "3x3",
        "[board]\nwidth = 3\nheight = 3\nholes = [\"b2\"]\n[orientation]\n\
         permutation = [14, 30, 2, 11, 7, 60, 49, 38, 27]\n\
         [[piece]]\nname = \"short lance\"\nrays = [[0, 1], [1, 1]]\nrange = 2\n",
        "\"rook\", \"short lance\"",
    ),
];

/// The digests, those of the same form and variant replaced by new ones.
fn updated(golden: &str, new: &str) -> String {
    let name = |line: &str| line.split_once("  ").map(|(_, name)| name.to_owned());
    let row = |line: &str| {
        let other = new.lines().find(|other| name(other) == name(line));
        format!("{}\n", other.unwrap_or(line))
    };
    golden.lines().map(row).collect()
}

fn every_form_of_every_language_is_as_it_was() {
    let dump = std::env::var_os("GOLDENS").map(PathBuf::from);
    let selected =
        |key| std::env::var_os(key).unwrap_or_default().into_string().unwrap_or_default();
    let (only, variants) = (selected("FORMS"), selected("VARIANTS"));
    let is_updated = golden::updates();
    let is_selected = dump.is_some() || !only.is_empty() || !variants.is_empty();
    let is_whole = is_updated || is_selected || selected("MAGICGEN_MATRIX") == "all";
    let is_wanted = |(board, form, variant): (usize, usize, usize)| {
        FORMS[form].0.starts_with(&only)
            && variant::ALL[variant].id.starts_with(&variants)
            && (is_whole || (form + variant) % BOARDS.len() == board)
    };
    let digests: String = std::thread::scope(|scope| {
        let (is_wanted, dump) = (&is_wanted, dump.as_deref());
        let of_board = |board| scope.spawn(move || digests_of(board, is_wanted, dump));
        let runs: Vec<_> = (0..BOARDS.len()).map(of_board).collect();
        runs.into_iter().map(|run| run.join().expect("a board is printed")).collect()
    });
    let path = golden::folder().join("forms.blake3");
    if is_whole && only.is_empty() && variants.is_empty() {
        return golden::compare(&path, &digests);
    }
    let old = std::fs::read_to_string(&path).expect("the digests are there");
    if is_updated {
        return golden::compare(&path, &updated(&old, &digests));
    }
    let is_lost = |row: &&str| !old.lines().any(|other| other == *row);
    let changed: Vec<&str> = digests.lines().filter(is_lost).collect();
    assert!(changed.is_empty(), "these changed:\n{}\n{}", changed.join("\n"), golden::UPDATE);
}

/// The digests of a board, of those forms and variants that are wanted, all told by their numbers.
fn digests_of(
    number: usize,
    is_wanted: &impl Fn((usize, usize, usize)) -> bool,
    dump: Option<&Path>,
) -> String {
    let board = BOARDS[number];
    let mut solver = Solver::new(Effort::default());
    let mut digests = String::new();
    let mut unprinted = BTreeSet::new();
    for (form_number, form) in FORMS.iter().enumerate() {
        let wanted = (0..variant::ALL.len()).filter(|one| is_wanted((number, form_number, *one)));
        let wanted: Vec<&Variant> = wanted.map(|one| &variant::ALL[one]).collect();
        // A few variants may be those that a language refuses.
        if wanted.len() >= variant::ALL.len() / BOARDS.len() {
            unprinted.insert(form.0);
        }
        for (variant, (end, list)) in wanted.into_iter().flat_map(|variant| {
            [("", WANTED), (" by-square", BY_SQUARE)].map(|list| (variant, list))
        }) {
            let mut digest = blake3::Hasher::new();
            let mut is_printed = false;
            for wanted in list {
                let place = format!("{}/{}/{}/{}", board.0, form.0, variant.id, wanted.name);
                let texts = printed(&mut solver, board, form, variant.id, wanted);
                is_printed |= texts[0].0 != REFUSED;
                for (name, text) in &texts {
                    digest.update(format!("{place}/{name}\n{text}\n").as_bytes());
                }
                if let Some(folder) = dump {
                    write(&folder.join(place), &texts);
                }
            }
            if is_printed {
                unprinted.remove(form.0);
            }
            if is_printed || end.is_empty() {
                let digest = digest.finalize().to_hex();
                let _ = writeln!(digests, "{digest}  {} {} {}{end}", board.0, form.0, variant.id);
            }
        }
    }
    assert!(unprinted.is_empty(), "all outputs of these are refused: {unprinted:?}");
    digests
}

/// What a refused output has in place of files.
const REFUSED: &str = "refused";

/// The generated files, or the error message.
fn printed(
    solver: &mut Solver,
    (_, board, pieces): Board,
    (_, lang, file, options): &Form,
    variant: &str,
    wanted: &Wanted,
) -> Vec<(String, String)> {
    let mut emit: Vec<&str> = wanted.emit.to_vec();
    let options = golden::beside(options, variant, wanted.tables);
    let request = Request { config: Some(Path::new("golden.toml")), ..Request::default() };
    let plan = loop {
        let key = |key: &str, value: Option<&str>| {
            value.map_or_else(String::new, |value| format!("{key} = \"{value}\"\n"))
        };
        let pieces = wanted.pieces.unwrap_or(pieces);
        let config = format!(
            "version = 1\n{board}[[output]]\nid = \"golden\"\nlang = \"{lang}\"\npath = \"{file}\"\n\
             variant = \"{variant}\"\npieces = [{pieces}]\nemit = {emit:?}\n{}[output.style]\nversion = false\n{}\
             [output.{lang}]\n{options}\n",
            key("tables", wanted.tables),
            key("fields", wanted.fields),
        );
        let source = Source::new("golden.toml", &config, Vec::new());
        let errors = match resolve(&source, &request) {
            Ok(plan) => break plan,
            Err(errors) => errors,
        };
        let before = emit.len();
        for error in &errors {
            match &error.kind {
                ConfigErrorKind::NoSuchPart { part, .. } => emit.retain(|other| other != part),
                ConfigErrorKind::Unsupported { what, .. } => {
                    emit.retain(|other| {
                        *what != format!("`{other}`")
                            && !what.starts_with(&format!("`{other}` under"))
                    });
                }
                _ => {}
            }
        }
        if emit.len() == before || emit.is_empty() {
            // Anything else is wrong with what this test asks for.
            let is_lacking = |error: &ConfigError| {
                matches!(
                    error.kind,
                    ConfigErrorKind::Unsupported { .. }
                        | ConfigErrorKind::NoSuchPart { .. }
                        | ConfigErrorKind::CannotFill { .. }
                        | ConfigErrorKind::Clash { other: "switch", .. }
                        | ConfigErrorKind::Option { .. }
                )
            };
            assert!(errors.iter().all(is_lacking), "{errors:#?}\n{config}");
            let refused: Vec<String> = errors.iter().map(ToString::to_string).collect();
            return vec![(REFUSED.to_owned(), refused.join("\n") + "\n")];
        }
    };
    solver.effort = plan.effort;
    solver.choices = plan.choices.clone();
    match generate(&plan.jobs[0], solver) {
        Ok(files) => {
            files.artifacts.into_iter().map(|artifact| (artifact.name, artifact.text)).collect()
        }
        Err(error) => vec![(REFUSED.to_owned(), format!("{error}\n"))],
    }
}

fn write(folder: &Path, texts: &[(String, String)]) {
    for (name, text) in texts {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
        std::fs::write(path, text).expect("a file is written");
    }
}

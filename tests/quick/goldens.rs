//! Compares generated files byte by byte: some for small boards with files under `tests/goldens/`, all with digests.
//!
//! `tests/slow/forms.rs` does the same for every form of every language. To see what changed where only a digest differs, write the
//! files of both versions by `GOLDENS=FOLDER cargo test -p tests-slow --test slow -- forms`, and compare the folders.

use std::fmt::Write as _;
use std::path::Path;

use magicgen::generate::{Solver, module};
use magicgen_lookup::variant;
use magicgen_search::Effort;

use libtest_mimic::Trial;

use crate::folder::Folder;
use crate::golden::{self, beside, compare, files, plan, updates};

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        small_boards_are_as_they_were,
        other_variants_are_as_they_were,
        parts_and_pieces_are_as_they_were,
        batches_on_vectors_are_as_they_were,
        chess_boards_are_as_they_were,
        results_of_searches_are_as_they_were,
        stages_are_as_they_were,
        committed_samples_are_up_to_date,
    ]
}

/// The goldens that are kept as files, to be read: a language's lookup with printed and with filled tables, with products
/// of 32 bits, with bytes, without tables, and with every part. Digests hold all.
const READ: &[&str] =
    &["fancy-full", "fancy-init", "split32-full", "bytes-full", "hyperbola", "bitscan", "parts"];

/// Digests of files, a line each.
#[derive(Default)]
struct Digests(String);

impl Digests {
    /// Notes the files of a golden of a language, and compares those that are kept.
    fn note(&mut self, language: &str, golden: &str, files: Vec<(String, String)>) {
        for (name, text) in files {
            let digest = blake3::hash(text.as_bytes()).to_hex();
            let _ = writeln!(self.0, "{digest}  {language} {golden} {name}");
            // TypeScript is JavaScript with types.
            if READ.contains(&golden) && language != "typescript" {
                compare(&golden::folder().join(language).join(golden).join(name), &text);
            }
        }
    }

    /// Compares the digests with those of a file.
    fn compare(&self, file: &str) {
        compare(&golden::folder().join(file), &self.0);
    }
}

/// Each language that fills tables too, in its forms: the output's own keys.
const LANGUAGES: &[(&str, &str, &str)] = &[
    ("ada", "path = \"magics.ads\"\nlang = \"ada\"", ""),
    ("c", "path = \"magics.h\"\nlang = \"c\"", ""),
    ("c89", "path = \"magics.h\"\nlang = \"c\"", "[output.c]\nstd = \"c89\""),
    ("cpp", "path = \"magics.hpp\"\nlang = \"cpp\"", ""),
    ("csharp", "path = \"Magics.cs\"\nlang = \"csharp\"", ""),
    ("d", "path = \"magics.d\"\nlang = \"d\"", ""),
    ("go", "path = \"magics.go\"\nlang = \"go\"", ""),
    ("java", "path = \"Magics.java\"\nlang = \"java\"", ""),
    ("javascript", "path = \"magics.mjs\"\nlang = \"javascript\"", ""),
    (
        "javascript-bigint",
        "path = \"magics.cjs\"\nlang = \"javascript\"",
        "[output.javascript]\nmodule = \"cjs\"\nword = \"bigint\"\nlazy = true",
    ),
    ("kotlin", "path = \"Magics.kt\"\nlang = \"kotlin\"", ""),
    ("lua", "path = \"magics.lua\"\nlang = \"lua\"", ""),
    ("luajit", "path = \"magics.lua\"\nlang = \"lua\"", "[output.lua]\ndialect = \"luajit\""),
    ("nim", "path = \"magics.nim\"\nlang = \"nim\"", ""),
    ("ocaml", "path = \"magics.ml\"\nlang = \"ocaml\"", ""),
    ("pascal", "path = \"magics.pas\"\nlang = \"pascal\"", ""),
    ("python", "path = \"magics.py\"\nlang = \"python\"", ""),
    ("numpy", "path = \"magics.py\"\nlang = \"python\"", "[output.python]\nword = \"numpy\""),
    ("rust", "path = \"magics.rs\"\nlang = \"rust\"", ""),
    ("typescript", "path = \"magics.ts\"\nlang = \"typescript\"", ""),
    ("wat", "path = \"magics.wat\"\nlang = \"wat\"", ""),
    ("zig", "path = \"magics.zig\"\nlang = \"zig\"", ""),
];

fn small_boards_are_as_they_were() {
    let mut digests = Digests::default();
    for (folder, output, options) in LANGUAGES {
        for variant in ["fancy", "plain", "split32"] {
            for tables in ["full", "init"] {
                let options = beside(options, variant, Some(tables));
                let config = format!(
                    "version = 1\norientation = \"h1lsb\"\n[board]\nwidth = 4\nheight = 3\nholes = [\"b2\"]\n\
                     [[output]]\nid = \"golden\"\n{output}\nvariant = \"{variant}\"\ntables = \"{tables}\"\n\
                     [output.style]\nversion = false\n{options}\n"
                );
                digests.note(folder, &format!("{variant}-{tables}"), files(&config));
            }
        }
    }
    digests.compare("small.blake3");
}

/// Variants with other kinds of tables, single lines or no table, and bit scans.
fn other_variants_are_as_they_were() {
    let mut digests = Digests::default();
    for (folder, output, options) in LANGUAGES {
        for (name, variant, tables, emit) in [
            ("nested-full", "nested", "full", ""),
            ("nested-init", "nested", "init", ""),
            ("bytes-full", "bytes", "full", ""),
            ("postmask-init", "postmask", "init", ""),
            ("direction-full", "direction", "full", ""),
            ("direction-init", "direction", "init", ""),
            ("hyperbola", "hyperbola", "full", ""),
            ("line", "line", "full", ""),
            ("kindergarten-full", "kindergarten", "full", ""),
            ("kindergarten-init", "kindergarten", "init", ""),
            ("hyperbola-reverse", "hyperbola-reverse", "full", ""),
            ("hyperbola-dual", "hyperbola-dual", "full", ""),
            ("obstruction-vector", "obstruction-vector", "full", ""),
            ("classical", "classical", "full", ""),
            ("qbb", "qbb", "full", ""),
            ("bitscan", "fancy", "full", "emit = [\"bitscan\"]\n"),
        ] {
            let options = beside(options, variant, Some(tables));
            let config = format!(
                "version = 1\n[board]\nwidth = 4\nheight = 3\nstride = 8\n\
                 [[output]]\nid = \"golden\"\n{output}\nvariant = \"{variant}\"\ntables = \"{tables}\"\n\
                 {emit}[output.style]\nversion = false\n{options}\n"
            );
            digests.note(folder, name, files(&config));
        }
    }
    digests.compare("variants.blake3");
}

/// All parts with names of their own and public, one-sided pieces, and a permutation of squares.
fn parts_and_pieces_are_as_they_were() {
    let mut digests = Digests::default();
    for (folder, output, options) in LANGUAGES {
        let config = format!(
            "version = 1\n[board]\nwidth = 3\nheight = 3\n[orientation]\n\
             permutation = [4, 3, 2, 1, 0, 9, 8, 7, 6]\n[[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n\
             [[output]]\nid = \"golden\"\n{output}\npieces = [\"lance\", \"queen\"]\n\
             emit = [\"factors\", \"masks\", \"shifts\", \"offsets\", \"occupancies\", \"attacks\", \"lookup\", \"squares\"]\n\
             [output.style]\nversion = false\nheader = \"Copyright somebody.\"\n{options}\n"
        );
        digests.note(folder, "parts", files(&config));
    }
    digests.compare("parts.blake3");
}

/// Batches of Java on vectors, of pieces and of a union.
fn batches_on_vectors_are_as_they_were() {
    let config = "version = 1\n[board]\nwidth = 4\nheight = 3\nstride = 8\n\
                  [[output]]\nid = \"golden\"\npath = \"Magics.java\"\nlang = \"java\"\n\
                  variant = \"hyperbola-reverse\"\nemit = [\"lookup\", \"batch\"]\nchecks = \"assert\"\n\
                  [output.style]\nversion = false\n[output.java]\nvectors = true\nrelease = 21\n";
    for (name, text) in files(config) {
        compare(&golden::folder().join("java/batches-on-vectors").join(name), &text);
    }
}

fn chess_boards_are_as_they_were() {
    let mut digests = Digests::default();
    for (folder, output, options) in LANGUAGES {
        for variant in ["fancy", "plain", "split32"] {
            for tables in ["full", "init"] {
                let options = beside(options, variant, Some(tables));
                let config = format!(
                    "version = 1\n[[output]]\nid = \"golden\"\n{output}\nvariant = \"{variant}\"\n\
                     tables = \"{tables}\"\n[output.style]\nversion = false\n{options}\n"
                );
                for (name, text) in files(&config) {
                    let digest = blake3::hash(text.as_bytes()).to_hex();
                    let _ = writeln!(digests.0, "{digest}  {folder} {variant} {tables} {name}");
                }
            }
        }
    }
    digests.compare("chess.blake3");
}

/// The results of searches and layouts for all variants on small boards. Most mistakes in a search don't make its
/// result wrong, only different.
fn results_of_searches_are_as_they_were() {
    let mut lines = String::new();
    for (width, height) in [(5, 5), (6, 4)] {
        let mut solver = Solver::new(Effort::default());
        for variant in variant::ALL {
            let config = format!(
                "version = 1\n[board]\nwidth = {width}\nheight = {height}\nstride = 8\n\
                 [search]\nseed = 1\neffort = 1\nknown = []\n\
                 [[output]]\npath = \"magics.h\"\nlang = \"c\"\nvariant = \"{}\"\n",
                variant.id
            );
            let plan = plan(&config);
            solver.effort = plan.effort;
            solver.choices = plan.choices;
            let module = module(&plan.jobs[0], &mut solver).unwrap();
            let mut digest = blake3::Hasher::new();
            let mut eat = |name: &str, values: &[u64]| {
                digest.update(format!("{name} {values:x?}").as_bytes());
            };
            module.tables.iter().for_each(|table| eat("table", &table.entries));
            for column in module.pieces.iter().flat_map(|piece| piece.fields.columns()) {
                eat(&column.field.singular(), &column.values);
            }
            let digest = digest.finalize().to_hex();
            let entries = module.provenance.entries;
            let _ = writeln!(lines, "{digest}  {width}x{height} {} {entries}", variant.id);
        }
    }
    compare(&golden::folder().join("results.blake3"), &lines);
}

/// The rook's lookup in C as `explain --stage` prints it: with multiplication and without, on words and on halves, and on vectors.
fn stages_are_as_they_were() {
    for variant in ["fancy", "black", "split32", "pext", "hyperbola", "kindergarten"] {
        for stage in ["ir", "lowered", "nodes"] {
            let of = ["--variant", variant, "--stage", stage, "--lang", "c", "--no-config"];
            let run = Folder::new().succeed(&[&["explain", "rook", "c3"], &of[..]].concat());
            let file = format!("stages/{variant}.{stage}.txt");
            compare(&golden::folder().join(file), &run.stdout);
        }
    }
}

/// The samples in `generated/` are the same as those that magicgen generates.
fn committed_samples_are_up_to_date() {
    let folder = Path::new(crate::ROOT).join("generated");
    let binary = crate::program();
    let arguments: &[&str] = if updates() { &[] } else { &["--check"] };
    let run =
        std::process::Command::new(binary).args(arguments).current_dir(folder).output().unwrap();
    assert!(run.status.success(), "{}{}", String::from_utf8_lossy(&run.stderr), golden::UPDATE);
}

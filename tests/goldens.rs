//! Compares generated files byte by byte: those for small boards with files under `tests/goldens/`, those for 8 x 8
//! squares with digests.
//!
//! `UPDATE=1 cargo test --test goldens` writes the goldens anew; otherwise tests never write.

#[path = "goldens/forms.rs"]
mod forms;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use magicgen::config::{Plan, Request, Source, resolve};
use magicgen::generate::{Solver, generate, module};
use magicgen::search::Effort;
use magicgen::variant;

/// Reads a config.
fn plan(config: &str) -> Plan {
    let source = Source::new("golden.toml", config, Vec::new());
    let request = Request { config: Some(Path::new("golden.toml")), ..Request::default() };
    resolve(&source, &request).unwrap_or_else(|errors| panic!("{config}\n{errors:?}"))
}

/// Generates a config's outputs in memory, as pairs of a file name and a text.
fn files(config: &str) -> Vec<(String, String)> {
    let plan = plan(config);
    let mut solver = Solver::new(plan.effort);
    let mut files = Vec::new();
    for job in &plan.jobs {
        for artifact in generate(job, &mut solver).unwrap().artifacts {
            files.push((artifact.name, artifact.text));
        }
    }
    files
}

/// A language's options beside a variant and a form of tables: where these are printed, none says when they are filled.
fn beside(options: &str, variant: &str, tables: Option<&str>) -> String {
    let can_be_filled = variant::find(variant).expect("a known variant").form.can_be_filled();
    match tables {
        Some("init") => options.to_owned(),
        None if can_be_filled => options.to_owned(),
        _ => options.replace("lazy = true", ""),
    }
}

fn goldens() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens")
}

fn compare(path: &Path, text: &str) {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(path).unwrap_or_default();
    if golden == text {
        return;
    }
    let line = golden.lines().zip(text.lines()).position(|(old, new)| old != new);
    let line = line.unwrap_or_else(|| golden.lines().count().min(text.lines().count()));
    panic!(
        "{} differs from line {} on:\n- {}\n+ {}\nwrite it anew by `UPDATE=1 cargo test --test goldens`",
        path.display(),
        line + 1,
        golden.lines().nth(line).unwrap_or("(end)"),
        text.lines().nth(line).unwrap_or("(end)"),
    );
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
    ("pascal", "path = \"magics.pas\"\nlang = \"pascal\"", ""),
    ("python", "path = \"magics.py\"\nlang = \"python\"", ""),
    ("numpy", "path = \"magics.py\"\nlang = \"python\"", "[output.python]\nword = \"numpy\""),
    ("rust", "path = \"magics.rs\"\nlang = \"rust\"", ""),
    ("typescript", "path = \"magics.ts\"\nlang = \"typescript\"", ""),
    ("wat", "path = \"magics.wat\"\nlang = \"wat\"", ""),
    ("zig", "path = \"magics.zig\"\nlang = \"zig\"", ""),
];

#[test]
fn small_boards_are_as_they_were() {
    for (folder, output, options) in LANGUAGES {
        for variant in ["fancy", "plain", "split32"] {
            for tables in ["full", "init"] {
                let options = beside(options, variant, Some(tables));
                let config = format!(
                    "version = 1\norientation = \"h1lsb\"\n[board]\nwidth = 4\nheight = 3\nholes = [\"b2\"]\n\
                     [[output]]\nid = \"golden\"\n{output}\nvariant = \"{variant}\"\ntables = \"{tables}\"\n\
                     [output.style]\nversion = false\n{options}\n"
                );
                for (name, text) in files(&config) {
                    compare(
                        &goldens().join(folder).join(format!("{variant}-{tables}")).join(name),
                        &text,
                    );
                }
            }
        }
    }
}

/// Variants with other kinds of tables, single lines or no table, and bit scans.
#[test]
fn other_variants_are_as_they_were() {
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
            for (file, text) in files(&config) {
                compare(&goldens().join(folder).join(name).join(file), &text);
            }
        }
    }
}

/// All parts with names of their own and public, one-sided pieces, and a permutation of squares.
#[test]
fn parts_and_pieces_are_as_they_were() {
    for (folder, output, options) in LANGUAGES {
        let config = format!(
            "version = 1\n[board]\nwidth = 3\nheight = 3\n[orientation]\n\
             permutation = [4, 3, 2, 1, 0, 9, 8, 7, 6]\n[[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n\
             [[output]]\nid = \"golden\"\n{output}\npieces = [\"lance\", \"queen\"]\n\
             emit = [\"factors\", \"masks\", \"shifts\", \"offsets\", \"occupancies\", \"attacks\", \"lookup\", \"squares\"]\n\
             [output.style]\nversion = false\nheader = \"Copyright somebody.\"\n{options}\n"
        );
        for (name, text) in files(&config) {
            compare(&goldens().join(folder).join("parts").join(name), &text);
        }
    }
}

/// Batches of Java on vectors, of pieces and of a union.
#[test]
fn batches_on_vectors_are_as_they_were() {
    let config = "version = 1\n[board]\nwidth = 4\nheight = 3\nstride = 8\n\
                  [[output]]\nid = \"golden\"\npath = \"Magics.java\"\nlang = \"java\"\n\
                  variant = \"hyperbola-reverse\"\nemit = [\"lookup\", \"batch\"]\nchecks = \"assert\"\n\
                  [output.style]\nversion = false\n[output.java]\nvectors = true\nrelease = 21\n";
    for (name, text) in files(config) {
        compare(&goldens().join("java/batches-on-vectors").join(name), &text);
    }
}

#[test]
fn chess_boards_are_as_they_were() {
    let mut digests = String::new();
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
                    let _ = writeln!(digests, "{digest}  {folder} {variant} {tables} {name}");
                }
            }
        }
    }
    compare(&goldens().join("chess.blake3"), &digests);
}

/// The results of searches and layouts for all variants on small boards. Most mistakes in a search don't make its
/// result wrong, only different.
#[test]
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
    compare(&goldens().join("results.blake3"), &lines);
}

/// The samples in `generated/` are the same as those that magicgen generates.
#[test]
fn committed_samples_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated");
    let binary = env!("CARGO_BIN_EXE_magicgen");
    let arguments: &[&str] = if std::env::var_os("UPDATE").is_some() { &[] } else { &["--check"] };
    let run =
        std::process::Command::new(binary).args(arguments).current_dir(folder).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

//! Rust: strict lints, all editions, with and without the standard library, `include!`, and the driver.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{self, Cell};

const RUSTC: &[&str] = &["rustc"];
const LINTS: &[&str] = &["rustc", "clippy-driver", "rustfmt"];

/// Parts that are asked for together.
const EMITS: &[&str] = &[
    "factors",
    "masks,shifts",
    "offsets,occupancies",
    "squares",
    "attacks",
    "lookup",
    "squares,masks,factors,shifts,offsets,occupancies,attacks,lookup",
];

/// Every cell.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for variant in ["fancy", "plain", "split32"] {
        for orientation in ["a1lsb", "h1lsb", "a8lsb-file"] {
            for tables in ["full", "init"] {
                let name = format!("{variant}::{orientation}::{tables}");
                let arguments = words(&format!(
                    "--variant {variant} --orientation {orientation} --tables {tables}"
                ));
                cells.push(cell(&name, RUSTC, move |folder| {
                    drive(folder, &arguments, "2024", orientation)
                }));
            }
        }
    }
    for (name, edition, arguments) in [
        ("edition_2015", "2015", "-D output.rust.edition=2015"),
        ("edition_2018", "2018", "-D output.rust.edition=2018 --tables init"),
        ("no_std", "2024", "-D output.rust.no-std=true --tables init"),
        ("no_std_plain", "2021", "-D output.rust.no-std=true --tables init --variant plain"),
        ("unchecked", "2024", "-D output.rust.unchecked=true"),
        ("unchecked_init", "2024", "-D output.rust.unchecked=true --tables init"),
        ("records", "2024", "-D output.style.fields=records"),
        ("records_init", "2024", "-D output.style.fields=records --tables init --variant split32"),
        ("split32_add", "2024", "--variant split32 -D output.lookup.combine=add"),
        ("split32_fold", "2024", "--variant split32 -D output.lookup.bishop-multiplies=1"),
        ("visibility", "2024", "-D output.rust.visibility=pub(crate)"),
    ] {
        let arguments = words(arguments);
        cells.push(cell(name, RUSTC, move |folder| drive(folder, &arguments, edition, "a1lsb")));
    }
    cells.push(cell("include", RUSTC, include));
    cells.push(cell("odd", RUSTC, odd));
    for tables in ["full", "init"] {
        cells.push(cell(&format!("lints::{tables}"), LINTS, move |folder| lint(folder, tables)));
    }
    cells
}

fn cell(
    name: &str,
    needs: &'static [&'static str],
    run: impl Fn(&Path) -> Result<(), String> + Send + 'static,
) -> Cell {
    let name = format!("rust::{name}");
    let folder = folder(&name);
    let run = move || {
        // A run before may have left something.
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        }
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        run(&folder)
    };
    Cell { name, needs, run: Box::new(run) }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace("::", "_"))
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn generate(folder: &Path, file: &str, arguments: &[String]) -> Result<(), String> {
    let mut all = vec!["--lang", "rust", "-o", file];
    all.extend(arguments.iter().map(String::as_str));
    support::magicgen(folder, &all)
}

fn write(folder: &Path, file: &str, text: &str) -> Result<(), String> {
    fs::write(folder.join(file), text).map_err(|error| format!("{file}: {error}"))
}

fn copy_driver(folder: &Path, files: &[&str]) -> Result<(), String> {
    for file in files {
        let from = support::drivers().join("rust").join(file);
        fs::copy(from, folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

fn compile(folder: &Path, edition: &str) -> Result<(), String> {
    let arguments = ["--edition", edition, "-O", "-D", "warnings", "driver.rs"];
    support::run(folder, "rustc", &arguments).map(|_| ())
}

/// Generates, compiles, and compares every lookup.
fn drive(
    folder: &Path,
    arguments: &[String],
    edition: &str,
    orientation: &str,
) -> Result<(), String> {
    generate(folder, "magics.rs", arguments)?;
    copy_driver(folder, &["driver.rs", "pieces.rs"])?;
    compile(folder, edition)?;
    let output =
        support::run(folder, folder.join("driver"), &support::board_arguments(orientation))?;
    support::compare(&output)
}

/// The file of a build script, included.
fn include(folder: &Path) -> Result<(), String> {
    let arguments = words("-D output.rust.storage=include --tables init");
    generate(folder, "out.rs", &arguments)?;
    copy_driver(folder, &["driver.rs", "pieces.rs"])?;
    let text =
        "//! What a build script made.\ninclude!(concat!(env!(\"OUT_DIR\"), \"/out.rs\"));\n";
    write(folder, "magics.rs", text)?;
    let mut command = std::process::Command::new("rustc");
    command.args(["--edition=2024", "-O", "-Dwarnings", "driver.rs"]);
    let output = command.current_dir(folder).env("OUT_DIR", folder).output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let output = support::run(folder, folder.join("driver"), &support::board_arguments("a1lsb"))?;
    support::compare(&output)
}

/// Boards and pieces that aren't of chess.
fn odd(folder: &Path) -> Result<(), String> {
    let linear = "[orientation]\nlsb = \"f1\"\n";
    let bits: Vec<String> = (0..36).map(|place| ((place * 5 + 3) % 36 + 20).to_string()).collect();
    let shuffled = format!("[orientation]\npermutation = [{}]\n", bits.join(", "));
    // The bits of the places as the two say it; holes have none.
    let linear_bits: Vec<String> =
        (0..36).map(|place| (place / 6 * 8 + 5 - place % 6).to_string()).collect();
    for (orientation, stride, mut bits) in
        [(linear, "stride = 8\n", linear_bits), (shuffled.as_str(), "", bits)]
    {
        for tables in ["full", "init"] {
            for keys in ["", "no-std = true\nunchecked = true\n"] {
                let config = format!(
                    "version = 1\n\n[board]\nwidth = 6\nheight = 6\n{stride}holes = [\"a1\", \"f6\"]\n\n\
                     {orientation}\n\
                     [[piece]]\nname = \"short-rook\"\n\
                     rays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\nrange = 3\n\n\
                     [[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n\n\
                     [[output]]\nid = \"rust\"\nlang = \"rust\"\npath = \"magics.rs\"\n\
                     pieces = [\"short-rook\", \"lance\"]\ntables = \"{tables}\"\n\n\
                     [output.rust]\n{keys}"
                );
                write(folder, "magicgen.toml", &config)?;
                support::magicgen(folder, &["--config", "magicgen.toml"])?;
                copy_driver(folder, &["driver.rs"])?;
                write(folder, "pieces.rs", ODD_PIECES)?;
                compile(folder, "2024")?;
                "-".clone_into(&mut bits[0]);
                "-".clone_into(&mut bits[35]);
                let board = ["6".to_owned(), "6".to_owned()];
                let arguments: Vec<&String> = board.iter().chain(&bits).collect();
                let output = support::run(folder, folder.join("driver"), &arguments)?;
                if !output.starts_with("magicgen-driver ok short-rook=") {
                    return Err(format!("the driver printed {output}with\n{config}"));
                }
            }
        }
    }
    Ok(())
}

const ODD_PIECES: &str = "\
//! A rook of range 3 and a lance on 6 x 6 squares but two corners.

use super::{Piece, magics};

/// What is searched.
pub const PIECES: &[Piece] = &[
    Piece {
        name: \"short-rook\",
        lookup: magics::short_rook_attacks,
        rays: &[(1, 0), (-1, 0), (0, 1), (0, -1)],
        range: 3,
    },
    Piece { name: \"lance\", lookup: magics::lance_attacks, rays: &[(0, 1)], range: 5 },
];

/// What is made of them.
pub const UNIONS: &[Piece] = &[];

/// Counts in files and ranks.
pub const SQUARE: fn(usize, usize) -> usize = magics::square;

/// File, rank and constant.
pub const CORNERS: &[(i32, i32, usize)] = &[(5, 0, magics::F1), (0, 5, magics::A6)];
";

/// Every combination of parts: as modules of a library without the standard library where it isn't needed, under
/// pedantic lints; as modules of a program that uses none of them; and as rustfmt would have it.
fn lint(folder: &Path, tables: &str) -> Result<(), String> {
    let mut files = Vec::new();
    for emit in EMITS {
        for (variant, keys) in [
            ("fancy", ""),
            ("fancy", " -D output.style.fields=records"),
            ("fancy", " --piece queen"),
            ("fancy", " --piece rook"),
            ("fancy", " -D output.rust.unchecked=true -D output.rust.visibility=pub(crate)"),
            ("plain", ""),
            ("plain", " -D output.rust.no-std=true -D output.rust.unchecked=true"),
            ("split32", ""),
            ("split32", " -D output.rust.no-std=true -D output.style.fields=records"),
        ] {
            // The whole file on the chess board, the rest on a small one: lints of large tables take long.
            let is_whole = emit.starts_with("squares,") && keys.is_empty();
            let board = if is_whole { "" } else { " -D board.width=5 -D board.height=4" };
            // Rows begin where the square says.
            let emit =
                if variant == "plain" { emit.replace("offsets,", "") } else { (*emit).to_owned() };
            let file = format!("m{}.rs", files.len());
            let arguments =
                format!("--variant {variant} --tables {tables} --emit {emit}{keys}{board}");
            generate(folder, &file, &words(&arguments))?;
            files.push((file, arguments));
        }
    }
    let mut library =
        "//! All of them.\n#![deny(warnings, missing_docs, clippy::pedantic)]\n".to_owned();
    if tables == "full" {
        library.push_str("#![no_std]\n");
    }
    let mut program = "//! None of them.\n".to_owned();
    for (file, arguments) in &files {
        let arguments = arguments.as_str();
        let module = file.trim_end_matches(".rs");
        library.extend(["// ", arguments, "\npub mod ", module, ";\n"]);
        program.extend(["// ", arguments, "\nmod ", module, ";\n"]);
    }
    program.push_str("\nfn main() {}\n");
    write(folder, "library.rs", &library)?;
    write(folder, "program.rs", &program)?;
    for edition in ["2018", "2024"] {
        let library =
            ["--edition", edition, "--crate-type", "lib", "--emit", "metadata", "library.rs"];
        support::run(folder, "clippy-driver", &library)?;
        let program = ["--edition", edition, "-D", "warnings", "--emit", "metadata", "program.rs"];
        support::run(folder, "rustc", &program)?;
    }
    // The configuration of this project isn't theirs.
    write(folder, "rustfmt.toml", "")?;
    let mut format = vec!["--check", "--edition", "2024"];
    format.extend(files.iter().map(|(file, _)| file.as_str()));
    support::run(folder, "rustfmt", &format).map(|_| ())
}

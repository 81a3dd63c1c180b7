//! Rust: strict lints, all editions, with and without the standard library, `include!`, and the driver.

use std::fs;
use std::path::{Path, PathBuf};

use magicgen_board::{Mapping, Piece, Standard};
use magicgen_lookup::variant::ALL;

use crate::compile::rust_driver::{compile_driver, compile_file, copy_driver, with_walk};
use crate::compile::support::{self, Cell};
use crate::compile::{rust_constants, rust_tests, rust_vectors};

pub(crate) const RUSTC: &[&str] = &["rustc"];
/// The tools for variants with PEXT: the compiler, and a processor with BMI2.
pub(crate) const BMI2: &[&str] = &["rustc", "bmi2"];
const LINTS: &[&str] = &["rustc", "clippy-driver", "rustfmt"];

/// The variants that aren't driven in every form, with the forms that their tables have.
pub(crate) fn others() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let others = ALL.iter().filter(|variant| !FIRST.contains(&variant.id));
    others.map(|variant| {
        let forms: &[&str] =
            if variant.form.has_filled_tables() { &["full", "init"] } else { &["full"] };
        (variant.id, forms)
    })
}

/// The variants that are driven in several orientations.
pub(crate) const FIRST: &[&str] = &["fancy", "plain", "split32"];

/// Options of the language and of the lookup: a cell's name, the edition it is compiled in, its arguments.
const OPTIONS: &[(&str, &str, &str)] = &[
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
    ("unchecked_bytes", "2024", "-D output.rust.unchecked=true --variant bytes"),
    (
        "unchecked_words",
        "2018",
        "-D output.rust.unchecked=true --variant words -D output.rust.edition=2018",
    ),
    ("unchecked_plain", "2024", "-D output.rust.unchecked=true --variant plain"),
    ("unchecked_nested", "2024", "-D output.rust.unchecked=true --variant nested --tables init"),
    (
        "unchecked_direction",
        "2024",
        "-D output.rust.unchecked=true --variant direction -D output.rust.no-std=true --tables init",
    ),
    ("no_std_postmask", "2024", "-D output.rust.no-std=true --tables init --variant postmask"),
    ("no_std_nested", "2021", "-D output.rust.no-std=true --tables init --variant nested"),
    ("records_direction", "2024", "-D output.style.fields=records --variant direction"),
    (
        "records_direction_init",
        "2024",
        "-D output.style.fields=records --variant direction --tables init",
    ),
    ("records_hyperbola", "2024", "-D output.style.fields=records --variant hyperbola"),
    ("hyperbola_2015", "2015", "-D output.rust.edition=2015 --variant hyperbola"),
    ("line_2018", "2018", "-D output.rust.edition=2018 --variant line"),
    ("arrays", "2024", "-D output.style.fields=arrays"),
    ("arrays_2018", "2018", "-D output.style.fields=arrays -D output.rust.edition=2018"),
    ("arrays_black", "2024", "-D output.style.fields=arrays --variant black"),
    ("arrays_fixed", "2024", "-D output.style.fields=arrays --variant fixed"),
    ("arrays_packed", "2024", "-D output.style.fields=arrays --variant packed"),
    ("arrays_bytes", "2024", "-D output.style.fields=arrays --variant bytes"),
    ("rows_2018", "2018", "-D output.style.fields=pointers -D output.rust.edition=2018"),
    (
        "rows_parts",
        "2024",
        "-D output.style.fields=pointers --variant black --emit squares,offsets,attacks,lookup",
    ),
    ("unchecked_black", "2024", "-D output.rust.unchecked=true --variant black"),
    ("unchecked_fixed", "2024", "-D output.rust.unchecked=true --variant fixed"),
    ("unchecked_packed", "2024", "-D output.rust.unchecked=true --variant packed"),
    ("by_square", "2024", "-D output.style.fields=square-records"),
    (
        "by_square_init",
        "2018",
        "-D output.style.fields=square-records --tables init --variant split32 -D output.rust.edition=2018",
    ),
    (
        "by_square_no_std",
        "2024",
        "-D output.style.fields=square-records --tables init --variant fixed -D output.rust.no-std=true",
    ),
    ("by_square_fixed", "2024", "-D output.style.fields=square-records --variant fixed"),
    ("by_square_direction", "2024", "-D output.style.fields=square-records --variant direction"),
    ("by_square_hyperbola", "2024", "-D output.style.fields=square-records --variant hyperbola"),
    ("by_square_rows", "2024", "-D output.style.fields=square-pointers"),
    (
        "by_square_rows_2018",
        "2018",
        "-D output.style.fields=square-pointers -D output.rust.edition=2018 --variant fixed",
    ),
    (
        "by_square_rows_unchecked",
        "2024",
        "-D output.style.fields=square-pointers -D output.rust.unchecked=true --variant packed",
    ),
    (
        "by_square_rows_parts",
        "2024",
        "-D output.style.fields=square-pointers --variant black --emit squares,offsets,attacks,lookup",
    ),
    ("by_square_rows_bytes", "2024", "-D output.style.fields=square-pointers --variant bytes"),
    ("by_square_rows_plain", "2024", "-D output.style.fields=square-pointers --variant plain"),
    ("by_square_rows_lines", "2024", "-D output.style.fields=square-pointers --variant direction"),
    ("visibility", "2024", "-D output.rust.visibility=pub(crate)"),
];

/// Every cell.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for variant in FIRST {
        for orientation in ["a1lsb", "h1lsb", "a8lsb-file"] {
            for tables in ["full", "init"] {
                let name = format!("{variant}::{orientation}::{tables}");
                let arguments = words(&format!(
                    "--variant {variant} --orientation {orientation} --tables {tables}"
                ));
                let run = move |folder: &Path| drive_tested(folder, &arguments, orientation);
                cells.push(cell(&name, RUSTC, run).in_product());
            }
        }
    }
    // Every other variant is driven once with full tables, and once with filled tables if it has any to fill.
    for (number, (variant, forms)) in others().enumerate() {
        for (form, tables) in forms.iter().enumerate() {
            let orientation = Standard::ALL[(3 * number + form) % Standard::ALL.len()].id;
            let name = format!("{variant}::{orientation}::{tables}");
            let piece = support::flags_of(variant).join(" ");
            let arguments = words(&format!(
                "--variant {variant} --orientation {orientation} --tables {tables} {piece}"
            ));
            let needs = if variant.starts_with("pext") { BMI2 } else { RUSTC };
            let run = move |folder: &Path| drive_tested(folder, &arguments, orientation);
            cells.push(cell(&name, needs, run).in_product());
        }
    }
    for (number, (variant, keys)) in support::COMBINED.iter().enumerate() {
        let can_fill = !keys.contains(&"output.lookup.cell=byte");
        let tables = if can_fill && number % 2 == 0 { "init" } else { "full" };
        let orientation = Standard::ALL[(3 * number + 1) % Standard::ALL.len()].id;
        let name = keys.join("::").replace("output.lookup.", "");
        let mut arguments =
            words(&format!("--variant {variant} --orientation {orientation} --tables {tables}"));
        arguments.extend(keys.iter().flat_map(|key| ["-D".to_owned(), (*key).to_owned()]));
        let name = format!("{variant}::{name}::{orientation}::{tables}");
        let run = move |folder: &Path| drive(folder, &arguments, "2024", orientation);
        cells.push(cell(&name, RUSTC, run).in_product());
    }
    cells.push(cell("small", RUSTC, combined_small));
    cells.push(cell("bitscan", RUSTC, |folder| bit_scans(folder, "2024", "")));
    cells.push(cell("bitscan_2015", RUSTC, |folder| {
        bit_scans(folder, "2015", "-D output.rust.edition=2015 --variant hyperbola")
    }));
    cells.push(cell("bmi2", RUSTC, refused_without_bmi2));
    for no_std in [false, true] {
        let name = if no_std { "dispatch::no_std" } else { "dispatch::std" };
        cells.push(cell(name, RUSTC, move |folder| dispatched(folder, no_std)));
    }
    for variant in ["pext", "pext16"] {
        let arguments = words(&format!("--variant {variant} --emit squares,lookup"));
        cells.push(cell(&format!("{variant}::fallback"), RUSTC, move |folder| {
            let flags = ["-C", "target-feature=-bmi2"];
            drive_with(folder, &arguments, "2024", "a1lsb", &flags)
        }));
    }
    for (name, edition, arguments) in OPTIONS {
        let arguments = words(arguments);
        let run = move |folder: &Path| drive(folder, &arguments, edition, "a1lsb");
        cells.push(cell(name, RUSTC, run).in_product());
    }
    for (name, keys) in [
        ("arrays_pext", "--variant pext -D output.style.fields=arrays"),
        ("unchecked_pext", "--variant pext -D output.rust.unchecked=true"),
        ("by_square_pext", "--variant pext -D output.style.fields=square-records"),
        ("by_square_pext16", "--variant pext16 -D output.style.fields=square-records"),
        ("by_square_rows_pext", "--variant pext -D output.style.fields=square-pointers"),
        ("by_square_rows_pext16", "--variant pext16 -D output.style.fields=square-pointers"),
    ] {
        let arguments = words(&format!("{keys} --emit squares,lookup"));
        cells.push(cell(name, BMI2, move |folder| drive(folder, &arguments, "2024", "a1lsb")));
    }
    cells.push(cell("include", RUSTC, include));
    cells.extend(rust_constants::cells());
    cells.push(cell("own_types", LINTS, own_types));
    cells.push(cell("odd", RUSTC, odd));
    cells.extend(rust_tests::cells());
    cells.extend(rust_vectors::cells());
    for tables in ["full", "init"] {
        cells.push(cell(&format!("lints::{tables}"), LINTS, move |folder| {
            crate::compile::rust_lint::lint(folder, tables)
        }));
    }
    cells
}

pub(crate) fn cell(
    name: &str,
    needs: &'static [&'static str],
    run: impl Fn(&Path) -> Result<(), String> + Send + 'static,
) -> Cell {
    let name = format!("rust::{name}");
    let folder = folder(&name);
    let run = move || {
        // An earlier run may have left files.
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        }
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        run(&folder)
    };
    Cell { name, needs, run: Box::new(run), is_of_product: false }
}

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace("::", "_"))
}

pub(crate) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

pub(crate) fn generate(folder: &Path, file: &str, arguments: &[String]) -> Result<(), String> {
    let mut all = vec!["--lang", "rust", "-o", file];
    all.extend(arguments.iter().map(String::as_str));
    if !all.contains(&"--emit") {
        // The driver counts squares by file and rank.
        all.extend(["--emit", "squares,lookup"]);
    }
    support::magicgen(folder, &all)
}

pub(crate) fn write(folder: &Path, file: &str, text: &str) -> Result<(), String> {
    fs::write(folder.join(file), text).map_err(|error| format!("{file}: {error}"))
}

/// The compiler's flags for lookups by BMI2.
pub(crate) const WITH_BMI2: &[&str] = &["-C", "target-feature=+bmi2"];

/// Functions on types of the user's own: a newtype and an enumeration whose number is a cast, and types with methods.
fn own_types(folder: &Path) -> Result<(), String> {
    let newtypes = "#[derive(Clone, Copy)]\npub struct Bitboard(pub u64);\n#[derive(Clone, Copy)]\n#[repr(u8)]\n\
                    pub enum Square {\n    A1,\n    B1,\n}\n\
                    #[derive(Clone, Copy)]\npub enum PieceType {\n    Pawn,\n    Rook,\n    King,\n}\n\
                    const ROOK: Bitboard = magics::typed::rook_attacks(Square::B1, Bitboard(0));\n\
                    const SAME: Bitboard = magics::typed::attacks_of(PieceType::Rook, Square::B1, Bitboard(0));\n\
                    const SET: u64 = ROOK.0 & SAME.0;\n\
                    const FIRST: Square = Square::A1;\n";
    let methods = "pub type Bitboard = u64;\n#[derive(Clone, Copy)]\npub struct Square(u8);\nimpl Square {\n    \
                   pub fn index(self) -> u8 {\n        self.0\n    }\n}\nconst FIRST: Square = Square(0);\n\
                   const SET: u64 = magics::rook_attacks(1, 0);\n";
    let by_methods = ["square-value=\"index\"", "bitboard-value=\"as\""];
    let pieces = ["piece-type=\"crate::PieceType\""];
    for (name, types, keys) in
        [("newtypes", newtypes, &pieces[..]), ("methods", methods, &by_methods)]
    {
        let inner = support::part_of(folder, name)?;
        let mut arguments =
            words("--emit lookup,leapers,pawns,between,aligned,pins,pair,attacks-of,zobrist");
        for key in ["square-type=\"crate::Square\"", "bitboard-type=\"crate::Bitboard\""]
            .iter()
            .chain(keys)
        {
            arguments.extend(["-D".to_owned(), format!("output.rust.{key}")]);
        }
        if name == "newtypes" {
            let members = "output.companions.pieces={rook=\"Rook\",king=\"King\"}";
            arguments.extend(["-D", members].map(str::to_owned));
        }
        generate(&inner, "magics.rs", &arguments)?;
        let main = format!(
            "#[deny(clippy::pedantic, clippy::nursery)]\nmod magics;\n{types}fn main() {{\n    let set = magics::typed::king_attacks(FIRST);\n    \
             let _: fn(Square, Bitboard) -> (Bitboard, Bitboard) = magics::typed::pair_attacks;\n    \
             let king = {};\n    println!(\"{{SET:x}} {{king:x}}\");\n}}\n",
            if name == "methods" { "set" } else { "set.0" }
        );
        fs::write(inner.join("main.rs"), main).map_err(|error| error.to_string())?;
        support::run(&inner, "rustfmt", &["--edition", "2024", "--check", "magics.rs"])?;
        let lints = ["--edition", "2024", "-D", "warnings", "-A", "dead_code", "main.rs"];
        support::run(&inner, "clippy-driver", &lints)?;
        compile_file(&inner, "2024", "main.rs", &["-A", "dead_code"])?;
        let printed = support::run::<&str>(&inner, inner.join("main"), &[])?;
        support::compare_with(&printed, "2020202020202fd 302")
            .map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// Generates, compiles, and compares every bit scan.
fn bit_scans(folder: &Path, edition: &str, arguments: &str) -> Result<(), String> {
    generate(folder, "magics.rs", &words(&format!("--emit bitscan {arguments}")))?;
    copy_driver(folder, &["scan.rs"])?;
    compile_file(folder, edition, "scan.rs", &[])?;
    let output = support::run::<&str>(folder, folder.join("scan"), &[])?;
    support::compare_with(&output, "magicgen-driver ok bitscan")
}

/// Checks the compiler's message for a target without BMI2, where a config requires it.
fn refused_without_bmi2(folder: &Path) -> Result<(), String> {
    generate(folder, "magics.rs", &words("--variant pext16 -D output.rust.bmi2=require"))?;
    let flags = ["--crate-type", "lib", "--emit", "metadata", "-C", "target-feature=-bmi2"];
    match compile_file(folder, "2024", "magics.rs", &flags) {
        Err(message) if message.contains("this file needs x86-64 with BMI2") => Ok(()),
        Err(message) => Err(message),
        Ok(()) => Err("it compiles without BMI2".to_owned()),
    }
}

/// Drives lookups that pick between PEXT and a product, on this processor and on one that is made to have no PEXT.
fn dispatched(folder: &Path, no_std: bool) -> Result<(), String> {
    let arguments = words(&format!(
        "--variant pext --emit squares,lookup -D output.lookup.dispatch=true \
         -D output.rust.no-std={no_std}"
    ));
    drive_with(folder, &arguments, "2024", "a1lsb", &[])?;
    support::replace(&folder.join("magics.rs"), "ask(7).ebx & 0x100", "ask(7).ebx & 0")?;
    drive_file(folder, &arguments, "2024", "a1lsb", &[])
}

/// As [`drive`], with tests, which are run first.
fn drive_tested(folder: &Path, arguments: &[String], orientation: &str) -> Result<(), String> {
    let emit = words("--emit squares,lookup,self-test");
    let arguments = [arguments, &emit].concat();
    generate(folder, "magics.rs", &arguments)?;
    rust_tests::test(folder, "magics", "2024", bmi2_flags(&arguments))?;
    drive(folder, &arguments, "2024", orientation)
}

fn bmi2_flags(arguments: &[String]) -> &'static [&'static str] {
    let is_bmi2 = arguments.iter().any(|argument| argument.starts_with("pext"));
    if is_bmi2 { WITH_BMI2 } else { &[] }
}

/// Generates, compiles, and compares every lookup.
fn drive(
    folder: &Path,
    arguments: &[String],
    edition: &str,
    orientation: &str,
) -> Result<(), String> {
    drive_with(folder, arguments, edition, orientation, bmi2_flags(arguments))
}

/// As [`drive`], with these flags of the compiler.
fn drive_with(
    folder: &Path,
    arguments: &[String],
    edition: &str,
    orientation: &str,
    flags: &[&str],
) -> Result<(), String> {
    generate(folder, "magics.rs", arguments)?;
    drive_file(folder, arguments, edition, orientation, flags)
}

/// Compiles a file that is there, and compares every lookup.
fn drive_file(
    folder: &Path,
    arguments: &[String],
    edition: &str,
    orientation: &str,
    flags: &[&str],
) -> Result<(), String> {
    copy_driver(folder, &["driver.rs", "pieces.rs"])?;
    let is_alone = arguments.iter().any(|argument| argument == "--piece");
    if is_alone {
        write(folder, "pieces.rs", BISHOP)?;
    }
    compile_driver(folder, edition, flags)?;
    let output =
        support::run(folder, folder.join("driver"), &support::board_arguments(orientation))?;
    if is_alone {
        let standard = Standard::find(orientation).expect("a standard order");
        let expected = support::expected_line_of(&Mapping::chess(standard), &[Piece::bishop()]);
        return support::compare_with(&output, &expected);
    }
    support::compare(&output)
}

/// Checks variants whose factors take long to find on the chess board, on a small board.
fn combined_small(folder: &Path) -> Result<(), String> {
    let mapping = support::small();
    for (number, (variant, keys)) in support::COMBINED_SMALL.iter().enumerate() {
        let tables = if number == 1 { "init" } else { "full" };
        let mut arguments = words(&format!("--variant {variant} --tables {tables}"));
        arguments.extend(keys.iter().flat_map(|key| ["-D".to_owned(), (*key).to_owned()]));
        arguments.extend(support::SMALL.iter().map(|&flag| flag.to_owned()));
        generate(folder, "magics.rs", &arguments)?;
        copy_driver(folder, &["driver.rs"])?;
        write(folder, "pieces.rs", &BISHOP.replace(BISHOP_ALONE, WITH_ROOK))?;
        compile_driver(folder, "2024", &[])?;
        let output = support::run(folder, folder.join("driver"), &support::arguments_of(&mapping))?;
        let pieces = [Piece::rook(), Piece::bishop()];
        support::compare_with(&output, &support::expected_line_of(&mapping, &pieces))?;
    }
    Ok(())
}

const BISHOP_ALONE: &str = "&[Piece {\n    name: \"bishop\"";
const WITH_ROOK: &str = "&[Piece {
    name: \"rook\",
    lookup: magics::rook_attacks,
    rays: &[(1, 0), (-1, 0), (0, 1), (0, -1)],
    range: 7,
}, Piece {
    name: \"bishop\"";

const BISHOP: &str = "\
//! The bishop alone, on the chess board.

use super::{Piece, magics};

/// What is searched.
pub const PIECES: &[Piece] = &[Piece {
    name: \"bishop\",
    lookup: magics::bishop_attacks,
    rays: &[(1, 1), (-1, 1), (1, -1), (-1, -1)],
    range: 7,
}];

/// What is made of them.
pub const UNIONS: &[Piece] = &[];

/// Counts in files and ranks.
pub const SQUARE: fn(usize, usize) -> usize = magics::square;

/// File, rank and constant.
pub const CORNERS: &[(i32, i32, usize)] = &[(0, 0, magics::A1), (4, 4, magics::E5)];
";

/// Checks a file that a build script makes and that is included.
fn include(folder: &Path) -> Result<(), String> {
    let arguments = words("-D output.rust.storage=include --tables init");
    generate(folder, "out.rs", &arguments)?;
    copy_driver(folder, &["driver.rs", "pieces.rs"])?;
    let text =
        "//! What a build script made.\ninclude!(concat!(env!(\"OUT_DIR\"), \"/out.rs\"));\n";
    write(folder, "magics.rs", text)?;
    let mut command = std::process::Command::new("rustc");
    let walk = with_walk(None)?;
    command.args(["--edition=2024", "-O", "-Dwarnings", "driver.rs", "--extern", &walk]);
    let output = command.current_dir(folder).env("OUT_DIR", folder).output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let output = support::run(folder, folder.join("driver"), &support::board_arguments("a1lsb"))?;
    support::compare(&output)
}

/// Checks boards and pieces that aren't those of chess.
fn odd(folder: &Path) -> Result<(), String> {
    let linear = "[orientation]\nlsb = \"f1\"\n";
    let bits: Vec<String> = (0..36).map(|place| ((place * 5 + 3) % 36 + 20).to_string()).collect();
    let shuffled = format!("[orientation]\npermutation = [{}]\n", bits.join(", "));
    // The bit index of each place in both orientations. Holes have none.
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
                     pieces = [\"short-rook\", \"lance\"]\ntables = \"{tables}\"\n\
                     emit = [\"squares\", \"lookup\", \"self-test\"]\n\n\
                     [output.rust]\n{keys}"
                );
                write(folder, "magicgen.toml", &config)?;
                support::magicgen(folder, &["--config", "magicgen.toml"])?;
                rust_tests::test(folder, "magics", "2024", &[])?;
                copy_driver(folder, &["driver.rs"])?;
                write(folder, "pieces.rs", ODD_PIECES)?;
                compile_driver(folder, "2024", &[])?;
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

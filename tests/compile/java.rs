//! Java: javac 17 as it is and for release 8, both with every lint as an error.

mod emits;
mod names;
mod vectors;

use std::fs;
use std::path::Path;

use magicgen_board::{Board, Coordinate, Mapping, Order, Piece, Standard};
use magicgen_lookup::variant;

use crate::compile::support::{self, Cell};

const NEEDS: &[&str] = &["javac", "java"];

/// Releases with the flags for javac. The lint `options` is off, since it warns of releases older than the JDK.
const COMPILERS: [(&str, &[&str]); 2] = [
    ("8", &["--release", "8", "-Xlint:all,-options", "-Werror"]),
    ("latest", &["-Xlint:all", "-Xdoclint:all/protected", "-Werror"]),
];

const FORMS: [&str; 2] = ["init", "full"];
const VARIANTS: [&str; 3] = ["fancy", "plain", "split32"];

/// Variants that look attack sets up in different ways, each with a form of tables and an odd board.
const ODD: [(&str, &str, &str); 6] = [
    ("nested", "init", "permutation"),
    ("bytes", "full", "holes"),
    ("words", "full", "permutation"),
    ("postmask", "init", "holes"),
    ("direction", "init", "permutation"),
    ("hyperbola", "full", "holes"),
];

const DRIVERS: [&str; 5] = ["Rays", "Driver", "PieceDriver", "RivalDriver", "ScanDriver"];

/// The ids of all variants that have this form of tables.
fn variants(tables: &str) -> Vec<&'static str> {
    let can = |variant: &&variant::Variant| tables == "full" || variant.form.has_filled_tables();
    variant::ALL.iter().filter(can).map(|variant| variant.id).collect()
}

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for variant in VARIANTS {
        for orientation in ["a1lsb", "h1lsb", "a8lsb-file"] {
            for tables in FORMS {
                let cell = cell(&format!("{variant}::{orientation}::{tables}"), move |folder| {
                    chess(folder, variant, orientation, tables, &[])
                });
                cells.push(cell.in_product());
            }
        }
    }
    // Each other variant has an order of squares of its own.
    let plans = support::plans("java");
    for plan in plans.into_iter().filter(|plan| !VARIANTS.contains(&plan.variant)) {
        let cell = cell(&plan.name(), move |folder| {
            chess(folder, plan.variant, plan.orientation, plan.tables, &[])
        });
        cells.push(cell.in_product());
    }
    for (at, (id, keys)) in support::COMBINED.iter().enumerate() {
        let can_fill = !keys.contains(&"output.lookup.cell=byte");
        let tables = if can_fill && at % 2 == 1 { "init" } else { "full" };
        let orientation = Standard::ALL[(at + 5) % Standard::ALL.len()].id;
        let name = keys.join("::").replace("output.lookup.", "");
        cells.push(cell(&format!("{id}::{name}::{orientation}::{tables}"), move |folder| {
            chess(folder, id, orientation, tables, keys)
        }));
    }
    cells.push(cell("small", combined_small));
    for (id, tables, board) in ODD {
        cells.push(cell(&format!("{board}::{id}::{tables}"), move |folder| {
            odd(folder, id, tables, &if board == "holes" { holes() } else { permutation() })
        }));
    }
    for tables in FORMS {
        cells.push(cell(&format!("rival::{tables}"), move |folder| rival(folder, tables)));
    }
    cells.push(cell("names", names::names));
    for tables in FORMS {
        cells.push(cell(&format!("fault::{tables}"), move |folder| names::fault(folder, tables)));
    }
    cells.push(cell("bitscan", bitscan));
    cells.push(cell("initialised", initialised));
    cells.push(cell("library", library));
    cells.push(cell("annotation", annotation));
    cells.extend(vectors::cells());
    for tables in FORMS {
        cells.push(cell(&format!("package::{tables}"), move |folder| package(folder, tables)));
        cells.push(cell(&format!("emit::{tables}"), move |folder| emits::emit(folder, tables)));
        for variant in VARIANTS {
            let holes = cell(&format!("holes::{variant}::{tables}"), move |folder| {
                odd(folder, variant, tables, &holes())
            });
            let permutation = cell(&format!("permutation::{variant}::{tables}"), move |folder| {
                odd(folder, variant, tables, &permutation())
            });
            cells.extend([holes, permutation].map(Cell::in_product));
        }
        cells.push(Cell {
            needs: &["google-java-format"],
            ..cell(&format!("format::{tables}"), move |folder| emits::format(folder, tables))
        });
    }
    cells
}

fn cell(name: &str, run: impl Fn(&Path) -> Result<(), String> + Send + 'static) -> Cell {
    let name = format!("java::{name}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace("::", "-"));
    let run = move || {
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        }
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        run(&folder)
    };
    Cell { name, needs: NEEDS, run: Box::new(run), is_of_product: false }
}

/// Compiles the drivers `names`, in a package if one is given, with `sources`.
fn compile(
    folder: &Path,
    names: &[&str],
    package: Option<&str>,
    sources: &[String],
) -> Result<(), String> {
    for name in names {
        let file = format!("{name}.java");
        let path = support::drivers().join("java").join(&file);
        let mut text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        if let Some(package) = package {
            text = format!("package {package};\n\n{text}");
        }
        fs::write(folder.join(file), text).map_err(|error| error.to_string())?;
    }
    for (classes, options) in COMPILERS {
        let fixed = ["-d", classes, "-proc:none"].into_iter().chain(options.iter().copied());
        let files = names.iter().map(|name| format!("{name}.java")).chain(sources.iter().cloned());
        let arguments: Vec<String> = fixed.map(str::to_owned).chain(files).collect();
        support::run(folder, "javac", &arguments)?;
    }
    Ok(())
}

fn run(folder: &Path, class: &str, board: &[String]) -> Result<String, String> {
    let fixed = ["-XX:TieredStopAtLevel=1", "-cp", "latest", class].map(str::to_owned);
    let arguments: Vec<String> = fixed.into_iter().chain(board.iter().cloned()).collect();
    support::run(folder, "java", &arguments)
}

fn chess(
    folder: &Path,
    variant: &str,
    orientation: &str,
    tables: &str,
    keys: &[&str],
) -> Result<(), String> {
    let mut arguments = vec!["--lang", "java", "-o", "Magics.java", "--tables", tables];
    arguments.extend(["--variant", variant, "--orientation", orientation]);
    arguments.extend(keys.iter().flat_map(|key| ["-D", key]));
    arguments.extend(support::flags_of(variant));
    arguments.extend(["--emit", "squares,lookup,self-test"]);
    support::magicgen(folder, &arguments)?;
    let pieces = support::pieces_of(variant);
    if pieces.len() < 2 {
        let standard = Standard::find(orientation).expect("a standard order");
        let methods: Vec<_> =
            pieces.into_iter().map(|piece| (piece.name.clone() + "Attacks", piece)).collect();
        return drive(folder, &Mapping::chess(standard), &methods);
    }
    compile(folder, &["Rays", "Driver"], None, &TESTED.map(str::to_owned))?;
    run(folder, "MagicsTest", &[])?;
    support::compare(&run(folder, "Driver", &support::board_arguments(orientation))?)
}

/// The files that are generated with a self-test.
const TESTED: [&str; 2] = ["Magics.java", "MagicsTest.java"];

/// Checks variants whose factors take long to find on the chess board, on a small board.
fn combined_small(folder: &Path) -> Result<(), String> {
    for (at, (variant, keys)) in support::COMBINED_SMALL.iter().enumerate() {
        let tables = if at == 0 { "init" } else { "full" };
        let mut arguments = vec!["--lang", "java", "-o", "Magics.java", "--tables", tables];
        arguments.extend(["--variant", variant]);
        arguments.extend(keys.iter().flat_map(|key| ["-D", key]));
        arguments.extend(support::SMALL);
        arguments.extend(["--emit", "squares,lookup,self-test"]);
        support::magicgen(folder, &arguments)?;
        let pieces = [Piece::rook(), Piece::bishop()];
        let methods = pieces.map(|piece| (piece.name.clone() + "Attacks", piece));
        drive(folder, &support::small(), &methods)?;
    }
    Ok(())
}

/// Checks the annotation, which differs between releases, as no annotation exists in all of them.
fn annotation(folder: &Path) -> Result<(), String> {
    for release in ["8", "9", "17"] {
        let given = format!("output.java.release={release}");
        let annotation = "output.java.generated-annotation=true";
        let arguments = ["--lang", "java", "-o", "Magics.java", "-D", annotation, "-D", &given];
        support::magicgen(folder, &arguments)?;
        let options = ["--release", release, "-Xlint:all,-options", "-Werror", "Magics.java"];
        support::run(folder, "javac", &options)?;
    }
    Ok(())
}

/// Checks a class that only its package sees.
fn package(folder: &Path, tables: &str) -> Result<(), String> {
    let source = "org/example/chess/Magics.java";
    let mut arguments = vec!["--lang", "java", "--tables", tables, "-o", source];
    arguments.extend(["--emit", "squares,lookup,self-test"]);
    for option in [
        "output.java.package=org.example.chess",
        "output.java.visibility=package",
        "output.java.final=false",
    ] {
        arguments.extend(["-D", option]);
    }
    support::magicgen(folder, &arguments)?;
    let sources = TESTED.map(|file| format!("org/example/chess/{file}"));
    compile(folder, &["Rays", "Driver"], Some("org.example.chess"), &sources)?;
    run(folder, "org.example.chess.MagicsTest", &[])?;
    let board = support::board_arguments("a1lsb");
    support::compare(&run(folder, "org.example.chess.Driver", &board)?)
}

/// Checks the example config that has the names and shapes of the Rival article.
fn rival(folder: &Path, tables: &str) -> Result<(), String> {
    let example = Path::new(crate::ROOT).join("config/examples/rival.toml");
    fs::copy(example, folder.join("magicgen.toml")).map_err(|error| error.to_string())?;
    let tables = format!("output.tables={tables}");
    support::magicgen(folder, &["--config", "magicgen.toml", "-D", &tables])?;
    let sources = ["MagicBitboards", "RookVariations"].map(|class| format!("{class}.java"));
    compile(folder, &["Rays", "RivalDriver"], None, &sources)?;
    support::compare(&run(folder, "RivalDriver", &support::board_arguments("h1lsb"))?)
}

/// Drives bit scans with all short words and random long ones.
fn bitscan(folder: &Path) -> Result<(), String> {
    support::magicgen(folder, &["--lang", "java", "-o", "Magics.java", "--emit", "bitscan"])?;
    compile(folder, &["Rays", "ScanDriver"], None, &["Magics.java".to_owned()])?;
    support::compare_with(&run(folder, "ScanDriver", &[])?, "magicgen-driver ok")
}

/// Checks by the log of the virtual machine that a call initialises the class of the table that it reads and the
/// enumeration that it returns, and no other.
fn initialised(folder: &Path) -> Result<(), String> {
    let emit = ["--emit", "lookup,between,line,directions,distance"];
    let flags = ["--lang", "java", "--variant", "nested", "-o", "Magics.java"];
    support::magicgen(folder, &[&flags[..], &emit].concat())?;
    let calls = [
        ("Magics.between(0, 18)", &["Magics$Between"][..]),
        ("Magics.line(0, 18)", &["Magics$Line"]),
        ("Magics.direction(0, 18)", &["Magics$Direction", "Magics$Directions"]),
        ("Magics.distance(0, 18)", &["Magics$Distances"]),
        ("Magics.rookAttacks(0, 18)", &["Magics$RookAttacks"]),
        ("Magics.bishopAttacks(0, 18)", &["Magics$BishopAttacks"]),
    ];
    let cases = calls.map(|(call, _)| format!("case \"{call}\": {call}; break;\n"));
    let main = format!(
        "class Call {{ public static void main(String[] given) {{ switch (given[0]) {{\n{}\
         default: throw new IllegalArgumentException(); }} }} }}\n",
        cases.concat()
    );
    fs::write(folder.join("Call.java"), main).map_err(|error| error.to_string())?;
    let flags = ["-d", "classes", "-Xlint:all", "-Werror", "Magics.java", "Call.java"];
    support::run(folder, "javac", &flags)?;
    for (call, expected) in calls {
        let log = ["-Xlog:class+init=info", "-cp", "classes", "Call", call];
        let log = support::run(folder, "java", &log)?;
        let lines = log.lines().filter(|line| line.contains("Initializing"));
        let classes =
            lines.filter_map(|line| line.split('\'').find(|word| word.contains("Magics")));
        let classes: Vec<&str> = classes.collect();
        if classes != [&["Magics"], expected].concat() {
            return Err(format!("{expected:?} are to be initialised alone:\n{classes:?}\n{log}"));
        }
    }
    Ok(())
}

/// Java 19 and later pack and spread bits by functions of the library. Under an older JDK only their names are looked at.
fn library(folder: &Path) -> Result<(), String> {
    let version = support::run(folder, "javac", &["-version"])?;
    let is_there = (19..=99).any(|release| version.contains(&format!("javac {release}")));
    for (variant, call) in [("pext", "Long.compress("), ("pext16", "Long.expand(")] {
        let release = "output.java.release=19";
        if is_there {
            chess(folder, variant, "a1lsb", "full", &[release])?;
        } else {
            let flags = ["--lang", "java", "-o", "Magics.java", "--variant", variant];
            support::magicgen(folder, &[&flags[..], &["-D", release]].concat())?;
        }
        let text = fs::read_to_string(folder.join("Magics.java"));
        let text = text.map_err(|error| error.to_string())?;
        if !text.contains(call) || text.contains("lowestOneBit") {
            return Err(format!("{variant} for Java 19 doesn't call {call}...) alone"));
        }
    }
    Ok(())
}

/// A board, the lines of the config that describe it, and pieces with the names of their lookups.
struct Odd {
    mapping: Mapping,
    config: &'static str,
    pieces: Vec<(String, Piece)>,
}

fn holes() -> Odd {
    let mut board = Board::new(6, 6).expect("a small board");
    let holes = ["a1", "f6"].map(|hole| hole.parse::<Coordinate>().expect("a square"));
    board.holes.extend(holes);
    let standard = Standard::find("h1lsb").expect("a standard order");
    Odd {
        mapping: Mapping::new(board, Order::Standard { standard, stride: 8 }).expect("it fits"),
        config: "orientation = \"h1lsb\"\n\n[board]\nwidth = 6\nheight = 6\nstride = 8\nholes = \
                 [\"a1\", \"f6\"]\n",
        pieces: pieces(),
    }
}

fn permutation() -> Odd {
    let bits = vec![0, 21, 42, 60, 24, 45, 6, 27, 48, 9, 30, 51, 12, 33, 54, 15, 36, 57, 18, 39];
    let board = Board::new(5, 4).expect("a small board");
    Odd {
        mapping: Mapping::new(board, Order::Permutation(bits)).expect("a permutation"),
        config: "[board]\nwidth = 5\nheight = 4\n\n[orientation]\npermutation = [0, 21, 42, 60, 24, \
                 45, 6, 27, 48, 9, 30, 51, 12, 33, 54, 15, 36, 57, 18, 39]\n",
        pieces: pieces(),
    }
}

fn pieces() -> Vec<(String, Piece)> {
    let rays = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let pieces = [
        ("shortRookAttacks", Piece::new("short-rook", &rays, 3).expect("a piece")),
        ("lanceAttacks", Piece::new("lance", &[(0, 1)], 7).expect("a piece")),
        ("bishopAttacks", Piece::bishop()),
    ];
    pieces.map(|(method, piece)| (method.to_owned(), piece)).into()
}

fn odd(folder: &Path, variant: &str, tables: &str, odd: &Odd) -> Result<(), String> {
    let config = format!(
        "version = 1\n{}\n[[piece]]\nname = \"short-rook\"\nrays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\n\
         range = 3\n\n[[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n\n[[output]]\nlang = \"java\"\n\
         path = \"Magics.java\"\nvariant = \"{variant}\"\ntables = \"{tables}\"\npieces = \
         [\"short-rook\", \"lance\", \"bishop\"]\nemit = [\"squares\", \"lookup\", \"self-test\"]\n",
        odd.config
    );
    let file = folder.join("magicgen.toml");
    fs::write(&file, config).map_err(|error| error.to_string())?;
    support::magicgen(folder, &["--config", "magicgen.toml"])?;
    drive(folder, &odd.mapping, &odd.pieces)
}

/// Compiles and compares lookups by the names of their methods.
fn drive(folder: &Path, mapping: &Mapping, pieces: &[(String, Piece)]) -> Result<(), String> {
    compile(folder, &["Rays", "PieceDriver"], None, &TESTED.map(str::to_owned))?;
    run(folder, "MagicsTest", &[])?;
    let mut arguments = support::arguments_of(mapping);
    arguments.push("Magics".to_owned());
    for (method, piece) in pieces {
        let rays: Vec<String> =
            piece.rays.iter().map(|(files, ranks)| format!("{files},{ranks}")).collect();
        let range = piece.range.to_string();
        arguments.extend([piece.name.clone(), method.clone(), range, rays.join(";")]);
    }
    let pieces: Vec<Piece> = pieces.iter().map(|(_, piece)| piece.clone()).collect();
    let output = run(folder, "PieceDriver", &arguments)?;
    support::compare_with(&output, &support::expected_line_of(mapping, &pieces))
}

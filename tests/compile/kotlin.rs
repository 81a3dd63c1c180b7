//! Kotlin: everything in one call of its compiler, which takes longer to start than to compile, with every warning as
//! an error and the strict mode for libraries; then everything in one run.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use magicgen::render::Artifact;

use crate::compile::kit;
use crate::compile::support::{self, Cell};

pub(crate) const NEEDS: &[&str] = &["npm:kotlin-compiler", "java"];

/// Flags for the virtual machine. A short run takes half as long with a single, simple compilation.
pub(crate) const VIRTUAL_MACHINE: [&str; 2] = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"];

const STRICT: [&str; 2] = ["-Werror", "-Xexplicit-api=strict"];

/// Combinations of `emit` and pieces.
const EMITS: &[(&str, &str, &str)] = &[
    ("fancy", "factors", "rook,bishop"),
    ("fancy", "masks,shifts", "rook,bishop"),
    ("fancy", "squares", "rook,bishop"),
    ("fancy", "attacks", "rook,bishop"),
    ("packed", "offsets", "rook,bishop"),
    ("fancy", "lookup", "rook,bishop"),
    ("fancy", "lookup", "queen"),
    ("direction", "lookup,attacks", "bishop"),
    ("bytes", "lookup,self-test", "queen"),
    ("fancy", "occupancies,attack-sets", "rook,bishop"),
    ("fancy", "bitscan", "rook,bishop"),
    (
        "fancy",
        "factors,masks,shifts,offsets,attacks,occupancies,attack-sets,lookup,squares,bitscan,self-test",
        "rook,bishop,queen",
    ),
];

const PIECES: &str = "[[piece]]\nname = \"short-rook\"\nrays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\nrange = 3\n\
                      [[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n";

/// Boards with holes and gaps, and one whose bit indices stand in no order.
const ODD: [&str; 2] = [
    "orientation = \"h1lsb\"\n[board]\nwidth = 6\nheight = 6\nstride = 8\nholes = [\"a1\", \"f6\"]\n",
    "[board]\nwidth = 5\nheight = 4\n[orientation]\npermutation = [0, 21, 42, 60, 24, 45, 6, 27, 48, 9, 30, \
     51, 12, 33, 54, 15, 36, 57, 18, 39]\n",
];

/// Compiles the files of these folders in one call of the compiler, each folder as a package of its own name.
pub(crate) fn compile_packages(
    folder: &Path,
    packages: &[String],
    more: &[&str],
) -> Result<(), String> {
    let io = |error: std::io::Error| error.to_string();
    let fixed = VIRTUAL_MACHINE.into_iter().chain(["-d", "classes"]).chain(more.iter().copied());
    let mut arguments: Vec<String> = fixed.map(str::to_owned).collect();
    for package in packages {
        for file in kit::files(&folder.join(package), ".kt")? {
            let source = format!("{package}/{file}");
            let text = fs::read_to_string(folder.join(&source)).map_err(io)?;
            fs::write(folder.join(&source), format!("package {package}\n{text}")).map_err(io)?;
            arguments.push(source);
        }
    }
    let compiler = support::npm("kotlin-compiler").join("bin/kotlinc");
    support::run(folder, compiler, &arguments).map(|_| ())
}

/// Runs a class of those that a folder's files were compiled to.
pub(crate) fn run_class(folder: &Path, class: &str, arguments: &[&str]) -> Result<String, String> {
    let library = support::npm("kotlin-compiler").join("lib/kotlin-stdlib.jar");
    let classes = format!("classes:{}", library.to_string_lossy());
    support::run(folder, "java", &[&["-cp", &classes, class], arguments].concat())
}

/// What the self-tests of several programs say, all compiled at once.
pub(crate) fn self_tests(
    folder: &Path,
    programs: &[Vec<Artifact>],
) -> Result<Vec<Result<(), String>>, String> {
    let packages: Vec<String> = (0..programs.len()).map(|at| format!("program{at}")).collect();
    for (package, artifacts) in packages.iter().zip(programs) {
        let inner = support::part_of(folder, package)?;
        for Artifact { name, text, .. } in artifacts {
            fs::write(inner.join(name), text).map_err(|error| error.to_string())?;
        }
    }
    let driver = support::drivers().join("kotlin/Driver.kt");
    compile_packages(folder, &packages, &[&driver.to_string_lossy()])?;
    let test = |package: &String| format!("test {package}.MagicsTest");
    let work: Vec<String> = packages.iter().map(test).collect();
    fs::write(folder.join("work.txt"), work.join("\n")).map_err(|error| error.to_string())?;
    let output = run_class(folder, "driver.DriverKt", &["work.txt"])?;
    let mut lines = output.lines();
    let said = work.iter().map(|line| {
        let said = lines.next().unwrap_or_default();
        let is_good = said == format!("{line} magicgen-driver ok");
        if is_good { Ok(()) } else { Err(said.to_owned()) }
    });
    Ok(said.collect())
}

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let cell = |name, run: fn(&Path) -> _| support::cell(name, NEEDS, run);
    vec![
        cell("kotlin::all", all),
        cell("kotlin::javascript", javascript),
        cell("kotlin::refused", refused),
    ]
}

/// Compiles tables in both forms, and reversed words, to Kotlin's library for JavaScript, which has nothing of Java.
fn javascript(folder: &Path) -> Result<(), String> {
    let mut arguments: Vec<String> = Vec::new();
    for (variant, tables) in
        [("fancy", "init"), ("fancy", "full"), ("bytes", "full"), ("hyperbola", "full")]
    {
        let package = format!("{variant}{tables}");
        let (key, path) =
            (format!("output.kotlin.package={package}"), format!("{package}/Magics.kt"));
        let flags = ["--lang", "kotlin", "--variant", variant, "--tables", tables];
        let rest = ["--emit", "squares,lookup,leapers", "-D", &key, "-o", &path];
        support::magicgen(folder, &[&flags[..], &rest].concat())?;
        check_private(folder, &path)?;
        let text = fs::read_to_string(folder.join(&path)).map_err(|error| error.to_string())?;
        if text.contains("java.") || text.contains("@Jvm") {
            return Err(format!("{path} names what only the JVM has"));
        }
        arguments.push(path);
    }
    let compiler = support::npm("kotlin-compiler");
    let library = compiler.join("lib/kotlin-stdlib-js.klib").to_string_lossy().into_owned();
    arguments.extend(STRICT.map(str::to_owned));
    let produced = ["-ir-output-dir", "out", "-ir-output-name", "magics"];
    arguments.extend(produced.map(str::to_owned));
    arguments.extend(["-libraries".to_owned(), library]);
    support::run(folder, compiler.join("bin/kotlinc-js"), &arguments).map(|_| ())
}

/// Generated packages, and the tasks for them.
#[derive(Default)]
struct Work {
    sources: Vec<String>,
    /// For each task, the line that it must print, and a line of the driver's file with the task, the class and the
    /// board.
    lines: Vec<(String, Vec<String>)>,
}

impl Work {
    /// Adds the files of a package, the second one if it has a test.
    fn add(&mut self, package: &str, is_tested: bool) {
        self.sources.push(format!("{package}/Magics.kt"));
        if is_tested {
            self.sources.push(format!("{package}/MagicsTest.kt"));
            self.expect(&format!("test {package}.MagicsTest"), "", &["magicgen-driver ok"]);
        }
    }

    fn expect(&mut self, what: &str, board: &str, parts: &[&str]) {
        let parts = [what].into_iter().chain(parts.iter().copied()).map(str::to_owned);
        self.lines.push((format!("{what}{board}"), parts.collect()));
    }
}

fn all(folder: &Path) -> Result<(), String> {
    let mut work = Work::default();
    for (at, plan) in support::chosen("kotlin").into_iter().enumerate() {
        let package = format!("{}{at}", plan.variant.replace('-', ""));
        let mut flags = plan.flags("kotlin");
        let (key, path) =
            (format!("output.kotlin.package={package}"), format!("{package}/Magics.kt"));
        flags.extend(["--emit", "squares,lookup,self-test", "-D", &key, "-o", &path]);
        // One package is visible only in its module.
        flags.extend(["-D", "output.kotlin.visibility=internal"].iter().filter(|_| at == 1));
        support::magicgen(folder, &flags)?;
        work.add(&package, true);
        if plan.variant != "group" {
            let board = format!(" {}", support::board_arguments(plan.orientation).join(" "));
            let what = format!("drive {package}.Magics");
            work.expect(&what, &board, &[&support::expected_line()]);
        }
    }
    emits(folder, &mut work)?;
    odd(folder, &mut work)?;
    names(folder, &mut work)?;
    for tables in ["full", "init"] {
        fault(folder, tables, &mut work)?;
    }
    compile_and_run(folder, &work)
}

fn compile_and_run(folder: &Path, work: &Work) -> Result<(), String> {
    for source in &work.sources {
        check_private(folder, source)?;
    }
    let compiler = support::npm("kotlin-compiler");
    let driver = support::drivers().join("kotlin/Driver.kt");
    let fixed = VIRTUAL_MACHINE.into_iter().chain(["-d", "classes"]).chain(STRICT);
    let mut arguments: Vec<String> = fixed.map(str::to_owned).collect();
    arguments.extend(work.sources.iter().cloned());
    arguments.push(driver.to_string_lossy().into_owned());
    support::run(folder, compiler.join("bin/kotlinc"), &arguments)?;
    let lines: Vec<&str> = work.lines.iter().map(|(line, _)| line.as_str()).collect();
    fs::write(folder.join("work.txt"), lines.join("\n")).map_err(|error| error.to_string())?;
    let output = run_class(folder, "driver.DriverKt", &["work.txt"])?;
    let mut printed = output.lines();
    for (line, parts) in &work.lines {
        let found = printed.next().ok_or_else(|| format!("nothing was printed for {line}"))?;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        support::has_all(found, &parts)?;
    }
    Ok(())
}

/// Checks that every private item is used, and that no line is too long.
fn check_private(folder: &Path, source: &str) -> Result<(), String> {
    let text = fs::read_to_string(folder.join(source)).map_err(|error| error.to_string())?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    for line in text.lines() {
        // A command stays on one line, and names of 60 letters may make lines longer.
        let is_free = line.starts_with("//   regenerate: ") || source.starts_with("names");
        if line.len() > 100 && !is_free {
            return Err(format!("{source}: {line} is longer than 100 columns"));
        }
        let Some(item) = line.trim_start().strip_prefix("private ") else { continue };
        let name = item.split(|c| !is_name(c)).nth(1).unwrap_or_default();
        if text.split(|c| !is_name(c)).filter(|word| *word == name).count() < 2 {
            return Err(format!("{source}: {name} is private and unused"));
        }
    }
    Ok(())
}

fn quoted(list: &str) -> String {
    list.split(',').map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}

fn output(
    config: &mut String,
    package: &str,
    variant: &str,
    tables: &str,
    emit: &str,
    pieces: &str,
) {
    let _ = write!(
        config,
        "[[output]]\nid = \"{package}\"\nlang = \"kotlin\"\npath = \"{package}/Magics.kt\"\nvariant = \"{variant}\"\n\
         tables = \"{tables}\"\npieces = [{}]\nemit = [{}]\n[output.kotlin]\npackage = \"{package}\"\n",
        quoted(pieces),
        quoted(emit),
    );
}

fn generate(folder: &Path, config: &str) -> Result<(), String> {
    fs::write(folder.join("magicgen.toml"), config).map_err(|error| error.to_string())?;
    support::magicgen(folder, &["--config", "magicgen.toml"])
}

/// Adds parts alone, on a small board with gaps between ranks, in both forms of tables.
fn emits(folder: &Path, work: &mut Work) -> Result<(), String> {
    let mut config =
        "version = 1\n[board]\nwidth = 5\nheight = 4\nstride = 8\n[search]\neffort = 1\n"
            .to_owned();
    for (at, (variant, emit, pieces)) in EMITS.iter().enumerate() {
        for tables in ["full", "init"] {
            if *variant == "bytes" && tables == "init" {
                continue;
            }
            let package = format!("emit{at}{tables}");
            output(&mut config, &package, variant, tables, emit, pieces);
            work.add(&package, emit.contains("self-test"));
            if *emit == "bitscan" {
                work.expect(&format!("scan {package}.Magics"), "", &["magicgen-driver ok"]);
            }
        }
    }
    generate(folder, &config)
}

/// Adds odd boards and pieces, which are compared by their own tests.
fn odd(folder: &Path, work: &mut Work) -> Result<(), String> {
    for (board, text) in ODD.iter().enumerate() {
        let mut config = format!("version = 1\n{text}{PIECES}");
        for (variant, tables) in [
            ("fancy", "init"),
            ("fancy", "full"),
            ("direction", "init"),
            ("postmask", "init"),
            ("hyperbola", "full"),
            ("bytes", "full"),
        ] {
            // The variant needs lines in the order of their bits.
            if board == 1 && variant == "hyperbola" {
                continue;
            }
            let package = format!("odd{board}{variant}{tables}");
            let emit = "squares,lookup,self-test";
            output(&mut config, &package, variant, tables, emit, "short-rook,lance,bishop");
            work.add(&package, true);
        }
        generate(folder, &config)?;
    }
    Ok(())
}

/// Adds pieces and a package whose names are words of Kotlin, have digits, or are long.
fn names(folder: &Path, work: &mut Work) -> Result<(), String> {
    for (at, keys) in
        ["", "tables = \"full\"\n", "[output.names]\nprefix = \"fun\"\n"].iter().enumerate()
    {
        let package = format!("names{at}");
        let path = format!("{package}/Magics2.kt");
        let keys = format!("{keys}[output.kotlin]\npackage = \"{package}\"\n");
        support::named(folder, ("kotlin", &path), support::NAMES, &keys)?;
        work.sources.extend([path.clone(), path.replace(".kt", "Test.kt")]);
        work.expect(&format!("test {package}.Magics2Test"), "", &["magicgen-driver ok"]);
    }
    Ok(())
}

/// Adds a package with a wrong digit of a factor or a wrong character of a packed table.
fn fault(folder: &Path, tables: &str, work: &mut Work) -> Result<(), String> {
    let package = format!("fault{tables}");
    let (key, path) = (format!("output.kotlin.package={package}"), format!("{package}/Magics.kt"));
    let flags =
        ["--lang", "kotlin", "--tables", tables, "--piece", "rook", "-D", &key, "-o", &path];
    support::magicgen(folder, &[&flags[..], &["--emit", "lookup,self-test"]].concat())?;
    let file = folder.join(&path);
    let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let (array, other) =
        if tables == "full" { ("_PACKED: ", "9") } else { ("ROOK_FACTORS = ", "0") };
    let from = text.find(array).ok_or("there is no such array")?;
    let line = text[from..].match_indices('\n').nth(9).ok_or("there are no rows")?.0 + from;
    // The digit is not at the beginning of a number.
    let is_digit = |c: char| ('1'..='8').contains(&c);
    let row = text[line..].find(|c: char| !c.is_whitespace()).ok_or("there is no row")? + line + 2;
    let at = row + text[row..].find(is_digit).ok_or("there is no digit")?;
    let wrong = format!("{}{other}{}", &text[..at], &text[at + 1..]);
    fs::write(&file, wrong).map_err(|error| error.to_string())?;
    work.sources.extend([path.clone(), path.replace(".kt", "Test.kt")]);
    let says = ["the rook on square ", "occupied 0x", "found 0x", "walked 0x"];
    work.expect(&format!("test {package}.MagicsTest"), "", &says);
    Ok(())
}

/// Checks that names that Kotlin can't have and releases that nobody knows are refused.
fn refused(folder: &Path) -> Result<(), String> {
    for (pieces, keys, says) in [
        (
            &["class"][..],
            "[output.names]\nlookup = \"{piece}\"\n",
            "`class` is a keyword or reserved",
        ),
        (&["class", "rook2"], "[output.names]\nlookup = \"of\"\n", "have the same name, `of`"),
        (&["class"], "[output.names]\nmasks = \"occupied\"\n", "`occupied` is already a variable"),
        (&["class"], "[output.names]\ntype = \"object\"\n", "`object` is a keyword"),
        (&["class"], "[output.names]\ntype = \"Long\"\n", "would hide another `Long`"),
        (
            &["class"],
            "[output.kotlin]\npackage = \"a.in.b\"\n",
            "`a.in.b` isn't the name of a package",
        ),
        (&["class"], "[output.kotlin]\nrelease = 7\n", "release 7 is unknown"),
        (&["class"], "[output.kotlin]\nvisibility = \"private\"\n", "unknown value `private`"),
    ] {
        let result = support::named(folder, ("kotlin", "Magics2.kt"), pieces, keys);
        support::refused(result, &[says])?;
    }
    Ok(())
}

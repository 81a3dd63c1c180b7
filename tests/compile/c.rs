//! C: every standard under gcc's strict warnings, some under clang, tcc, `-m32` and g++ too.

mod boards;
mod by_square;
mod faults;
mod forgotten;
mod hosts;
mod names;
mod small;
mod users;
mod variants;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use magicgen_board::{Mapping, Piece, Standard};

use crate::compile::choices;
use crate::compile::support::{self, Cell, magicgen, run};

const WARNINGS: &[&str] = &[
    "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wmissing-prototypes",
    "-Wunused", "-Wcast-qual", "-Wundef", "-Werror",
];

/// A driver's program: its compiler, its board and its lookups.
#[derive(Clone)]
struct Program {
    /// The compiler, such as `gcc`, `clang` or `tcc`, with flags.
    compiler: &'static [&'static str],
    std: &'static str,
    is_init: bool,
    is_pair: bool,
    /// The board with its order of squares.
    mapping: Mapping,
    is_chess: bool,
    /// A processor other than this machine's: its name, and the program that runs its programs.
    host: Option<(&'static str, &'static str)>,
    /// The pieces whose lookups are driven. Rook and bishop together also give a queen.
    pieces: Vec<Piece>,
    /// The flag by which the compiler may use BMI2, where a header asks for it.
    bmi2: Option<&'static str>,
}

impl Program {
    fn chess(compiler: &'static [&'static str], std: &'static str, orientation: &str) -> Self {
        Self {
            compiler,
            std,
            is_init: false,
            is_pair: false,
            mapping: Mapping::chess(Standard::find(orientation).expect("a standard order")),
            is_chess: true,
            host: None,
            pieces: vec![Piece::rook(), Piece::bishop()],
            bmi2: Some("-mbmi2"),
        }
    }

    fn init(mut self, is_init: bool) -> Self {
        self.is_init = is_init;
        self
    }

    fn pair(mut self) -> Self {
        self.is_pair = true;
        self
    }

    /// Compiles the driver and a second file with the generated files, runs the program and compares its output.
    fn check(&self, folder: &Path) -> Result<(), String> {
        write(folder, "pieces.h", &self.pieces_header())?;
        let mut arguments: Vec<String> =
            self.compiler[1..].iter().map(|&flag| flag.into()).collect();
        arguments.push(format!("-std={}", self.std));
        if self.compiler[0] == "tcc" {
            arguments.extend(["-Wall", "-Werror"].map(str::to_owned));
        } else {
            arguments.extend(WARNINGS.iter().map(|&flag| flag.into()));
            arguments.push("-O1".to_owned());
        }
        let header = folder.join("magics.h");
        let header = std::fs::read_to_string(header).map_err(|error| error.to_string())?;
        let has_init = header.contains("magics_init(");
        for (is_set, flag) in [
            (self.std == "c89", "-DPAIRS"),
            (header.contains("immintrin.h") && self.bmi2.is_some(), self.bmi2.unwrap_or_default()),
            (self.is_chess, "-DCHESS"),
            (true, "-DSQUARES"),
            (has_init, "-DINIT"),
            (header.contains(" magics_self_test("), "-DSELF_TEST"),
        ] {
            arguments.extend(is_set.then(|| flag.to_owned()));
        }
        let first = words(&self.pieces[0].name);
        arguments.push(format!("-DFIRST=magics_{first}_attacks"));
        let drivers = support::drivers().join("c");
        arguments.push(format!("-I{}", folder.display()));
        for file in ["driver.c", "other.c"] {
            arguments.push(drivers.join(file).display().to_string());
        }
        if self.is_pair {
            arguments.push("magics.c".to_owned());
        }
        arguments.extend(["-o", "driver"].map(str::to_owned));
        run(folder, self.compiler[0], &arguments)?;
        let mut arguments = support::arguments_of(&self.mapping);
        let driver = folder.join("driver").display().to_string();
        let found = match self.host {
            None => run(folder, driver, &arguments)?,
            Some((_, emulator)) => {
                arguments.insert(0, driver);
                run(folder, emulator, &arguments)?
            }
        };
        support::compare_with(&found, &self.expected())
    }

    /// True if the queen is looked up too.
    fn has_union(&self) -> bool {
        self.is_chess && self.pieces.len() == 2
    }

    fn expected(&self) -> String {
        if self.has_union() {
            support::expected_line()
        } else {
            support::expected_line_of(&self.mapping, &self.pieces)
        }
    }

    /// The header with the pieces that the driver looks up.
    fn pieces_header(&self) -> String {
        let mut text = String::new();
        if !self.is_pair {
            text.push_str("#define MAGICS_IMPLEMENTATION\n");
        }
        text.push_str("#include \"magics.h\"\n\n");
        for piece in &self.pieces {
            let _ = writeln!(text, "LOOKUP({})", words(&piece.name));
        }
        if self.has_union() {
            text.push_str("LOOKUP(queen)\n#define UNION lookup_queen\n");
        }
        text.push_str("\nstatic const struct piece pieces[] = {\n");
        for piece in &self.pieces {
            let rays: Vec<String> =
                piece.rays.iter().map(|(files, ranks)| format!("{{{files}, {ranks}}}")).collect();
            let _ = writeln!(
                text,
                "    {{\"{}\", lookup_{}, {}, {}, {{{}}}}},",
                piece.name,
                words(&piece.name),
                piece.range,
                rays.len(),
                rays.join(", ")
            );
        }
        text.push_str("};\n");
        text
    }
}

fn words(name: &str) -> String {
    name.replace('-', "_")
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    std::fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"))
}

/// An empty folder for a cell.
fn folder(cell: &str) -> Result<PathBuf, String> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(cell.replace("::", "-"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

fn cell(
    name: String,
    needs: &'static [&'static str],
    run: impl Fn(&Path) -> Result<(), String> + Send + 'static,
) -> Cell {
    let folder_name = name.clone();
    Cell { name, needs, run: Box::new(move || run(&folder(&folder_name)?)), is_of_product: false }
}

/// The parts of a driven file. The self-test includes the lookups that it calls.
const EMIT: &str = "squares,self-test";

const GCC: &[&str] = &["gcc"];
const CLANG: &[&str] = &["clang"];
const TCC: &[&str] = &["tcc"];
const GCC_32: &[&str] = &["gcc", "-m32"];

const ADD: &[&str] = &["output.lookup.combine=add"];
const FOLD: &[&str] = &["output.lookup.bishop-multiplies=1"];

fn tools(compiler: &'static [&'static str]) -> &'static [&'static str] {
    match compiler {
        ["gcc", "-m32"] => &["gcc -m32"],
        other => other,
    }
}

/// A cell with one program of two files, generated by flags.
fn program_cell(
    program: Program,
    variant: &'static str,
    orientation: &'static str,
    extra: &'static [&'static str],
) -> Cell {
    let form = if program.is_init { "init" } else { "full" };
    let compiler = program.compiler.concat();
    let mut name = match program.host {
        None => format!("c::{}::{compiler}::{variant}::{orientation}::{form}", program.std),
        Some((host, _)) => {
            format!("c::{host}::{}::{variant}::{orientation}::{form}", program.std)
        }
    };
    if program.is_pair {
        name.push_str("::pair");
    }
    for value in extra {
        let value =
            value.trim_start_matches("output.").split_once('.').map_or(*value, |(_, rest)| rest);
        name.push_str("::");
        name.push_str(value);
    }
    cell(name, tools(program.compiler), move |folder| {
        let std = format!("output.c.std={}", program.std);
        let mut arguments = vec!["--lang", "c", "--variant", variant, "--tables", form];
        arguments.extend(["--orientation", orientation, "-o", "magics.h", "-D", &std]);
        arguments.extend(["--emit", EMIT]);
        if program.is_pair {
            arguments.extend(["-D", "output.c.layout=pair"]);
        }
        for option in extra {
            arguments.extend(["-D", option]);
        }
        arguments.extend(support::flags_of(variant));
        magicgen(folder, &arguments)?;
        program.check(folder)
    })
    .in_product()
}

/// All cells of C.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for std in ["c11", "c89"] {
        for variant in ["fancy", "plain", "split32"] {
            for orientation in ["a1lsb", "h1lsb", "a8lsb-file"] {
                for is_init in [false, true] {
                    let program = Program::chess(GCC, std, orientation).init(is_init);
                    cells.push(program_cell(program, variant, orientation, &[]));
                }
            }
        }
    }
    for (compiler, std, variant) in [
        (GCC, "c99", "fancy"),
        (GCC, "c17", "split32"),
        (CLANG, "c99", "plain"),
        (CLANG, "c11", "fancy"),
        (CLANG, "c89", "fancy"),
        (TCC, "c99", "fancy"),
        (TCC, "c89", "split32"),
        (GCC_32, "c89", "fancy"),
        (GCC_32, "c89", "split32"),
        (GCC_32, "c11", "split32"),
        (GCC_32, "c99", "fancy"),
    ] {
        for is_init in [false, true] {
            let program = Program::chess(compiler, std, "h1lsb").init(is_init);
            cells.push(program_cell(program, variant, "h1lsb", &[]));
        }
    }
    for std in ["c11", "c89"] {
        for is_init in [false, true] {
            let pair = Program::chess(GCC, std, "h1lsb").init(is_init).pair();
            cells.push(program_cell(pair.clone(), "fancy", "h1lsb", &[]));
            let section: &[&str] = &["output.c.section=.magics", "output.style.fields=records"];
            cells.push(program_cell(pair, "fancy", "h1lsb", section));
            let single = Program::chess(GCC, std, "a8lsb").init(is_init);
            let pointers: &[&str] = &["output.style.fields=pointers"];
            cells.push(program_cell(single.clone(), "fancy", "a8lsb", pointers));
            cells.push(program_cell(single.clone(), "plain", "a8lsb", pointers));
            let records: &[&str] = &["output.style.fields=records", "output.c.static-assert=false"];
            cells.push(program_cell(single, "split32", "a8lsb", records));
        }
    }
    for std in ["c11", "c89"] {
        for is_init in [false, true] {
            let split = Program::chess(GCC, std, "h1lsb").init(is_init);
            for axes in [ADD, FOLD] {
                cells.push(program_cell(split.clone(), "split32", "h1lsb", axes));
            }
        }
    }
    cells.extend(by_square::cells());
    cells.extend(small::cells());
    cells.extend(variants::cells());
    cells.extend(hosts::cells());
    cells.extend([names::compiled(), names::refused()]);
    cells.extend(faults::cells());
    cells.extend(forgotten::cells());
    cells.extend(["c11", "c89"].map(parts_cell));
    cells.extend(["c11", "c89"].map(boards::odd_cell));
    cells.extend(["c99", "c89"].map(boards::permutation_cell));
    cells.extend(["c11", "c89"].map(users::cplusplus_cell));
    cells.push(users::format_cell());
    cells
}

/// Every choice of parts compiles without a warning, in a file that uses none of it.
fn parts_cell(std: &'static str) -> Cell {
    cell(format!("c::{std}::parts"), &["gcc", "clang"], move |folder| {
        let option = format!("output.c.std={std}");
        let emits = [
            "squares",
            "factors",
            "masks,shifts",
            "offsets",
            "attacks",
            "occupancies",
            "attack-sets",
            "lookup",
            "self-test",
            "masks,attacks",
            "squares,masks,factors,shifts,offsets,occupancies,attack-sets,attacks,lookup,bitscan,self-test",
        ];
        let keys = [
            "output.c.layout=single",
            "output.c.layout=pair",
            "output.style.fields=records",
            "output.style.fields=pointers",
        ];
        for (turn, emit) in emits.into_iter().enumerate() {
            for (at, key) in keys.into_iter().enumerate() {
                for (form, tables) in ["full", "init"].into_iter().enumerate() {
                    // A usual run has every pair of parts, a key and a form.
                    if (turn + at + form).is_multiple_of(2) || choices::are_all_run() {
                        let flags = ["--emit", emit, "--tables", tables, "-D", &option, "-D", key];
                        compile(folder, std, &[support::SMALL, &flags].concat())?;
                    }
                }
            }
        }
        for piece in ["rook", "queen"] {
            for tables in ["full", "init"] {
                compile(folder, std, &["--piece", piece, "--tables", tables, "-D", &option])?;
            }
        }
        Ok(())
    })
}

/// Generates and compiles, both a file that only includes the header and the file that has the definitions. clang is
/// used as well, since it warns of more unused items.
fn compile(folder: &Path, std: &str, arguments: &[&str]) -> Result<(), String> {
    let _ = std::fs::remove_file(folder.join("magics.c"));
    let arguments: Vec<&str> =
        ["--lang", "c", "-o", "magics.h"].iter().chain(arguments).copied().collect();
    magicgen(folder, &arguments)?;
    let user = "#include \"magics.h\"\n#include \"magics.h\"\nint main(void) { return 0; }\n";
    write(folder, "user.c", user)?;
    write(folder, "owner.c", &format!("#define MAGICS_IMPLEMENTATION\n{user}"))?;
    let mut files = vec!["user.c", "owner.c"];
    if folder.join("magics.c").is_file() {
        files.push("magics.c");
    }
    let std = format!("-std={std}");
    for compiler in ["gcc", "clang"] {
        let mut flags = vec![std.as_str(), "-fsyntax-only"];
        flags.extend(WARNINGS);
        flags.extend(&files);
        run(folder, compiler, &flags).map_err(|error| format!("{arguments:?}: {error}"))?;
    }
    Ok(())
}

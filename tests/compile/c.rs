//! C: every standard under gcc's strict warnings, some under clang, tcc, `-m32` and g++ too.

mod small;
mod variants;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use magicgen::geometry::{Board, Mapping, Order, Piece, Standard};

use crate::support::{self, Cell, magicgen, run};

const WARNINGS: &[&str] = &[
    "-pedantic",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Wshadow",
    "-Wmissing-prototypes",
    "-Wunused",
    "-Wcast-qual",
    "-Wundef",
    "-Werror",
];

/// What a driver is compiled for.
#[derive(Clone)]
struct Program {
    /// `gcc`, `clang`, `tcc`, with flags.
    compiler: &'static [&'static str],
    std: &'static str,
    is_init: bool,
    is_pair: bool,
    /// The order of squares; the chess board where it has a name.
    mapping: Mapping,
    is_chess: bool,
    /// The lookups driven; of rook and bishop there is a queen.
    pieces: Vec<Piece>,
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
            pieces: vec![Piece::rook(), Piece::bishop()],
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

    /// Compiles the driver and a second file with what has been generated, runs it and compares.
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
        // Where a variant has no table of attack sets, there is nothing to fill.
        let is_filled = header.contains("magics_init(void);");
        for (is_set, flag) in [
            (self.std == "c89", "-DPAIRS"),
            (header.contains("immintrin.h"), "-mbmi2"),
            (self.is_chess, "-DCHESS"),
            (true, "-DSQUARES"),
            (self.is_init && is_filled, "-DINIT"),
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
        let found = run(folder, folder.join("driver"), &support::arguments_of(&self.mapping))?;
        let expected = support::expected_line_of(&self.mapping, &self.pieces);
        if found.trim() == expected {
            Ok(())
        } else {
            Err(format!("the driver printed\n  {}\ninstead of\n  {expected}", found.trim()))
        }
    }

    /// What the driver asks for.
    fn pieces_header(&self) -> String {
        let mut text = String::new();
        if self.is_init && !self.is_pair {
            text.push_str("#define MAGICS_IMPLEMENTATION\n");
        }
        text.push_str("#include \"magics.h\"\n\n");
        for piece in &self.pieces {
            let _ = writeln!(text, "LOOKUP({})", words(&piece.name));
        }
        if self.is_chess && self.pieces.len() == 2 {
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
    Cell { name, needs, run: Box::new(move || run(&folder(&folder_name)?)) }
}

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

/// One program of two files, generated by flags.
fn program_cell(
    program: Program,
    variant: &'static str,
    orientation: &'static str,
    extra: &'static [&'static str],
) -> Cell {
    let form = if program.is_init { "init" } else { "full" };
    let compiler = program.compiler.concat();
    let mut name = format!("c::{}::{compiler}::{variant}::{orientation}::{form}", program.std);
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
    cells.extend(small::cells());
    cells.extend(variants::cells());
    cells.extend(["c11", "c89"].map(parts_cell));
    cells.extend(["c11", "c89"].map(odd_cell));
    cells.extend(["c99", "c89"].map(permutation_cell));
    cells.extend(["c11", "c89"].map(cplusplus_cell));
    cells.push(format_cell());
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
            "masks,attacks",
            "squares,masks,factors,shifts,offsets,occupancies,attack-sets,attacks,lookup",
        ];
        for emit in emits {
            for tables in ["full", "init"] {
                for layout in ["single", "pair"] {
                    let layout = format!("output.c.layout={layout}");
                    compile(
                        folder,
                        std,
                        &["--emit", emit, "--tables", tables, "-D", &option, "-D", &layout],
                    )?;
                }
                for fields in ["records", "pointers"] {
                    let fields = format!("output.style.fields={fields}");
                    compile(
                        folder,
                        std,
                        &["--emit", emit, "--tables", tables, "-D", &option, "-D", &fields],
                    )?;
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

/// Generates and compiles, as a user and as the file that defines; clang warns of more unused things.
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

/// A small board with holes, and pieces of our own.
fn odd_cell(std: &'static str) -> Cell {
    cell(format!("c::{std}::odd"), &["gcc"], move |folder| {
        let mut board = Board::new(6, 6).map_err(|error| error.to_string())?;
        for hole in ["a1", "f6"] {
            board.holes.insert(hole.parse().map_err(|_| hole.to_owned())?);
        }
        let standard = Standard::find("a1lsb").ok_or("a1lsb")?;
        let mapping = Mapping::new(board, Order::Standard { standard, stride: 8 });
        let head = "[board]\nwidth = 6\nheight = 6\nstride = 8\nholes = [\"a1\", \"f6\"]\n";
        own_pieces(folder, std, &mapping.map_err(|error| error.to_string())?, head)
    })
}

/// Squares in an order of one's own.
fn permutation_cell(std: &'static str) -> Cell {
    cell(format!("c::{std}::permutation"), &["gcc"], move |folder| {
        let bits: Vec<u8> = (0..25).map(|at| at * 7 % 25 + 3).collect();
        let text = format!(
            "[board]\nwidth = 5\nheight = 5\nholes = [\"c3\"]\n\n[orientation]\npermutation = {bits:?}\n"
        );
        let mut board = Board::new(5, 5).map_err(|error| error.to_string())?;
        board.holes.insert("c3".parse().map_err(|_| "c3")?);
        let mapping = Mapping::new(board, Order::Permutation(bits));
        own_pieces(folder, std, &mapping.map_err(|error| error.to_string())?, &text)
    })
}

/// Drivers for a short rook and a lance on a board that isn't chess's.
fn own_pieces(
    folder: &Path,
    std: &'static str,
    mapping: &Mapping,
    head: &str,
) -> Result<(), String> {
    let rays = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let piece =
        |name, rays: &[_], range| Piece::new(name, rays, range).map_err(|error| error.to_string());
    let pieces = vec![piece("short-rook", &rays, 3)?, piece("lance", &[(0, 1)], 63)?];
    for variant in ["fancy", "plain", "split32"] {
        for tables in ["full", "init"] {
            for fields in ["arrays", "pointers"] {
                let config = format!(
                    "version = 1\n\n{head}\n\
                     [[piece]]\nname = \"short-rook\"\nrays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\nrange = 3\n\n\
                     [[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n\n\
                     [[output]]\nid = \"c\"\nlang = \"c\"\npath = \"magics.h\"\nvariant = \"{variant}\"\n\
                     tables = \"{tables}\"\npieces = [\"short-rook\", \"lance\"]\n\n\
                     [output.style]\nfields = \"{fields}\"\n\n[output.c]\nstd = \"{std}\"\n"
                );
                write(folder, "magicgen.toml", &config)?;
                magicgen(folder, &["--config", "magicgen.toml"])?;
                let program = Program {
                    compiler: GCC,
                    std,
                    is_init: tables == "init",
                    is_pair: false,
                    mapping: mapping.clone(),
                    is_chess: false,
                    pieces: pieces.clone(),
                };
                program
                    .check(folder)
                    .map_err(|error| format!("{variant} {tables} {fields}: {error}"))?;
            }
        }
    }
    Ok(())
}

/// C++ includes the header, and may be the one file that defines.
fn cplusplus_cell(std: &'static str) -> Cell {
    cell(format!("c::{std}::cplusplus"), &["g++", "gcc"], move |folder| {
        let option = format!("output.c.std={std}");
        for fields in ["arrays", "records", "pointers"] {
            let style = format!("output.style.fields={fields}");
            for tables in ["full", "init"] {
                let flags = ["--tables", tables, "-D", &option, "-D", &style, "-o", "magics.h"];
                magicgen(
                    folder,
                    &["--lang", "c"].iter().chain(&flags).copied().collect::<Vec<_>>(),
                )?;
                let init = if tables == "init" { "magics_init();" } else { "" };
                let (word, test) = if std == "c89" {
                    ("magics_u64 none = {0, 0};", ".lo == 0x010101feUL ? 0 : 1")
                } else {
                    ("uint64_t none = 0;", " == 0x01010101010101feULL ? 0 : 1")
                };
                let user = format!(
                    "#include \"magics.h\"\nint main() {{ {word} {init} \
                     return magics_rook_attacks(MAGICS_A1, none){test}; }}\n"
                );
                write(folder, "user.cpp", &user)?;
                let owner = "#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\n";
                for (compiler, owner_file) in [("gcc", "owner.c"), ("g++", "owner.cpp")] {
                    write(folder, owner_file, owner)?;
                    let c_std = if compiler == "gcc" {
                        format!("-std={std}")
                    } else {
                        "-std=c++11".to_owned()
                    };
                    let warnings =
                        ["-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"];
                    let owned: Vec<&str> = [c_std.as_str(), "-c", "-o", "owner.o", owner_file]
                        .into_iter()
                        .chain(warnings)
                        .collect();
                    run(folder, compiler, &owned)?;
                    let used: Vec<&str> = ["-std=c++11", "-o", "user", "user.cpp", "owner.o"]
                        .into_iter()
                        .chain(warnings)
                        .collect();
                    run(folder, "g++", &used)?;
                    run::<&str>(folder, folder.join("user"), &[])?;
                }
            }
        }
        Ok(())
    })
}

/// clang-format leaves the files alone in the styles that people use.
fn format_cell() -> Cell {
    cell("c::format".to_owned(), &["clang-format"], |folder| {
        for (std, tables) in [("c11", "init"), ("c89", "init"), ("c11", "full")] {
            let std = format!("output.c.std={std}");
            let flags =
                ["--lang", "c", "--tables", tables, "-D", &std, "-D", "output.c.layout=pair"];
            magicgen(
                folder,
                &flags.iter().chain(&["-o", "magics.h"]).copied().collect::<Vec<_>>(),
            )?;
            for style in ["LLVM", "Google", "GNU", "Mozilla"] {
                let style = format!("--style={style}");
                run(
                    folder,
                    "clang-format",
                    &["--dry-run", "-Werror", &style, "magics.h", "magics.c"],
                )?;
            }
        }
        Ok(())
    })
}

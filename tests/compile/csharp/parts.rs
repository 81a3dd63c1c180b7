//! Further cells of C#: options, names, every choice of parts, odd boards, bit scans, faults.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::{NEEDS, STRICT, self_test};
use crate::compile::support::{self, Cell, cell, magicgen, run};

/// The flags for a small board, for outputs that only have to compile.
const SMALL: [&str; 6] = ["-D", "board.width=4", "-D", "board.height=4", "--effort", "1"];

/// Combinations of `emit`, the variant that has these parts, and pieces.
const EMITS: &[(&str, &str, &str)] = &[
    ("factors", "fancy", "rook,bishop"),
    ("masks,shifts", "fancy", "rook,bishop"),
    ("squares", "fancy", "rook,bishop"),
    ("attacks", "fancy", "rook,bishop"),
    ("offsets", "packed", "rook,bishop"),
    ("lookup", "fancy", "rook,bishop"),
    ("lookup", "hyperbola", "rook,bishop"),
    ("bitscan", "fancy", "rook,bishop"),
    ("occupancies,attack-sets", "fancy", "rook,bishop"),
    ("lookup,self-test", "fancy", "rook,bishop"),
    ("lookup,self-test", "hyperbola", "queen"),
    ("lookup,squares", "fancy", "queen"),
    ("lookup,attacks", "fancy", "rook"),
    (
        "squares,masks,factors,shifts,offsets,occupancies,attack-sets,attacks,lookup,bitscan,self-test",
        "fancy",
        "rook,bishop,queen",
    ),
];

pub(super) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for tables in ["full", "init"] {
        cells.push(cell(&format!("csharp::emit::{tables}"), NEEDS, move |folder| {
            emit(folder, tables)
        }));
        for board in ["holes", "permutation"] {
            cells.push(cell(&format!("csharp::odd::{board}::{tables}"), NEEDS, move |folder| {
                odd(folder, board, tables)
            }));
        }
    }
    cells.push(cell("csharp::arrays", NEEDS, arrays));
    cells.push(cell("csharp::bitscan", NEEDS, bitscan));
    cells.push(cell("csharp::options", NEEDS, options));
    cells.push(cell("csharp::names", NEEDS, names));
    cells.push(cell("csharp::fault", NEEDS, fault));
    cells
}

fn read(folder: &Path, name: &str) -> Result<String, String> {
    fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"))
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"))
}

/// Generates `Magics.cs` for the small board.
fn small(folder: &Path, flags: &[&str]) -> Result<(), String> {
    magicgen(folder, &[&["--lang", "csharp", "-o", "Magics.cs"], flags, &SMALL].concat())
}

fn library(folder: &Path, files: &[&str]) -> Result<(), String> {
    let target = ["-target:library", "-doc:Magics.xml", "-out:Magics.dll"];
    run(folder, "mcs", &[&STRICT[..], &target, files].concat()).map(|_| ())
}

/// Checks that every combination of parts compiles and has no unused private items.
fn emit(folder: &Path, tables: &str) -> Result<(), String> {
    for (parts, variant, pieces) in EMITS {
        if *variant == "hyperbola" && tables == "init" {
            continue;
        }
        let mut flags = vec!["--tables", tables, "--emit", parts, "--variant", variant];
        flags.extend(pieces.split(',').flat_map(|piece| ["--piece", piece]));
        let said = |error: String| format!("{parts}, {pieces}: {error}");
        small(folder, &flags).map_err(said)?;
        no_unused(&read(folder, "Magics.cs")?).map_err(said)?;
        if parts.contains("self-test") {
            no_unused(&read(folder, "MagicsTest.cs")?).map_err(said)?;
            self_test(folder).map_err(said)?;
        } else {
            library(folder, &["Magics.cs"]).map_err(said)?;
        }
    }
    Ok(())
}

/// Checks that programs read public arrays and can't change them.
fn arrays(folder: &Path) -> Result<(), String> {
    for tables in ["full", "init"] {
        small(folder, &["--emit", "lookup,masks,attacks,files", "--tables", tables])?;
        library(folder, &["Magics.cs"])?;
        for array in ["RookMasks", "AttackTable", "Files"] {
            let program = |statement: &str| {
                format!("class Program {{ static void Main() {{ {statement} }} }}\n")
            };
            let read = format!(
                "System.Console.WriteLine(Magics.{array}[1] + (ulong)Magics.{array}.Length);"
            );
            write(folder, "Read.cs", &program(&read))?;
            write(folder, "Write.cs", &program(&format!("Magics.{array}[0] = 0;")))?;
            run(folder, "mcs", &["-r:Magics.dll", "Read.cs"])?;
            if run(folder, "mcs", &["-r:Magics.dll", "Write.cs"]).is_ok() {
                return Err(format!("{array} can be changed"));
            }
        }
    }
    Ok(())
}

fn no_unused(text: &str) -> Result<(), String> {
    for line in text.lines().filter(|line| line.trim_start().starts_with("private static")) {
        let before = line.split(['(', '=']).next().unwrap_or_default();
        let name = before.split_whitespace().next_back().unwrap_or_default();
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        if text.split(|c| !is_name(c)).filter(|word| *word == name).count() < 2 {
            return Err(format!("`{name}` is private and unused"));
        }
    }
    Ok(())
}

/// Checks odd boards by the self-test.
fn odd(folder: &Path, board: &str, tables: &str) -> Result<(), String> {
    let head = match board {
        "holes" => {
            "orientation = \"h1lsb\"\n[board]\nwidth = 6\nheight = 6\nstride = 8\nholes = [\"a1\", \"f6\"]\n"
        }
        _ => {
            "[board]\nwidth = 5\nheight = 4\n[orientation]\npermutation = [0, 21, 42, 60, 24, 45, 6, 27, 48, \
             9, 30, 51, 12, 33, 54, 15, 36, 57, 18, 39]\n"
        }
    };
    for variant in ["fancy", "nested", "split32", "postmask", "direction", "hyperbola", "bytes"] {
        let is_filled = !matches!(variant, "hyperbola" | "bytes");
        // Squares of a line have to be in the order of their bits.
        let has_lines = board == "holes" || variant != "hyperbola";
        if !has_lines || (tables == "init" && !is_filled) {
            continue;
        }
        let config = format!(
            "version = 1\n{head}\n[[piece]]\nname = \"short-rook\"\nrays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\n\
             range = 3\n[[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n[[output]]\nlang = \"csharp\"\n\
             path = \"Magics.cs\"\nvariant = \"{variant}\"\ntables = \"{tables}\"\n\
             pieces = [\"short-rook\", \"lance\", \"bishop\"]\nemit = [\"squares\", \"lookup\", \"self-test\"]\n"
        );
        write(folder, "magicgen.toml", &config)?;
        let said = |error: String| format!("{variant}: {error}");
        magicgen(folder, &["--config", "magicgen.toml"]).map_err(said)?;
        self_test(folder).map_err(said)?;
    }
    Ok(())
}

fn bitscan(folder: &Path) -> Result<(), String> {
    small(folder, &["--emit", "bitscan"])?;
    library(folder, &["Magics.cs"])?;
    let driver = support::drivers().join("csharp/Scan.cs");
    run(folder, "mcs", &["-out:scan.exe", "-r:Magics.dll", &driver.to_string_lossy()])?;
    support::compare_with(&run(folder, "mono", &["scan.exe"])?, "magicgen-driver ok")
}

/// Checks a namespace, and a class that only its assembly sees. Syntax that is newer than the compiler is checked as
/// text.
fn options(folder: &Path) -> Result<(), String> {
    let emit = ["--emit", "squares,lookup,self-test", "--tables", "init"];
    let namespace = "output.csharp.namespace=\"Chess.Bitboards\"";
    let with = |more: &[&'static str]| {
        let options = [namespace].into_iter().chain(more.iter().copied());
        emit.into_iter().chain(options.flat_map(|option| ["-D", option])).collect::<Vec<_>>()
    };
    small(folder, &with(&["output.csharp.visibility=internal"]))?;
    self_test(folder)?;
    let block = read(folder, "Magics.cs")?;
    for part in ["\nnamespace Chess.Bitboards\n{\n", "\n    internal static class Magics\n    {\n"]
    {
        if !block.contains(part) {
            return Err(format!("no {part:?}"));
        }
    }
    if block.contains("public ") {
        return Err("something is public".to_owned());
    }
    small(folder, &with(&["output.csharp.file-scoped=true", "output.csharp.nullable=true"]))?;
    let scoped = read(folder, "Magics.cs")?;
    let head = "\n#nullable enable\n\nusing System.Runtime.CompilerServices;\n\nnamespace Chess.Bitboards;\n\n/// ";
    if !scoped.contains(head) || !scoped.contains("\npublic static class Magics\n{\n") {
        return Err("the namespace isn't the whole file's".to_owned());
    }
    // Newer syntax is replaced by older syntax that mono knows.
    for name in ["Magics.cs", "MagicsTest.cs"] {
        let text = read(folder, name)?;
        let older = text.replace("#nullable enable\n", "");
        write(folder, name, &older.replace("\nnamespace Chess.Bitboards;\n", "\n"))?;
    }
    self_test(folder)?;
    for (option, message) in [
        ("namespace=\"Chess.class\"", "`Chess.class` isn't the name of a namespace"),
        ("namespace=\"Chess..Magics\"", "`Chess..Magics` isn't the name of a namespace"),
        ("visibility=private", "unknown value `private`"),
        ("file-scoped=true", "`file-scoped` needs `namespace`"),
        ("indent=2", "unknown key `indent`"),
    ] {
        refused(folder, &["-D", &format!("output.csharp.{option}")], message)?;
    }
    Ok(())
}

fn refused(folder: &Path, flags: &[&str], message: &str) -> Result<(), String> {
    match small(folder, flags) {
        Ok(()) => Err(format!("{flags:?} is taken")),
        Err(error) if error.contains(message) => Ok(()),
        Err(error) => Err(format!("{flags:?} is refused without {message:?}:\n{error}")),
    }
}

/// Checks pieces with names that are keywords, have digits or are long, and names that are refused.
fn names(folder: &Path) -> Result<(), String> {
    let long = "general-of-the-northern-and-the-southern-province";
    let pieces = ["class", "string", "rook2", "walk", "tables", long];
    let mut config = "version = 1\n[board]\nwidth = 4\nheight = 4\n".to_owned();
    for piece in pieces {
        let _ = write!(config, "[[piece]]\nname = \"{piece}\"\nrays = [[0, 1], [1, 1]]\n");
    }
    for (tables, given) in [("full", "prefix = \"class\""), ("init", "prefix = \"m2\"")] {
        let output = format!(
            "[[output]]\nlang = \"csharp\"\npath = \"Magics.cs\"\ntables = \"{tables}\"\npieces = {pieces:?}\n\
             emit = [\"squares\", \"lookup\", \"masks\", \"attacks\", \"self-test\"]\n\
             [output.names]\n{given}\ntype = \"Magics\"\n"
        );
        write(folder, "magicgen.toml", &format!("{config}{output}"))?;
        magicgen(folder, &["--config", "magicgen.toml"])?;
        self_test(folder)?;
    }
    // The file itself has a nested class of this name.
    magicgen(
        folder,
        &[
            &["--lang", "csharp", "-o", "Tables.cs", "--tables", "init", "-D"],
            &["output.names.type=Tables"][..],
            &SMALL,
        ]
        .concat(),
    )?;
    library(folder, &["Tables.cs"])?;
    for (option, message) in [
        ("output.names.type=class", "`class` is a keyword or reserved"),
        ("output.names.lookup=string", "`string` is a keyword or reserved"),
        ("output.names.lookup=relevant", "`relevant` is already a variable"),
        ("output.names.lookup=Magics", "have the same name, `Magics`"),
    ] {
        refused(folder, &["--piece", "rook", "-D", option], message)?;
    }
    Ok(())
}

/// Checks that a changed digit of a factor or a table is found.
fn fault(folder: &Path) -> Result<(), String> {
    for (tables, array) in
        [("init", "RookFactors =\n"), ("full", "RookFactors =\n"), ("full", "AttackTable =\n")]
    {
        small(folder, &["--tables", tables, "--emit", "lookup,self-test"])?;
        let text = read(folder, "Magics.cs")?;
        let (before, after) = text.split_once(array).ok_or("no array")?;
        let digit = after.find(|c| ('1'..='f').contains(&c)).ok_or("no digit")?;
        let (zeros, entry) = after.split_at(digit);
        write(folder, "Magics.cs", &format!("{before}{array}{zeros}0{}", &entry[1..]))?;
        match self_test(folder) {
            Ok(()) => return Err(format!("{tables}: the fault goes unseen")),
            Err(error) if error.contains("the rook on square 0, occupied 0000") => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

//! Further cells of C++: options, names, every choice of parts, odd boards, bit scans, faults.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::{COMPILERS, NEEDS, compile, format, self_test};
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
        cells
            .push(cell(&format!("cpp::emit::{tables}"), NEEDS, move |folder| emit(folder, tables)));
        for board in ["holes", "permutation"] {
            cells.push(cell(&format!("cpp::odd::{board}::{tables}"), NEEDS, move |folder| {
                odd(folder, board, tables)
            }));
        }
    }
    cells.push(cell("cpp::bitscan", NEEDS, bitscan));
    cells.push(cell("cpp::options", NEEDS, options));
    cells.push(cell("cpp::names", NEEDS, names));
    cells.push(cell("cpp::fault", NEEDS, fault));
    cells.push(cell("cpp::m32", &["g++ -m32"], m32));
    cells
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    fs::write(folder.join(name), text).map_err(|error| error.to_string())
}

fn header(folder: &Path) -> Result<String, String> {
    fs::read_to_string(folder.join("magics.hpp")).map_err(|error| error.to_string())
}

/// Generates `magics.hpp` for the small board.
fn small(folder: &Path, flags: &[&str]) -> Result<(), String> {
    magicgen(folder, &[&["--lang", "cpp", "-o", "magics.hpp"], flags, &SMALL].concat())
}

/// Checks that every combination of parts compiles in two files, is formatted, and has nothing unused in `detail`.
fn emit(folder: &Path, tables: &str) -> Result<(), String> {
    write(folder, "user.cpp", "#include \"magics.hpp\"\n#include \"magics.hpp\"\nint main() {}\n")?;
    for (at, (parts, variant, pieces)) in EMITS.iter().enumerate() {
        if *variant == "hyperbola" && tables == "init" {
            continue;
        }
        let (compiler, std, style) = COMPILERS[at % COMPILERS.len()];
        let standard = format!("output.cpp.std=c++{std}");
        let mut flags = vec!["--tables", tables, "--emit", parts, "--variant", variant];
        flags.extend(["-D", &standard]);
        flags.extend(pieces.split(',').flat_map(|piece| ["--piece", piece]));
        let said = |error: String| format!("{parts}, {pieces}: {error}");
        small(folder, &flags).map_err(said)?;
        compile(folder, (compiler, std), &["user.cpp"], None).map_err(said)?;
        format(folder, style, &["magics.hpp"]).map_err(said)?;
        no_unused(&header(folder)?).map_err(said)?;
        if parts.contains("self-test") {
            self_test(folder, (compiler, std)).map_err(said)?;
        }
    }
    Ok(())
}

/// Checks that everything that `detail` declares is used.
fn no_unused(text: &str) -> Result<(), String> {
    let mut is_inside = false;
    for line in text.lines() {
        is_inside = match line {
            "namespace detail {" => true,
            "} /* namespace detail */" => false,
            _ => is_inside,
        };
        if !is_inside || !line.starts_with(['i', 'c']) {
            continue;
        }
        let before = line.split(['(', '{']).next().unwrap_or_default();
        let name = before.split(' ').next_back().unwrap_or_default();
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        if text.split(|c| !is_name(c)).filter(|word| *word == name).count() < 2 {
            return Err(format!("`{name}` is in `detail`, and unused"));
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
    for (at, variant) in
        ["fancy", "nested", "split32", "postmask", "direction", "hyperbola", "bytes"]
            .iter()
            .enumerate()
    {
        let is_filled = !matches!(*variant, "hyperbola" | "bytes");
        // Squares of a line have to be in the order of their bits.
        let has_lines = board == "holes" || *variant != "hyperbola";
        if !has_lines || (tables == "init" && !is_filled) {
            continue;
        }
        let (compiler, std, style) = COMPILERS[at % COMPILERS.len()];
        let config = format!(
            "version = 1\n{head}\n[[piece]]\nname = \"short-rook\"\nrays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\n\
             range = 3\n[[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n[[output]]\nlang = \"cpp\"\n\
             path = \"magics.hpp\"\nvariant = \"{variant}\"\ntables = \"{tables}\"\n\
             pieces = [\"short-rook\", \"lance\", \"bishop\"]\nemit = [\"squares\", \"lookup\", \"self-test\"]\n\
             [output.cpp]\nstd = \"c++{std}\"\n"
        );
        write(folder, "magicgen.toml", &config)?;
        let said = |error: String| format!("{variant}: {error}");
        magicgen(folder, &["--config", "magicgen.toml"]).map_err(said)?;
        format(folder, style, &["magics.hpp"]).map_err(said)?;
        self_test(folder, (compiler, std)).map_err(said)?;
    }
    Ok(())
}

fn bitscan(folder: &Path) -> Result<(), String> {
    small(folder, &["--emit", "bitscan"])?;
    let driver = support::drivers().join("cpp/scan.cpp").display().to_string();
    for (compiler, std, _) in &COMPILERS[..2] {
        compile(folder, (compiler, std), &[&driver], Some("scan"))?;
        support::compare_with(
            &run::<&str>(folder, folder.join("scan"), &[])?,
            "magicgen-driver ok",
        )?;
    }
    Ok(())
}

/// Checks a nested namespace, camel case, a given guard, no assertions, and options that are refused.
fn options(folder: &Path) -> Result<(), String> {
    let user = "#include \"magics.hpp\"\nnamespace m = chess::magics;\n\
                int main() {\n  if (m::selfTest()) {\n    return 1;\n  }\n\
                  const auto attacks = m::rookAttacks(m::a1, m::Bitboard{1} << m::square(0, 1));\n\
                  return attacks == 0 ? 1 : 0;\n}\n";
    write(folder, "user.cpp", user)?;
    for tables in ["full", "init"] {
        let mut flags = vec!["--tables", tables, "--emit", "squares,lookup,self-test"];
        let given = [
            "output.cpp.namespace=\"chess::magics\"",
            "output.cpp.case=camel",
            "output.cpp.guard=MY_GUARD",
            "output.cpp.static-assert=false",
            "output.cpp.std=c++20",
        ];
        flags.extend(given.iter().flat_map(|option| ["-D", option]));
        small(folder, &flags)?;
        for (compiler, std, style) in &COMPILERS[1..3] {
            compile(folder, (compiler, std), &["user.cpp"], Some("user"))?;
            format(folder, style, &["magics.hpp"])?;
        }
        run::<&str>(folder, folder.join("user"), &[])?;
        let text = header(folder)?;
        let has = ["namespace chess::magics {", "#ifndef MY_GUARD\n#define MY_GUARD\n"];
        if has.iter().any(|part| !text.contains(part)) || text.contains("static_assert") {
            return Err(format!("{tables}: options are not heeded"));
        }
        if text.contains("constinit") != (tables == "init") {
            return Err(format!("{tables}: C++20 says of what is filled that it is constinit"));
        }
    }
    for (option, message) in [
        ("namespace=\"chess::class\"", "`chess::class` isn't the name of a namespace"),
        ("namespace=\"a::\"", "`a::` isn't the name of a namespace"),
        ("guard=\"a b\"", "`a b` isn't the name of a macro"),
        ("std=\"c++98\"", "unknown value `c++98`"),
        ("indent=2", "unknown key `indent`"),
    ] {
        refused(folder, &["-D", &format!("output.cpp.{option}")], message)?;
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
    let pieces = ["class", "co-await", "rook2", "walk", long];
    let mut config = "version = 1\n[board]\nwidth = 4\nheight = 4\n".to_owned();
    for piece in pieces {
        let _ = write!(config, "[[piece]]\nname = \"{piece}\"\nrays = [[0, 1], [1, 1]]\n");
    }
    for tables in ["full", "init"] {
        let output = format!(
            "[[output]]\nlang = \"cpp\"\npath = \"magics.hpp\"\ntables = \"{tables}\"\npieces = {pieces:?}\n\
             emit = [\"squares\", \"lookup\", \"masks\", \"attacks\", \"self-test\"]\n\
             [output.names]\nprefix = \"class\"\ntype = \"magics2\"\n"
        );
        write(folder, "magicgen.toml", &format!("{config}{output}"))?;
        magicgen(folder, &["--config", "magicgen.toml"])?;
        let user =
            "#include \"magics.hpp\"\nint main() { return magics2::class_self_test() ? 1 : 0; }\n";
        write(folder, "user.cpp", user)?;
        for (compiler, std, style) in &COMPILERS[..2] {
            compile(folder, (compiler, std), &["user.cpp"], Some("user"))?;
            run::<&str>(folder, folder.join("user"), &[])?;
            format(folder, style, &["magics.hpp"])?;
        }
    }
    for (option, message) in [
        ("output.names.type=class", "`class` is a keyword or reserved"),
        ("output.names.lookup=xor", "`xor` is a keyword or reserved"),
        ("output.names.lookup=detail", "`detail` is already a variable"),
        ("output.names.lookup=relevant", "`relevant` is already a variable"),
    ] {
        refused(folder, &["--piece", "rook", "-D", option], message)?;
    }
    Ok(())
}

/// Checks that a changed digit of a factor or a table is found.
fn fault(folder: &Path) -> Result<(), String> {
    for (tables, array) in
        [("init", "rook_factors{{"), ("full", "rook_factors{{"), ("full", "attack_table{{")]
    {
        let flags = ["--tables", tables, "--emit", "lookup,self-test", "-D"];
        small(folder, &[&flags[..], &["output.cpp.static-assert=false"]].concat())?;
        let text = header(folder)?;
        let (before, after) = text.split_once(array).ok_or("no array")?;
        let (zeros, entry) =
            after.split_at(after.find(|c| ('1'..='f').contains(&c)).ok_or("no digit")?);
        write(folder, "magics.hpp", &format!("{before}{array}{zeros}0{}", &entry[1..]))?;
        match self_test(folder, ("g++", "17")) {
            Ok(()) => return Err(format!("{tables}: the fault goes unseen")),
            Err(error) if error.contains("the rook on square 0, occupied 0000") => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Checks a target on which a word takes two registers and `size_t` has 32 bits.
fn m32(folder: &Path) -> Result<(), String> {
    for variant in ["fancy", "split32", "hyperbola"] {
        small(folder, &["--variant", variant, "--emit", "squares,lookup,self-test,bitscan"])?;
        let file = support::drivers().join("cpp/self_test.cpp").display().to_string();
        compile(folder, ("g++", "17"), &[&file, "-m32"], Some("self_test"))?;
        run::<&str>(folder, folder.join("self_test"), &[])?;
    }
    Ok(())
}

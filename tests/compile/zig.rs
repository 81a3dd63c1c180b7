//! Zig: files that one root imports, formatted and tested in one call of each.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compile::support::{self, Cell};

const NEEDS: &[&str] = &["python3 ziglang"];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let cell = |name: &str, run: fn(&Path) -> Result<(), String>| {
        support::cell(&format!("zig::{name}"), NEEDS, run)
    };
    vec![
        cell("all", all),
        cell("emit", emit),
        cell("bitscan", bitscan),
        cell("by_square", by_square),
        cell("odd", odd),
        cell("fault", fault),
        cell("names", names),
        cell("options", options),
        cell("pext", pext),
    ]
}

/// The folder for what zig builds of its own library, which all cells share.
pub(crate) fn library_cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("zig-cache")
}

/// Runs zig from Python's package. All cells share a cache of its standard library. The cache of a cell's own files is
/// in the cell's folder, since its entries are named by relative paths, which are the same in all cells. Tests print to
/// standard error.
pub(crate) fn zig(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("python3")
        .args(["-m", "ziglang"])
        .args(arguments)
        .current_dir(folder)
        .env("ZIG_GLOBAL_CACHE_DIR", library_cache())
        .env("ZIG_LOCAL_CACHE_DIR", folder.join(".zig-cache"))
        .output()
        .map_err(|error| format!("python3: {error}"))?;
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if output.status.success() { Ok(text.concat()) } else { Err(text.concat()) }
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// The part of a line from the name on that it declares, if the name is private.
fn private(line: &str) -> Option<&str> {
    ["const ", "var ", "fn "].into_iter().find_map(|kind| line.strip_prefix(kind))
}

/// The generated files of a folder.
fn files(folder: &Path) -> Result<Vec<String>, String> {
    let mut files: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        files.extend(name.to_str().filter(|name| name.starts_with("magics")).map(str::to_owned));
    }
    files.sort();
    Ok(files)
}

/// Checks generated files: no line is too long, no private item is unused, and [`test`] passes.
fn check(folder: &Path, more: &str) -> Result<String, String> {
    for file in files(folder)? {
        let text = fs::read_to_string(folder.join(&file)).map_err(|error| error.to_string())?;
        support::too_long(&text).map_err(|error| format!("{file}: {error}"))?;
        support::unused(&text, "//", private).map_err(|error| format!("{file}: {error}"))?;
    }
    test(folder, more)
}

/// Checks that zig fmt has no complaints, that all public items compile, and that all tests pass. `more` are further
/// declarations of the root.
fn test(folder: &Path, more: &str) -> Result<String, String> {
    let mut root = "const std = @import(\"std\");\n".to_owned();
    for file in files(folder)? {
        let _ = writeln!(root, "\ntest {{\n    std.testing.refAllDecls(@import(\"{file}\"));\n}}");
    }
    write(&folder.join("root.zig"), &format!("{root}{more}"))?;
    zig(folder, &["fmt", "--check", "."])?;
    zig(folder, &["test", "root.zig"])
}

/// Checks every variant with its test and the driver.
fn all(folder: &Path) -> Result<(), String> {
    let mut drives = "\nconst driver = @import(\"driver.zig\");\n".to_owned();
    let mut driven = Vec::new();
    for plan in support::chosen("zig") {
        let name = plan.name().replace("::", "_").replace('-', "_");
        let file = format!("magics_{name}.zig");
        let mut flags = plan.flags("zig");
        flags.extend(["--emit", "squares,lookup,self-test", "-o", &file]);
        support::magicgen(folder, &flags)?;
        // Groups of rooks aren't found, so this variant has no queen to drive, and its test suffices.
        if plan.variant == "group" {
            continue;
        }
        let bits = support::board_arguments(plan.orientation)[2..].join(", ");
        let _ = writeln!(
            drives,
            "\ntest \"{name}\" {{\n    const bits = [_]u6{{ {bits} }};\n    \
             try driver.drive(@import(\"{file}\"), \"{name}\", &bits);\n}}"
        );
        driven.push(name);
    }
    let driver = support::drivers().join("zig/driver.zig");
    fs::copy(driver, folder.join("driver.zig")).map_err(|error| error.to_string())?;
    let output = check(folder, &drives)?;
    for name in driven {
        let line = output.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
        let line =
            line.ok_or_else(|| format!("{name}: the driver printed no line in\n{output}"))?;
        support::compare(line).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// An output of a config.
fn output(name: &str, variant: &str, tables: &str, rest: &str) -> String {
    format!(
        "[[output]]\nid = \"{name}\"\nlang = \"zig\"\npath = \"magics_{name}.zig\"\nvariant = \"{variant}\"\n\
         tables = \"{tables}\"\n{rest}\n"
    )
}

fn emit(folder: &Path) -> Result<(), String> {
    let mut config = "version = 1\n[board]\nwidth = 4\nheight = 4\n".to_owned();
    for (at, (variant, tables, parts, pieces)) in support::EMITS.iter().enumerate() {
        let pieces =
            if pieces.is_empty() { String::new() } else { format!("pieces = [{pieces}]\n") };
        let rest = format!("emit = [{parts}]\n{pieces}");
        config += &output(&format!("emit{at}"), variant, tables, &rest);
    }
    support::generate(folder, &config)?;
    check(folder, "").map(|_| ())
}

/// Checks one record for each square, with the fields of all pieces, and that none straddles a cache line.
fn by_square(folder: &Path) -> Result<(), String> {
    let mut config = "version = 1\n[board]\nwidth = 5\nheight = 4\n".to_owned();
    let with_pext =
        [("pext", "full", "\"lookup\", \"self-test\""), ("pext16", "full", "\"lookup\"")];
    for (variant, tables, parts) in support::BY_SQUARE.iter().chain(&with_pext) {
        let rest = format!("emit = [{parts}]\nstyle = {{ fields = \"square-records\" }}\n");
        config += &output(&format!("{variant}_{tables}"), variant, tables, &rest);
    }
    support::generate(folder, &config)?;
    let places = "\ntest {\n    const all = &@import(\"magics_fancy_init.zig\").all_magics;\n    \
                  try std.testing.expectEqual(64, @sizeOf(@TypeOf(all[0])));\n    \
                  try std.testing.expectEqual(0, @intFromPtr(&all[1]) % 64);\n}\n";
    check(folder, places).map(|_| ())
}

/// Drives bit scans with all short words and random long ones.
fn bitscan(folder: &Path) -> Result<(), String> {
    support::magicgen(folder, &["--lang", "zig", "--emit", "bitscan", "-o", "magics.zig"])?;
    let driver = support::drivers().join("zig/scan.zig");
    fs::copy(driver, folder.join("scan.zig")).map_err(|error| error.to_string())?;
    check(folder, "\ntest {\n    _ = @import(\"scan.zig\");\n}\n").map(|_| ())
}

/// Checks boards with holes and with a random order of squares, pieces of a short range, and one-sided pieces.
fn odd(folder: &Path) -> Result<(), String> {
    for (board, lines) in support::ODD {
        let mut config = format!("version = 1\n{lines}{}", support::ODD_PIECES);
        for (variant, tables) in support::odd_variants(board) {
            let rest = "emit = [\"squares\", \"lookup\", \"self-test\"]\n\
                        pieces = [\"short-rook\", \"lance\", \"bishop\"]\n";
            config += &output(&format!("{board}_{variant}_{tables}"), variant, tables, rest);
        }
        support::generate(folder, &config)?;
    }
    check(folder, "").map(|_| ())
}

/// Checks that the test finds an altered factor and an altered entry of a table, and names the place.
fn fault(folder: &Path) -> Result<(), String> {
    for (name, tables, after, square) in [
        ("factor", "full", "const rook_factors", 4),
        ("filled", "init", "const rook_factors", 4),
        ("entry", "full", "const attack_table", 0),
    ] {
        let file = format!("{name}.zig");
        let mut flags = vec!["--lang", "zig", "--emit", "lookup,self-test", "-o", &file];
        flags.extend(["--tables", tables]);
        flags.extend(support::SMALL);
        support::magicgen(folder, &flags)?;
        support::alter(&folder.join(&file), after, 4)?;
        let said = format!("the rook on square {square}, occupied 0x");
        support::refused(zig(folder, &["test", &file]), &[&said, "FAIL (TestUnexpectedResult)"])
            .map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// Checks names that are words of the language, have digits, or are long.
fn names(folder: &Path) -> Result<(), String> {
    let config = |name: &str, piece: &str, names: &str| {
        let own = format!("[[piece]]\nname = \"{piece}\"\nrays = [[0, 1], [1, 0]]\n");
        format!(
            "version = 1\n[board]\nwidth = 4\nheight = 3\n{}{}pieces = [\"{piece}\"]\n\
             emit = [\"masks\", \"lookup\", \"self-test\"]\n[output.names]\n{names}\n",
            if piece == "rook" { "" } else { &own },
            output(name, "fancy", "init", "")
        )
    };
    for (name, piece, names) in [
        ("class", "class", ""),
        ("keyword", "fn", ""),
        ("primitive", "u8", ""),
        ("digit", "rook2", ""),
        ("prefix", "rook", "prefix = \"fn\""),
        ("prefix2", "rook", "prefix = \"magics2\""),
        ("given", "rook", "lookup = \"{Piece}Moves\"\nmasks = \"magic_{piece}_masks\""),
        ("long", "archbishop-of-canterbury-and-primate-of-all-england", ""),
    ] {
        support::generate(folder, &config(name, piece, names))?;
    }
    test(folder, "")?;
    for (piece, names, said) in [
        ("fn", "lookup = \"{piece}\"", "`fn` is a keyword or reserved"),
        ("u8", "lookup = \"{piece}\"", "`u8` is a keyword or reserved"),
        ("rook", "lookup = \"sq\"", "`sq` is a keyword or reserved"),
        ("rook", "lookup = \"attacks\"", "`attacks` is already a variable"),
    ] {
        let generated = support::generate(folder, &config("refused", piece, names));
        support::refused(generated, &[said])?;
    }
    Ok(())
}

/// Checks each option once, and that a file that can't be imported is refused.
fn options(folder: &Path) -> Result<(), String> {
    let mut flags = vec!["--lang", "zig", "--tables", "init", "-D", "output.zig.lazy=false"];
    flags.extend(support::SMALL);
    for (parts, file) in [
        ("lookup,self-test", "magics_called.zig"),
        ("lookup,attacks,self-test", "magics_shown.zig"),
        ("attacks", "magics_table.zig"),
    ] {
        support::magicgen(folder, &[&flags[..], &["--emit", parts, "-o", file]].concat())?;
    }
    let uncalled = "\ntest \"a lookup before its tables are filled\" {\n    \
                    _ = @import(\"magics_uncalled.zig\").rookAttacks(0, 0);\n}\n";
    check(folder, "")?;
    support::magicgen(
        folder,
        &[&flags[..], &["--emit", "lookup", "-o", "magics_uncalled.zig"]].concat(),
    )?;
    let said = ["call fillTables() before the first lookup", "in rookAttacks"];
    support::refused(check(folder, uncalled), &said)?;
    for (option, file, said) in [
        ("output.zig.namespace=magics", "magics.zig", "unknown key `namespace`"),
        ("output.zig.lazy=perhaps", "magics.zig", "lazy"),
        ("output.zig.lazy=false", "magics.zig", "`lazy` needs tables that are filled at start-up"),
        ("output.style.version=false", "magics.txt", "files whose names end in `.zig`"),
    ] {
        let flags = ["--lang", "zig", "-D", option, "-o", file];
        support::refused(support::magicgen(folder, &flags), &[said])?;
    }
    Ok(())
}

/// Checks lookups by PEXT and PDEP, and by the loop that replaces them on other processors and in constants.
fn pext(folder: &Path) -> Result<(), String> {
    let mut more = String::new();
    for (variant, instruction) in [("pext", "\tpext\t"), ("pext16", "\tpdep\t")] {
        let file = format!("magics_{variant}.zig");
        let mut flags = vec!["--lang", "zig", "--variant", variant, "--tables", "full"];
        flags.extend(["--emit", "lookup,self-test", "-o", &file]);
        flags.extend(support::SMALL);
        support::magicgen(folder, &flags)?;
        let _ = writeln!(
            more,
            "\ntest {{\n    const set = comptime @import(\"{file}\").rookAttacks(0, 0);\n    \
             try std.testing.expectEqual(@as(u64, 0x10843e), set);\n}}"
        );
        let user = format!(
            "export fn look(square: u8, occupied: u64) u64 {{\n    \
             return @import(\"{file}\").rookAttacks(@intCast(square), occupied);\n}}\n"
        );
        write(&folder.join("user.zig"), &user)?;
        for (processor, has) in [("x86_64_v3", true), ("x86_64_v2", false)] {
            let mcpu = format!("-mcpu={processor}");
            let target = ["-target", "x86_64-linux", &mcpu, "-OReleaseFast"];
            let emit = ["-fno-emit-bin", "-femit-asm=user.s", "user.zig"];
            zig(folder, &[&["build-obj"], &target[..], &emit].concat())?;
            let assembly = fs::read_to_string(folder.join("user.s"));
            if assembly.map_err(|error| error.to_string())?.contains(instruction) != has {
                return Err(format!("{variant}: {instruction:?} for {processor} isn't {has}"));
            }
        }
    }
    check(folder, &more)?;
    zig(folder, &["test", "-mcpu=baseline", "root.zig"]).map(|_| ())
}

//! Go: packages of one module, formatted, vetted and tested in one call of each.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::compile::support::{self, Cell};

const NEEDS: &[&str] = &["go", "gofmt"];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let cell = |name: &str, run: fn(&Path) -> Result<(), String>| {
        support::cell(&format!("go::{name}"), NEEDS, run)
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
    ]
}

/// Runs the go tool without a network. All cells share a cache of its standard library.
pub(crate) fn go(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("go-cache");
    let output = Command::new("go")
        .args(arguments)
        .current_dir(folder)
        .env("GOCACHE", cache)
        .env("GOPROXY", "off")
        .env("GOFLAGS", "-mod=mod")
        .env("GOTOOLCHAIN", "local")
        .output()
        .map_err(|error| format!("go: {error}"))?;
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if output.status.success() { Ok(text.concat()) } else { Err(text.concat()) }
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Makes a folder a module.
fn module(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    write(&folder.join("go.mod"), "module magicgentest\n\ngo 1.13\n")
}

/// The part of a line from the name on that it declares, if the name is private.
fn private(line: &str) -> Option<&str> {
    let name = line.strip_prefix("var ").or_else(|| line.strip_prefix("func "));
    name.filter(|name| name.starts_with(char::is_lowercase))
}

/// Checks a generated package: gofmt and vet have no complaints, no private item is unused, no line is too long, and
/// the tests pass.
fn check(folder: &Path) -> Result<String, String> {
    let unformatted = support::run(folder, "gofmt", &["-s", "-d", "."])?;
    if !unformatted.is_empty() {
        return Err(unformatted);
    }
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let file = entry.map_err(|error| error.to_string())?.path().join("magics.go");
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let shown = |error| format!("{}: {error}", file.display());
        support::too_long(&text).map_err(shown)?;
        support::unused(&text, "//", private).map_err(shown)?;
    }
    go(folder, &["vet", "./..."])?;
    go(folder, &["test", "-vet=off", "./..."])
}

/// Checks every variant with its test, and by one program that drives all variants.
fn all(folder: &Path) -> Result<(), String> {
    module(folder)?;
    let mut imports = String::new();
    let mut calls = String::new();
    let mut driven = Vec::new();
    for plan in support::chosen("go") {
        let package = plan.name().replace("::", "_").replace('-', "_");
        let file = format!("{package}/magics.go");
        let mut flags = plan.flags("go");
        flags.extend(["--emit", "squares,lookup,self-test", "-o", &file]);
        support::magicgen(folder, &flags)?;
        // Groups of rooks aren't found, so this variant has no queen to drive, and its test suffices.
        if plan.variant == "group" {
            continue;
        }
        let board = support::board_arguments(plan.orientation).join("\", \"");
        let _ = writeln!(imports, "\t{package} \"magicgentest/{package}\"");
        let _ = writeln!(
            calls,
            "\tfmt.Println(\"{package}\", driver.Drive(driver.Lookups{{\n\t\t{package}.Square, {package}.A1, \
             {package}.H1, {package}.A8, {package}.H8,\n\t\t{package}.RookAttacks, {package}.BishopAttacks, \
             {package}.QueenAttacks,\n\t}}, []string{{\"{board}\"}}))"
        );
        driven.push(package);
    }
    fs::create_dir(folder.join("driver")).map_err(|error| error.to_string())?;
    let driver = fs::read_to_string(support::drivers().join("go/driver.go"));
    write(&folder.join("driver/driver.go"), &driver.map_err(|error| error.to_string())?)?;
    check(folder)?;
    let main = format!(
        "package main\n\nimport (\n\t\"fmt\"\n\n\t\"magicgentest/driver\"\n{imports})\n\nfunc main() {{\n{calls}}}\n"
    );
    write(&folder.join("main.go"), &main)?;
    let output = go(folder, &["run", "."])?;
    let mut lines = output.lines();
    for package in driven {
        let line = lines.next().and_then(|line| line.strip_prefix(&package)).unwrap_or_default();
        support::compare(line).map_err(|error| format!("{package}: {error}"))?;
    }
    Ok(())
}

/// An output of a config, in a package of its own.
fn output(package: &str, variant: &str, tables: &str, rest: &str) -> String {
    format!(
        "[[output]]\nid = \"{package}\"\nlang = \"go\"\npath = \"{package}/magics.go\"\n\
         variant = \"{variant}\"\ntables = \"{tables}\"\n{rest}\n"
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
    module(folder)?;
    support::generate(folder, &config)?;
    check(folder).map(|_| ())
}

/// Checks one record for each square, with the fields of all pieces.
fn by_square(folder: &Path) -> Result<(), String> {
    let mut config = "version = 1\n[board]\nwidth = 5\nheight = 4\n".to_owned();
    for (variant, tables, parts) in support::BY_SQUARE {
        let rest = format!("emit = [{parts}]\nstyle = {{ fields = \"square-records\" }}\n");
        config += &output(&format!("{variant}{tables}"), variant, tables, &rest);
    }
    module(folder)?;
    support::generate(folder, &config)?;
    check(folder).map(|_| ())
}

/// Drives bit scans with all short words and random long ones.
fn bitscan(folder: &Path) -> Result<(), String> {
    module(folder)?;
    let flags = ["--lang", "go", "--emit", "bitscan", "-o", "magics/magics.go"];
    support::magicgen(folder, &flags)?;
    check(folder)?;
    let driver = fs::read_to_string(support::drivers().join("go/scan.go"));
    write(&folder.join("scan.go"), &driver.map_err(|error| error.to_string())?)?;
    support::compare_with(&go(folder, &["run", "."])?, "magicgen-driver ok")
}

/// Checks boards with holes and with a random order of squares, pieces of a short range, and one-sided pieces.
fn odd(folder: &Path) -> Result<(), String> {
    module(folder)?;
    for (board, lines) in support::ODD {
        let mut config = format!("version = 1\n{lines}{}", support::ODD_PIECES);
        for (variant, tables) in support::odd_variants(board) {
            let rest = "emit = [\"squares\", \"lookup\", \"self-test\"]\n\
                        pieces = [\"short-rook\", \"lance\", \"bishop\"]\n";
            config += &output(&format!("{board}_{variant}_{tables}"), variant, tables, rest);
        }
        support::generate(folder, &config)?;
    }
    check(folder).map(|_| ())
}

/// Checks that the test finds an altered factor and an altered entry of a table, and names the place.
fn fault(folder: &Path) -> Result<(), String> {
    for (name, tables, after) in [
        ("factor", "full", "var rookFactors"),
        ("filled", "init", "var rookFactors"),
        ("entry", "full", "var attackTable"),
    ] {
        let folder = folder.join(name);
        module(&folder)?;
        let mut flags = vec!["--lang", "go", "--emit", "lookup,self-test", "-o", "magics.go"];
        flags.extend(["--tables", tables]);
        flags.extend(support::SMALL);
        support::magicgen(&folder, &flags)?;
        support::alter(&folder.join("magics.go"), after, 4)?;
        let place = if name == "entry" { "RookAttacks(0, 0x" } else { "RookAttacks(4, 0x" };
        let said = ["--- FAIL: TestRookAttacks", place, "want 0x"];
        support::refused(go(&folder, &["test", "."]), &said)
            .map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// Checks names that are words of the language, have digits, or are long.
fn names(folder: &Path) -> Result<(), String> {
    let config = |package: &str, piece: &str, names: &str| {
        let own = format!("[[piece]]\nname = \"{piece}\"\nrays = [[0, 1], [1, 0]]\n");
        format!(
            "version = 1\n[board]\nwidth = 4\nheight = 3\n{}{}pieces = [\"{piece}\"]\n\
             emit = [\"masks\", \"lookup\", \"self-test\"]\n[output.names]\n{names}\n",
            if piece == "rook" { "" } else { &own },
            output(package, "fancy", "init", "")
        )
    };
    module(folder)?;
    for (package, piece, names) in [
        ("class", "class", ""),
        ("keyword", "func", ""),
        ("digit", "rook2", ""),
        ("prefix", "rook", "prefix = \"func\""),
        ("prefix2", "rook", "prefix = \"magics2\""),
        ("given", "rook", "lookup = \"{piece}_moves\"\nmasks = \"magic{Piece}Masks\""),
        ("long", "archbishop-of-canterbury-and-primate-of-all-england", ""),
    ] {
        support::generate(folder, &config(package, piece, names))?;
    }
    go(folder, &["test", "./..."])?;
    for (piece, names, said) in [
        ("func", "lookup = \"{piece}\"", "`func` is a keyword or reserved"),
        ("init", "lookup = \"{piece}\"", "`init` is a keyword or reserved"),
        ("uint64", "lookup = \"{piece}\"", "`uint64` is a keyword or reserved"),
        ("rook", "lookup = \"attacks\"", "`attacks` is already a variable"),
    ] {
        let generated = support::generate(folder, &config("refused", piece, names));
        support::refused(generated, &[said])?;
    }
    Ok(())
}

/// Checks that lookups and companions have no bounds check where a mask shows that there is none to do.
fn unchecked(folder: &Path) -> Result<(), String> {
    let emit = "lookup,leapers,pawns,rays,between,line,ray-pass,aligned";
    let flags = ["--lang", "go", "--variant", "plain", "--emit", emit, "-o", "plain/magics.go"];
    support::magicgen(folder, &flags)?;
    let said = go(folder, &["build", "-gcflags=-d=ssa/check_bce", "./plain"])?;
    if said.contains("Found Is") { Err(said) } else { Ok(()) }
}

/// Checks each option once.
fn options(folder: &Path) -> Result<(), String> {
    module(folder)?;
    let mut flags = vec!["--lang", "golang", "--emit", "squares,lookup,self-test"];
    flags.extend(support::SMALL);
    flags.extend(["-D", "output.go.package=bitboard"]);
    support::magicgen(folder, &[&flags[..], &["-o", "bitboard/magics.go"]].concat())?;
    // A variable of the package that a file before that of the tables declares sees them filled.
    let filled = ["--tables", "init", "-o", "early/magics.go"];
    support::magicgen(folder, &[&flags[..], &filled].concat())?;
    write(
        &folder.join("early/a.go"),
        "package bitboard\n\nvar early = RookAttacks(0, 0)\n\nfunc init() {\n\tif early == 0 {\n\t\t\
         panic(\"a lookup came before its table\")\n\t}\n}\n",
    )?;
    unchecked(folder)?;
    write(
        &folder.join("bitboard/doc.go"),
        "// Package bitboard is described here.\npackage bitboard\n",
    )?;
    check(folder)?;
    let shown = go(folder, &["doc", "./bitboard"])?;
    if !shown.contains("Package bitboard is described here.") || shown.contains("provides") {
        return Err(format!("the package's comment is another file's:\n{shown}"));
    }
    for (option, file, said) in [
        ("output.go.package=chess-board", "a.go", "`chess-board` isn't the name of a package"),
        ("output.go.package=type", "a.go", "`type` isn't the name of a package"),
        ("output.go.packages=chess", "a.go", "unknown key `packages`"),
        ("output.go.package=chess", "a_test.go", "go ignores files with names like `a_test.go`"),
        ("output.go.package=chess", "magics_windows.go", "for windows only"),
        ("output.go.package=chess", "magics.txt", "files whose names end in `.go`"),
    ] {
        let flags = ["--lang", "go", "-D", option, "-o", file];
        support::refused(support::magicgen(folder, &flags), &[said])?;
    }
    Ok(())
}

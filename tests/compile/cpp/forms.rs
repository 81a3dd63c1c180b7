//! Every standard, layout, form of tables and arrangement of fields: programs of two files, in which tables stand once.

use std::fs;
use std::path::Path;

use super::{NEEDS, WARNINGS, format};
use crate::compile::support::{self, Cell, cell, magicgen, run};

/// The most bytes that a second file adds to a program, whose tables have 841 KiB.
const MOST_ADDED: u64 = 64 * 1024;

pub(super) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for std in ["11", "14", "17", "20"] {
        for layout in ["single", "pair"] {
            let named = |what: &str| format!("cpp::c++{std}::{layout}::{what}");
            let fields = cell(&named("fields"), NEEDS, move |folder| fields(folder, std, layout));
            let once = cell(&named("once"), NEEDS, move |folder| once(folder, std, layout));
            cells.extend([fields, once].map(Cell::in_product));
        }
    }
    cells.push(cell("cpp::layout", NEEDS, refused));
    cells
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    fs::write(folder.join(name), text).map_err(|error| error.to_string())
}

fn generate(folder: &Path, std: &str, layout: &str, flags: &[&str]) -> Result<(), String> {
    let std = format!("output.cpp.std=c++{std}");
    let layout = format!("output.cpp.layout={layout}");
    let fixed = ["--lang", "cpp", "-o", "magics.hpp", "-D", &std, "-D", &layout];
    magicgen(folder, &[&fixed, flags].concat())
}

/// The program's files, with the source file that belongs to a header.
fn build(
    folder: &Path,
    (compiler, std): (&str, &str),
    files: &[&str],
    program: &str,
) -> Result<(), String> {
    let std = format!("-std=c++{std}");
    let drivers = format!("-I{}", support::drivers().join("cpp").display());
    let own: &[&str] = if folder.join("magics.cpp").is_file() { &["magics.cpp"] } else { &[] };
    let flags = [std.as_str(), "-O1", "-I.", &drivers, "-o", program];
    run(folder, compiler, &[&flags[..], &WARNINGS, files, own].concat()).map(|_| ())
}

/// Compiles two files that look up, of which one runs the test.
fn fields(folder: &Path, std: &str, layout: &str) -> Result<(), String> {
    let lookups = "magics::init();\n  return magics::queen_attacks(square, 0);";
    let user = format!(
        "#include \"magics.hpp\"\nstd::uint64_t other(unsigned square);\n\
         std::uint64_t other(unsigned square) {{\n  {lookups}\n}}\n"
    );
    write(folder, "user.cpp", &user)?;
    write(folder, "owner.cpp", "#include \"self_test.cpp\"\n")?;
    let emit = "squares,masks,attacks,lookup,self-test";
    let mut number = 0;
    for (variant, tables) in [
        ("fancy", "full"),
        ("fancy", "init"),
        ("direction", "init"),
        ("hyperbola", "full"),
        ("pext16", "full"),
        ("pext", "dispatch"),
    ] {
        let tables = match tables {
            "dispatch" => ["-D", "output.lookup.dispatch=true"],
            tables => ["--tables", tables],
        };
        let all = ["arrays", "records", "pointers", "square-pointers", "square-records"];
        for fields in if variant.starts_with("pext") { &all[2..] } else { &all[..] } {
            let said = |error| format!("{variant} {tables:?} {fields}: {error}");
            let fields = format!("output.style.fields={fields}");
            let emit = if variant == "hyperbola" { "lookup,self-test" } else { emit };
            let flags = ["--variant", variant, tables[0], tables[1], "-D", &fields, "--emit", emit];
            let pieces = ["--piece", "rook,bishop,queen"];
            generate(folder, std, layout, &[&flags[..], &pieces, support::SMALL].concat())
                .map_err(said)?;
            let compiler = ["g++", "clang++"][number % 2];
            build(folder, (compiler, std), &["owner.cpp", "user.cpp"], "program").map_err(said)?;
            run::<&str>(folder, folder.join("program"), &[]).map_err(said)?;
            let files: &[&str] =
                if layout == "pair" { &["magics.hpp", "magics.cpp"] } else { &["magics.hpp"] };
            format(folder, ["LLVM", "Google"][number / 2 % 2], files).map_err(said)?;
            number += 1;
        }
    }
    Ok(())
}

/// Checks that the tables are in a program once, however many files include the header.
fn once(folder: &Path, std: &str, layout: &str) -> Result<(), String> {
    generate(folder, std, layout, &["--tables", "full", "--emit", "lookup"])?;
    let lookup = "magics::rook_attacks(static_cast<unsigned>(count), 0)";
    let include = "#include \"magics.hpp\"\n";
    let main = format!(
        "{include}unsigned other(unsigned square);\nint main(int count, char **) {{\n  magics::init();\n  \
         return other(1) == 0 || {lookup} == 0 ? 1 : 0;\n}}\n"
    );
    let plain =
        "unsigned other(unsigned square);\nunsigned other(unsigned square) { return square; }\n";
    let reading = "unsigned other(unsigned square);\nunsigned other(unsigned square) {\n  \
                   return magics::bishop_attacks(square, 0) == 0 ? 0 : 1;\n}\n";
    write(folder, "main.cpp", &format!("#define MAGICS_IMPLEMENTATION\n{main}"))?;
    write(folder, "undefined.cpp", &main)?;
    write(folder, "plain.cpp", plain)?;
    write(folder, "reading.cpp", &format!("{include}{reading}"))?;
    for compiler in ["g++", "clang++"] {
        let mut sizes = Vec::new();
        for other in ["plain.cpp", "reading.cpp"] {
            build(folder, (compiler, std), &["main.cpp", other], "program")?;
            run::<&str>(folder, folder.join("program"), &[])?;
            let size = fs::metadata(folder.join("program")).map_err(|error| error.to_string())?;
            sizes.push(size.len());
        }
        if sizes[0] < 841 * 1024 || sizes[1] > sizes[0] + MOST_ADDED {
            return Err(format!("{compiler}: one file makes {} bytes, two {}", sizes[0], sizes[1]));
        }
        if layout == "single" && ["11", "14"].contains(&std) {
            match build(folder, (compiler, std), &["undefined.cpp", "reading.cpp"], "program") {
                Err(error) if error.contains("magics::detail::attack_table") => {}
                other => return Err(format!("{compiler}: no definition is missing: {other:?}")),
            }
        }
    }
    Ok(())
}

/// Checks the names that a header with a source file may have.
fn refused(folder: &Path) -> Result<(), String> {
    let flags = ["--lang", "cpp", "-D", "output.cpp.layout=pair", "--emit", "lookup"];
    for (name, source) in [("a.hpp", "a.cpp"), ("b.h", "b.cpp")] {
        magicgen(folder, &[&flags[..], support::SMALL, &["-o", name]].concat())?;
        let text = fs::read_to_string(folder.join(source)).map_err(|error| error.to_string())?;
        if !text.contains(&format!("#include \"{name}\"\n")) {
            return Err(format!("{source} includes no {name}"));
        }
    }
    match magicgen(folder, &[&flags[..], support::SMALL, &["-o", "c.cpp"]].concat()) {
        Err(error) if error.contains("the header's name ends in `.hpp` or `.h`") => Ok(()),
        other => Err(format!("`c.cpp` as a header with a source file: {other:?}")),
    }
}

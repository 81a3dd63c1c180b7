//! Programs whose files are compiled with different instructions: each file calls functions of its own, and tables are
//! shared.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::WARNINGS;
use crate::compile::support::{Cell, cell, magicgen, run};

/// The variant, the form of tables, and the standard.
const CASES: [(&str, &str, &str); 5] = [
    ("pext", "full", "17"),
    ("pext", "init", "17"),
    ("pext", "init", "20"),
    ("hyperbola-dual", "full", "20"),
    ("hyperbola-dual", "full", "14"),
];

/// Each compiler, with what its cells need.
const NEEDS: [&[&str]; 2] = [&["g++", "avx2", "bmi2"], &["clang++", "avx2", "bmi2"]];

pub(super) fn cells() -> Vec<Cell> {
    let of = |needs: &'static [&'static str]| {
        CASES.map(|case| {
            let (variant, tables, std) = case;
            let compiler = needs[0];
            let name = format!("cpp::flags::{compiler}::{variant}::{tables}::{std}");
            cell(&name, needs, move |folder| mixed(folder, compiler, case))
        })
    };
    NEEDS.into_iter().flat_map(of).collect()
}

/// Compares the lookups of both files.
const MAIN: &str = "#include <cstdint>
std::uint64_t with(unsigned square, std::uint64_t occupied);
std::uint64_t without(unsigned square, std::uint64_t occupied);
int main() {
  std::uint64_t word = 88172645463325252;
  for (unsigned i = 0; i < 100000; ++i) {
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
    if (with(i % 64, word) != without(i % 64, word)) {
      return 1;
    }
  }
}
";

/// Without optimisation, functions aren't inlined, and the linker keeps one body of each that has external linkage.
fn mixed(
    folder: &Path,
    compiler: &str,
    (variant, tables, std): (&str, &str, &str),
) -> Result<(), String> {
    let standard = format!("output.cpp.std=c++{std}");
    let what = ["--lang", "cpp", "--variant", variant, "--tables", tables, "-D", &standard];
    magicgen(folder, &[&what[..], &["-o", "magics.hpp"]].concat())?;
    let std = format!("-std=c++{std}");
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).map_err(|error| error.to_string())
    };
    for (name, flags) in
        [("with", &["-mbmi2", "-mavx2"][..]), ("without", &["-mno-bmi2", "-mno-avx"])]
    {
        let file = format!("{name}.cpp");
        write(
            &file,
            &format!(
                "#include \"magics.hpp\"\n\
                 std::uint64_t {name}(unsigned square, std::uint64_t occupied);\n\
                 std::uint64_t {name}(unsigned square, std::uint64_t occupied) {{\n  magics::init();\n  \
                 return magics::queen_attacks(square, occupied);\n}}\n"
            ),
        )?;
        let usual = [&std, "-O0", "-c", &file];
        run(folder, compiler, &[&usual[..], &WARNINGS, flags].concat())?;
    }
    write("main.cpp", MAIN)?;
    for objects in [["with.o", "without.o"], ["without.o", "with.o"]] {
        run(folder, compiler, &[&std, "-O0", "main.cpp", objects[0], objects[1], "-o", "program"])?;
        run::<&str>(folder, folder.join("program"), &[])?;
        let disassembly = run(folder, "objdump", &["-d", "--no-show-raw-insn", "program"])?;
        let [with, without] =
            ["<_Z4withjm>", "<_Z7withoutjm>"].map(|name| called(&disassembly, name));
        let is_new = |line: &&String| line.contains("pext") || line.contains("%ymm");
        if let Some(line) = without.iter().find(is_new) {
            return Err(format!("{objects:?}: the file without flags gets to `{line}`"));
        }
        if !with.iter().any(|line| is_new(&line)) {
            return Err(format!("{objects:?}: the file with flags doesn't use them"));
        }
    }
    let symbols = run(folder, "nm", &["program"])?;
    let copies = symbols.lines().filter(|line| line.ends_with("attack_tableE")).count();
    match (variant, copies) {
        ("pext", 1) | ("hyperbola-dual", 0) => Ok(()),
        _ => Err(format!("{copies} attack tables:\n{symbols}")),
    }
}

/// The instructions of a function of the program's own, and of all that it calls.
fn called(disassembly: &str, name: &str) -> Vec<String> {
    let mut functions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut first = "";
    let mut address = "";
    for line in disassembly.lines() {
        if let Some((at, label)) = line.strip_suffix(':').and_then(|line| line.split_once(' ')) {
            address = at.trim_start_matches('0');
            if label == name {
                first = address;
            }
        } else {
            functions.entry(address).or_default().push(line);
        }
    }
    let (mut waiting, mut seen, mut lines) = (vec![first], BTreeSet::new(), Vec::new());
    while let Some(address) = waiting.pop() {
        if !seen.insert(address) {
            continue;
        }
        for line in functions.get(address).into_iter().flatten() {
            lines.push((*line).to_owned());
            let mut words = line.split_whitespace();
            if words.any(|word| word.starts_with("call") || word == "lea") {
                // A function's address stands before its name: in a call, or as a comment where it is taken.
                let words: Vec<&str> = line.split_whitespace().collect();
                waiting.extend(words.iter().copied().filter(|word| functions.contains_key(word)));
            }
        }
    }
    lines
}

//! Flips single bits of generated files: `--check` must find each, and the compiled self-test must agree with the
//! interpreter on whether a lookup changes.
//!
//! Short runs have one mutant for each language; `MUTANTS=50 cargo test -p tests-slow --test slow -- compile::mutants` makes
//! fifty.

use std::fs;
use std::path::Path;
use std::process::Command;

use magicgen::generate::Solver;
use magicgen::render::Artifact;
use magicgen_lookup::model::Disproof;
use magicgen_search::Effort;

use crate::compile::support::{self, Cell, part_of};
use crate::compile::{kotlin, zig};
use crate::mutation::{Kind, Random, mutations};
use crate::subject::{self, Subject};

pub(crate) const BOARD: &str = "[board]\nwidth = 4\nheight = 4\n[search]\neffort = 1\n";

const C_MAIN: &str = r#"#define MAGICS_IMPLEMENTATION
#include "magics.h"
#include <inttypes.h>
#include <stdio.h>
int main(void) {
    unsigned square;
    uint64_t occupied;
    int which = magics_self_test(&square, &occupied);
    if (which != 0) {
        printf("lookup %d on square %u, occupied %" PRIx64 "\n", which, square, occupied);
    }
    return which;
}
"#;

/// A language, the tools that it needs, and the shell command that compiles and runs the self-test. `$DRIVERS` is the
/// folder of the project's drivers.
pub(crate) type Tested = (&'static str, &'static [&'static str], &'static str);

pub(crate) const LANGUAGES: &[Tested] = &[
    ("ada", &["gnatmake"], "gnatmake -q -f -gnat2012 magics_test.adb && ./magics_test"),
    ("c", &["gcc"], "gcc -std=c99 main.c -o test && ./test"),
    ("cpp", &["g++"], "g++ -std=c++17 -I. $DRIVERS/cpp/self_test.cpp -o test && ./test"),
    (
        "csharp",
        &["mcs", "mono"],
        "mcs -out:test.exe -checked Magics.cs MagicsTest.cs && mono test.exe",
    ),
    ("d", &["ldc2"], "ldc2 -unittest -main magics.d -of=test && ./test"),
    ("go", &["go"], "echo 'module magicgentest\n\ngo 1.13' > go.mod && GOPROXY=off go test ."),
    (
        "java",
        &["javac", "java"],
        "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC Magics.java MagicsTest.java && \
         java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC MagicsTest",
    ),
    ("javascript", &["node"], "node --test magics.test.mjs"),
    (
        KOTLIN,
        kotlin::NEEDS,
        // All programs are compiled in one call, by `outcomes`.
        "",
    ),
    ("lua", &["lua5.4"], "lua5.4 magics_test.lua"),
    ("nim", &["nim"], "nim r --hints:off --mm:arc --nimcache:nimcache magics.nim"),
    ("ocaml", &["ocamlopt"], "ocamlopt magics.mli magics.ml magics_test.ml -o test && ./test"),
    ("pascal", &["fpc"], "fpc -v0 -l- magics_test.pas && ./magics_test"),
    ("python", &["python3"], "python3 -B -m unittest -q test_magics"),
    ("rust", &["rustc"], "rustc --test --edition 2024 magics.rs -o test && ./test --quiet"),
    (
        "typescript",
        &["node", "tsc"],
        "echo '{ \"type\": \"module\" }' > package.json; \
         tsc --target es2022 --module nodenext $DRIVERS/javascript/node.d.ts magics.test.ts && node --test magics.test.js",
    ),
    (
        "verilog",
        &["iverilog", "vvp"],
        "iverilog -g2005 -o bench magics.v magics_tb.v && vvp -n bench > said.txt && cat said.txt && \
         grep -q 'every lookup is right' said.txt",
    ),
    (
        "wat",
        &["wat2wasm", "node"],
        "wat2wasm magics.wat -o magics.wasm && node $DRIVERS/wat/self_test.mjs magics.wasm",
    ),
    ("zig", &["python3 ziglang"], "ZIG_LOCAL_CACHE_DIR=cache python3 -m ziglang test magics.zig"),
];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let cell = |tested: &'static Tested| {
        let name = format!("mutants::{}", tested.0);
        support::cell(&name, tested.1, move |folder| run(folder, tested))
    };
    LANGUAGES.iter().map(cell).collect()
}

const KOTLIN: &str = "kotlin";

/// For each program, whether its self-test compiles and passes; the error is what it says.
pub(crate) fn outcomes(
    folder: &Path,
    (language, _, script): &Tested,
    programs: &[Vec<Artifact>],
) -> Result<Vec<Result<(), String>>, String> {
    if *language == KOTLIN {
        return kotlin::self_tests(folder, programs);
    }
    programs.iter().map(|artifacts| passes(folder, artifacts, script)).collect()
}

/// Whether the self-test compiles and passes, in a fresh folder; the error is what it says.
fn passes(
    folder: &Path,
    artifacts: &[Artifact],
    script: &str,
) -> Result<Result<(), String>, String> {
    let _ = fs::remove_dir_all(folder.join("test"));
    let folder = part_of(folder, "test")?;
    let io = |error: std::io::Error| error.to_string();
    for artifact in artifacts {
        fs::write(folder.join(&artifact.name), &artifact.text).map_err(io)?;
    }
    if script.contains("main.c") {
        fs::write(folder.join("main.c"), C_MAIN).map_err(io)?;
    }
    let output = Command::new("sh")
        .args(["-c", script])
        .current_dir(&folder)
        .env("DRIVERS", support::drivers())
        .env("GOCACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("go-cache"))
        .env("ZIG_GLOBAL_CACHE_DIR", zig::library_cache())
        .output()
        .map_err(io)?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    Ok(if output.status.success() { Ok(()) } else { Err(said) })
}

/// The exit status of `magicgen --check` in a folder with the files of the subject.
fn check(folder: &Path, subject: &Subject) -> Result<Option<i32>, String> {
    for artifact in subject.artifacts() {
        let path = folder.join("out").join(artifact.name);
        fs::write(path, artifact.text).map_err(|error| error.to_string())?;
    }
    let output = Command::new(crate::program())
        .args(["--config", "mutants.toml", "--check"])
        .current_dir(folder)
        .output();
    Ok(output.map_err(|error| error.to_string())?.status.code())
}

#[expect(clippy::print_stdout, reason = "the figures are what a long run is for")]
fn run(folder: &Path, tested: &Tested) -> Result<(), String> {
    let language = tested.0;
    let asked_for = std::env::var_os("MUTANTS");
    let asked_for = asked_for.and_then(|number| number.to_string_lossy().parse().ok());
    let number: usize = asked_for.unwrap_or(1);
    let keys = "emit = [\"lookup\", \"self-test\"]\ntables = \"full\"\n";
    let config = subject::config(BOARD, language, keys);
    fs::write(folder.join("mutants.toml"), &config).map_err(|error| error.to_string())?;
    support::magicgen(folder, &["--config", "mutants.toml"])?;
    let mut solver = Solver::new(Effort::default());
    let subject = Subject::new(&mut solver, &config, language);
    let mut subject = subject.ok_or("the config is refused")?;
    if check(folder, &subject)? != Some(0) {
        return Err("--check sees a difference where there is none".to_owned());
    }
    let mut programs = vec![subject.artifacts()];
    let (mut wrong, mut seen, mut beside) = (0, 0, 0);
    let mut random = Random(language.bytes().map(u64::from).sum());
    // A single mutant isn't one of a factor, since many changed factors still work.
    let mut all = mutations(&subject, number.max(20), &mut random);
    if number < all.len() {
        all.retain(|mutation| mutation.kind == Kind::Table);
        all.truncate(number);
    }
    for mutation in &all {
        programs.push(subject.with(mutation, |subject, _| subject.artifacts()));
    }
    let mut said = outcomes(folder, tested, &programs)?.into_iter();
    said.next().ok_or("no program")??;
    for (mutation, said) in all.iter().zip(said) {
        let is_wrong = subject.with(mutation, Subject::is_wrong);
        let disproof = subject.with(mutation, Subject::disproof);
        let is_fault = matches!(disproof, Some(Disproof::Fault { .. }));
        if subject.with(mutation, |subject, _| check(folder, subject))? != Some(1) {
            return Err(format!("--check doesn't see {mutation:?}"));
        }
        match (is_wrong, said) {
            (false, Err(said)) => {
                return Err(format!("{mutation:?} changes no lookup, but\n{said}"));
            }
            // Undefined behaviour may give the right result.
            (true, Ok(())) if is_fault => beside += 1,
            (true, Ok(())) => return Err(format!("the self-test passes with {mutation:?}")),
            (true, Err(_)) => seen += 1,
            (false, Ok(())) => {}
        }
        wrong += usize::from(is_wrong);
    }
    if asked_for.is_some() {
        let all = all.len();
        println!("| {language} | {all} | {wrong} | {all} | {seen} | {beside} |");
    }
    Ok(())
}

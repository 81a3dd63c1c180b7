//! Reads all generated files with factors back by `verify`, in every language, form and variant: the factors and the
//! orientation must be the same, and all factors must work.

use std::collections::BTreeMap;
use std::path::Path;

use magicgen::config::{Request, Source, resolve};
use magicgen::generate::{Solver, generate};
use magicgen_lookup::axes::{KeyForm, Multiply, Placement};
use magicgen_lookup::variant;
use magicgen_lookup::variant::Form;
use magicgen_read::{Finding, Report, ReportWord, Slider, Status};

use crate::verified::examine_files;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        what_is_generated_is_read_back,
        what_other_variants_generate_is_read_back,
        constants_beside_factors_are_found_where_words_are_halves,
    ]
}

/// Languages and their forms: the target, the language, and the language's own keys.
const FORMS: &[(&str, &str, &str)] = &[
    ("magics.ads", "ada", ""),
    ("magics.h", "c", ""),
    ("magics.h", "c", "[output.c]\nstd = \"c89\""),
    ("magics.hpp", "cpp", ""),
    ("Magics.cs", "csharp", ""),
    ("magics.d", "d", ""),
    ("magics.go", "go", ""),
    ("Magics.java", "java", ""),
    ("magics.mjs", "javascript", ""),
    ("magics.mjs", "javascript", "[output.javascript]\nword = \"bigint\""),
    ("Magics.kt", "kotlin", ""),
    ("magics.lua", "lua", ""),
    ("magics.lua", "lua", "[output.lua]\ndialect = \"luajit\""),
    ("magics.nim", "nim", ""),
    ("magics.pas", "pascal", ""),
    ("magics.py", "python", ""),
    ("magics.py", "python", "[output.python]\nword = \"numpy\""),
    ("magics.rs", "rust", ""),
    ("magics.ts", "typescript", ""),
    ("magics.v", "verilog", ""),
    ("magics.wat", "wat", ""),
    ("magics.zig", "zig", ""),
    ("magics.cuh", "cuda", ""),
    ("magics.cl", "opencl", ""),
    ("magics.ml", "ocaml", ""),
];

/// The factors of each piece in a file, which must be the same in all files of one variant.
type Answer = BTreeMap<Slider, Vec<ReportWord>>;

/// The files of a config as pairs of name and text; `None` if the language refuses the config.
fn outputs(solver: &mut Option<Solver>, config: &str) -> Option<Vec<(String, String)>> {
    let source = Source::new("matrix.toml", config, Vec::new());
    let request = Request { config: Some(Path::new("matrix.toml")), ..Request::default() };
    let plan = resolve(&source, &request).ok()?;
    let solver = solver.get_or_insert_with(|| Solver::new(plan.effort));
    let mut files = Vec::new();
    for job in &plan.jobs {
        let generated = generate(job, solver).ok()?;
        files.extend(generated.artifacts.into_iter().map(|one| (one.name, one.text)));
    }
    Some(files)
}

fn answer(files: &[(String, String)], orientation: &str, what: &str) -> Answer {
    let is_memory = |name: &str| Path::new(name).extension().is_some_and(|ending| ending == "hex");
    let mut answer = Answer::new();
    for (name, text) in files.iter().filter(|(name, _)| !is_memory(name)) {
        let report = examine_files(&[(Path::new(name), text.as_str())]);
        for finding in found(&report, &mut answer, &format!("{what}: {name}")) {
            let shown = finding.orientation.only().map(|standard| standard.id);
            assert_eq!(shown, Some(orientation), "{what}: {name}\n{report}");
        }
    }
    // Memory files have one array each, and belong together. The one with attack sets is left out: it has 100,000 lines
    // and no factors.
    let memories: Vec<(&Path, &str)> = files
        .iter()
        .filter(|(name, _)| is_memory(name) && !name.contains("table"))
        .map(|(name, text)| (Path::new(name), text.as_str()))
        .collect();
    let report = examine_files(&memories);
    found(&report, &mut answer, &format!("{what}: memories"));
    answer
}

/// Adds the factors of a report, all of which must work.
fn found<'r>(report: &'r Report, answer: &mut Answer, what: &str) -> &'r [Finding] {
    assert_ne!(report.status(), Status::Wrong, "{what}\n{report}");
    for Finding { piece, good, factors, .. } in &report.findings {
        assert_eq!(*good, 64, "{what}\n{report}");
        let twice = answer.insert(*piece, factors.clone());
        assert!(twice.is_none(), "{what}\n{report}");
    }
    &report.findings
}

/// Whether a variant has factors that verify can find.
fn has_factors(form: Form) -> bool {
    match form {
        Form::Axes(axes) => {
            // The factors of lines that lead to rows aren't found, nor those that are kept as shifts (docs/verify.md).
            let is_found = !(axes.by_line && axes.placement == Placement::Rows);
            is_found
                && axes.multiply != Multiply::ShiftAdd
                && !matches!(axes.key, KeyForm::Pext | KeyForm::Slider)
        }
        Form::OwnProgram(_) => false,
    }
}

fn what_is_generated_is_read_back() {
    read_back(0);
}

fn what_other_variants_generate_is_read_back() {
    read_back(1);
}

/// Reads back what every second variant generates, from this one on: two cores take the halves side by side.
fn read_back(first: usize) {
    let orientations = ["a1lsb", "h1lsb", "a8lsb-file"];
    let mut solver: Option<Solver> = None;
    let mut tried = 0;
    let rows = variant::ALL.iter().filter(|row| has_factors(row.form));
    for (number, row) in rows.enumerate().skip(first).step_by(2) {
        let orientation = orientations[number % orientations.len()];
        let mut known: Option<(String, Answer)> = None;
        for (form, (path, lang, options)) in FORMS.iter().enumerate() {
            // Without optimisation, all combinations would take minutes, so each language is tried with a third of the
            // variants. `cargo test --release -p tests-slow --test slow -- verify_generated` tries all combinations.
            if cfg!(debug_assertions) && (form + number) % 3 != 0 {
                continue;
            }
            for fields in ["arrays", "records", "pointers"] {
                let is_full = ["verilog", "cuda", "opencl"].contains(lang);
                let tables = if is_full { "full" } else { "init" };
                let config = format!(
                    "version = 1\norientation = \"{orientation}\"\n[[output]]\nid = \"matrix\"\npath = \"{path}\"\n\
                     lang = \"{lang}\"\nvariant = \"{}\"\ntables = \"{tables}\"\n\
                     [output.style]\nfields = \"{fields}\"\n{options}\n",
                    row.id
                );
                let Some(files) = outputs(&mut solver, &config) else { continue };
                let what = format!("{lang} {options} {fields} {}", row.id);
                let answer = answer(&files, orientation, &what);
                let pieces: Vec<Slider> = answer.keys().copied().collect();
                let whole = pieces == Slider::PIECES || pieces == Slider::LINES;
                assert!(whole, "{what}: {pieces:?}");
                tried += 1;
                // Forms without words of 64 bits have other factors.
                let (other, same) = known.get_or_insert_with(|| (what.clone(), answer.clone()));
                let narrow = options.contains("c89") || options.contains("luajit");
                assert!(narrow || *same == answer, "{what} differs from {other}");
            }
        }
    }
    let least = if cfg!(debug_assertions) { 50 } else { 150 };
    assert!(tried > least, "{tried} outputs");
}

/// Where no word has 64 bits, factors and the constants of another array are two halves each, the low one first or last.
fn constants_beside_factors_are_found_where_words_are_halves() {
    let config = "version = 1\n[[output]]\npath = \"magics.mjs\"\nlang = \"javascript\"\nvariant = \"constant\"\ntables = \"init\"\n";
    let files = outputs(&mut None, config).expect("a file");
    let mut answer = Answer::new();
    let report = examine_files(&[(Path::new(&files[0].0), files[0].1.as_str())]);
    found(&report, &mut answer, "the low half first");
    assert!(answer.keys().copied().eq(Slider::PIECES), "{report}");

    let mut text = String::new();
    for Finding { piece, factors, constants, .. } in &report.findings {
        let constants = constants.as_ref().expect("constants");
        for (name, words) in [("factors", factors), ("constants", constants)] {
            let halves = |ReportWord(word): &ReportWord| {
                format!("{:#x}, {:#x}", word >> 32, word & 0xffff_ffff)
            };
            let halves: Vec<String> = words.iter().map(halves).collect();
            let array = format!("unsigned {piece:?}_{name}[128] = {{ {} }};\n", halves.join(", "));
            text.push_str(&array);
        }
    }
    let mut other = Answer::new();
    let report = examine_files(&[(Path::new("magics.c"), text.as_str())]);
    found(&report, &mut other, "the high half first");
    assert_eq!(answer, other);
}

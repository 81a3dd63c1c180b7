//! Rust: checks combinations of parts with lints, in a program that doesn't use them, and with rustfmt.

use std::path::Path;

use super::rust::{FIRST, generate, others, words, write};
use crate::compile::{choices, support};

/// Combinations of parts.
const EMITS: &[&str] = &[
    "factors",
    "masks,shifts",
    "offsets,occupancies,attack-sets",
    "squares",
    "attacks",
    "lookup",
    "bitscan",
    "lookup,self-test",
    "squares,masks,factors,shifts,offsets,occupancies,attack-sets,attacks,lookup,bitscan,self-test",
];

/// Variants, with further flags.
const VARIANTS: &[(&str, &str)] = &[
    ("fancy", ""),
    ("fancy", " -D output.style.fields=records"),
    ("fancy", " -D output.style.fields=arrays"),
    ("fancy", " -D output.style.fields=square-records"),
    ("fancy", " -D output.style.fields=square-pointers"),
    ("fancy", " --piece queen"),
    ("fancy", " --piece rook"),
    ("fancy", " -D output.rust.unchecked=true -D output.rust.visibility=pub(crate)"),
    ("plain", ""),
    ("plain", " -D output.rust.no-std=true -D output.rust.unchecked=true"),
    ("split32", ""),
    ("split32", " -D output.rust.no-std=true -D output.style.fields=records"),
    ("nested", ""),
    ("nested", " -D output.rust.no-std=true"),
    ("bytes", ""),
    ("bytes", " -D output.rust.unchecked=true"),
    ("bytes", " -D output.style.fields=arrays"),
    ("words", " -D output.style.fields=records"),
    ("postmask", ""),
    ("postmask", " -D output.rust.no-std=true"),
    ("direction", ""),
    ("direction", " -D output.style.fields=records"),
    ("direction", " -D output.rust.no-std=true -D output.rust.unchecked=true"),
    ("hyperbola", ""),
    ("obstruction-difference", ""),
    ("obstruction-difference", " -D output.rust.no-std=true"),
    ("line", " -D output.style.fields=records"),
    ("direction-rows", ""),
    ("direction-rows", " -D output.rust.no-std=true"),
    ("kindergarten", ""),
    ("kindergarten", " -D output.rust.unchecked=true"),
    ("hyperbola-reverse", ""),
    ("hyperbola-dual", ""),
    ("hyperbola-dual", " -D output.rust.unchecked=true -D output.rust.no-std=true"),
    ("hyperbola-dual", VECTORS),
    ("obstruction-vector", ""),
    ("obstruction-vector", VECTORS),
    ("ray-reverse", ""),
    ("classical", ""),
    ("classical", " -D output.rust.unchecked=true -D output.rust.no-std=true"),
    ("slide-arithmetic", ""),
    ("leorik", ""),
    ("sbamg", ""),
    ("qbb", ""),
    ("qbb-shifted", ""),
    ("black", ""),
    ("constant", " -D output.style.fields=records"),
    ("shift-in-factor", ""),
    ("offset-in-factor", ""),
    ("offset-in-factor", " -D output.lookup.shift=constant"),
    ("shared-factor", ""),
    ("shared-slots", ""),
    ("group", " --piece bishop"),
    ("bytes-postmask", ""),
    ("pext", ""),
    ("pext-lines", ""),
    ("pext16", " -D output.rust.unchecked=true"),
    ("pext16", " -D output.style.fields=square-pointers"),
    ("direction", " -D output.style.fields=square-pointers -D output.rust.unchecked=true"),
    ("pext", DISPATCH),
];

/// Checks combinations of parts: as modules of a library, with pedantic lints and without the standard library if
/// it isn't needed; as modules of a program that uses none of them; and with rustfmt. Whole files for the chess board are modules of a
/// library of their own: lints of so long tables take seconds, and what an edition or a processor's instructions change stands
/// in the same files for small boards.
pub(crate) fn lint(folder: &Path, tables: &str) -> Result<(), String> {
    let mut files = Vec::new();
    let mut whole = Vec::new();
    for (turn, emit) in EMITS.iter().enumerate() {
        for (at, (variant, keys)) in VARIANTS.iter().copied().enumerate() {
            // A usual run has lookups alone and all parts of each variant, and other parts of every fourth.
            let is_usual = *emit == "lookup" || emit.starts_with("squares,");
            if !(is_usual || (at + turn).is_multiple_of(4) || choices::are_all_run()) {
                continue;
            }
            // This variant has no tables that start-up code can fill, or its records can't refer to these.
            let is_printed = !fills(variant) || keys.contains("square-pointers");
            if tables == "init" && is_printed || tables == "full" && keys == DISPATCH {
                continue;
            }
            let is_whole =
                emit.starts_with("squares,") && keys.is_empty() && FIRST.contains(&variant);
            let Some(emit) = emitted(variant, emit) else { continue };
            let chess = format!("--variant {variant} --tables {tables} --emit {emit}{keys}");
            if is_whole {
                let file = format!("w{}.rs", whole.len());
                generate(folder, &file, &words(&chess))?;
                whole.push((file, chess.clone()));
            }
            let file = format!("m{}.rs", files.len());
            let arguments =
                format!("{chess} -D board.width=5 -D board.height=4 -D board.stride=8 --effort 1");
            generate(folder, &file, &words(&arguments))?;
            files.push((file, arguments));
        }
    }
    write(folder, "library.rs", &library(tables, &files))?;
    write(folder, "whole.rs", &library(tables, &whole))?;
    write(folder, "program.rs", &program(&files))?;
    for edition in ["2018", "2024"] {
        let program: &[&str] =
            &["--edition", edition, "-D", "warnings", "--emit", "metadata", "program.rs"];
        support::run(folder, "rustc", &[program, WITH_ALL].concat())?;
    }
    // One edition without the tests and the other with them: the rest of a file is the same in both.
    let library: &[&str] =
        &["--edition=2018", "--crate-type", "lib", "--emit", "metadata", "library.rs"];
    support::run(folder, "clippy-driver", &[library, WITH_ALL].concat())?;
    let tests: &[&str] = &["--edition=2024", "--test", "--emit", "metadata", "library.rs"];
    support::run(folder, "clippy-driver", &[tests, WITH_ALL].concat())?;
    let whole_tests: &[&str] = &["--edition=2024", "--test", "--emit", "metadata", "whole.rs"];
    support::run(folder, "clippy-driver", &[whole_tests, WITH_ALL].concat())?;
    // Without BMI2, other functions pack and spread bits, and without AVX2, lookups are on words.
    support::run(folder, "clippy-driver", &[tests, &["-C", "target-feature=-bmi2"]].concat())?;
    // An empty configuration keeps rustfmt from using this project's.
    write(folder, "rustfmt.toml", "")?;
    let mut format = vec!["--check", "--edition", "2024"];
    format.extend(files.iter().chain(&whole).map(|(file, _)| file.as_str()));
    support::run(folder, "rustfmt", &format).map(|_| ())
}

/// A library of files, of which each has the arguments that made it beside its name.
fn library(tables: &str, files: &[(String, String)]) -> String {
    let mut text =
        "//! All of them.\n#![deny(warnings, missing_docs, clippy::pedantic)]\n".to_owned();
    if tables == "full" {
        text.push_str("#![no_std]\n");
    }
    for (file, arguments) in files {
        text.extend(["// ", arguments, "\npub mod ", file.trim_end_matches(".rs"), ";\n"]);
    }
    text
}

/// A program that uses none of its modules.
fn program(files: &[(String, String)]) -> String {
    let mut text = "//! None of them.\n".to_owned();
    for (file, arguments) in files {
        text.extend(["// ", arguments, "\nmod ", file.trim_end_matches(".rs"), ";\n"]);
    }
    text + "\nfn main() {}\n"
}

/// The compiler's flags for lookups by BMI2, and on vectors.
const WITH_ALL: &[&str] = &["-C", "target-feature=+bmi2,+avx2"];

/// The key of lookups on vectors.
const VECTORS: &str = " -D output.rust.vectors=true";

/// The key of lookups that pick between PEXT and a product, whose tables are always filled.
const DISPATCH: &str = " -D output.lookup.dispatch=true";

/// True if a variant has tables that start-up code can fill.
fn fills(variant: &str) -> bool {
    others().find(|(other, _)| *other == variant).is_none_or(|(_, forms)| forms.len() == 2)
}

/// The parts of `emit` that a variant has.
fn emitted(variant: &str, emit: &str) -> Option<String> {
    let has_own_program = magicgen_lookup::variant::find(variant)
        .is_some_and(|variant| variant.form.axes().is_none());
    let lacks: &[&str] = match variant {
        "plain" | "nested" | "offset-in-factor" | "group" | "direction-rows" => &["offsets"],
        "shift-in-factor" => &["shifts"],
        "pext" | "pext-lines" | "pext16" => &["factors", "shifts"],
        _ if has_own_program => &["factors", "shifts", "offsets"],
        _ => &[],
    };
    let parts: Vec<&str> = emit.split(',').filter(|part| !lacks.contains(part)).collect();
    (!parts.is_empty()).then(|| parts.join(","))
}

//! Generates the Rust of each variant as a module, and a list of all modules.
//!
//! A variant that Rust or this processor doesn't support is left out, with a warning and a line in the list. The
//! hand-written lookups of `src/shapes.rs` get published factors as plain numbers.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use magicgen::Builder;
use magicgen_board::{Mapping, Piece, Problem, SquareProblem, Standard, Walk, subsets};
use magicgen_search::{Hash, known};

/// The forms in which each variant is generated: the suffix of its name, `fields`, and `unchecked`.
const FORMS: &[(&str, &str, bool)] =
    &[("", "pointers", false), (" arrays", "arrays", false), (" unchecked", "pointers", true)];

/// The published factors for hand-written shapes.
const KNOWN: &[&str] = &[
    "annuss-white",
    "annuss-black",
    "glaurung",
    "magicgen-black-84326",
    "magicgen-packed-79032",
    "magicgen-shared-slots-52796",
];

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed=build.rs");
    variants(&out);
    shapes(&out);
}

fn variants(out: &Path) {
    let features = std::env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let has_pext = features.split(',').any(|feature| feature == "bmi2");
    let (mut modules, mut rows) = (String::new(), String::new());
    let mut skipped = Vec::new();
    println!("cargo::rerun-if-env-changed=PEERS_VARIANTS");
    let only = std::env::var("PEERS_VARIANTS").unwrap_or_default();
    let only: Vec<&str> = only.split(',').filter(|id| !id.is_empty()).collect();
    for variant in magicgen_lookup::variant::ALL {
        // `fancy` is never left out, since the last row of each table repeats it.
        if !only.is_empty() && variant.id != "fancy" && !only.contains(&variant.id) {
            continue;
        }
        for (suffix, fields, unchecked) in FORMS {
            let name = format!("{}{suffix}", variant.id);
            let module = format!("v_{}", name.replace([' ', '-'], "_"));
            let config = format!(
                "version = 1\n\n[[output]]\nlang = \"rust\"\nvariant = \"{}\"\npath = \"{module}.rs\"\n\
                 tables = \"full\"\n[output.style]\nfields = \"{fields}\"\n[output.rust]\nstorage = \"include\"\n\
                 unchecked = {unchecked}\n",
                variant.id
            );
            let path = out.join(format!("{module}.toml"));
            std::fs::write(&path, config).expect("OUT_DIR can be written");
            let text = match Builder::from_config(&path).generate_to(out) {
                Ok(files) => std::fs::read_to_string(&files[0]).expect("just written"),
                Err(error) => {
                    skipped.push((name, error.to_string()));
                    continue;
                }
            };
            if !has_pext && (text.contains("_pext_") || text.contains("_pdep_")) {
                skipped.push((name, "this processor lacks BMI2".to_owned()));
                continue;
            }
            let file = out.join(format!("{module}.rs"));
            let _ = writeln!(
                modules,
                "#[allow(dead_code, unused, clippy::all, clippy::pedantic)]\nmod {module} {{ include!({file:?}); }}\n\
                 functions!({}, {module}::rook_attacks, {module}::bishop_attacks);",
                struct_name(&module)
            );
            let _ = writeln!(rows, "    peer::<{}>({name:?}),", struct_name(&module));
        }
    }
    let mut text = modules;
    let _ = write!(text, "\npub fn variants() -> Vec<Peer> {{ vec![\n{rows}] }}\n");
    let _ = writeln!(text, "pub const SKIPPED: &[(&str, &str)] = &{skipped:?};");
    for (name, why) in skipped {
        println!("cargo::warning={name} is left out: {why}");
    }
    std::fs::write(out.join("variants.rs"), text).expect("OUT_DIR can be written");
}

fn struct_name(module: &str) -> String {
    module.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

fn shapes(out: &Path) {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problems = [Piece::rook(), Piece::bishop()].map(|piece| {
        Problem::new(&Walk::new(&piece, &mapping), mapping.squares()).expect("chess is small")
    });
    let mut text = String::new();
    for id in KNOWN {
        let known = known::find(id).expect("part of magicgen");
        assert_eq!(known.hash, Hash::Multiply);
        let module = id.replace('-', "_");
        let _ = writeln!(text, "pub mod {module} {{ use super::*;");
        let mut table: Vec<u64> = Vec::new();
        // An offset is negative if the square's lowest indices aren't used. All offsets are raised so that none is
        // negative.
        let offsets =
            known.pieces.iter().flat_map(|piece| &piece.magics).filter_map(|magic| magic.offset);
        let lowest = offsets.min().unwrap_or(0).min(0);
        let mut next = 0;
        for (problem, name) in problems.iter().zip(["ROOK", "BISHOP"]) {
            let piece = known.piece(problem).expect("both pieces");
            let _ = writeln!(text, "pub const {name}: [Entry; 64] = [");
            for square in problem.squares() {
                let SquareProblem { bit, mask, reach, .. } = *square;
                let found = piece.magic(bit).expect("all squares");
                let offset = found.offset.unwrap_or(next) - lowest;
                // A window begins within the table and may end after it.
                let end = (offset + 4096) as usize;
                next += 1 << (64 - found.magic.shift);
                table.resize(table.len().max(end), 0);
                for (occupied, attacks) in subsets(mask).zip(problem.attacks(*square)) {
                    let index = known.hash.index(occupied, found.magic) as i64 + offset;
                    table[index as usize] |= attacks;
                }
                let _ = writeln!(
                    text,
                    "Entry {{ mask: {mask:#x}, reach: {reach:#x}, factor: {:#x}, shift: {}, offset: {offset} }},",
                    found.magic.factor, found.magic.shift
                );
            }
            let _ = writeln!(text, "];");
        }
        let bytes: Vec<u8> = table.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let file = out.join(format!("{module}.bin"));
        std::fs::write(&file, bytes).expect("OUT_DIR can be written");
        let _ = writeln!(
            text,
            "pub const LENGTH: usize = {}; pub const BYTES: &[u8; 8 * LENGTH] = include_bytes!({file:?}); }}",
            table.len()
        );
    }
    std::fs::write(out.join("known.rs"), text).expect("OUT_DIR can be written");
}

//! Tiny sources in several languages, with factors that the project's own files of known factors give.

use std::fmt::Write as _;

use magicgen_search::known::{Known, KnownPiece};

/// Known factors by id.
pub(crate) fn known(id: &str) -> &'static Known {
    magicgen::known::find(id).unwrap()
}

/// The rook's and the bishop's numbers.
pub(crate) fn pieces(id: &str) -> [&'static KnownPiece; 2] {
    let known = known(id);
    ["rook", "bishop"].map(|name| known.pieces.iter().find(|piece| piece.name == name).unwrap())
}

/// The factors between separators, each in the form that `form` gives.
pub(crate) fn factors(piece: &KnownPiece, form: impl Fn(u64) -> String) -> String {
    list(piece.magics.iter().map(|known| form(known.magic.factor)))
}

/// Items with commas, four in a line.
pub(crate) fn list(items: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for (at, item) in items.enumerate() {
        let _ = write!(text, "{item},{}", if at % 4 == 3 { "\n  " } else { " " });
    }
    text
}

fn hex(word: u64) -> String {
    format!("{word:#018x}")
}

/// C with a list of shifts for each piece, the squares counted from a8 by an enumeration.
pub(crate) fn c(id: &str) -> String {
    let squares: Vec<String> = (1..=8)
        .rev()
        .flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}")))
        .collect();
    let mut text = format!(
        "/* Copyright (C) 2009 Jane Doe <jane@example.org> */\n#include <stdint.h>\nenum {{ {} }};\n",
        squares.join(", ")
    );
    for piece in pieces(id) {
        let shifts = list(piece.magics.iter().map(|known| known.magic.shift.to_string()));
        let (name, factors) = (&piece.name, factors(piece, |word| hex(word) + "ULL"));
        let _ = writeln!(text, "static const uint64_t {name}_magics[64] = {{\n  {factors}\n}};");
        let _ = writeln!(text, "static const int {name}_shifts[64] = {{\n  {shifts}\n}};");
    }
    text
}

/// Java in a package, without shifts.
pub(crate) fn java(id: &str) -> String {
    let mut text =
        "package org.example.chess;\n\n/** @author John Roe */\nclass Numbers {\n".to_owned();
    for piece in pieces(id) {
        let (name, factors) = (&piece.name, factors(piece, |word| hex(word) + "L"));
        let _ = writeln!(text, "  static final long[] {name}Magics = {{\n  {factors}\n  }};");
    }
    text + "}\n"
}

/// Rust with a record for each square: factor, shift and offset.
pub(crate) fn rust(id: &str) -> String {
    let mut text =
        "pub struct Magic { pub factor: u64, pub shift: u8, pub offset: usize }\n".to_owned();
    for piece in pieces(id) {
        let rows = list(piece.magics.iter().map(|known| {
            let (magic, offset) = (known.magic, known.offset.unwrap());
            let factor = hex(magic.factor);
            format!("Magic {{ factor: {factor}, shift: {}, offset: {offset} }}", magic.shift)
        }));
        let name = piece.name.to_uppercase();
        let _ = writeln!(text, "pub const {name}: [Magic; 64] = [\n  {rows}\n];");
    }
    text
}

/// Go whose lookups shift by one number for all squares.
pub(crate) fn go(id: &str) -> String {
    let mut text = "// Package board is an engine's.\npackage board\n\n".to_owned();
    for (piece, shift) in pieces(id).into_iter().zip([52, 55]) {
        let (name, factors) = (&piece.name, factors(piece, hex));
        let _ = writeln!(text, "var {name}Magics = [64]uint64{{\n  {factors}\n}}\n");
        let _ = writeln!(
            text,
            "func {name}Index(sq int, occ uint64) uint64 {{\n\
             \treturn ((occ & {name}Masks[sq]) * {name}Magics[sq]) >> {shift}\n}}\n"
        );
    }
    text
}

/// TypeScript on BigInt.
pub(crate) fn typescript(id: &str) -> String {
    let mut text = String::new();
    for piece in pieces(id) {
        let (name, factors) = (&piece.name, factors(piece, |word| hex(word) + "n"));
        let _ = writeln!(text, "export const {name}Magics: bigint[] = [\n  {factors}\n];");
    }
    text
}

/// Python with a list of index bits.
pub(crate) fn python(id: &str) -> String {
    let mut text = "\"\"\"Author: John Roe\"\"\"\nA1, B1 = range(2)\n".to_owned();
    for piece in pieces(id) {
        let name = piece.name.to_uppercase();
        let bits = list(piece.magics.iter().map(|known| (64 - known.magic.shift).to_string()));
        let _ = writeln!(text, "{name}_MAGICS = [\n  {}\n]", factors(piece, hex));
        let _ = writeln!(text, "{name}_BITS = [\n  {bits}\n]");
    }
    text
}

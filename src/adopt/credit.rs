//! Finds a source's author and year in its text, and published factors that are the same.

use crate::known;
use magicgen_search::known::{Known, KnownPiece};

/// Author and year, if a source gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Credit {
    pub(super) author: Option<String>,
    pub(super) year: Option<u16>,
}

/// The number of lines at the top of a file in which its author is looked for.
const LINES: usize = 80;

/// The length of the longest author's name.
const LONGEST: usize = 80;

/// The author in a source's first lines: after `Copyright`, `@author`, `Author:` or `Written by`.
pub(super) fn credit(text: &str) -> Credit {
    for line in text.lines().take(LINES) {
        let lower = line.to_ascii_lowercase();
        // The search is in lower case, which keeps the places of ASCII text.
        let behind = ["copyright", "@author", "author:", "authors:", "written by"]
            .iter()
            .find_map(|word| Some(lower.find(word)? + word.len()));
        let Some(behind) = behind else { continue };
        let Some(rest) = line.get(behind..) else { continue };
        // "AUTHORS OR COPYRIGHT HOLDERS" of a licence.
        if lower[behind..].trim_start().starts_with("holder") {
            continue;
        }
        let author = name(rest);
        if author.is_some() {
            return Credit { author, year: year(rest) };
        }
    }
    Credit::default()
}

/// The name in the rest of a line, without marks and years before it and remarks after it.
fn name(of: &str) -> Option<String> {
    let mut rest = of.trim_start();
    loop {
        let next = rest.trim_start_matches(|c: char| {
            c.is_ascii_digit() || c.is_whitespace() || ",-:–©".contains(c)
        });
        let next = ["(c)", "(C)", "by ", "the ", "present"]
            .iter()
            .find_map(|word| next.strip_prefix(word))
            .unwrap_or(next);
        if next.len() == rest.len() {
            break;
        }
        rest = next;
    }
    let end = rest.find(['(', '<', '*', ';', ':', '"', '\'']).unwrap_or(rest.len());
    if rest[end..].starts_with(':') {
        return None;
    }
    let name = sentence(rest[..end].split("All rights").next().unwrap_or_default());
    let name = name.trim().trim_end_matches([',', '-', '.']).trim();
    let is_name = name.chars().filter(|c| c.is_alphabetic()).count() >= 3
        && name.chars().count() <= LONGEST
        && (name.starts_with(char::is_uppercase) || !name.contains(' ') && year(of).is_some())
        && magicgen_search::text::check_line(name).is_ok();
    is_name.then(|| name.to_owned())
}

/// A text up to the end of its first sentence. An initial's dot doesn't end it.
fn sentence(text: &str) -> &str {
    let is_end = |at: &usize| {
        let word = text[..*at].rsplit(' ').next().unwrap_or_default();
        word.chars().count() > 2
    };
    let mut ends = text.match_indices(". ").map(|(at, _)| at);
    ends.find(is_end).map_or(text, |at| &text[..at])
}

/// The first year in a text.
fn year(text: &str) -> Option<u16> {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|word| word.len() == 4);
    numbers.find_map(|word| word.parse().ok().filter(|year| (1980..2100).contains(year)))
}

/// A sentence on published factors that are the same, square by square.
pub(super) fn same_as(known: &Known) -> Option<String> {
    let published = known::all().find(|published| {
        published.hash == known.hash
            && known
                .pieces
                .iter()
                .all(|piece| published.pieces.iter().any(|other| is_same(piece, other)))
    })?;
    Some(format!("Published as {}.", published.credit()))
}

fn is_same(piece: &KnownPiece, other: &KnownPiece) -> bool {
    let factors = |piece: &KnownPiece| {
        piece.magics.iter().map(|known| (known.bit, known.magic.factor)).collect::<Vec<_>>()
    };
    piece.name == other.name && factors(piece) == factors(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_are_those_that_a_source_names() {
        for (text, author, year) in [
            (
                "/*\n  Copyright (C) 2004-2008 Tord Romstad (Glaurung)\n*/",
                "Tord Romstad",
                Some(2004),
            ),
            ("// Copyright (c) 2021, 2022 Jane Doe <jane@example.org>", "Jane Doe", Some(2021)),
            ("// Copyright © 2020 Jane Doe. Licensed under MIT.", "Jane Doe", Some(2020)),
            (
                "# Copyright 2020-present the Chess developers (see AUTHORS)",
                "Chess developers",
                Some(2020),
            ),
            (" * @author Alberto Alonso Ruibal", "Alberto Alonso Ruibal", None),
            ("# Author: J. R. R. Someone", "J. R. R. Someone", None),
            ("// © nobody\nint x;", "", None),
            ("// Copyright (c) 2021 someone99\nint x;", "someone99", Some(2021)),
            ("// AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM", "", None),
            ("// copyright notice: see LICENSE", "", None),
            ("// the authors: many", "", None),
        ] {
            let credit = credit(text);
            assert_eq!(credit.author.as_deref().unwrap_or_default(), author, "{text}");
            assert_eq!(credit.year, year, "{text}");
        }
    }
}

//! Writes the text of a [`Lock`], with line breaks such that people can read its diffs.

use std::fmt;

use super::super::list::list;
use super::super::{Hash, Key};
use super::{LOCK_VERSIONS, Lock, LockedOutput, LockedProblem};
use crate::text::TomlText;

const HEAD: &str = "# This file is written by magicgen. Commit it.\n";

/// Factors in a line.
const FACTORS: usize = 4;
/// Shifts in a line.
const SHIFTS: usize = 16;
/// Offsets in a line.
const OFFSETS: usize = 8;

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        writeln!(f, "lock-version = {}", LOCK_VERSIONS[LOCK_VERSIONS.len() - 1])?;
        for problem in self.problems() {
            write!(f, "\n{problem}")?;
        }
        for output in self.outputs() {
            write!(f, "\n[[output]]\n{output}")?;
        }
        for orphan in self.orphans() {
            write!(f, "\n[[orphan]]\n{orphan}")?;
        }
        Ok(())
    }
}

impl fmt::Display for LockedProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[[problem]]")?;
        writeln!(f, "hash = {}", TomlText(&self.hash))?;
        writeln!(f, "piece = {}", TomlText(&self.piece))?;
        writeln!(f, "method = {}", TomlText(&self.method.id()))?;
        writeln!(f, "seed = {}", WrittenNumber(self.seed))?;
        writeln!(f, "effort = {}", WrittenNumber(self.effort))?;
        if !self.known.is_empty() {
            let known: Vec<String> = self.known.iter().map(|id| TomlText(id).to_string()).collect();
            writeln!(f, "known = [{}]", known.join(", "))?;
        }
        if let Some(table) = &self.table {
            writeln!(f, "table = {}", TomlText(table))?;
        }
        writeln!(f, "found = {}", WrittenNumber(self.found))?;
        writeln!(f, "entries = {}", WrittenNumber(self.entries))?;
        list(
            f,
            "factor",
            FACTORS,
            self.magics.iter().map(|magic| format!("\"{:#018x}\"", magic.factor)),
        )?;
        list(f, "shift", SHIFTS, self.magics.iter().map(|magic| magic.shift.to_string()))?;
        if self.method.hash == Hash::Preshifted {
            let before = self.magics.iter().map(|magic| magic.before.to_string());
            list(f, "before", SHIFTS, before)?;
        }
        if self.method.kind.key() == Key::Constant {
            let constants = self.magics.iter().map(|magic| magic.constant);
            list(f, "constant", FACTORS, constants.map(|word| format!("\"{word:#018x}\"")))?;
        }
        match &self.offsets {
            Some(offsets) => list(f, "offset", OFFSETS, offsets.iter().map(u32::to_string)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for LockedOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "id = {}", TomlText(&self.id))?;
        writeln!(f, "path = {}", TomlText(&self.path))?;
        writeln!(f, "digest = {}", TomlText(&self.digest))
    }
}

/// A number of 64 bits. Numbers that TOML's signed integers can't hold become a text.
struct WrittenNumber(u64);

impl fmt::Display for WrittenNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if i64::try_from(self.0).is_ok() {
            write!(f, "{}", self.0)
        } else {
            write!(f, "\"{:#018x}\"", self.0)
        }
    }
}

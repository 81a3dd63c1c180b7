//! Writes the text of a [`Lock`], with line breaks such that people can read its diffs.

use std::fmt;

use super::super::{Hash, Key};
use super::{LOCK_VERSIONS, Lock, LockedOutput, LockedProblem};

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
        writeln!(f, "hash = {}", Text(&self.hash))?;
        writeln!(f, "piece = {}", Text(&self.piece))?;
        writeln!(f, "method = {}", Text(&self.method.id()))?;
        writeln!(f, "seed = {}", Number(self.seed))?;
        writeln!(f, "effort = {}", Number(self.effort))?;
        if !self.known.is_empty() {
            let known: Vec<String> = self.known.iter().map(|id| Text(id).to_string()).collect();
            writeln!(f, "known = [{}]", known.join(", "))?;
        }
        if let Some(table) = &self.table {
            writeln!(f, "table = {}", Text(table))?;
        }
        writeln!(f, "found = {}", Number(self.found))?;
        writeln!(f, "entries = {}", Number(self.entries))?;
        array(
            f,
            "factor",
            FACTORS,
            self.magics.iter().map(|magic| format!("\"{:#018x}\"", magic.factor)),
        )?;
        array(f, "shift", SHIFTS, self.magics.iter().map(|magic| magic.shift.to_string()))?;
        if self.method.hash == Hash::Preshifted {
            let before = self.magics.iter().map(|magic| magic.before.to_string());
            array(f, "before", SHIFTS, before)?;
        }
        if self.method.kind.key() == Key::Constant {
            let constants = self.magics.iter().map(|magic| magic.constant);
            array(f, "constant", FACTORS, constants.map(|word| format!("\"{word:#018x}\"")))?;
        }
        match &self.offsets {
            Some(offsets) => array(f, "offset", OFFSETS, offsets.iter().map(u32::to_string)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for LockedOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "id = {}", Text(&self.id))?;
        writeln!(f, "path = {}", Text(&self.path))?;
        writeln!(f, "digest = {}", Text(&self.digest))
    }
}

/// Writes `key = [...]` with so many values in a line.
fn array(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    columns: usize,
    values: impl Iterator<Item = String>,
) -> fmt::Result {
    write!(f, "{key} = [")?;
    for (index, value) in values.enumerate() {
        f.write_str(if index % columns == 0 { "\n  " } else { " " })?;
        write!(f, "{value},")?;
    }
    writeln!(f, "\n]")
}

/// A number of 64 bits. Numbers that TOML's signed integers can't hold become a text.
struct Number(u64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if i64::try_from(self.0).is_ok() {
            write!(f, "{}", self.0)
        } else {
            write!(f, "\"{:#018x}\"", self.0)
        }
    }
}

/// A basic string of TOML. It is escaped here, since the TOML crate is built without its writer.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for letter in self.0.chars() {
            match letter {
                '"' | '\\' => write!(f, "\\{letter}")?,
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                control if control.is_ascii_control() => write!(f, "\\u{:04X}", control as u32)?,
                other => write!(f, "{other}")?,
            }
        }
        f.write_str("\"")
    }
}

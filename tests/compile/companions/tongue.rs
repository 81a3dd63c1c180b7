//! How languages call functions and print numbers.

use std::path::Path;

use magicgen_lookup::model::companion::Outcome;

use super::{compiled, hosted};
use crate::compile::support;

/// A language's way of calling functions and printing numbers.
pub(super) struct Tongue {
    pub(super) lang: &'static str,
    /// The form's name where a language has several.
    pub(super) form: &'static str,
    pub(super) needs: &'static [&'static str],
    /// The generated file, and keys of the output for this language.
    pub(super) file: &'static str,
    pub(super) keys: &'static str,
    /// The file of the program that calls, the text before its statements and that behind them.
    pub(super) program: &'static str,
    pub(super) begin: &'static str,
    pub(super) end: &'static str,
    /// What stands before a function's name.
    pub(super) scope: &'static str,
    /// A set as an argument.
    pub(super) set: fn(u64) -> String,
    /// A statement that prints the number of a call.
    pub(super) print: fn(&str, Outcome) -> String,
    /// Compiles what [`compile_together`] hasn't compiled, and runs.
    pub(super) run: fn(&Path) -> Result<String, String>,
    /// The radix of printed numbers.
    pub(super) radix: u32,
    /// False for languages whose companions call no lookups.
    pub(super) calls: bool,
}

/// Every language in its forms.
pub(super) fn all() -> impl Iterator<Item = &'static Tongue> {
    compiled::TONGUES.iter().chain(hosted::TONGUES)
}

/// A set as a hexadecimal number with a suffix.
pub(super) fn hex(suffix: &str) -> impl Fn(u64) -> String {
    move |set| format!("0x{set:x}{suffix}")
}

/// What a program prints that is run in a folder.
pub(super) fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    support::run(folder, program, arguments)
}

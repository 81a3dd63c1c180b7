//! Finds the tables and functions of a whole attack module that the generator has, too, and what replaces each.
//!
//! Numbers decide: an array is recognised if all its entries are those of a table of the generator, a function if its
//! result is the table's entry for all arguments. Names alone only suggest.

mod arrays;
mod computed;
mod edits;
mod filled;
mod fills;
mod functions;
mod hints;
mod known;

use std::fmt;
use std::ops::Range;

use self::functions::FoundFunction;
use self::known::KnownTable;
use super::Examined;
use super::code::{BlankedSource, Evaluator};
use super::replaced::sources;
use super::types::Types;
use crate::config::Job;

pub(in crate::adopt) use arrays::{SourceArray, arrays};
pub(in crate::adopt) use computed::file_with_attacks;
pub use computed::{ComputedAttacks, computed_attacks};

/// A table or function of an engine that the generator has, or seems to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleItem {
    /// The file's index in the input.
    pub file: usize,
    /// The line of its name, counted from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// What it is for the generator.
    pub what: String,
    /// Whether only its name says so.
    pub is_guess: bool,
    /// Whether it is replaced, and by what, or why it stays.
    pub fate: Fate,
}

/// What becomes of a table or function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The generated file has it, under this name.
    Replaced(String),
    /// It stays, for this reason.
    Left(String),
}

impl fmt::Display for ModuleItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seems = if self.is_guess { "looks like " } else { "" };
        write!(f, "`{}`: {seems}{}: ", self.name, self.what)?;
        match &self.fate {
            Fate::Replaced(by) => write!(f, "replaced by {by}"),
            Fate::Left(why) => write!(f, "left: {why}"),
        }
    }
}

/// A place in a file, and the text that replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleEdit {
    /// The file's index in the input.
    pub file: usize,
    /// The place.
    pub place: Range<usize>,
    /// The new text.
    pub text: String,
}

/// The tables and functions of an engine's attack module, and what replaces them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttackModule {
    /// The tables and functions, by file and line.
    pub items: Vec<ModuleItem>,
    /// The changes of sources.
    pub edits: Vec<ModuleEdit>,
    /// The parts that `emit` needs for them.
    pub emit: Vec<&'static str>,
}

/// The attack module of some files. `job` is a job in their language and order of squares.
#[must_use]
pub fn attack_module(files: &[Examined], job: &Job) -> AttackModule {
    if job.mapping.indices() != 64 {
        return AttackModule::default();
    }
    let sources = sources(files, job.language);
    let arrays: Vec<Vec<SourceArray>> = sources.iter().map(arrays::arrays).collect();
    let known = known::tables(&job.mapping);
    ModuleFinder::new(files, job, (&sources, &arrays), &known).module()
}

/// An engine's sources beside the tables of the generator.
struct ModuleFinder<'a> {
    files: &'a [Examined],
    sources: &'a [BlankedSource],
    /// The arrays of each source.
    arrays: &'a [Vec<SourceArray>],
    evaluator: Evaluator<'a>,
    types: Types<'a>,
    known: &'a [KnownTable],
    job: &'a Job,
}

/// An array whose numbers are those of a table.
struct FoundArray<'a> {
    source: &'a BlankedSource,
    array: &'a SourceArray,
    table: &'a KnownTable,
    likeness: Likeness,
}

/// How the numbers of an array are those of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Likeness {
    /// In the table's own shape.
    Same,
    /// In the table's order without its shape.
    Flat,
    /// Those of one side.
    Side(usize),
    /// With the sides exchanged.
    Exchanged,
    /// With the indices exchanged.
    Transposed,
}

impl<'a> ModuleFinder<'a> {
    /// The finder for some files: their sources with the arrays of each, and the tables to look for.
    fn new(
        files: &'a [Examined],
        job: &'a Job,
        (sources, arrays): (&'a [BlankedSource], &'a [Vec<SourceArray>]),
        known: &'a [KnownTable],
    ) -> Self {
        let evaluator = Evaluator::new(sources, arrays).started();
        Self { files, sources, arrays, evaluator, types: Types { sources }, known, job }
    }

    fn module(&self) -> AttackModule {
        let arrays = self.found_arrays();
        let functions = self.functions();
        let mut module = AttackModule::default();
        let mut bodies: Vec<(usize, Range<usize>)> = Vec::new();
        for found in &functions {
            let FoundFunction { source, function, table, .. } = found;
            let fate = match self.call(found) {
                Ok((text, name)) => {
                    bodies.push((source.file, function.body.clone()));
                    let place = function.body.clone();
                    module.edits.push(ModuleEdit { file: source.file, place, text });
                    module.emit.push(table.part.id());
                    Fate::Replaced(format!("`{name}`"))
                }
                Err(why) => Fate::Left(why),
            };
            module.items.push(ModuleItem {
                file: source.file,
                line: function.line,
                name: function.name.clone(),
                what: table.to_string(),
                is_guess: false,
                fate,
            });
        }
        for found in &arrays {
            let fate = if self.is_unread(found, &bodies) {
                match Self::removed(found) {
                    Ok(edit) => {
                        module.edits.push(edit);
                        Fate::Replaced("the functions that read it; removed".to_owned())
                    }
                    Err(why) => Fate::Left(why),
                }
            } else {
                match self.filled(found) {
                    Ok((edit, name)) => {
                        module.edits.push(edit);
                        module.emit.push(found.table.part.id());
                        Fate::Replaced(format!("values of `{name}`"))
                    }
                    Err(why) => Fate::Left(why),
                }
            };
            module.items.push(ModuleItem {
                file: found.source.file,
                line: found.array.line,
                name: found.array.name.clone(),
                what: found.likeness.of(found.table),
                is_guess: false,
                fate,
            });
        }
        self.add_makers(&mut module);
        self.add_filled(&mut module, &bodies);
        let guesses = self.guesses(&module.items);
        module.items.extend(guesses);
        module.items.sort_by_key(|item| (item.file, item.line));
        module.emit.sort_unstable();
        module.emit.dedup();
        module
    }

    /// The arrays whose numbers are those of a table.
    fn found_arrays(&self) -> Vec<FoundArray<'a>> {
        let mut all = Vec::new();
        for (source, arrays) in self.sources.iter().zip(self.arrays) {
            for array in arrays {
                let of = |table| likeness(&array.values, &array.shape, table);
                let found = self.known.iter().find_map(|table| Some((table, of(table)?)));
                if let Some((table, likeness)) = found {
                    all.push(FoundArray { source, array, table, likeness });
                }
            }
        }
        all
    }
}

impl Likeness {
    /// What such an array is for the generator.
    fn of(self, table: &KnownTable) -> String {
        match self {
            Self::Same | Self::Flat | Self::Transposed => table.to_string(),
            Self::Side(side) => format!("{table} of side {side}"),
            Self::Exchanged => format!("{table} with the sides exchanged"),
        }
    }
}

/// How an array's numbers are those of a table; `None` if they differ.
fn likeness(values: &[u64], shape: &[usize], table: &KnownTable) -> Option<Likeness> {
    let lengths: Vec<usize> = table.axes.iter().map(|axis| axis.length()).collect();
    if values == table.values {
        return Some(if shape == lengths { Likeness::Same } else { Likeness::Flat });
    }
    if let Some(side) = (0..2).find(|side| table.of_side(*side) == Some(values)) {
        return Some(Likeness::Side(side));
    }
    if table.exchanged().is_some_and(|other| values == other) {
        return Some(Likeness::Exchanged);
    }
    let is_transposed = table.transposed().is_some_and(|other| values == other);
    is_transposed.then_some(Likeness::Transposed)
}

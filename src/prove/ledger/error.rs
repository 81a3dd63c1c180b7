//! What can be wrong with a ledger.

use std::fmt;
use std::ops::Range;

use crate::prove::SEARCH_VERSION;

/// What is wrong, and in which line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerError {
    /// The line; `None` where it is about the whole file.
    pub line: Option<usize>,
    /// What.
    pub kind: LedgerErrorKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerErrorKind {
    /// The first line is that of no ledger.
    NotALedger,
    /// Another form of file.
    Format {
        /// The file's.
        there: u32,
        /// The one that is known.
        here: u32,
    },
    /// A search that counts differently.
    Search {
        /// The file's.
        there: u32,
        /// The program that wrote it.
        magicgen: String,
    },
    /// Another question.
    Other {
        /// In which field they differ.
        field: &'static str,
        /// The file's.
        there: String,
        /// What is asked.
        here: String,
    },
    /// No JSON, or not with these fields.
    Unreadable(String),
    /// The last line has no end.
    CutOff,
    /// Counts of another plan.
    Levels {
        /// The line's.
        there: usize,
        /// The plan's.
        here: usize,
    },
    /// Roots that the plan doesn't have.
    Roots {
        /// The line's.
        roots: Range<u64>,
        /// How many there are.
        all: u64,
    },
    /// The counts aren't those that were digested.
    Digest {
        /// The line's.
        there: String,
        /// That of its counts.
        here: String,
    },
    /// The factor doesn't keep the attack sets apart.
    Witness {
        /// The factor.
        factor: u64,
        /// What is added to the product.
        constant: u64,
    },
    /// Roots that another line has too.
    Twice {
        /// The line's.
        roots: Range<u64>,
        /// `line 3`, or `b.jsonl:3`.
        other: String,
    },
    /// Roots beyond those that are asked for.
    Outside {
        /// The line's.
        roots: Range<u64>,
        /// Those asked for.
        wanted: Range<u64>,
    },
    /// Another run has written to the file.
    Changed,
    /// Roots that no line has.
    Missing {
        /// Which.
        roots: Vec<Range<u64>>,
        /// The command that searches them, less its `--roots`.
        command: String,
    },
}

impl LedgerErrorKind {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::NotALedger => "name another file with `-o FILE`: this one is kept".to_owned(),
            Self::Format { .. } => "use the `magicgen` that wrote it".to_owned(),
            Self::Search { magicgen, .. } if !magicgen.is_empty() => {
                format!("use magicgen {magicgen}, which wrote it, or begin anew with `-o FILE`")
            }
            Self::Search { .. } => "begin anew with another `-o FILE`".to_owned(),
            Self::Other { .. } => {
                "name the ledger of this question, or another `-o FILE`".to_owned()
            }
            Self::Unreadable(_)
            | Self::CutOff
            | Self::Levels { .. }
            | Self::Roots { .. }
            | Self::Digest { .. }
            | Self::Witness { .. } => {
                "restore the file from a copy, or delete the line and run its command with \
                 `-o` again"
                    .to_owned()
            }
            Self::Twice { .. } => "leave out one of the two".to_owned(),
            Self::Changed => "give each run a ledger of its own with `-o`".to_owned(),
            Self::Outside { .. } => {
                "give each shard a file of its own with `-o`, and `--merge` them".to_owned()
            }
            Self::Missing { roots, command } => match &roots[..] {
                [first, ..] => format!("{command} --roots {}..{} -o FILE", first.start, first.end),
                [] => command.clone(),
            },
        }
    }
}

impl fmt::Display for LedgerErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |roots: &Range<u64>| format!("{}..{}", roots.start, roots.end);
        match self {
            Self::NotALedger => write!(f, "not a ledger of a complete search"),
            Self::Format { there, here } => {
                write!(f, "a ledger of format {there}, but this is format {here}")
            }
            Self::Search { there, .. } => {
                write!(f, "a ledger of search version {there}, but this is {SEARCH_VERSION}")
            }
            Self::Other { field, there, here } => {
                write!(
                    f,
                    "a ledger of another question: `{field}` is {there} there and {here} here"
                )
            }
            Self::Unreadable(reason) => write!(f, "the line can't be read: {reason}"),
            Self::CutOff => write!(f, "the last line is cut off"),
            Self::Levels { there, here } => {
                write!(f, "the line counts {there} levels, but the plan has {here}")
            }
            Self::Roots { roots, all } => {
                write!(f, "roots {} are no slice of the plan's 0..{all}", shown(roots))
            }
            Self::Digest { there, here } => {
                write!(f, "the line was altered: its digest is {there}, but its counts give {here}")
            }
            Self::Witness { factor, constant } => write!(
                f,
                "the factor {factor:#018x} with the constant {constant:#018x} doesn't keep the attack sets apart"
            ),
            Self::Twice { roots, other } => {
                write!(f, "roots {} are doubled: {other} has some of them too", shown(roots))
            }
            Self::Outside { roots, wanted } => {
                write!(f, "roots {} aren't among {}", shown(roots), shown(wanted))
            }
            Self::Changed => write!(f, "the file was changed while the search ran"),
            Self::Missing { roots, .. } => {
                let count: u64 = roots.iter().map(|roots| roots.end - roots.start).sum();
                let mut ranges: Vec<String> = roots.iter().take(4).map(shown).collect();
                if roots.len() > ranges.len() {
                    ranges.push("...".to_owned());
                }
                write!(f, "{count} roots are missing: {}", ranges.join(", "))
            }
        }
    }
}

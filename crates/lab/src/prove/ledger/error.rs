//! The errors of a ledger, each with its line.

use std::fmt;
use std::ops::Range;

/// An error of a ledger, with its line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerError {
    /// The line; `None` if the error concerns the whole file.
    pub line: Option<usize>,
    /// The kind of error.
    pub kind: LedgerErrorKind,
}

/// The kinds of error in a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerErrorKind {
    /// The first line isn't the first line of a ledger.
    NotALedger,
    /// A ledger in another format.
    Format {
        /// The format of the file.
        there: u32,
        /// The format that can be read.
        here: u32,
    },
    /// A ledger of another search version, which counts differently.
    Search {
        /// The search version of the file.
        there: u32,
        /// The search version that is asked for.
        here: u32,
        /// The version of the program that wrote the file.
        magicgen: String,
    },
    /// The ledger of another question.
    Other {
        /// The first field that differs.
        field: &'static str,
        /// The field's value in the file.
        there: String,
        /// The field's value for the question asked.
        here: String,
    },
    /// A line that isn't JSON, or doesn't have the expected fields. Holds the reason.
    Unreadable(String),
    /// A last line without an end of line.
    CutOff,
    /// A line with counts for another number of levels than the plan has.
    Levels {
        /// The number of levels in the line.
        there: usize,
        /// The number of levels of the plan.
        here: usize,
    },
    /// Roots that the plan doesn't have.
    Roots {
        /// The roots of the line.
        roots: Range<u64>,
        /// The number of roots of the plan.
        all: u64,
    },
    /// A digest that doesn't fit the line's counts.
    Digest {
        /// The digest in the line.
        there: String,
        /// The digest of the line's counts.
        here: String,
    },
    /// A witness that doesn't keep the attack sets apart.
    Witness {
        /// The factor.
        factor: u64,
        /// The constant that is added to the product.
        constant: u64,
    },
    /// Roots that another line has too.
    Twice {
        /// The roots of the line.
        roots: Range<u64>,
        /// The place of the other line: `line 3`, or `b.jsonl:3`.
        other: String,
    },
    /// Roots outside the range that is asked for.
    Outside {
        /// The roots of the line.
        roots: Range<u64>,
        /// The roots that are asked for.
        wanted: Range<u64>,
    },
    /// Another run has written to the file.
    Changed,
    /// Roots that no line has.
    Missing {
        /// The missing roots.
        roots: Vec<Range<u64>>,
        /// The command that searches them, without its `--roots`.
        command: String,
    },
}

impl LedgerErrorKind {
    /// Advice what to do about the error.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::NotALedger => {
                "name a ledger, or another file with `-o FILE`; this one is kept".to_owned()
            }
            Self::Format { .. } => "use the `magicgen` that wrote it".to_owned(),
            Self::Search { magicgen, .. } if !magicgen.is_empty() => {
                format!("use magicgen {magicgen}, which wrote it, or start again with `-o FILE`")
            }
            Self::Search { .. } => "start again with another `-o FILE`".to_owned(),
            Self::Other { .. } => {
                "name the ledger of this question, or a new one with `-o FILE`".to_owned()
            }
            Self::Unreadable(_)
            | Self::CutOff
            | Self::Levels { .. }
            | Self::Roots { .. }
            | Self::Digest { .. }
            | Self::Witness { .. } => {
                "restore the file from a backup, or delete the line and run its command again"
                    .to_owned()
            }
            Self::Twice { .. } => "remove one of the two".to_owned(),
            Self::Changed => "give each run its own ledger with `-o`".to_owned(),
            Self::Outside { .. } => {
                "give each shard its own file with `-o`, and merge these with `--merge`".to_owned()
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
            Self::NotALedger => write!(f, "the file isn't a ledger of a complete search"),
            Self::Format { there, here } => {
                write!(f, "the ledger has format {there}, but this magicgen reads format {here}")
            }
            Self::Search { there, here, .. } => {
                write!(f, "the ledger has search version {there}, but this magicgen has {here}")
            }
            Self::Other { field, there, here } => {
                write!(
                    f,
                    "the ledger belongs to another question: its `{field}` is {there}, not {here}"
                )
            }
            Self::Unreadable(reason) => write!(f, "the line can't be parsed: {reason}"),
            Self::CutOff => write!(f, "the last line is cut off"),
            Self::Levels { there, here } => {
                write!(f, "the line has counts for {there} levels, but the plan has {here}")
            }
            Self::Roots { roots, all } => {
                write!(f, "roots {} aren't a slice of the plan's 0..{all}", shown(roots))
            }
            Self::Digest { there, here } => {
                write!(f, "the line was changed: its digest is {there}, but its counts have {here}")
            }
            Self::Witness { factor, constant } => write!(
                f,
                "the factor {factor:#018x} with the constant {constant:#018x} doesn't keep the attack sets apart"
            ),
            Self::Twice { roots, other } => {
                write!(f, "roots {} are there twice: {other} has some of them too", shown(roots))
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

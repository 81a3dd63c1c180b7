//! The arguments of `magicgen prove`. The doc comments of the struct are its help text.

use crate::cli::reporting::Reporting;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValue;

use magicgen_lab::prove::Constant;

/// What to settle, and how.
#[derive(Args, Debug)]
#[command(
    override_usage = "magicgen prove [OPTIONS] <PIECE> <SQUARE> --bits <N>\n       \
    magicgen prove [OPTIONS] --merge <LEDGER>... -o <FILE>\n       \
    magicgen prove [OPTIONS] --recheck <LEDGER>",
    after_long_help = "Exit status:\n\
    \x20   0  answered: a factor exists, or none does\n\
    \x20   1  --recheck found a difference\n\
    \x20   2  the usage, the config or the ledger is wrong\n\
    \x20   4  a file can't be read or written\n\
    \x20 130  interrupted; the ledger keeps finished roots\n\n\
    Examples:\n\
    \x20 magicgen prove rook a1 --bits 11 --estimate\n\
    \x20 magicgen prove rook a1 --bits 11 -o a1.jsonl           # again after an interruption: goes on\n\
    \x20 magicgen prove rook a1 --bits 11 --shard 3/8 -o a1-3.jsonl\n\
    \x20 magicgen prove --merge a1-*.jsonl -o a1.jsonl\n\
    \x20 magicgen prove --recheck a1.jsonl --sample 1%"
)]
pub(in crate::cli) struct Prove {
    /// rook, bishop, queen, or a piece of the config
    #[arg(value_name = "PIECE", required_unless_present_any = ["merge", "recheck"])]
    pub(super) piece: Option<String>,
    /// Square of the piece, by its name under a1lsb in every orientation; above 64 squares by the board's own name
    #[arg(value_name = "SQUARE", required_unless_present_any = ["merge", "recheck"])]
    pub(super) square: Option<String>,
    /// Number of index bits
    #[arg(long, value_name = "N", required_unless_present_any = ["merge", "recheck"])]
    pub(super) bits: Option<u8>,
    /// Constant that is added to the product [default: none]
    #[arg(long, value_name = "WHICH", value_parser = constants())]
    pub(super) constant: Option<String>,
    /// Count all factors instead of ending at the first
    #[arg(long)]
    pub(super) all: bool,
    /// Search nothing; estimate nodes and time
    #[arg(long, conflicts_with_all = ["shard", "roots", "output", "all"])]
    pub(super) estimate: bool,
    /// Search only the I-th of N equal parts of the tree
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(super) shard: Option<Shard>,
    /// Search only these roots of the tree, without the last
    #[arg(long, value_name = "FROM..TO", value_parser = roots, conflicts_with = "shard")]
    pub(super) roots: Option<(u64, u64)>,
    /// Ledger: the certificate, from which an interrupted run goes on
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Merge the ledgers of shards into -o
    #[arg(long, value_name = "LEDGER", num_args = 1.., requires = "output",
        conflicts_with_all = ["piece", "square", "bits", "constant", "all", "estimate", "shard", "roots", "recheck"])]
    pub(super) merge: Vec<PathBuf>,
    /// Search some slices of a ledger again, and compare all counts
    #[arg(long, value_name = "LEDGER",
        conflicts_with_all = ["piece", "square", "bits", "constant", "all", "estimate", "output"])]
    pub(super) recheck: Option<PathBuf>,
    /// Percentage of slices to search again; at least one slice
    #[arg(long, value_name = "PERCENT", value_parser = percent, requires = "recheck", conflicts_with = "piece", default_value = "1%")]
    pub(super) sample: f64,
    /// Seed for the slices of --sample and the probes of --estimate
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// Config file with the board and the piece [default: nearest magicgen.toml upwards]
    #[arg(short, long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Ignore config files
    #[arg(long, conflicts_with = "config")]
    pub(super) no_config: bool,
    /// Override a config key, e.g. -D board.width=6
    #[arg(short = 'D', long = "set", value_name = "KEY=VALUE")]
    pub(super) set: Vec<String>,
    /// Search threads; the result doesn't depend on them [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,
    #[command(flatten)]
    pub(super) report: Reporting,
}

impl Prove {
    /// The number of threads to search with.
    pub(super) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.jobs.map_or_else(cores, usize::from)
    }

    /// The kind of constant in the question.
    pub(super) fn constant(&self) -> Constant {
        let given = self.constant.as_deref();
        let is_given = |constant: &Constant| Some(constant.id()) == given;
        Constant::ALL.into_iter().find(is_given).unwrap_or(Constant::None)
    }
}

/// One of `count` parts of the tree. `index` is counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Shard {
    pub(super) index: u64,
    pub(super) count: u64,
}

impl Shard {
    /// The roots of the shard, of `all` roots.
    pub(super) fn roots(self, all: u64) -> std::ops::Range<u64> {
        let at = |index: u64| (u128::from(all) * u128::from(index) / u128::from(self.count)) as u64;
        at(self.index - 1)..at(self.index)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(index, count)| Some((number(index)?, number(count)?)));
    match numbers {
        Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index, count }),
        Some((index, count)) if count > 0 => {
            Err(format!("there is no shard {index} of {count}; shards are counted from 1"))
        }
        _ => Err("a shard is written as I/N, e.g. `--shard 1/4`".to_owned()),
    }
}

fn roots(text: &str) -> Result<(u64, u64), String> {
    let ends = text.split_once("..");
    let ends = ends.and_then(|(from, to)| Some((number(from)?, number(to)?)));
    ends.filter(|(from, to)| from < to)
        .ok_or_else(|| "roots are written as FROM..TO, e.g. `--roots 0..100`".to_owned())
}

/// A number of digits only. A sign is refused.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>().ok();
    number
        .filter(|percent| *percent > 0.0 && *percent <= 100.0)
        .ok_or_else(|| "a sample is more than 0% and at most 100%, e.g. `--sample 1%`".to_owned())
}

fn constants() -> clap::builder::PossibleValuesParser {
    let value = |constant: Constant| {
        PossibleValue::new(constant.id()).help(match constant {
            Constant::None => "No constant: white magics",
            Constant::Free => "Any constant; covers white and black magics",
            Constant::Black => "The product of the squares off the mask: black magics",
        })
    };
    Constant::ALL.map(value).to_vec().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_tile_the_roots() {
        for (all, count) in [(65_536, 4), (10, 3), (2, 5), (u64::MAX, 7)] {
            let mut from = 0;
            for index in 1..=count {
                let roots = Shard { index, count }.roots(all);
                assert_eq!(roots.start, from);
                from = roots.end;
            }
            assert_eq!(from, all);
        }
    }

    #[test]
    fn what_is_no_shard_range_or_sample_is_refused() {
        assert_eq!(shard("2/3"), Ok(Shard { index: 2, count: 3 }));
        for text in ["0/4", "5/4", "x", "1/0", "/", "1/", "-1/4", "1/4/2", "+1/4"] {
            assert!(shard(text).is_err(), "{text}");
        }
        assert_eq!(roots("0..5"), Ok((0, 5)));
        for text in ["5..5", "5..4", "..", "a..b", "1", "-1..3"] {
            assert!(roots(text).is_err(), "{text}");
        }
        assert_eq!(percent("0.5%"), Ok(0.5));
        for text in ["0", "0%", "101%", "-1%", "x", "NaN", "inf%", ""] {
            assert!(percent(text).is_err(), "{text}");
        }
    }
}

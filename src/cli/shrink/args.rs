//! The arguments of `magicgen search` that are about one table. The doc comments of the struct are its help text.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgGroup, Args};

use crate::generate::packed_goal;
use magicgen_board::Fold;
use magicgen_lookup::axes::Cell;
use magicgen_lookup::variant;
use magicgen_lookup::variant::Form;

/// Which table to shorten, and for how long.
#[derive(Args, Debug, Default)]
#[command(
    next_help_heading = "Shorten one table",
    group = ArgGroup::new("of_one_table").args(["goal", "merge"]).multiple(true)
)]
pub(in crate::cli) struct Shrinking {
    /// Variant whose table is shortened
    #[arg(long, value_name = "VARIANT", value_parser = goals(), conflicts_with_all = [
        "variant", "lang", "orientation", "only",
    ])]
    pub(super) goal: Option<String>,
    /// Key that is multiplied [default: the variant's own]
    #[arg(long, value_name = "KEY", value_parser = ["white", "black", "constant"], requires = "goal")]
    pub(super) key: Option<String>,
    /// Store half of the ranks, half of the files, or a quarter of the board (both); mirror all other squares
    /// [default without a word: ranks]
    #[arg(long, value_name = "FOLD", value_parser = folds(), requires = "of_one_table", num_args = 0..=1,
        default_missing_value = Fold::Ranks.id())]
    pub(super) fold: Option<String>,
    /// Content of a slot: an attack set, or 16 bits for PDEP, which several squares may share
    #[arg(long, value_name = "CELL", value_parser = [Cell::Word.id(), Cell::Pdep.id()], requires = "of_one_table")]
    pub(super) cell: Option<String>,
    /// Time to search, e.g. 90s, 30m, 12h or 2d
    #[arg(long, value_name = "TIME", value_parser = time, conflicts_with_all = ["effort", "merge"])]
    pub(super) time: Option<Duration>,
    /// Also begin with the factors of these pools
    #[arg(long, value_name = "POOL", num_args = 1.., requires = "goal")]
    pub(super) pool: Vec<PathBuf>,
    /// Begin without published factors
    #[arg(long, requires = "goal")]
    pub(super) from_nothing: bool,
    /// Merge the best tables of some locks into --lock, or the best factors of some pools into -o
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["effort", "seed", "pool", "from_nothing"])]
    pub(super) merge: Vec<PathBuf>,
    /// Checkpoint: the pool of factors from which an interrupted run goes on; with --merge, the merged pool
    #[arg(short, long, value_name = "FILE", requires = "of_one_table")]
    pub(super) output: Option<PathBuf>,
    /// Also draw the shortest table as SVG: progress of the search, range of each square, load of each part
    #[arg(long, value_name = "FILE", requires = "goal", conflicts_with = "merge")]
    pub(super) plot: Option<PathBuf>,
}

impl Shrinking {
    /// True where one table is to be shortened, or files are to be merged.
    pub(in crate::cli) fn is_asked(&self) -> bool {
        self.goal.is_some() || self.time.is_some() || !self.merge.is_empty()
    }
}

/// The variants whose tables are packed.
fn goals() -> PossibleValuesParser {
    let is_packed = |variant: &&variant::Variant| match variant.form {
        Form::Axes(axes) => packed_goal(axes).is_some() && axes.cell == Cell::Word,
        Form::OwnProgram(_) => false,
    };
    let values = variant::ALL.iter().filter(is_packed);
    let values = values.map(|variant| PossibleValue::new(variant.id).help(variant.summary));
    values.collect::<Vec<_>>().into()
}

/// The words for parts of the board that tables may serve.
fn folds() -> PossibleValuesParser {
    Fold::ALL.iter().map(|(word, _)| *word).collect::<Vec<_>>().into()
}

fn time(text: &str) -> Result<Duration, String> {
    let units = [("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400)];
    let seconds = units.iter().find_map(|(unit, seconds)| {
        let count = text.strip_suffix(unit)?;
        let is_number = count.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| count.parse::<u64>().ok()?.checked_mul(*seconds)).flatten()
    });
    let seconds = seconds.filter(|seconds| *seconds > 0);
    let wanted =
        || "a time is a positive number with `s`, `m`, `h` or `d`, e.g. `--time 30m`".to_owned();
    seconds.map(Duration::from_secs).ok_or_else(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_numbers_with_a_unit() {
        assert_eq!(time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(time("30m"), Ok(Duration::from_mins(30)));
        assert_eq!(time("2d"), Ok(Duration::from_hours(48)));
        for wrong in ["", "m", "0m", "30", "-1m", "+1m", "1.5h", "30 m", "99999999999999999d"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}

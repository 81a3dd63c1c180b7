//! Rounds: in each, every contestant does each piece of work once.

use super::contestant::{Contestant, Reply};
use crate::error::Error;
use crate::order::Workload;
use magicgen_search::Watch;

/// A piece of work: its name in requests, and the amount requested.
struct Work {
    name: &'static str,
    amount: u64,
    /// Whether the amount is the number of plies by which the trees are cut.
    is_depth: bool,
}

/// The number of pieces of work.
const WORKS: usize = 7;

const WORK: [Work; WORKS] = [
    Work { name: "stream", amount: 1_000_000, is_depth: false },
    Work { name: "games", amount: 3_000, is_depth: false },
    Work { name: "hash", amount: 600, is_depth: false },
    Work { name: "latency", amount: 1_500, is_depth: false },
    Work { name: "pressure", amount: 400, is_depth: false },
    Work { name: "perft", amount: 0, is_depth: true },
    Work { name: "search", amount: 0, is_depth: true },
];

/// The names of the pieces of work.
pub(super) fn work_names() -> [&'static str; WORKS] {
    WORK.each_ref().map(|work| work.name)
}

/// The names of the columns, in the order of [`Workload::ALL`].
pub(super) fn column_names() -> [&'static str; Workload::ALL.len()] {
    Workload::ALL.map(Workload::id)
}

/// The figures of one contestant.
pub(super) struct ContestantFigures {
    pub(super) name: String,
    /// How many times as fast as `fancy`, for each piece of work: the median of the rounds.
    pub(super) speeds: [f64; WORKS],
    /// Millions of lookups, paths or nodes a second: the median of the rounds.
    pub(super) millions: [f64; WORKS],
}

impl ContestantFigures {
    /// Figures for [`column_names`]: `engine` combines perft and search.
    pub(super) fn columns(&self) -> [f64; Workload::ALL.len()] {
        let [stream, games, hash, latency, pressure, perft, search] = self.speeds;
        [stream, games, hash, latency, pressure, (perft * search).sqrt()]
    }
}

/// All that was measured.
pub(super) struct BenchResults {
    pub(super) rows: Vec<ContestantFigures>,
    /// The count and the sum of results for each piece of work, the same for all contestants. The count is of lookups,
    /// paths or nodes.
    pub(super) answers: [(u64, u64); WORKS],
    pub(super) rounds: usize,
}

/// Measures until all rounds are done or the run is stopped. The first contestant is the baseline.
pub(super) fn measure(
    contestants: &mut [Contestant],
    rounds: u16,
    percent: u16,
    watch: &Watch,
) -> Result<BenchResults, Error> {
    let mut taken: Vec<Vec<[Reply; WORKS]>> = vec![Vec::new(); contestants.len()];
    for round in 0..usize::from(rounds) {
        let mut answers: Vec<Vec<Reply>> = vec![Vec::new(); contestants.len()];
        for work in &WORK {
            let amount = amount(work, percent);
            for at in order(contestants.len(), round) {
                if watch.is_stopped() {
                    return finish(contestants, &taken);
                }
                answers[at].push(contestants[at].ask(work.name, amount)?);
            }
            agree(contestants, &answers, work.name)?;
        }
        for (taken, answers) in taken.iter_mut().zip(answers) {
            taken.push(answers.try_into().expect("an answer for each piece of work"));
        }
    }
    finish(contestants, &taken)
}

fn amount(work: &Work, percent: u16) -> u64 {
    if work.is_depth {
        // A ply changes the work by a factor of about eight.
        match percent {
            0..13 => work.amount + 2,
            13..100 => work.amount + 1,
            _ => work.amount,
        }
    } else {
        (work.amount * u64::from(percent) / 100).max(1)
    }
}

/// The order of contestants in a round. Each round begins with another contestant, and every second round is reversed,
/// so that nobody always follows the same one.
fn order(count: usize, round: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).map(|at| (at + round * 3) % count).collect();
    if round % 2 == 1 {
        order.reverse();
    }
    order
}

/// Refuses a contestant whose lookups have different results.
fn agree(contestants: &[Contestant], answers: &[Vec<Reply>], work: &str) -> Result<(), Error> {
    let last = |answers: &Vec<Reply>| answers.last().map(|answer| (answer.count, answer.sum));
    let expected = last(&answers[0]);
    let Some(at) = answers.iter().position(|answers| last(answers) != expected) else {
        return Ok(());
    };
    Err(Error::Program {
        message: format!(
            "{} and {} disagree on `{work}`: one of the two looks up wrong attack sets",
            contestants[0].name, contestants[at].name
        ),
        help: "a program of `--beside` must answer like benches/field/engine.c; without `--beside`, please report this bug".to_owned(),
    })
}

fn finish(
    contestants: &[Contestant],
    taken: &[Vec<[Reply; WORKS]>],
) -> Result<BenchResults, Error> {
    let rounds = taken.first().map_or(0, Vec::len);
    if rounds == 0 {
        return Err(Error::Interrupted);
    }
    let rows = contestants.iter().zip(taken).map(|(contestant, own)| {
        let each = |figure: &dyn Fn(usize, usize) -> f64| {
            std::array::from_fn(|work| {
                median((0..rounds).map(|round| figure(work, round)).collect())
            })
        };
        // The clock of some systems has steps of a millisecond or ten.
        let seconds = |answers: &[[Reply; WORKS]], work: usize, round: usize| {
            answers[round][work].seconds.max(1e-6)
        };
        ContestantFigures {
            name: contestant.name.clone(),
            speeds: each(&|work, round| {
                seconds(&taken[0], work, round) / seconds(own, work, round)
            }),
            millions: each(&|work, round| {
                own[round][work].count as f64 / seconds(own, work, round) / 1e6
            }),
        }
    });
    let answers = taken[0][0].map(|answer| (answer.count, answer.sum));
    Ok(BenchResults { rows: rows.collect(), answers, rounds })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_round_has_every_contestant_once() {
        for round in 0..20 {
            let mut order = order(7, round);
            order.sort_unstable();
            assert_eq!(order, [0, 1, 2, 3, 4, 5, 6]);
        }
        assert_ne!(order(7, 0), order(7, 2));
    }

    #[test]
    fn little_work_has_shallower_trees() {
        let amounts = |percent| WORK.each_ref().map(|work| amount(work, percent));
        assert_eq!(amounts(100), [1_000_000, 3_000, 600, 1_500, 400, 0, 0]);
        assert_eq!(amounts(1), [10_000, 30, 6, 15, 4, 2, 2]);
    }

    #[test]
    fn the_engine_is_the_mean_of_perft_and_search() {
        let row = ContestantFigures {
            name: String::new(),
            speeds: [1.0, 2.0, 3.0, 4.0, 5.0, 0.5, 2.0],
            millions: [0.0; WORKS],
        };
        let differs = |(a, b): (f64, f64)| (a - b).abs() > 1e-12;
        assert!(!row.columns().into_iter().zip([1.0, 2.0, 3.0, 4.0, 5.0, 1.0]).any(differs));
    }
}

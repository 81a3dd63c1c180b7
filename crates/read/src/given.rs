//! Finds the column of shifts or index bits of a run of factors by its numbers, its name and the lookups that use it.

use std::cmp::Reverse;

use super::guess::CHANCE;
use super::lookup::{Amount, SourceLookup};
use super::names;
use super::probe::Prober;
use super::scheme::{NumberMeaning, Scheme, form};
use super::settle::{ColumnSource, FEW, FactorRun, Settled, Settler, works};

/// The index bits that a list of shifts may waste on average.
const MOST_SLACK: usize = 4;

/// The index bits that a list of shifts may waste on average if some squares fail with it: unrelated numbers waste
/// more.
const LITTLE_SLACK: usize = 1;

/// Words in the names of columns or arrays of shifts or index bits.
const SHIFTS: [&str; 4] = ["shift", "bits", "relevant", "width"];

/// A column of shifts or index bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShiftColumn {
    pub(super) scheme: Scheme,
    /// True if the column certainly belongs to the factors, so that misfits are mistakes: it looks like shifts and is
    /// called so, or a lookup shifts by it.
    pub(super) is_certain: bool,
}

impl Settler<'_> {
    /// The column of shifts or index bits that suits a run best.
    pub(super) fn given(&mut self, run: &FactorRun) -> Option<ShiftColumn> {
        let product = run.parts[0].1[0].hash().product_bits();
        let rows = self.tables[run.table].rows();
        let fits = |source: &&ColumnSource| self.tables[source.table].rows() == rows;
        let apart = self.like_shifts.iter().filter(fits).copied().collect();
        [self.beside(run), apart].into_iter().find_map(|sources| {
            let like: Vec<(ColumnSource, NumberMeaning, bool)> = sources
                .into_iter()
                .filter(|source| !self.is_of_other_piece(run, *source))
                .filter_map(|source| {
                    let form = form(self.column(source), product)?;
                    let used = self.form_of_lookups(run, source).filter(|_| product == 64);
                    Some((source, used.unwrap_or(form), used.is_some()))
                })
                .collect();
            let like = self.nearest(run, like, |(source, ..)| *source);
            let ranked = like.into_iter().filter_map(|(distance, (source, form, is_used))| {
                let scheme = Scheme::Given(source, form);
                let (mut near, mut good, mut slack, mut like) = (0, 0, 0, 0);
                for (part, guesses) in &run.parts {
                    let guess = &guesses[self.choose(guesses, part, scheme, self.key)];
                    let bits = self.bits(guess, part, scheme);
                    let works = works(guess, &bits);
                    let differs = |at: &usize| {
                        let relevant = Prober::square(guess.piece, guess.bit[*at]).bits();
                        bits[*at].map(|bits| i16::from(bits) - i16::from(relevant))
                    };
                    near += (0..64).filter(|at| matches!(differs(at), Some(-1 | 0))).count();
                    like += (0..64).filter(|at| matches!(differs(at), Some(-1..=1))).count();
                    good += works.iter().filter(|works| **works).count();
                    slack += (0..64)
                        .filter_map(|at| bits[at]?.checked_sub(guess.fewest[at]?))
                        .map(usize::from)
                        .sum::<usize>();
                }
                let squares = 64 * run.parts.len();
                let is_called = self.is_called(source, &SHIFTS);
                let is_certain = is_used || is_called && like * 4 >= squares * 3;
                // Lists of other numbers that happen to have the right length are excluded.
                let class = if good <= CHANCE * run.parts.len() {
                    4
                } else if near * 4 >= squares * 3 {
                    0
                } else if good == squares && slack <= squares * MOST_SLACK
                    || good + FEW >= squares && slack <= squares * LITTLE_SLACK
                {
                    1
                } else if good * 4 >= squares * 3 && is_called {
                    2
                } else {
                    4
                };
                if class == 4 && !is_certain {
                    return None;
                }
                let rank = (class, good < squares, Reverse((near, good)));
                Some((rank, distance, ShiftColumn { scheme, is_certain }))
            });
            let ranked: Vec<_> = ranked.collect();
            let best = ranked.into_iter().min_by_key(|(rank, distance, _)| (*rank, *distance));
            best.map(|(_, _, given)| given)
        })
    }

    /// The meaning of a column by which the lookups of a run's factors shift, if they agree on it.
    fn form_of_lookups(&self, run: &FactorRun, source: ColumnSource) -> Option<NumberMeaning> {
        let names: Vec<&String> = self.names(source).collect();
        let factors = ColumnSource { table: run.table, column: run.taken[0] };
        let uses = |name: &String| self.lookups.iter().any(|lookup| lookup.uses(name));
        let is_looked_up = self.names(factors).any(uses);
        let mut forms = self.lookups.iter().filter_map(|lookup| {
            let Amount::Entry(name) = &lookup.amount else { return None };
            let form = lookup.from.map_or(NumberMeaning::ShiftOutOf(64), NumberMeaning::Difference);
            (is_looked_up && names.contains(&name)).then_some(form)
        });
        let first = forms.next()?;
        forms.all(|form| form == first).then_some(first)
    }

    /// Whether a lookup of a run's factors has a shift that isn't understood.
    pub(super) fn has_unread_shift(&self, run: &FactorRun) -> bool {
        let factors = ColumnSource { table: run.table, column: run.taken[0] };
        let is_its = |lookup: &SourceLookup| self.names(factors).any(|name| lookup.uses(name));
        self.lookups.iter().any(|lookup| lookup.amount == Amount::Unread && is_its(lookup))
    }

    /// The index bits that the lookups of a run's factors leave by a shift by one number, if they agree on it.
    pub(super) fn bits_of_lookups(&self, run: &FactorRun) -> Option<u8> {
        let factors = ColumnSource { table: run.table, column: run.taken[0] };
        let mut all = self.lookups.iter().filter_map(|lookup| {
            let bits = lookup.bits()?;
            // The words may begin in a lookup of the other piece.
            let last = lookup.words.iter().rfind(|word| self.factor_names.contains(*word))?;
            self.names(factors).any(|name| name == last).then_some(bits)
        });
        let first = all.next()?;
        let agree = all.all(|other| other == first);
        let bits = u8::try_from(first).ok()?;
        let is_64 = run.parts.iter().all(|(_, guesses)| guesses[0].hash().product_bits() == 64);
        (agree
            && is_64
            && run.parts.len() == 1
            && (1..=self.prober.hints.most_bits).contains(&bits))
        .then_some(bits)
    }

    /// The names of a column: its field's and its array's.
    pub(super) fn names(&self, source: ColumnSource) -> impl Iterator<Item = &String> {
        let table = &self.tables[source.table];
        table.columns[source.column].label.iter().chain(&table.name)
    }

    /// True if a column in another array is named after another piece than the run's.
    pub(super) fn is_of_other_piece(&self, run: &FactorRun, source: ColumnSource) -> bool {
        let [(_, guesses)] = run.parts.as_slice() else { return false };
        source.table != run.table
            && self.names(source).any(|name| names::is_of_other(name, guesses[0].piece))
    }
}

/// Marks the squares with one index bit more than relevant squares, if the list seems off by one: on more than [`FEW`]
/// squares, with varying bits, and with more bits somewhere than the largest mask has squares.
pub(super) fn too_wide(settled: &Settled) -> Vec<bool> {
    let guess = &settled.guess;
    let is_wide = |at: usize| {
        let relevant = Prober::square(guess.piece, guess.bit[at]).bits();
        settled.bits[at] == Some(relevant + 1)
            && guess.fewest[at].is_some_and(|fewest| fewest <= relevant)
    };
    let wide: Vec<bool> = (0..64).map(is_wide).collect();
    let is_beyond = settled.bits.iter().flatten().any(|bits| *bits > guess.piece.most_bits());
    let varies = settled.bits.iter().any(|bits| *bits != settled.bits[0]);
    let count = wide.iter().filter(|wide| **wide).count();
    if count > FEW && is_beyond && varies { wide } else { vec![false; 64] }
}

//! Decides on one reading of a run of factors, with its shifts and offsets.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::given::{ShiftColumn, too_wide};
use super::guess::Guess;
use super::lookup::SourceLookup;
use super::masked::Mask;
use super::offsets::may_be_offsets;
use super::part::{PieceRows, index_column};
use super::placement::TablePlacement;
use super::probe::{Formula, Prober};
use super::report::{Shift, TextPlace};
use super::scheme::{NumberMeaning, Scheme, form};
use super::slider::MultipliedKey;
use super::table::{SourceColumn, SourceTable};

/// 64 rows and the ways to read them as factors: at least one, the best first.
pub(super) type Readings = (PieceRows, Vec<Guess>);

/// A table as laid out, with the part and the position of each tenant.
pub(super) type LaidOut = (TablePlacement, Vec<(usize, usize)>);

/// A column of factors, split by piece, with all readings of each part.
#[derive(Clone, Debug)]
pub(super) struct FactorRun {
    /// The position of the table.
    pub(super) table: usize,
    /// The table's columns that hold factors or constants; the first is this run's factors.
    pub(super) taken: Vec<usize>,
    /// One part, or a part for each piece.
    pub(super) parts: Vec<Readings>,
    /// The number of the run among all runs of the text, from 0.
    pub(super) number: usize,
}

/// A column somewhere in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColumnSource {
    pub(super) table: usize,
    pub(super) column: usize,
}

/// The most squares of a piece that may fail by mistakes in a list of shifts. If more squares fail, and the factors
/// work without the list, it is a list of other numbers.
pub(super) const FEW: usize = 8;

/// If this number of squares needs more index bits than relevant squares, that isn't a mistake in the text.
const SEVERAL: usize = 3;

/// The most columns that are tried as shifts, or as offsets, of a run. The nearest are tried.
const MOST_NEAR: usize = 64;

/// A part with its final reading. `factors` is the column of factors; `shifts` and `offsets` are the columns used, if
/// any.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    pub(super) table: usize,
    pub(super) factors: usize,
    pub(super) part: PieceRows,
    pub(super) guess: Guess,
    pub(super) shift: Shift,
    pub(super) shifts: Option<ColumnSource>,
    /// The index bits of each position; `None` where the text's number is out of range.
    pub(super) bits: Vec<Option<u8>>,
    pub(super) offsets: Option<ColumnSource>,
    /// Whether the number of each position in the list of shifts is wrong.
    pub(super) wrong_shift: Vec<bool>,
    /// The masks in the text that aren't the relevant squares, if the lookup uses them.
    pub(super) mask: Option<Mask>,
}

/// Decides on the reading of each run.
pub(super) struct Settler<'a> {
    pub(super) prober: &'a mut Prober,
    pub(super) tables: &'a [SourceTable],
    /// The tables without factors.
    pub(super) pool: Vec<usize>,
    /// The number of runs of factors.
    pub(super) runs: usize,
    /// The form of the key that masks in the text show.
    pub(super) key: Option<MultipliedKey>,
    /// The lookups in the text.
    pub(super) lookups: Vec<SourceLookup>,
    /// The names of all columns of factors.
    pub(super) factor_names: BTreeSet<String>,
    /// The columns of the pool that may be shifts or index bits.
    pub(super) like_shifts: Vec<ColumnSource>,
    /// The columns of the pool that may be offsets.
    like_offsets: Vec<ColumnSource>,
}

impl<'a> Settler<'a> {
    pub(super) fn new(
        prober: &'a mut Prober,
        tables: &'a [SourceTable],
        pool: Vec<usize>,
        runs: &[FactorRun],
        key: Option<MultipliedKey>,
        lookups: Vec<SourceLookup>,
    ) -> Self {
        let columns = |table: usize| {
            (0..tables[table].columns.len()).map(move |column| ColumnSource { table, column })
        };
        let of_pool = |is_like: &dyn Fn(&SourceColumn) -> bool| -> Vec<ColumnSource> {
            let is_like =
                |source: &ColumnSource| is_like(&tables[source.table].columns[source.column]);
            pool.iter().flat_map(|table| columns(*table)).filter(is_like).collect()
        };
        let like_shifts = of_pool(&|column| form(column, 64).or(form(column, 32)).is_some());
        let like_offsets = of_pool(&may_be_offsets);
        let names = |run: &FactorRun| {
            let table = &tables[run.table];
            table.columns[run.taken[0]].label.iter().chain(&table.name).cloned().collect::<Vec<_>>()
        };
        let factor_names = runs.iter().flat_map(names).collect();
        let runs = runs.len();
        Self { prober, tables, pool, runs, key, lookups, factor_names, like_shifts, like_offsets }
    }

    /// Decides on the reading of a run. Readings that work are preferred to others, and shifts that the text gives are
    /// preferred to index bits found by trying.
    pub(super) fn settle(&mut self, run: &FactorRun) -> Vec<Settled> {
        let parts = run.parts.len();
        let base = without_evidence(run);
        let base_fails = self.fails(run, base);
        let given = self.given(run).or_else(|| {
            let works = self.is_shift_in_factor(run) && self.fails(run, Scheme::InFactor) == 0;
            works.then_some(ShiftColumn { scheme: Scheme::InFactor, is_certain: false })
        });
        let given = given.or_else(|| {
            let scheme = Scheme::Same(self.bits_of_lookups(run)?);
            Some(ShiftColumn { scheme, is_certain: true })
        });
        // A list in a shift that isn't understood may be used otherwise.
        let is_unread = self.has_unread_shift(run);
        let given = given.filter(|given| {
            let fails = self.fails(run, given.scheme);
            let is_rather = fails <= FEW * parts || given.is_certain;
            if is_unread { fails < base_fails } else { fails == 0 || base_fails > 0 || is_rather }
        });
        let is_certain = given.is_some_and(|given| given.is_certain) && !is_unread;
        let given = given.map(|given| given.scheme);
        let schemes =
            given.map_or(vec![base, Scheme::Relevant, Scheme::Fixed], |given| vec![given]);
        // The key decides between readings of the same factors. If each part has one reading, all keys have the same
        // layout.
        let is_read_once = run.parts.iter().all(|(_, guesses)| guesses.len() == 1);
        let others = [Some(MultipliedKey::White), Some(MultipliedKey::Black)]
            .into_iter()
            .filter(|key| !is_read_once && *key != self.key);
        let keys: Vec<_> = [self.key].into_iter().chain(others).collect();
        let laid_out = keys
            .into_iter()
            .filter_map(|key| {
                let (rank, found) = self.laid_out(run, &schemes, key)?;
                Some((rank, found, key))
            })
            .min_by_key(|(rank, ..)| *rank);
        if let Some((_, (scheme, offsets), key)) = laid_out {
            return self.settled(run, scheme, Some(offsets), key);
        }
        let mut all = self.settled(run, given.unwrap_or(base), None, self.key);
        for settled in all.iter_mut().filter(|_| is_certain) {
            // A list may be off by one; numbers that are computed by a short expression are wasteful on purpose.
            let is_list = settled.shifts.is_some_and(|source| !self.tables[source.table].is_made);
            if is_list {
                settled.wrong_shift = too_wide(settled);
            }
        }
        all
    }

    /// The number of squares that don't work under a scheme.
    fn fails(&mut self, run: &FactorRun, scheme: Scheme) -> usize {
        let mut fails = 0;
        for (part, guesses) in &run.parts {
            let guess = &guesses[self.choose(guesses, part, scheme, self.key)];
            let bits = self.bits(guess, part, scheme);
            fails += works(guess, &bits).iter().filter(|works| !**works).count();
        }
        fails
    }

    /// Whether the upper six bits of all factors are right shifts that leave about as many index bits as there are
    /// relevant squares.
    fn is_shift_in_factor(&self, run: &FactorRun) -> bool {
        run.parts.iter().all(|(part, guesses)| {
            let bits = self.bits(&guesses[0], part, Scheme::InFactor);
            let near = |at: usize| {
                let relevant = Prober::square(guesses[0].piece, guesses[0].bit[at]).bits();
                bits[at].is_some_and(|bits| bits <= relevant && bits + 2 >= relevant)
            };
            guesses[0].hash().product_bits() == 64 && (0..64).all(near)
        })
    }

    pub(super) fn column(&self, source: ColumnSource) -> &SourceColumn {
        &self.tables[source.table].columns[source.column]
    }

    /// The other columns of a run's table, which may be its shifts or offsets.
    pub(super) fn beside(&self, run: &FactorRun) -> Vec<ColumnSource> {
        let table = &self.tables[run.table];
        let index = index_column(table).filter(|_| table.columns.len() > 1);
        (0..table.columns.len())
            .filter(|column| !run.taken.contains(column) && Some(*column) != index)
            .map(|column| ColumnSource { table: run.table, column })
            .collect()
    }

    /// The columns of other arrays that have a run's length and may be offsets.
    pub(super) fn offsets_apart(&self, run: &FactorRun) -> Vec<ColumnSource> {
        let rows = self.tables[run.table].rows();
        let fits = |source: &&ColumnSource| self.tables[source.table].rows() == rows;
        self.like_offsets.iter().filter(fits).copied().collect()
    }

    /// The columns that are nearest to a run, at most [`MOST_NEAR`], each with its distance.
    pub(super) fn nearest<T>(
        &self,
        run: &FactorRun,
        like: Vec<T>,
        source: impl Fn(&T) -> ColumnSource,
    ) -> Vec<((bool, usize), T)> {
        let count = like.len();
        let mut all: Vec<_> = like
            .into_iter()
            .enumerate()
            .map(|(number, one)| (self.distance(run, number, count, source(&one)), one))
            .collect();
        if count > MOST_NEAR {
            // The sort is stable, so the first of equally distant columns stays first.
            all.sort_by_key(|(distance, _)| *distance);
            all.truncate(MOST_NEAR);
        }
        all
    }

    /// The distance of a column from a run, in lines. If there are as many columns as runs, the column with the run's
    /// own number counts as nearer than all others.
    fn distance(
        &self,
        run: &FactorRun,
        number: usize,
        count: usize,
        source: ColumnSource,
    ) -> (bool, usize) {
        let matched = count == self.runs && number == run.number;
        let lines = |table: usize| self.tables[table].lines;
        let (here, there) = (lines(run.table), lines(source.table));
        (!matched, there.0.abs_diff(here.1).min(here.0.abs_diff(there.1)))
    }

    /// True if the name of a column or of its array contains one of these words.
    pub(super) fn is_called(&self, source: ColumnSource, names: &[&str]) -> bool {
        let table = &self.tables[source.table];
        let label = self.column(source).label.iter();
        label.chain(&table.name).any(|name| {
            let name = name.to_ascii_lowercase();
            names.iter().any(|word| name.contains(word))
        })
    }

    /// The index bits of each position under a scheme.
    pub(super) fn bits(&self, guess: &Guess, part: &PieceRows, scheme: Scheme) -> Vec<Option<u8>> {
        match scheme {
            Scheme::Given(source, form) => {
                part.values(self.column(source)).into_iter().map(|value| form.bits(value)).collect()
            }
            Scheme::Relevant => {
                guess.bit.iter().map(|bit| Some(Prober::square(guess.piece, *bit).bits())).collect()
            }
            Scheme::InFactor => {
                let form = NumberMeaning::ShiftOutOf(guess.hash().product_bits());
                let shift = |formula: &Formula| form.bits(i128::from(formula.factor >> 58));
                guess.formulas.iter().map(shift).collect()
            }
            Scheme::Fixed => vec![Some(guess.fixed().0); 64],
            Scheme::Same(bits) => vec![Some(bits); 64],
        }
    }

    /// The position of the reading with which most squares work. Of equally good readings, one with the wanted key is
    /// taken, or else the first.
    pub(super) fn choose(
        &self,
        guesses: &[Guess],
        part: &PieceRows,
        scheme: Scheme,
        key: Option<MultipliedKey>,
    ) -> usize {
        let good = |guess: &Guess| {
            let bits = self.bits(guess, part, scheme);
            works(guess, &bits).into_iter().filter(|works| *works).count()
        };
        let rank = |index: &usize| {
            let guess = &guesses[*index];
            (good(guess), key == Some(guess.key()), Reverse(*index))
        };
        (0..guesses.len()).max_by_key(rank).unwrap_or(0)
    }

    /// The parts of a run under a scheme, with these offsets and preferably with this key.
    pub(super) fn settled(
        &self,
        run: &FactorRun,
        scheme: Scheme,
        offsets: Option<ColumnSource>,
        key: Option<MultipliedKey>,
    ) -> Vec<Settled> {
        let mut all = Vec::new();
        for (part, guesses) in &run.parts {
            let guess = &guesses[self.choose(guesses, part, scheme, key)];
            let place = |source: ColumnSource| self.source_place(source);
            let (shift, shifts) = match scheme {
                Scheme::Given(source, NumberMeaning::Bits | NumberMeaning::Difference(_)) => {
                    (Shift::Bits(place(source)), Some(source))
                }
                Scheme::Given(source, NumberMeaning::ShiftOutOf(out_of)) => {
                    (Shift::Shift { out_of, place: place(source) }, Some(source))
                }
                Scheme::Relevant => (Shift::Relevant, None),
                Scheme::InFactor => (Shift::InFactor, None),
                Scheme::Fixed => (Shift::Fixed { bits: guess.fixed().0 }, None),
                Scheme::Same(bits) => (Shift::Fixed { bits }, None),
            };
            all.push(Settled {
                table: run.table,
                factors: run.taken[0],
                bits: self.bits(guess, part, scheme),
                part: part.clone(),
                guess: guess.clone(),
                shift,
                shifts,
                offsets,
                wrong_shift: vec![false; 64],
                mask: None,
            });
        }
        all
    }

    /// The place of a column, for the report.
    pub(super) fn source_place(&self, source: ColumnSource) -> TextPlace {
        place_of(&self.tables[source.table], source.column)
    }
}

/// Whether the square of each position works with these index bits.
pub(super) fn works(guess: &Guess, bits: &[Option<u8>]) -> Vec<bool> {
    (0..64)
        .map(|at| {
            let Some(bits) = bits[at] else { return false };
            guess.fewest[at].is_some_and(|fewest| fewest <= bits)
        })
        .collect()
}

/// The place of a column of a table.
pub(super) fn place_of(table: &SourceTable, column: usize) -> TextPlace {
    let several = table.columns.len() > 1;
    let column = &table.columns[column];
    TextPlace {
        first_line: table.lines.0,
        last_line: table.lines.1,
        name: table.name.clone(),
        column: several.then_some(column.place).filter(|place| *place > 0),
        field: column.label.clone().filter(|_| several),
    }
}

/// The scheme for a run without any shifts: the number of relevant squares if nearly all squares work with it, else one
/// number for all squares.
fn without_evidence(run: &FactorRun) -> Scheme {
    let relevant: usize = run.parts.iter().map(|(_, guesses)| guesses[0].good_relevant).sum();
    let fixed: usize = run.parts.iter().map(|(_, guesses)| guesses[0].fixed().1).sum();
    let most = 48 * run.parts.len();
    // If one or two squares need more bits than relevant squares, their factors have mistakes. If more squares do,
    // there is one shift for all, which the text doesn't give.
    let squares = 64 * run.parts.len();
    if fixed == squares && relevant + SEVERAL <= squares {
        return Scheme::Fixed;
    }
    if relevant == fixed || relevant >= most { Scheme::Relevant } else { Scheme::Fixed }
}

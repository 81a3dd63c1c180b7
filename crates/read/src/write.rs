//! Writes the report on the runs whose readings are settled.

use magicgen_board::{Mapping, Standard};

use super::guess::{Guess, masks, may_be_factors};
use super::masked;
use super::offsets::FEW_CLASHES;
use super::orientation::{Pairs, agree};
use super::part::{self, Mode};
use super::placement::TablePlacement;
use super::probe::{KeyStep, Prober};
use super::report::{
    EntryOrder, FailureKind, Finding, Report, ReportWord, ShownOrder, Skipped, SkippedKind,
    SquareFailure,
};
use super::settle::{ColumnSource, Settled, Settler, place_of};
use super::sharing::{SharedTable, TableClash, TableSquare};
use super::table::SourceTable as Numbers;
use super::twins;

/// The report on runs and on the tables that their offsets make, and the columns of further lists of offsets.
pub(super) fn report(
    settler: &mut Settler,
    runs: &[Vec<Settled>],
    evidence: &ShownOrder,
) -> (Report, Vec<ColumnSource>) {
    let mut report = Report::default();
    for settled in runs.iter().flatten() {
        report.findings.push(finding(settler, settled, evidence));
    }
    let all: Vec<&Settled> = runs.iter().flatten().collect();
    report.tables = laid_out(settler, &report, runs, &all);
    let name = |finding: usize, bit| name(&report.findings[finding].orientation, bit);
    let (lists, columns) = twins::lists(settler, &all, name).into_iter().unzip();
    report.offset_lists = lists;
    (report, columns)
}

/// The tables that the offsets of runs make.
fn laid_out(
    settler: &mut Settler,
    report: &Report,
    runs: &[Vec<Settled>],
    all: &[&Settled],
) -> Vec<SharedTable> {
    let mut tables: Vec<Vec<usize>> = Vec::new();
    let mut number = 0;
    for run in runs {
        if run[0].offsets.is_some() {
            tables.push((number..number + run.len()).collect());
        }
        number += run.len();
    }
    // Pieces with arrays of their own may still share one table.
    if tables.len() > 1 {
        let both: Vec<usize> = tables.concat();
        let mut pieces: Vec<_> = both.iter().map(|finding| all[*finding].guess.piece).collect();
        pieces.sort_unstable();
        pieces.dedup();
        if pieces.len() == both.len()
            && let Some(table) = table(settler, report, all, both)
        {
            let one_each: Vec<SharedTable> = tables
                .iter()
                .filter_map(|findings| self::table(settler, report, all, findings.clone()))
                .collect();
            // One table with several clashes, where separate tables have none, shows that the tables are separate.
            if table.clashes.is_empty() || table.clashes.len() < FEW && !has_zero_each(&one_each) {
                return vec![table];
            }
            return one_each;
        }
    }
    tables.into_iter().filter_map(|findings| table(settler, report, all, findings)).collect()
}

/// Fewer clashes than this are mistakes in one table; more show that there are several tables.
const FEW: usize = 4;

/// True if each of several tables begins with slot 0 and has no clashes, as separate tables do.
fn has_zero_each(tables: &[SharedTable]) -> bool {
    tables.len() > 1 && tables.iter().all(|table| table.lowest == 0 && table.clashes.is_empty())
}

fn finding(settler: &mut Settler, settled: &Settled, evidence: &ShownOrder) -> Finding {
    let Settled { part, guess, .. } = settled;
    let numbers = &settler.tables[settled.table];
    let column = &numbers.columns[settled.factors];
    let orientation = orientation(settled, numbers, evidence);
    let steps: Vec<KeyStep> = guess.formulas.iter().map(|formula| formula.before).collect();
    let mut finding = Finding {
        place: place_of(numbers, settled.factors),
        rows: part.rows,
        piece: guess.piece,
        key: guess.key(),
        hash: guess.hash(),
        preshift: steps.iter().any(|step| !matches!(*step, KeyStep::NONE | KeyStep::FOLD)),
        fold: steps.contains(&KeyStep::FOLD),
        constant: guess.formulas.iter().any(|formula| formula.constant != 0),
        shift: settled.shift.clone(),
        mask: settled.mask.as_ref().map(|mask| settler.source_place(mask.source)),
        order: match (part.mode, guess.turn) {
            (Mode::Name, _) => EntryOrder::Name,
            (Mode::Text, 0) => EntryOrder::Text,
            (Mode::Index, 0) => EntryOrder::Index,
            (_, turn) => EntryOrder::Turned { rows: Standard::ALL[turn] },
        },
        orientation,
        good: 0,
        bits: vec![0; 64],
        fewest: vec![None; 64],
        factors: vec![ReportWord(0); 64],
        constants: guess
            .formulas
            .iter()
            .any(|formula| formula.constant != 0)
            .then(|| by_bit(guess, |position| ReportWord(guess.formulas[position].constant))),
        offsets: offsets(settler, settled),
        words: 0,
        used: 0,
        failures: Vec::new(),
    };
    for position in 0..64 {
        let bit = guess.bit[position];
        let (at, formula) = (usize::from(bit), guess.formulas[position]);
        finding.factors[at] = ReportWord(formula.factor);
        let problem = match settled.bits[position] {
            Some(bits) if settled.wrong_shift[position] => {
                finding.bits[at] = bits;
                finding.words += 1 << bits;
                let relevant = Prober::square(guess.piece, bit).bits();
                let (value, line) = given_shift(settler, settled, position);
                match guess.fewest[position] {
                    Some(fewest) if bits < fewest => {
                        FailureKind::Narrow { bits, fewest, value, line }
                    }
                    _ => FailureKind::Wide { bits, relevant, value, line },
                }
            }
            Some(bits) => {
                finding.bits[at] = bits;
                finding.words += 1 << bits;
                let probed = match &settled.mask {
                    Some(mask) => {
                        masked::probe(guess.piece, bit, formula, bits, mask.words[position])
                    }
                    None => Prober::probe(guess.piece, bit, formula, bits),
                };
                match probed {
                    Ok(used) => {
                        let prober = &mut *settler.prober;
                        let fewest = || prober.fewest(guess.piece, bit, formula, bits);
                        finding.fewest[at] = guess.fewest[position].or_else(fewest);
                        finding.good += 1;
                        finding.used += used;
                        continue;
                    }
                    Err(collision) => FailureKind::Clash {
                        bits,
                        index: collision.index as u64,
                        occupied: collision.occupied.map(ReportWord),
                        attacks: collision.attacks.map(ReportWord),
                        difference: ReportWord(collision.attacks[0] ^ collision.attacks[1]),
                    },
                }
            }
            None => shift_failure(settler, settled, position),
        };
        let square = name(&finding.orientation, bit);
        let line = column.lines[part.row[position]] as usize;
        finding.failures.push(SquareFailure {
            bit,
            square,
            line,
            factor: ReportWord(formula.factor),
            problem,
        });
    }
    finding.failures.sort_by_key(|failure| failure.bit);
    finding
}

/// The values of all positions, in the order of bit indices.
fn by_bit<T: Copy>(guess: &Guess, of: impl Fn(usize) -> T) -> Vec<T> {
    let mut position_of = [0; 64];
    for (position, bit) in guess.bit.iter().enumerate() {
        position_of[usize::from(*bit)] = position;
    }
    position_of.map(of).to_vec()
}

/// The offsets that the text gives a run.
fn offsets(settler: &Settler, settled: &Settled) -> Option<Vec<i64>> {
    let values = settled.part.values(settler.column(settled.offsets?));
    Some(by_bit(&settled.guess, |position| values[position] as i64))
}

fn shift_failure(settler: &Settler, settled: &Settled, position: usize) -> FailureKind {
    let (value, line) = given_shift(settler, settled, position);
    FailureKind::Shift { value, line }
}

/// The number in the text that gives a position's index bits, and its line.
fn given_shift(settler: &Settler, settled: &Settled, position: usize) -> (i64, usize) {
    let row = settled.part.row[position];
    let column = settled.shifts.map(|source| &settler.tables[source.table].columns[source.column]);
    let (value, line) =
        column.map_or((0, 0), |column| (column.values[row], column.lines[row] as usize));
    (i64::try_from(value).unwrap_or(i64::MAX), line)
}

/// The order of squares that a run shows. Squares that the rows themselves name are preferred to other statements of
/// the text.
fn orientation(settled: &Settled, numbers: &Numbers, evidence: &ShownOrder) -> ShownOrder {
    let Settled { part, guess, .. } = settled;
    match (part.mode, &numbers.marks.squares) {
        (Mode::Name, _) => ShownOrder::Shown { standards: vec![Standard::ALL[guess.turn]] },
        (_, Some(squares)) => {
            let rows: Pairs = (0..64).map(|at| (squares[part.row[at]], guess.bit[at])).collect();
            agree(&rows)
        }
        _ => evidence.clone(),
    }
}

fn name(orientation: &ShownOrder, bit: u8) -> Option<String> {
    let square = Mapping::chess(orientation.only()?).square(bit)?;
    Some(square.to_string())
}

fn table(
    settler: &mut Settler,
    report: &Report,
    all: &[&Settled],
    findings: Vec<usize>,
) -> Option<SharedTable> {
    let parts: Vec<&Settled> = findings.iter().map(|finding| all[*finding]).collect();
    // The offsets of a single piece may have any number of clashes.
    let (placement, _) = settler.place(&parts, FEW_CLASHES);
    let placement = placement.or_else(|| match findings.as_slice() {
        [_] => settler.place(&parts, usize::MAX).0,
        _ => None,
    });
    let (placement, names) = placement?;
    let TablePlacement { sharing, lowest, length, used, shared, ref clashes } = placement;
    let side = |tenant: usize, occupied: u64, attacks: u64| {
        let (part, position) = names[tenant];
        let settled = parts[part];
        let row = settled.part.row[position];
        let bit = settled.guess.bit[position];
        let offsets = settled.offsets.map(|at| &settler.tables[at.table].columns[at.column]);
        TableSquare {
            piece: settled.guess.piece,
            bit,
            square: name(&report.findings[findings[part]].orientation, bit),
            line: offsets.map_or(0, |column| column.lines[row] as usize),
            offset: offsets.map_or(0, |column| column.values[row] as i64),
            occupied: ReportWord(occupied),
            attacks: ReportWord(attacks),
        }
    };
    let clashes = clashes
        .iter()
        .map(|clash| TableClash {
            squares: [0, 1]
                .map(|at| side(clash.tenants[at], clash.occupied[at], clash.attacks[at])),
            slot: clash.slot,
            others: clash.others,
        })
        .collect();
    let offsets =
        parts.iter().filter_map(|part| part.offsets).map(|at| settler.source_place(at)).collect();
    Some(SharedTable { findings, offsets, sharing, lowest, length, used, shared, clashes })
}

/// Adds the arrays that neither hold factors nor are used by factors.
pub(super) fn skipped(report: &mut Report, tables: &[Numbers], pool: &[usize], near: &[bool]) {
    for index in pool {
        let table = &tables[*index];
        let words: Vec<u64> = table.columns[0].values.iter().map(|value| *value as u64).collect();
        let readings = part::readings(table);
        let mut columns = table.columns.iter();
        let masks = columns
            .find_map(|column| readings.iter().flatten().find_map(|part| masks(part, column)));
        let what = match masks {
            Some(piece) => SkippedKind::Masks { piece },
            None if !may_be_factors(&words) && !near[*index] => SkippedKind::Small,
            None => SkippedKind::Other,
        };
        report.skipped.push(Skipped { place: place_of(table, 0), rows: table.rows(), what });
    }
}

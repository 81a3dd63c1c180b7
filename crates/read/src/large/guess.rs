//! Guesses how the numbers of an array are meant: as factors of which piece, on which board, in which arithmetic.

use std::rc::Rc;

use super::array::{LargeArray, LargeColumn};
use super::judged::Judged;
use super::piece::PIECES;
use super::report::{LargeFailure, LargeFault, LargeFinding, LargeWord};
use super::setting::{LargeSetting, Settings};
use super::square::{LargeProduct, LargeVerdict, MOST_BITS};
use super::{KeyFolds, places};
use crate::report::{Shift, Skipped, SkippedKind};

/// The number of rows in the middle of an array that are tried first, most of which have to work.
const SAMPLE: usize = 9;

/// The most relevant squares of a piece of which nearly all squares have to work.
const FEW_BITS: u8 = 4;

/// The most index bits more than squares in the mask that a text may give a square.
const MOST_SPARE: i64 = 2;

/// Factors as a piece's on a board.
struct LargeReading {
    setting: Rc<LargeSetting>,
    judged: Judged,
    /// The number of squares that work.
    good: usize,
    /// True if the array has the piece's masks.
    has_masks: bool,
    /// True if the array's name has a word for the piece.
    is_named: bool,
}

impl LargeReading {
    /// The rank, the best highest.
    fn rank(&self) -> (usize, bool, bool, bool) {
        (self.good, self.has_masks, !self.setting.layout.gap, self.is_named)
    }
}

/// A list of shifts or of index bits.
struct BitList {
    shift: Shift,
    bits: Vec<i64>,
    column: LargeColumn,
    verdicts: Vec<Option<LargeVerdict>>,
    /// True if the list is certainly the factors'.
    is_certain: bool,
    is_named_shift: bool,
}

impl BitList {
    /// The fault of a square whose number of index bits doesn't suit it.
    fn fault(&self, row: usize, relevant: u8) -> LargeFault {
        let value = self.column.values[row] as i64;
        let line = self.column.lines[row] as usize;
        LargeFault::Bits { bits: self.bits[row], relevant, value, line }
    }

    fn good(&self) -> usize {
        self.verdicts.iter().flatten().filter(|verdict| verdict.holds()).count()
    }
}

/// The factors among some arrays, and the arrays that are none.
pub(crate) fn find(arrays: &[LargeArray], folds: &KeyFolds) -> (Vec<LargeFinding>, Vec<Skipped>) {
    let mut settings = Settings::default();
    let (mut findings, mut skipped) = (Vec::new(), Vec::new());
    let mut masks: Vec<usize> = Vec::new();
    for (at, array) in arrays.iter().enumerate() {
        let words = array.words();
        if words.is_empty() {
            continue;
        }
        let settings = settings.of(array.rows());
        match best(array, &words, &settings, folds) {
            Some(reading) => {
                findings.push(write(arrays, at, &reading, &settings));
                masks.extend(masks_of(arrays, at, &reading.setting).map(|(array, _)| array));
            }
            None => skipped.push(at),
        }
    }
    let what = SkippedKind::Other;
    skipped.retain(|at| !masks.contains(at));
    let skipped = skipped.into_iter().map(|at| &arrays[at]).map(|array| {
        let place = array.place(&array.columns[0]);
        Skipped { place, rows: array.rows(), what }
    });
    (findings, skipped.collect())
}

/// The reading of an array that works on most squares. Of equal ones, one is better whose masks are in the array, then
/// one without a gap, one whose piece has a word in the array's name, then an earlier one.
fn best(
    array: &LargeArray,
    words: &[LargeColumn],
    settings: &[Rc<LargeSetting>],
    folds: &KeyFolds,
) -> Option<LargeReading> {
    let name = array.name.as_deref().unwrap_or_default().to_ascii_lowercase();
    let mut best: Option<LargeReading> = None;
    for column in words {
        let is_long = column.values.iter().any(|value| *value > u128::from(u64::MAX));
        let products = if is_long { vec![LargeProduct::Whole] } else { folds.products() };
        for product in products {
            for setting in settings {
                let judged = Judged::new(setting, column.clone(), product);
                let Some(good) = good(&judged, setting) else { continue };
                let is_named = setting.piece.words.iter().any(|word| name.contains(word));
                let has_masks = words.iter().any(|column| are_masks(column, setting));
                let setting = Rc::clone(setting);
                let reading = LargeReading { setting, judged, good, has_masks, is_named };
                if best.as_ref().is_none_or(|best| best.rank() < reading.rank()) {
                    best = Some(reading);
                }
            }
        }
    }
    best
}

/// The number of squares that work, if it is more than chance allows.
fn good(judged: &Judged, setting: &LargeSetting) -> Option<usize> {
    let rows = setting.rows();
    if !setting.masks.iter().all(|mask| judged.product.keeps_apart(*mask)) {
        return None;
    }
    let relevant = |row: usize| setting.masks[row].count_ones() as u8;
    let holds = |row: usize| {
        relevant(row) <= MOST_BITS && judged.verdict(setting, row, relevant(row)).holds()
    };
    let first = (rows - SAMPLE) / 2;
    let is_likely = |most: usize| (first..first + SAMPLE).filter(|row| !holds(*row)).nth(most);
    if is_likely(SAMPLE / 2).is_some() {
        return None;
    }
    // With few index bits, numbers may work that belong to another rule for masks.
    let is_leaper = (0..rows).all(|row| relevant(row) <= FEW_BITS);
    let most = if is_leaper { rows / 32 } else { rows / 4 };
    let bad: Vec<usize> = (0..rows).filter(|row| !holds(*row)).take(most + 1).collect();
    (bad.len() <= most).then(|| rows - bad.len())
}

/// The finding for the best reading of an array.
fn write(
    arrays: &[LargeArray],
    at: usize,
    reading: &LargeReading,
    settings: &[Rc<LargeSetting>],
) -> LargeFinding {
    let LargeReading { setting, judged, .. } = reading;
    let mut judged = judged.clone();
    // Of several lists of these masks, one is named for the piece.
    let masks = || masks_of(arrays, at, setting);
    let named =
        masks().find(|(array, _)| *array == at || share_a_word(&arrays[at], &arrays[*array]));
    let masks = named.or_else(|| masks().next());
    if let Some((_, column)) = &masks {
        judged.masks.clone_from(&column.values);
    }
    let relevant: Vec<u8> = setting.masks.iter().map(|mask| mask.count_ones() as u8).collect();
    let plain: Vec<LargeVerdict> =
        (0..setting.rows()).map(|row| judged.verdict(setting, row, relevant[row])).collect();
    let list = list(arrays, at, setting, &judged, &relevant);
    let bits: Vec<u8> = match &list {
        Some(list) => {
            let bits = list.bits.iter().zip(&relevant);
            bits.map(|(bits, relevant)| in_range(*bits).unwrap_or(*relevant)).collect()
        }
        None => relevant.clone(),
    };
    let line = |row: usize| judged.column.lines[row] as usize;
    let mut failures: Vec<Option<LargeFault>> = (0..setting.rows())
        .map(|row| match &list {
            Some(list) => list_fault(list, row, relevant[row], plain[row]),
            None => clash(relevant[row], plain[row]),
        })
        .collect();
    let used = [&judged.column].into_iter().chain(masks.as_ref().map(|(_, column)| column));
    let used: Vec<&LargeColumn> = used.chain(list.as_ref().map(|list| &list.column)).collect();
    let offsets = offset_arrays(arrays, at).find_map(|array| {
        let columns = arrays[array].columns.iter();
        Some((array, places::offsets(columns, &used, &bits)?))
    });
    if let Some((_, offsets)) = &offsets {
        // Of a square with a fault, the range is unknown that it should have.
        let is_whole = |row: usize| failures[row].is_none();
        let sound: Vec<bool> = (0..setting.rows()).map(is_whole).collect();
        for (row, fault) in places::faults(offsets, setting, &judged, (&bits, &sound)) {
            let is_too_wide =
                bits[row] > relevant[row] && matches!(fault, LargeFault::Overlap { .. });
            let of_list = list.as_ref().filter(|_| is_too_wide);
            let fault = of_list.map_or(fault, |list| list.fault(row, relevant[row]));
            failures[row] = failures[row].take().or(Some(fault));
        }
    }
    let verdict = |row: usize| match &list {
        Some(list) => list.verdicts[row].unwrap_or(plain[row]),
        None => plain[row],
    };
    let slots = |row: usize| match verdict(row) {
        LargeVerdict::Apart => 1 << judged.masks[row].count_ones(),
        LargeVerdict::Shared(used) => used,
        LargeVerdict::Collides(_) => 0,
    };
    let used = (0..setting.rows()).map(slots).sum();
    let named = |(row, problem): (usize, Option<LargeFault>)| {
        let bit = setting.layout.bit(row);
        let square = setting.mapping.name(bit);
        let factor = LargeWord(judged.column.values[row]);
        Some(LargeFailure { bit, square, line: line(row), factor, problem: problem? })
    };
    let failures: Vec<LargeFailure> = failures.into_iter().enumerate().filter_map(named).collect();
    let also = if failures.is_empty() { also(reading, settings) } else { Vec::new() };
    LargeFinding {
        place: arrays[at].place(&judged.column),
        piece: setting.piece.name.to_owned(),
        also,
        board: setting.layout,
        product: judged.product,
        shift: list.map_or(Shift::Relevant, |list| list.shift),
        mask: masks.as_ref().map(|(array, column)| arrays[*array].place(column)),
        offsets: offsets.as_ref().map(|(array, column)| arrays[*array].place(column)),
        good: setting.rows() - failures.len(),
        entries: bits.iter().map(|bits| 1 << bits).sum(),
        used,
        bits,
        factors: judged.column.values.iter().map(|value| LargeWord(*value)).collect(),
        failures,
    }
}

/// A number of index bits that can be tried.
fn in_range(bits: i64) -> Option<u8> {
    u8::try_from(bits).ok().filter(|bits| *bits <= MOST_BITS)
}

/// The fault of a square whose verdict is a collision.
fn clash(bits: u8, verdict: LargeVerdict) -> Option<LargeFault> {
    let LargeVerdict::Collides(collision) = verdict else { return None };
    Some(LargeFault::Clash {
        bits,
        index: collision.index as u64,
        occupied: collision.occupied.map(LargeWord),
        attacks: collision.attacks.map(LargeWord),
    })
}

/// The fault of a square under a list of index bits. `plain` is the verdict with as many as squares in the mask.
fn list_fault(list: &BitList, row: usize, relevant: u8, plain: LargeVerdict) -> Option<LargeFault> {
    let bits = list.bits[row];
    let verdict = list.verdicts[row];
    let is_spare = bits <= i64::from(relevant) + MOST_SPARE;
    if is_spare && verdict.is_some_and(LargeVerdict::holds) {
        return None;
    }
    if plain.holds() {
        return Some(list.fault(row, relevant));
    }
    match (in_range(bits), verdict) {
        (Some(bits), Some(verdict)) if !verdict.holds() => clash(bits, verdict),
        _ => clash(relevant, plain),
    }
}

/// The list of shifts or index bits that belongs to some factors.
fn list(
    arrays: &[LargeArray],
    at: usize,
    setting: &LargeSetting,
    judged: &Judged,
    relevant: &[u8],
) -> Option<BitList> {
    let rows = setting.rows();
    let factors = &arrays[at];
    let mut lists: Vec<BitList> = Vec::new();
    for (other, array) in arrays.iter().enumerate().filter(|(_, array)| array.rows() == rows) {
        for column in array.columns.iter().filter(|column| column.values.iter().all(|v| *v < 128)) {
            let out_of = judged.product.bits();
            let place = array.place(column);
            for shift in [Shift::Shift { out_of, place: place.clone() }, Shift::Bits(place)] {
                let of = |value: &u128| match shift {
                    Shift::Shift { .. } => i64::from(out_of) - *value as i64,
                    _ => *value as i64,
                };
                let bits: Vec<i64> = column.values.iter().map(of).collect();
                let fits = |(bits, relevant): (&i64, &u8)| bits.abs_diff(i64::from(*relevant)) <= 1;
                if bits.iter().zip(relevant).filter(|pair| fits(*pair)).count() * 4 < rows * 3 {
                    continue;
                }
                let verdicts = bits.iter().enumerate();
                let verdicts = verdicts
                    .map(|(row, bits)| Some(judged.verdict(setting, row, in_range(*bits)?)))
                    .collect();
                let is_named_shift = is_named(array, &["shift"]);
                let is_certain = other == at
                    || (is_named_shift || is_named(array, &["bits"]))
                        && share_a_word(factors, array);
                let column = column.clone();
                let list = BitList { shift, bits, column, verdicts, is_certain, is_named_shift };
                if is_certain || list.good() == rows {
                    lists.push(list);
                }
            }
        }
    }
    let is_near = |list: &BitList| {
        let line = list.column.lines[0] as usize;
        std::cmp::Reverse(line.abs_diff(factors.lines.0))
    };
    lists
        .into_iter()
        .max_by_key(|list| (list.is_certain, list.is_named_shift, list.good(), is_near(list)))
}

/// The arrays that may have the offsets of some factors: their own, and those that are named so.
fn offset_arrays(arrays: &[LargeArray], at: usize) -> impl Iterator<Item = usize> {
    let factors = &arrays[at];
    let named = (0..arrays.len()).filter(move |other| {
        let array = &arrays[*other];
        let is_alike = array.rows() == factors.rows() && share_a_word(factors, array);
        *other != at && is_alike && is_named(array, &["offset"])
    });
    std::iter::once(at).chain(named)
}

/// True if an array's name has one of these words.
fn is_named(array: &LargeArray, words: &[&str]) -> bool {
    let name = array.name.as_deref().unwrap_or_default().to_ascii_lowercase();
    words.iter().any(|word| name.contains(word))
}

/// True if two arrays are named for one piece.
fn share_a_word(one: &LargeArray, other: &LargeArray) -> bool {
    let mut words = PIECES.iter().flat_map(|piece| piece.words);
    words.any(|word| is_named(one, &[*word]) && is_named(other, &[*word]))
}

/// True if numbers are the masks of a piece on three quarters of the squares.
fn are_masks(column: &LargeColumn, setting: &LargeSetting) -> bool {
    let alike = column.values.iter().zip(&setting.masks).filter(|(one, other)| one == other);
    alike.count() * 4 >= setting.rows() * 3
}

/// The arrays and columns with the masks of some factors: their own array, and others that are named masks.
fn masks_of<'a>(
    arrays: &'a [LargeArray],
    at: usize,
    setting: &'a LargeSetting,
) -> impl Iterator<Item = (usize, LargeColumn)> + 'a {
    let may_have = move |other: &usize| {
        let array = &arrays[*other];
        *other == at || array.rows() == setting.rows() && is_named(array, &["mask"])
    };
    let of = |array: usize| {
        let found = arrays[array].words().into_iter().find(|column| are_masks(column, setting));
        Some((array, found?))
    };
    std::iter::once(at)
        .chain((0..arrays.len()).filter(move |other| *other != at))
        .filter(may_have)
        .filter_map(of)
}

/// The other pieces for which factors hold that hold for one: their masks are the same.
fn also(reading: &LargeReading, settings: &[Rc<LargeSetting>]) -> Vec<String> {
    let own = &reading.setting;
    let mut names: Vec<String> = Vec::new();
    for setting in settings {
        let name = setting.piece.name;
        let is_new = name != own.piece.name && !names.iter().any(|other| other == name);
        let is_alike = setting.layout == own.layout && setting.masks == own.masks;
        if is_new && is_alike && good(&reading.judged, setting) == Some(own.rows()) {
            names.push(name.to_owned());
        }
    }
    names
}

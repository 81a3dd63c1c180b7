//! Turns working arrays into a file of factors, and names the variant whose lookup has their form.

use super::choose::Held;
use super::types::places;
use super::{AdoptRefusal, Examined};
use magicgen_board::{Mapping, Piece, Standard, Walk};
use magicgen_read::{MultipliedKey as KeyRead, SharedSlots, Shift, Slider};
use magicgen_search::known::{self, Known, KnownMagic, KnownPiece};
use magicgen_search::{Hash, Key, Magic};

/// A file of factors without author and source, and the outputs that use its numbers.
pub(super) struct AdoptedFile {
    pub(super) known: Known,
    pub(super) outputs: Vec<OutputForm>,
}

/// The pieces of an output, and the form of their lookup.
#[derive(Clone, Debug)]
pub(super) struct OutputForm {
    pub(super) pieces: Vec<&'static str>,
    pub(super) variant: &'static str,
    /// Keys of `[output.lookup]` with their values.
    pub(super) lookup: Vec<(&'static str, &'static str)>,
    pub(super) why: String,
}

/// A piece with its numbers by bit index.
struct ReadPiece<'a> {
    held: Held<'a>,
    name: &'static str,
    bits: Vec<u8>,
    offsets: Option<Vec<i64>>,
}

/// The form of the factors of one or two pieces in an engine's files.
pub(super) fn form(held: &[Held<'_>], files: &[Examined]) -> Result<AdoptedFile, AdoptRefusal> {
    let first = held[0].finding;
    for one in held {
        refuse_other_forms(one)?;
    }
    let key = key(&held[0]);
    let is_alike = |one: &Held<'_>| {
        one.finding.hash == first.hash && self::key(one) == key && sharing(one) == sharing(&held[0])
    };
    if !held.iter().all(is_alike) {
        return Err(AdoptRefusal::Form(
            "the indices of rook and bishop have different forms".to_owned(),
        ));
    }
    let mut reads: Vec<ReadPiece<'_>> = held.iter().map(|held| read(held, files)).collect();
    // Only packed tables support keys that leave holes, so these keys need offsets.
    let mut next = 0;
    for read in reads.iter_mut().filter(|_| key != Key::White) {
        if read.offsets.is_none() {
            read.offsets = Some(end_to_end(&read.bits, &mut next));
        }
    }
    let one_table = has_one_table(held) || held.iter().all(|one| one.table.is_none());
    let groups: Vec<Vec<&ReadPiece<'_>>> = if one_table {
        vec![reads.iter().collect()]
    } else {
        reads.iter().map(|read| vec![read]).collect()
    };
    let known = Known {
        id: String::new(),
        author: String::new(),
        year: None,
        source: String::new(),
        note: None,
        hash: first.hash,
        key,
        sharing: match sharing(&held[0]) {
            Some(SharedSlots::Masked) => known::Sharing::PostMask,
            _ => known::Sharing::None,
        },
        entries: None,
        pieces: reads.iter().map(|read| known_piece(read, key)).collect(),
    };
    let outputs = groups.iter().map(|reads| output(reads, &known)).collect();
    Ok(AdoptedFile { known, outputs })
}

fn refuse_other_forms(held: &Held<'_>) -> Result<(), AdoptRefusal> {
    let finding = held.finding;
    let refused = |why: &str| Err(AdoptRefusal::Form(why.to_owned()));
    if finding.preshift {
        return refused("their keys are shifted before they are multiplied");
    }
    if finding.fold {
        return refused("their keys are folded before they are multiplied");
    }
    match finding.hash {
        Hash::Multiply => {}
        Hash::SplitXor | Hash::SplitAdd if finding.key == KeyRead::White && !finding.constant => {}
        _ => return refused("no variant multiplies halves like this"),
    }
    if finding.constant && finding.key == KeyRead::Black {
        return refused("a constant is added to black keys");
    }
    Ok(())
}

fn key(held: &Held<'_>) -> Key {
    match (held.finding.key, held.finding.constant) {
        (_, true) => Key::Constant,
        (KeyRead::Black, false) => Key::Black,
        (KeyRead::White, false) => Key::White,
    }
}

fn sharing(held: &Held<'_>) -> Option<SharedSlots> {
    Some(held.table?.sharing)
}

/// Whether the offsets put all pieces into one table.
fn has_one_table(held: &[Held<'_>]) -> bool {
    let first = held[0].table;
    first.is_some_and(|first| {
        held.iter().all(|one| one.table.is_some_and(|table| std::ptr::eq(table, first)))
    })
}

fn read<'a>(held: &Held<'a>, files: &[Examined]) -> ReadPiece<'a> {
    let finding = held.finding;
    let most = finding.piece.most_bits();
    // Without a list of shifts, the number of relevant squares works as index bits, and so does any greater number.
    let is_constant = finding.shift == Shift::Relevant
        && held.table.is_none()
        && finding.hash == Hash::Multiply
        && shows(held, files, finding.hash.shift(most));
    let bits = if is_constant { vec![most; 64] } else { finding.bits.clone() };
    let offsets = held.offsets().map(<[i64]>::to_vec);
    ReadPiece { held: *held, name: finding.piece.name(), bits, offsets }
}

/// Whether a file that names the factors has a right shift by this number.
fn shows(held: &Held<'_>, files: &[Examined], shift: u8) -> bool {
    let name = held.finding.place.name.as_deref();
    let is_about = |file: &&Examined| {
        file.path == held.file.path
            || name.is_some_and(|name| places(&file.text, name).next().is_some())
    };
    let shifts = |file: &Examined| {
        file.text.match_indices(">>").any(|(at, _)| {
            let amount = file.text[at + 2..].trim_start_matches(['>', ' ', '(', '=']);
            let difference =
                amount.strip_prefix("64").and_then(|rest| rest.trim_start().strip_prefix('-'));
            match difference {
                Some(bits) => number(bits.trim_start(), files) == 64_u8.checked_sub(shift),
                None => number(amount, files) == Some(shift),
            }
        })
    };
    files.iter().filter(is_about).any(shifts)
}

/// The number at the beginning of a text: digits, or the name of a constant.
fn number(text: &str, files: &[Examined]) -> Option<u8> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let word = &text[..end];
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return word.parse().ok();
    }
    let value = |file: &Examined, at: usize| {
        let line = file.text[at + end..].split([';', '\n', ',']).next()?;
        // `shift = 52`, `shift: u32 = 52` and `#define shift 52`.
        let value =
            if line.contains('=') { line.split('=').nth(1)? } else { line.strip_prefix(' ')? };
        value.trim().parse().ok()
    };
    let mut found = files
        .iter()
        .flat_map(|file| places(&file.text, word).filter_map(move |at| value(file, at)));
    found.next().filter(|_| !word.is_empty())
}

/// Offsets of consecutive ranges from slot `next` on, in the order of bit indices.
fn end_to_end(bits: &[u8], next: &mut i64) -> Vec<i64> {
    let range = |bits: &u8| {
        let start = *next;
        *next += 1 << bits;
        start
    };
    bits.iter().map(range).collect()
}

fn known_piece(read: &ReadPiece<'_>, key: Key) -> KnownPiece {
    let finding = read.held.finding;
    let piece = if finding.piece == Slider::Rook { Piece::rook() } else { Piece::bishop() };
    let walk = Walk::new(&piece, &Mapping::chess(Standard::ALL[0]));
    let magic = |bit: u8| {
        let at = usize::from(bit);
        let factor = finding.factors[at].0;
        let own = finding.constants.as_ref().map_or(0, |constants| constants[at].0);
        let constant = key.constant(finding.hash, bit, walk.mask(bit), factor).unwrap_or(own);
        let magic = Magic::white(factor, finding.hash.shift(read.bits[at]));
        let offset = read.offsets.as_ref().map(|offsets| offsets[at]);
        KnownMagic { bit, magic: Magic { constant, ..magic }, offset }
    };
    KnownPiece { name: read.name.to_owned(), magics: (0..64).map(magic).collect() }
}

fn is_masked(known: &Known) -> bool {
    known.sharing == known::Sharing::PostMask
}

/// The output for pieces that share a table or have no offsets.
fn output(reads: &[&ReadPiece<'_>], known: &Known) -> OutputForm {
    let is_constant = reads.iter().all(|read| is_constant(&read.bits));
    let in_order = consecutive(reads).filter(|_| known.key == Key::White && !is_masked(known));
    let Some(pieces) = in_order else {
        return packed(reads, known, is_constant);
    };
    let is_in_factor = |read: &&ReadPiece<'_>| read.held.finding.shift == Shift::InFactor;
    let (variant, why) = match known.hash {
        Hash::SplitAdd => ("split32", "two products of halves, added"),
        Hash::SplitXor => ("split32", "two products of halves, combined by xor"),
        _ if is_constant => ("plain", "rows of equal length, one shift for all squares"),
        _ if reads.iter().all(is_in_factor) => {
            ("shift-in-factor", "the shift in the upper six bits of the factor")
        }
        _ => ("fancy", "a range per square, one after another"),
    };
    let is_added = known.hash == Hash::SplitAdd;
    let lookup = if is_added { vec![("combine", "add")] } else { Vec::new() };
    OutputForm { pieces, variant, lookup, why: why.to_owned() }
}

/// The output for ranges at given offsets.
fn packed(reads: &[&ReadPiece<'_>], known: &Known, is_constant: bool) -> OutputForm {
    let is_given = reads.iter().all(|read| read.held.table.is_some());
    let why = if is_given { "ranges where the offsets say" } else { "ranges one after another" };
    let mut lookup = Vec::new();
    let (variant, its_key, is_its_shift_constant) = match known.key {
        _ if is_masked(known) => ("shared-slots", Key::White, false),
        Key::Black => ("black", Key::Black, true),
        Key::Constant => ("constant", Key::Constant, true),
        _ if is_constant => ("fixed", Key::White, true),
        _ => ("packed", Key::White, false),
    };
    if known.key != its_key {
        lookup.push(("key", if known.key == Key::Black { "black" } else { "constant" }));
    }
    if is_constant != is_its_shift_constant {
        lookup.push(("shift", if is_constant { "constant" } else { "own" }));
    }
    match known.hash {
        Hash::SplitXor => lookup.push(("combine", "xor")),
        Hash::SplitAdd => lookup.push(("combine", "add")),
        _ => {}
    }
    let pieces = reads.iter().map(|read| read.name).collect();
    OutputForm { pieces, variant, lookup, why: why.to_owned() }
}

fn is_constant(bits: &[u8]) -> bool {
    bits.iter().all(|other| *other == bits[0])
}

/// The order of the pieces in which their ranges are consecutive without gaps, as in lookups without explicit offsets;
/// `None` if the offsets differ. Pieces without offsets keep their order.
fn consecutive(reads: &[&ReadPiece<'_>]) -> Option<Vec<&'static str>> {
    let names = |order: &[&ReadPiece<'_>]| order.iter().map(|read| read.name).collect();
    if reads.iter().all(|read| read.offsets.is_none()) {
        return Some(names(reads));
    }
    let turned: Vec<&ReadPiece<'_>> = reads.iter().rev().copied().collect();
    [reads, &turned].into_iter().find_map(|order| {
        let mut next = 0;
        let is_so = |read: &&ReadPiece<'_>| {
            let wanted = end_to_end(&read.bits, &mut next);
            read.offsets.as_deref() == Some(&wanted)
        };
        order.iter().all(is_so).then(|| names(order))
    })
}

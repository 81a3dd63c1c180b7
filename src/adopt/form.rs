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

/// The form of the factors of one or two pieces in an engine's files. `shifts` are the constant ones of its lookups.
pub(super) fn form(
    held: &[Held<'_>],
    files: &[Examined],
    shifts: &[String],
) -> Result<AdoptedFile, AdoptRefusal> {
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
    let mut reads: Vec<ReadPiece<'_>> = held.iter().map(|held| read(held, files, shifts)).collect();
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

fn read<'a>(held: &Held<'a>, files: &[Examined], shifts: &[String]) -> ReadPiece<'a> {
    let finding = held.finding;
    let most = finding.piece.most_bits();
    // Without a list of shifts, the number of relevant squares works as index bits, and so does any greater number.
    let shift = finding.hash.shift(most);
    let is_one_of = |text: &String| numbers(text, files, DEEPEST).contains(&shift);
    let is_constant = finding.shift == Shift::Relevant
        && held.table.is_none()
        && finding.hash == Hash::Multiply
        && (shifts.iter().any(is_one_of) || shows(held, files, shift));
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
            numbers(amount, files, DEEPEST).contains(&shift)
        })
    };
    files.iter().filter(is_about).any(shifts)
}

/// The number of constants that are followed: `>> SHIFT`, `SHIFT = 64 - BITS`, `BITS = 12`.
const DEEPEST: u8 = 2;

/// The possible numbers at the beginning of a text: digits, the values of a constant or a field of this name, or a
/// difference of two of these.
fn numbers(text: &str, files: &[Examined], depth: u8) -> Vec<u8> {
    let (mut found, rest) = operand(text, files, depth);
    let rest = rest.trim_start();
    if let Some(subtrahend) = rest.strip_prefix('-').filter(|rest| !rest.starts_with(['>', '-'])) {
        let (bits, _) = operand(subtrahend.trim_start_matches([' ', '(']), files, depth);
        let differences = found.iter().flat_map(|one| bits.iter().map(|bit| one.checked_sub(*bit)));
        found = differences.flatten().collect();
    }
    found
}

/// The possible values of the number or the name at the beginning of a text, and the rest of the text.
fn operand<'t>(text: &'t str, files: &[Examined], depth: u8) -> (Vec<u8>, &'t str) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        return (digits.parse().into_iter().collect(), rest);
    }
    // A field: `m->shift`, `magics[sq].shift`; the last name counts.
    let behind = rest.find(|c: char| !"[].>:".contains(c) && !is_part(c) && c != '-');
    let path = &rest[..behind.unwrap_or(rest.len())];
    let last = path.rfind('.').map(|at| at + 1);
    let last = last.max(path.rfind("->").map(|at| at + 2)).max(path.rfind("::").map(|at| at + 2));
    if let Some(at) = last.filter(|at| path[*at..].starts_with(is_part)) {
        return operand(&rest[at..], files, depth);
    }
    if word.is_empty() || depth == 0 {
        return (Vec::new(), rest);
    }
    let value = |file: &Examined, at: usize| {
        let line = file.text[at + word.len()..].split([';', '\n', ',']).next().unwrap_or_default();
        // `shift = 52`, `shift: u32 = 52` and `#define shift 52`.
        let value = match line.split_once('=') {
            Some((before, value)) if !before.contains(['(', ')', '>']) => value,
            Some(_) => return Vec::new(),
            None => match line.strip_prefix(' ') {
                Some(value) => value,
                None => return Vec::new(),
            },
        };
        let value = value.trim_start_matches([' ', '(']);
        // Other names have many values, of which none is a shift's.
        let name = &value[..value.find(|c: char| !is_part(c)).unwrap_or(value.len())];
        let lower = name.to_ascii_lowercase();
        let is_number = name.starts_with(|c: char| c.is_ascii_digit());
        let is_followed = is_number
            || !name.contains(char::is_lowercase)
            || ["bit", "shift"].iter().any(|part| lower.contains(part));
        if name.is_empty() || !is_followed {
            return Vec::new();
        }
        numbers(value, files, depth - 1)
    };
    let places = files.iter().flat_map(|file| places(&file.text, word).map(move |at| (file, at)));
    (places.flat_map(|(file, at)| value(file, at)).collect(), rest)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_are_followed_through_constants() {
        let text = "#define ROOK_SHIFT 52\nconst int bishopShift = 64 - BITS;\nconst BITS: u8 = 9;\nm[0].shift = 54;";
        let report = magicgen_read::Report::default();
        let files = [Examined { path: "a.c".into(), text: text.to_owned(), report }];
        for (amount, wanted) in [
            ("52)", &[52][..]),
            ("64 - 12;", &[52]),
            ("ROOK_SHIFT]", &[52]),
            ("bishopShift]", &[55]),
            ("64 - BITS", &[55]),
            ("52n)", &[52]),
            ("m->shift]", &[54]),
            ("m[sq].shift]", &[54]),
            ("other]", &[]),
            ("bits[sq]", &[]),
        ] {
            assert_eq!(numbers(amount, &files, DEEPEST), wanted, "{amount}");
        }
    }
}

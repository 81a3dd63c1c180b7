//! Lookups without tables on boards of several words: each ray is computed from its nearest blocker.
//!
//! A ray to higher bits ends at the lowest blocker on it. Subtracting 1 changes exactly the bits up to there. A hurdle is
//! the lowest blocker, which the same subtraction takes away.
//!
//! For a ray to lower bits there are two ways. The bits below its highest blocker are a shift of ones
//! ([`Downward::Highest`], slide arithmetic by Progsch and Inführ, 2011). Or the bytes of the whole set are put in the
//! opposite order, so that the ray leads to higher bits, if no two of its squares share a byte ([`Downward::Reversed`]).
//! The latter is the method of the shogi program Qugiy (2021), as `YaneuraOu` has it with a decrement of 128 bits.
//!
//! Any order of squares will do in which the bits of each ray rise or fall from square to square.

use super::writer::{WideWriter, united};
use super::{WidePart, WidePiece, WideSquares};
use crate::layout::Unfit;
use crate::model::Lookups;
use magicgen_board::{Landing, Line, Mapping, Path, Piece, SquareSet, Walk};
use magicgen_ir::{Binary, Count, Field, Op, Pack, Role, Type, Value};

/// How the nearest blocker on a ray to lower bits is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Downward {
    /// As the highest bit.
    Highest,
    /// As the lowest bit once bytes are reversed, on lines no two squares of which share a byte. On others, as the
    /// highest bit.
    Reversed,
}

/// True where the piece's courses can be computed: the bits of the squares rise or fall on each.
#[must_use]
pub fn moves_in_order(piece: &Piece, mapping: &Mapping) -> bool {
    let walk = Walk::new(piece, mapping);
    let numbers: Vec<usize> = (0..piece.all_courses().len()).collect();
    RaysOfPart::new(&walk, &numbers, mapping.square_set()).is_ok()
}

/// The lookups of all pieces.
pub(crate) fn ray_lookups(
    downward: Downward,
    pieces: &[WidePiece],
    board: WideSquares,
) -> Result<Lookups, Unfit> {
    let mut lookups = Lookups::default();
    for (at, piece) in pieces.iter().enumerate() {
        let rays = |part: &WidePart| RaysOfPart::new(&part.walk, &part.rays, board.squares);
        let parts: Result<Vec<RaysOfPart>, u8> = piece.parts.iter().map(rays).collect();
        let parts = parts.map_err(|bit| Unfit::Order { piece: at, bit })?;
        let parts = piece.parts.iter().zip(&parts);
        let mut lookup = united(parts, board, |writer, rays| writer.rays(rays, downward));
        // For those who ask for them.
        let mask = |bit: u8| {
            let masks = piece.parts.iter().map(|part| part.walk.relevant(bit));
            (bit, masks.fold(SquareSet::EMPTY, |all, mask| all | mask))
        };
        let masks: Vec<(u8, SquareSet)> = board.squares.bits().map(mask).collect();
        let field = Field { words: Some(board.words), ..Field::MASK };
        lookup.fields.insert(field, board.column(&masks));
        lookups.pieces.push(lookup);
    }
    Ok(lookups)
}

/// The hurdles of a ray, and where the piece lands behind them.
type Rule = (u8, Landing);

/// The rays of a part.
struct RaysOfPart {
    passes: Vec<RayPass>,
    /// The squares that nothing hinders the piece from reaching.
    leaps: Vec<(u8, SquareSet)>,
}

/// Rays with one rule that are computed together: from each square at most one to higher and one to lower bits.
struct RayPass {
    /// The number of the first course.
    number: usize,
    rule: Rule,
    upper: Vec<(u8, SquareSet)>,
    lower: Vec<(u8, SquareSet)>,
    /// The squares on which the piece may land.
    landings: Vec<(u8, SquareSet)>,
}

/// A path whose bits rise or fall.
struct PathInOrder {
    at: usize,
    is_up: bool,
    squares: SquareSet,
    landings: SquareSet,
}

impl PathInOrder {
    fn new(at: usize, bit: u8, path: &Path) -> Result<Self, u8> {
        let steps = path.steps();
        let bits: Vec<u8> = [bit].into_iter().chain(path.squares()).collect();
        let (is_up, is_down) = (bits.is_sorted(), bits.iter().rev().is_sorted());
        if !is_up && !is_down {
            return Err(bit);
        }
        let landings = steps.iter().filter(|(_, lands)| *lands);
        let landings = landings.map(|(square, _)| *square).collect();
        Ok(Self { at, is_up, squares: path.squares().collect(), landings })
    }
}

impl RaysOfPart {
    /// The rays with these numbers; a square from which some ray can't be computed is an error.
    fn new(walk: &Walk, numbers: &[usize], squares: SquareSet) -> Result<Self, u8> {
        let empty = || squares.bits().map(|bit| (bit, SquareSet::EMPTY)).collect::<Vec<_>>();
        let mut part = Self { passes: Vec::new(), leaps: empty() };
        for number in numbers {
            let mut paths = Vec::new();
            let mut rule = None;
            for (at, bit) in squares.bits().enumerate() {
                let all = walk.numbered_paths(bit).ok_or(bit)?;
                for (_, path) in all.iter().filter(|(other, _)| other == number) {
                    rule = Some(path.rule().ok_or(bit)?);
                    paths.push(PathInOrder::new(at, bit, path)?);
                }
            }
            let Some(rule) = rule else { continue };
            if rule == (0, Landing::Beyond) && paths.iter().all(|path| path.squares.len() == 1) {
                for path in paths {
                    part.leaps[path.at].1 |= path.landings;
                }
                continue;
            }
            let has_room = |pass: &RayPass| {
                let side = |path: &PathInOrder| if path.is_up { &pass.upper } else { &pass.lower };
                pass.rule == rule && paths.iter().all(|path| side(path)[path.at].1.is_empty())
            };
            let at = part.passes.iter().position(has_room).unwrap_or_else(|| {
                let [upper, lower, landings] = [empty(), empty(), empty()];
                part.passes.push(RayPass { number: *number, rule, upper, lower, landings });
                part.passes.len() - 1
            });
            let pass = &mut part.passes[at];
            for path in paths {
                let (bit, side) = &mut pass.side(path.is_up)[path.at];
                if !side.is_empty() {
                    return Err(*bit);
                }
                *side = path.squares;
                pass.landings[path.at].1 |= path.landings;
            }
        }
        Ok(part)
    }
}

impl RayPass {
    fn side(&mut self, is_up: bool) -> &mut [(u8, SquareSet)] {
        if is_up { &mut self.upper } else { &mut self.lower }
    }

    /// The landings, where they aren't all squares of the rays.
    fn special_landings(&self) -> Option<&[(u8, SquareSet)]> {
        let rays = self.upper.iter().zip(&self.lower).map(|(upper, lower)| upper.1 | lower.1);
        let is_all = rays.zip(&self.landings).all(|(ray, (_, landings))| ray == *landings);
        (!is_all).then_some(&self.landings)
    }

    /// True where reversing bytes reverses each ray to lower bits.
    fn can_be_reversed(&self) -> bool {
        let mut words = self.lower.iter().flat_map(|(_, set)| set.words());
        words
            .all(|word| word.to_le_bytes().into_iter().all(|byte| byte & byte.wrapping_sub(1) == 0))
    }
}

/// The field of the rays to one side.
#[derive(Clone, Copy)]
struct RaySide {
    ray: Value,
    /// True where each ray has squares in one word alone, so that nothing is carried from word to word.
    is_in_one_word: bool,
}

fn is_in_one_word(side: &[(u8, SquareSet)]) -> bool {
    side.iter().all(|(_, set)| set.words().into_iter().filter(|word| *word != 0).count() <= 1)
}

impl WideWriter {
    /// Adds the lookup of a part. The result is its attack set.
    fn rays(&mut self, part: &RaysOfPart, downward: Downward) -> Value {
        let line = self.line;
        let mut sets = Vec::new();
        for (at, pass) in part.passes.iter().enumerate() {
            self.line = if at == 0 { line } else { Some(Line::Other(pass.number as u8)) };
            sets.push(self.ray_pass(pass, downward));
        }
        self.line = line;
        if part.leaps.iter().any(|(_, set)| !set.is_empty()) {
            sets.push(self.sets(Role::Leap, &part.leaps));
        }
        let union = sets.into_iter().reduce(|all, set| self.binary(Binary::Or, all, set));
        union.unwrap_or_else(|| {
            let zero = self.push(Op::Const(0, Type::Word));
            self.packed_set(&vec![zero; self.words()])
        })
    }

    fn words(&self) -> usize {
        usize::from(self.board.words.count())
    }

    fn packed_set(&mut self, words: &[Value]) -> Value {
        let pack = Pack::new(words, self.board.words);
        pack.map_or(Value(0), |pack| self.push(Op::Pack(pack)))
    }

    fn words_of(&mut self, set: Value) -> Vec<Value> {
        (0..self.board.words.count()).map(|word| self.push(Op::Part(set, word))).collect()
    }

    fn word(&mut self, number: u64) -> Value {
        self.push(Op::Const(number, Type::Word))
    }

    fn ray_pass(&mut self, pass: &RayPass, downward: Downward) -> Value {
        let occupied = self.push(Op::OccupiedSet(self.board.words));
        let is_used = |side: &[(u8, SquareSet)]| side.iter().any(|(_, set)| !set.is_empty());
        let mut sets = Vec::new();
        if is_used(&pass.upper) {
            let ray = self.sets(Role::Upper, &pass.upper);
            let blockers = self.binary(Binary::And, occupied, ray);
            self.program.name(blockers, "upper");
            let blockers = self.words_of(blockers);
            let side = RaySide { ray, is_in_one_word: is_in_one_word(&pass.upper) };
            sets.push(self.upward(pass.rule, blockers, side));
        }
        if is_used(&pass.lower) {
            let is_reversed = downward == Downward::Reversed && pass.can_be_reversed();
            sets.push(if is_reversed {
                let reversed = |(bit, set): &(u8, SquareSet)| (*bit, self.board.reversed(*set));
                let lower: Vec<(u8, SquareSet)> = pass.lower.iter().map(reversed).collect();
                let ray = self.sets(Role::Reversed, &lower);
                let occupied = self.bytes_reversed(occupied);
                let blockers = self.binary(Binary::And, occupied, ray);
                self.program.name(blockers, "reversed");
                let blockers = self.words_of(blockers);
                let side = RaySide { ray, is_in_one_word: is_in_one_word(&pass.lower) };
                let seen = self.upward(pass.rule, blockers, side);
                self.bytes_reversed(seen)
            } else {
                let ray = self.sets(Role::Lower, &pass.lower);
                let blockers = self.binary(Binary::And, occupied, ray);
                self.program.name(blockers, "lower");
                let blockers = self.words_of(blockers);
                let side = RaySide { ray, is_in_one_word: is_in_one_word(&pass.lower) };
                self.downward(pass.rule, blockers, side)
            });
        }
        let union = sets.into_iter().reduce(|all, set| self.binary(Binary::Or, all, set));
        let union = union.unwrap_or(occupied);
        match pass.special_landings() {
            None => union,
            Some(landings) => {
                let reach = self.sets(Role::Reach, landings);
                self.binary(Binary::And, union, reach)
            }
        }
    }

    /// A set with all its bytes in the opposite order.
    fn bytes_reversed(&mut self, set: Value) -> Value {
        let words = self.words_of(set);
        let words: Vec<Value> =
            words.into_iter().rev().map(|word| self.push(Op::ReverseBytes(word))).collect();
        self.packed_set(&words)
    }

    /// An operation on each word of two sets.
    fn each(&mut self, binary: Binary, a: &[Value], b: &[Value], name: &'static str) -> Vec<Value> {
        let operands = a.iter().zip(b);
        let each = operands.map(|(a, b)| {
            let word = self.binary(binary, *a, *b);
            self.program.hint(word, name)
        });
        each.collect()
    }

    /// The squares of a ray to higher bits that the piece reaches with these blockers.
    fn upward(&mut self, (hurdles, landing): Rule, blockers: Vec<Value>, side: RaySide) -> Value {
        let RaySide { ray, is_in_one_word } = side;
        let mut less = self.less_one(&blockers, is_in_one_word);
        let mut seen = self.each(Binary::Xor, &blockers, &less, "seen");
        let mut rest = blockers;
        for hurdle in 0..hurdles {
            let is_last = hurdle + 1 == hurdles;
            if is_last && landing == Landing::Next {
                let ray = self.words_of(ray);
                let behind = self.each(Binary::AndNot, &ray, &seen, "behind");
                let less = self.less_one(&behind, is_in_one_word);
                let next = self.each(Binary::AndNot, &behind, &less, "next");
                return self.packed_set(&next);
            }
            rest = self.each(Binary::And, &rest, &less, "rest");
            less = self.less_one(&rest, is_in_one_word);
            let further = self.each(Binary::Xor, &rest, &less, "further");
            seen = if is_last { self.each(Binary::Xor, &further, &seen, "seen") } else { further };
        }
        let seen = self.packed_set(&seen);
        self.binary(Binary::And, seen, ray)
    }

    /// The words of a set, less 1 as one long number. A word borrows from the next one exactly if its highest bit is 0
    /// before and 1 after. From each word alone, if the set and all that is done with the result is in one word.
    fn less_one(&mut self, words: &[Value], is_in_one_word: bool) -> Vec<Value> {
        let mut borrow = self.word(1);
        let mut less = Vec::with_capacity(words.len());
        for (at, word) in words.iter().enumerate() {
            let lower = self.binary(Binary::Sub, *word, borrow);
            less.push(self.program.hint(lower, "less"));
            if at + 1 < words.len() && !is_in_one_word {
                let changed = self.binary(Binary::AndNot, lower, *word);
                self.program.hint(changed, "changed");
                let last = self.push(Op::Const(63, Type::Half));
                borrow = self.push(Op::Shr(changed, last));
                self.program.hint(borrow, "borrow");
            }
        }
        less
    }

    /// The squares of a ray to lower bits that the piece reaches with these blockers.
    fn downward(&mut self, (hurdles, landing): Rule, blockers: Vec<Value>, side: RaySide) -> Value {
        let RaySide { ray, is_in_one_word } = side;
        let mut hidden = self.below_highest(&blockers, is_in_one_word);
        let mut rest = blockers;
        for hurdle in 0..hurdles {
            let is_last = hurdle + 1 == hurdles;
            if is_last && landing == Landing::Next {
                let ray = self.words_of(ray);
                let behind = self.each(Binary::And, &ray, &hidden, "behind");
                let below = self.below_highest(&behind, is_in_one_word);
                let next = self.each(Binary::AndNot, &behind, &below, "next");
                return self.packed_set(&next);
            }
            rest = self.each(Binary::And, &rest, &hidden, "rest");
            let further = self.below_highest(&rest, is_in_one_word);
            if is_last {
                let seen = self.each(Binary::AndNot, &hidden, &further, "seen");
                let seen = self.packed_set(&seen);
                return self.binary(Binary::And, seen, ray);
            }
            hidden = further;
        }
        let ray = self.words_of(ray);
        let seen = self.each(Binary::AndNot, &ray, &hidden, "seen");
        self.packed_set(&seen)
    }

    /// All bits below the highest bit of a set, or of each word alone; none for the empty set.
    fn below_highest(&mut self, words: &[Value], is_in_one_word: bool) -> Vec<Value> {
        let mut below = Vec::with_capacity(words.len());
        let mut higher: Option<Value> = None;
        for word in words.iter().rev() {
            // Bit 0 hides nothing.
            let one = self.word(1);
            let some = self.binary(Binary::Or, *word, one);
            self.program.hint(some, "some");
            let zeros = self.push(Op::Count(Count::LeadingZeros, some));
            let ones = self.word(u64::MAX >> 1);
            let mut hidden = self.push(Op::Shr(ones, zeros));
            self.program.hint(hidden, "hidden");
            if let Some(higher) = higher.filter(|_| !is_in_one_word) {
                let all = self.all_if_any(higher);
                hidden = self.binary(Binary::Or, hidden, all);
                self.program.hint(hidden, "hidden");
            }
            higher = Some(match higher {
                None => *word,
                Some(higher) => self.binary(Binary::Or, higher, *word),
            });
            below.push(hidden);
        }
        below.reverse();
        below
    }

    /// A word of ones if a word has any bit, or else 0.
    fn all_if_any(&mut self, word: Value) -> Value {
        let zero = self.word(0);
        let negative = self.binary(Binary::Sub, zero, word);
        self.program.hint(negative, "negative");
        let either = self.binary(Binary::Or, word, negative);
        self.program.hint(either, "either");
        let last = self.push(Op::Const(63, Type::Half));
        let any = self.push(Op::Shr(either, last));
        self.program.hint(any, "any");
        let all = self.binary(Binary::Sub, zero, any);
        self.program.hint(all, "all")
    }
}

impl WideSquares {
    /// The values of a field of sets.
    pub(super) fn column(self, sets: &[(u8, SquareSet)]) -> Vec<u64> {
        let words = usize::from(self.words.count());
        let mut values = vec![0; usize::from(self.indices) * words];
        for (bit, set) in sets {
            let start = usize::from(*bit) * words;
            values[start..start + words].copy_from_slice(&set.words()[..words]);
        }
        values
    }

    /// A set with the bytes of all words in the opposite order.
    fn reversed(self, set: SquareSet) -> SquareSet {
        let words = usize::from(self.words.count());
        let mut reversed = [0; 4];
        for (to, from) in reversed[..words].iter_mut().zip(set.words()[..words].iter().rev()) {
            *to = from.swap_bytes();
        }
        SquareSet::from_words(reversed)
    }
}

//! Keys for hashing positions after Zobrist (1970), and the cuckoo tables of reversible moves that van Kervinck (2013)
//! derives from them.

use super::ground::random_words;
use super::writer::ProgramWriter;
use super::{
    Argument, Companion, Maker, Outcome, Returns, Sort, Title, set, small, square, table_of,
};
use crate::model::name_role::NameRole;
use crate::model::parts::Part;
use magicgen_board::{BISHOP, KING, KNIGHT, Mapping, Piece, ROOK, WORD_BITS, Walk, bits};
use magicgen_ir::{Binary, Op, Storage, Value};

/// The kinds of pieces, in the order of their numbers. The other side's kinds come behind the first side's.
const KINDS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The kinds that can move back.
const MOVERS: [ReversibleMover; 5] = [
    ReversibleMover { kind: 1, steps: KNIGHT, slides: false },
    ReversibleMover { kind: 2, steps: BISHOP, slides: true },
    ReversibleMover { kind: 3, steps: ROOK, slides: true },
    ReversibleMover { kind: 4, steps: KING, slides: true },
    ReversibleMover { kind: 5, steps: KING, slides: false },
];

/// How a kind of piece moves.
struct ReversibleMover {
    /// The number of the kind among [`KINDS`].
    kind: usize,
    /// The steps, as (files, ranks).
    steps: &'static [(i8, i8)],
    /// True where it repeats a step.
    slides: bool,
}

/// The number of slots of a cuckoo table, and the bits of a key that number a slot.
const SLOTS: usize = 8192;
const SLOT: u64 = SLOTS as u64 - 1;
/// The position in a key of the bits that number its second slot.
const SECOND: u64 = 16;

/// The most reversible moves for which keys are drawn. A draw finds a slot for each move in 87 % of cases for half as
/// many moves as there are slots, in 11 % for 4,502 moves, and in fewer than one case in a thousand for 4,776.
const MOST_MOVES: usize = 4650;

/// The draws after which no more keys are tried. At [`MOST_MOVES`] one draw in a hundred succeeds.
const DRAWS: u32 = 1024;

/// Keys in which fewer than this number of bits differ are drawn anew.
const LEAST_DISTANCE: u32 = 8;

/// Random keys of a position's features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZobristKeys {
    /// A key for each kind of each side on each square, at kind times the number of bit indices plus the square's; 0
    /// where there is no square.
    pub pieces: Vec<u64>,
    /// The key of the second side's turn.
    pub side: u64,
    /// A key for each set of castling rights: the exclusive or of its members' keys.
    pub castling: [u64; 16],
    /// A key for each file on which a pawn can be taken en passant.
    pub en_passant: Vec<u64>,
    /// The least number of bits in which two keys differ.
    pub distance: u32,
}

impl ZobristKeys {
    /// The keys of a seed: the first in its stream that pass the checks.
    #[must_use]
    pub fn new(seed: u64, mapping: &Mapping) -> Self {
        let mut tries = 0_u64..;
        loop {
            let number = tries.next().unwrap_or_default();
            let keys = Self::drawn(seed, number, mapping);
            let drawn = keys.drawn_keys();
            if keys.distance >= LEAST_DISTANCE
                && rank(&drawn) == u64::BITS.min(drawn.len() as u32)
                && !has_four(&drawn)
            {
                return keys;
            }
        }
    }

    fn drawn(seed: u64, number: u64, mapping: &Mapping) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("magicgen zobrist keys 1");
        hasher.update(&seed.to_le_bytes()).update(&number.to_le_bytes());
        let mut word = random_words(&hasher);
        let indices = usize::from(mapping.indices());
        let mut pieces = vec![0; 2 * KINDS.len() * indices];
        for of_kind in pieces.chunks_mut(indices) {
            for bit in bits(mapping.squares()) {
                of_kind[usize::from(bit)] = word();
            }
        }
        let side = word();
        let mut castling = [0; 16];
        for right in 0..4 {
            let key = word();
            for (set, sum) in castling.iter_mut().enumerate() {
                *sum ^= if set >> right & 1 == 0 { 0 } else { key };
            }
        }
        let en_passant = (0..mapping.board().width).map(|_| word()).collect();
        let mut keys = Self { pieces, side, castling, en_passant, distance: 0 };
        let all = keys.drawn_keys();
        let pairs = all.iter().enumerate().flat_map(|(at, a)| all[..at].iter().map(move |b| a ^ b));
        keys.distance = pairs.map(u64::count_ones).min().unwrap_or(0);
        keys
    }

    /// All keys that were drawn. The keys of sets of castling rights are sums of four of these.
    #[must_use]
    pub fn drawn_keys(&self) -> Vec<u64> {
        let pieces = self.pieces.iter().copied().filter(|key| *key != 0);
        let rights = (0..4).map(|right| self.castling[1 << right]);
        pieces.chain([self.side]).chain(rights).chain(self.en_passant.iter().copied()).collect()
    }
}

/// The rank of the keys: the size of their largest subset in which no key is the exclusive or of others.
fn rank(keys: &[u64]) -> u32 {
    let mut basis = [0_u64; 64];
    let mut rank = 0;
    for key in keys {
        let mut key = *key;
        while key != 0 {
            let top = key.ilog2() as usize;
            if basis[top] == 0 {
                basis[top] = key;
                rank += 1;
                break;
            }
            key ^= basis[top];
        }
    }
    rank
}

/// True where the exclusive or of at most four different keys is 0: where a key is 0, or two sums of up to two keys are
/// equal.
fn has_four(keys: &[u64]) -> bool {
    let pairs = keys.iter().enumerate().flat_map(|(at, a)| keys[..at].iter().map(move |b| a ^ b));
    let mut sums: Vec<u64> = pairs.chain(keys.iter().copied()).chain([0]).collect();
    sums.sort_unstable();
    sums.windows(2).any(|two| two[0] == two[1])
}

/// A move that can be taken back: its key, and its squares' bit indices with the higher one in bits 6 to 11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reversible {
    key: u64,
    squares: u64,
}

/// The cuckoo tables of reversible moves.
struct Cuckoo {
    slots: Vec<Reversible>,
    count: usize,
}

/// Two squares between which a kind of piece can move in either direction, the higher one first.
struct SquarePair {
    kind: usize,
    squares: [u8; 2],
}

/// The pairs of squares of the reversible moves of one side: of all kinds but pawns.
fn pairs(mapping: &Mapping) -> Vec<SquarePair> {
    let mut pairs = Vec::new();
    for ReversibleMover { kind, steps, slides } in MOVERS {
        let range = if slides { WORD_BITS - 1 } else { 1 };
        let piece = Piece::of_rays(KINDS[kind], steps, range);
        let walk = Walk::new(&piece, mapping);
        for from in bits(mapping.squares()) {
            for to in bits(walk.attacks(from, 0)).filter(|to| *to > from) {
                pairs.push(SquarePair { kind, squares: [to, from] });
            }
        }
    }
    pairs
}

/// The reversible moves of both sides.
fn reversible_moves(keys: &ZobristKeys, pairs: &[SquarePair], indices: usize) -> Vec<Reversible> {
    let of_side = |side: usize| {
        pairs.iter().map(move |SquarePair { kind, squares: [to, from] }| {
            let own = &keys.pieces[(side * KINDS.len() + kind) * indices..];
            let key = own[usize::from(*from)] ^ own[usize::from(*to)] ^ keys.side;
            Reversible { key, squares: u64::from(*to) << 6 | u64::from(*from) }
        })
    };
    (0..2).flat_map(of_side).collect()
}

impl Cuckoo {
    /// The tables, or `None` where some move finds no slot.
    fn new(moves: &[Reversible]) -> Option<Self> {
        let mut slots = vec![Reversible::default(); SLOTS];
        for reversible in moves {
            let mut left = *reversible;
            let mut slot = left.key & SLOT;
            let mut tries = 0..SLOTS;
            loop {
                tries.next()?;
                std::mem::swap(&mut slots[slot as usize], &mut left);
                if left == Reversible::default() {
                    break;
                }
                let [first, second] = [left.key & SLOT, left.key >> SECOND & SLOT];
                slot = if slot == first { second } else { first };
            }
        }
        Some(Self { slots, count: moves.len() })
    }
}

/// A board with more reversible moves than cuckoo tables hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowded {
    /// The number of reversible moves.
    pub moves: usize,
}

impl Crowded {
    /// The number of slots of a cuckoo table.
    pub const SLOTS: usize = SLOTS;
}

/// Zobrist keys for which the cuckoo table of reversible moves can be built.
pub(super) struct Hashing {
    keys: ZobristKeys,
    cuckoo: Cuckoo,
}

impl Hashing {
    fn new(seed: u64, mapping: &Mapping) -> Result<Self, Crowded> {
        let pairs = pairs(mapping);
        let crowded = Crowded { moves: 2 * pairs.len() };
        let draws = if crowded.moves > MOST_MOVES { 0 } else { DRAWS };
        let drawn = (0..draws).find_map(|draw| {
            let keys = ZobristKeys::new(seed.wrapping_add(u64::from(draw) << 32), mapping);
            let moves = reversible_moves(&keys, &pairs, usize::from(mapping.indices()));
            Cuckoo::new(&moves).map(|cuckoo| Self { keys, cuckoo })
        });
        drawn.ok_or(crowded)
    }
}

impl Maker<'_> {
    /// The keys of the wished seed, which are the same for keys and cuckoo tables; `None` on a crowded board.
    fn hashing(&mut self) -> Option<&Hashing> {
        if self.hashing.is_none() && self.made.crowded.is_none() {
            match Hashing::new(self.wish.seed, self.ground.mapping) {
                Ok(hashing) => self.hashing = Some(self.noted(hashing)),
                Err(crowded) => self.made.crowded = Some(crowded),
            }
        }
        self.hashing.as_ref()
    }

    /// The same keys, once the header has a sentence about them.
    fn noted(&mut self, hashing: Hashing) -> Hashing {
        let (count, distance) = (hashing.keys.drawn_keys().len(), hashing.keys.distance);
        self.made.notes.push(format!(
            "{count} Zobrist keys: any two differ in at least {distance} bits, no four or fewer of them have an \
             exclusive or of 0, and {} of them are linearly independent",
            count.min(64)
        ));
        hashing
    }

    pub(super) fn zobrist(&mut self) {
        let Some(Hashing { keys, .. }) = self.hashing() else { return };
        let keys = keys.clone();
        let mut public = |role: NameRole, sentence: &str, entries: Vec<u64>| {
            self.table(Title::of(role).table(sentence, Storage::Word, entries));
        };
        public(NameRole::ZobristSide, "Zobrist keys of the turn: 0 for side 0", vec![0, keys.side]);
        let sentence =
            "Zobrist keys of castling rights, by set of rights: each of four bits is a right";
        public(NameRole::ZobristCastling, sentence, keys.castling.to_vec());
        public(NameRole::ZobristEnPassant, "Zobrist keys of en passant, by file", keys.en_passant);
        let sentence = "Zobrist keys of pieces, by piece and square";
        let table = table_of("zobrist keys", sentence, Storage::Word, keys.pieces);
        let row = Some(self.ground.indices());
        let table = self.placed(&Title::of(NameRole::Zobrist), row, table);
        let table = self.table(table);
        let kinds = 2 * KINDS.len() as u8 - 1;
        let what = "0 to 5 for pawn, knight, bishop, rook, queen and king of side 0; 6 to 11 for those of side 1";
        let parameters = vec![
            small(0, "piece", what, kinds),
            square(self.ground.mapping, 1, "square", "the piece's square"),
        ];
        let mut w = ProgramWriter::default();
        let place = [0, 1].map(|at: usize| w.given(parameters[at].parameter));
        let result = w.entry_of_pair(table, place, self.ground.indices());
        let returns = Returns::new("the Zobrist key of a piece on a square", "", "a random word");
        let (name, program) = (Title::of(NameRole::Zobrist), w.finish(result));
        self.push(Companion::new(Part::Zobrist, name, parameters, program, returns));
    }

    pub(super) fn cuckoo(&mut self) {
        let Some(Hashing { cuckoo, .. }) = self.hashing() else { return };
        let Cuckoo { slots, count } = cuckoo;
        let keys = slots.iter().map(|slot| slot.key).collect();
        let squares = slots.iter().map(|slot| slot.squares).collect();
        let count = *count;
        let end = SECOND + 12;
        let sentence = format!(
            "Keys of {count} reversible moves: a move is in the slot of its key's bits 0 to 12, or in that of its bits {SECOND} to {end}"
        );
        let keys =
            self.table(Title::of(NameRole::CuckooKeys).table(&sentence, Storage::Word, keys));
        let sentence =
            "Reversible moves by slot: one square in bits 0 to 5, the other in bits 6 to 11";
        let moves =
            self.table(Title::of(NameRole::CuckooMoves).table(sentence, Storage::Short, squares));
        let what = "the exclusive or of two positions' keys";
        let parameters = vec![Argument { sort: Sort::Key, ..set(self.ground, 0, "key", what) }];
        let mut w = ProgramWriter::default();
        let key = w.given(parameters[0].parameter);
        let slot = |w: &mut ProgramWriter, shift: u64| {
            let low = w.low(key);
            let mask = w.half(SLOT);
            let shifted = if shift == 0 {
                low
            } else {
                let by = w.half(shift);
                w.program.push(Op::Shr(low, by))
            };
            let slot = w.and(shifted, mask);
            let slot = w.name(slot, if shift == 0 { "first" } else { "second" });
            let found = w.entry(keys, slot);
            let differs = w.binary(Binary::Xor, found, key);
            w.hint(found, "found");
            w.hint(differs, "change");
            let differs = w.any(differs);
            let differs = w.low(differs);
            let squares = w.entry(moves, slot);
            w.and_not(squares, differs)
        };
        let found: [Value; 2] = [slot(&mut w, 0), slot(&mut w, SECOND)];
        // An empty slot has the key 0 and the move 0.
        let result = w.or(found[0], found[1]);
        let returns = Returns::new(
            "the two squares of the reversible move by which two positions differ",
            ": one in bits 0 to 5, the other in bits 6 to 11; 0 where there is none",
            "their bit indices",
        );
        let (name, program) = (Title::of(NameRole::CuckooMove), w.finish(result));
        let companion = Companion::new(Part::Cuckoo, name, parameters, program, returns);
        self.push(Companion { result: Outcome::Number, ..companion });
    }
}

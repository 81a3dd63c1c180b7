//! Factors for the texts of these tests, and a plain check of one square.

use magicgen_board::{Mapping, Piece, Problem, SquareProblem, Standard, Walk};
use magicgen_read::{MultipliedKey, Slider};
use magicgen_search::Hash;

/// A published source with factors of rook and bishop for h1 = 0.
pub(crate) const RIVAL: &str = include_str!("../data/rival.java.txt");

pub(crate) const PIECES: [Slider; 2] = [Slider::Rook, Slider::Bishop];

/// The factors in [`RIVAL`], rooks and then bishops.
pub(crate) fn rival() -> [Vec<u64>; 2] {
    let words = RIVAL.split(|c: char| !c.is_ascii_alphanumeric());
    let hex = words.filter_map(|word| word.strip_prefix("0x")?.strip_suffix('L'));
    let all: Vec<u64> = hex.map(|digits| u64::from_str_radix(digits, 16).unwrap()).collect();
    [all[..64].to_vec(), all[64..].to_vec()]
}

pub(crate) fn problem(piece: Slider) -> Problem {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let piece = if piece == Slider::Rook { Piece::rook() } else { Piece::bishop() };
    Problem::new(&Walk::new(&piece, &mapping), mapping.squares()).unwrap()
}

/// The number of relevant squares of each bit index.
pub(crate) fn relevant(piece: Slider) -> Vec<u8> {
    problem(piece).squares().iter().map(SquareProblem::bits).collect()
}

/// True if a factor keeps all attack sets of a square apart.
pub(crate) fn works(
    problem: &Problem,
    bit: u8,
    key: MultipliedKey,
    hash: Hash,
    factor: u64,
    bits: u8,
) -> bool {
    let square = problem.square(bit).unwrap();
    let mut slots = vec![None; 1 << bits];
    magicgen_board::subsets(square.mask).enumerate().all(|(number, subset)| {
        let product = hash.product(key.of(subset, square.mask), factor);
        let slot = &mut slots[(product >> (hash.product_bits() - bits)) as usize];
        let attacks = problem.attacks(square)[number];
        *slot.get_or_insert(attacks) == attacks
    })
}

/// A small random generator, which makes tests reproducible.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }

    /// The number with one digit replaced by another.
    pub(crate) fn miswrite(&mut self, number: &str) -> String {
        let (start, digits): (usize, &[u8]) = match number.strip_prefix("0x") {
            Some(_) => (2, b"0123456789abcdef"),
            None => (usize::from(number.starts_with('-')), b"0123456789"),
        };
        loop {
            let at = start + self.below(number.len() - start);
            let mut changed = number.as_bytes().to_vec();
            changed[at] = digits[self.below(digits.len())];
            if changed != number.as_bytes() {
                return String::from_utf8(changed).unwrap();
            }
        }
    }
}

/// The lists of `tests/data/lists.txt`, by name.
pub(crate) fn lists() -> Vec<(String, String)> {
    let all = include_str!("../data/lists.txt").split("\n== ").skip(1);
    let list = |list: &str| {
        let (name, text) = list.split_once('\n').expect("a name, and the list below it");
        (name.rsplit('/').next().unwrap_or(name).to_owned(), format!("{}\n", text.trim_end()))
    };
    all.map(list).collect()
}

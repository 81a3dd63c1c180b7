//! Collects the facts about each square's least number of index bits, from ledgers, published factors and Fiekas'
//! statements.

use std::path::Path;

use magicgen::known;
use magicgen_lab::prove::{Constant, Question};
use magicgen_search::Hash;
use serde::Deserialize;

use crate::minimal_bits::ledgers::{Board, Certificate, name};

/// A square of one piece.
pub(crate) struct Square {
    pub(crate) piece: &'static str,
    pub(crate) name: String,
    bit: u8,
    /// The number of relevant squares.
    pub(crate) relevant: u8,
    /// The number of attack sets.
    pub(crate) sets: u32,
    /// The bounds for factors without a constant.
    pub(crate) white: Bounds,
    /// The bounds for factors with any constant.
    pub(crate) free: Bounds,
    /// The lowest square whose mask, shifted left, is this square's mask. If that square has no factor, this one has
    /// none.
    pub(crate) like: Option<String>,
}

/// Bounds on the least number of index bits.
pub(crate) struct Bounds {
    /// The fewest index bits for which a factor is known.
    pub(crate) least: Least,
    /// The most index bits for which it is known that there is no factor.
    pub(crate) none: Nothing,
}

/// The fewest index bits for which a factor is known, with that factor.
#[derive(Clone)]
pub(crate) struct Least {
    pub(crate) bits: u8,
    pub(crate) factor: u64,
    pub(crate) constant: u64,
    pub(crate) from: From,
}

/// The source of a factor.
#[derive(Clone)]
pub(crate) enum From {
    /// The id of a file under `config/known`.
    Known(&'static str),
    /// The file name of a ledger.
    Ledger(String),
}

/// The most index bits for which it is known that there is no factor, with the reasons.
pub(crate) struct Nothing {
    pub(crate) bits: u8,
    /// The reasons, each of which suffices.
    pub(crate) why: Vec<Why>,
}

/// Why there is no factor.
#[derive(Clone, PartialEq)]
pub(crate) enum Why {
    /// A complete search, with the index of its ledger.
    Search(usize),
    /// Fiekas' table says so.
    Fiekas,
    /// A factor would give a factor for another square, which has none. Holds the name of that square.
    Square(String),
    /// Fewer slots than attack sets.
    Sets,
}

impl Bounds {
    /// Whether the least number is known.
    pub(crate) fn is_settled(&self) -> bool {
        self.least.bits == self.none.bits + 1
    }
}

impl Nothing {
    fn say(&mut self, bits: u8, why: Why) {
        if bits > self.bits {
            *self = Self { bits, why: vec![why] };
        } else if bits == self.bits && !self.why.contains(&why) {
            self.why.push(why);
        }
    }

    /// The ledger that proves it.
    pub(crate) fn ledger(&self) -> Option<usize> {
        self.why
            .iter()
            .find_map(|why| if let Why::Search(index) = why { Some(*index) } else { None })
    }
}

/// The results of Fiekas' search.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fiekas {
    #[expect(dead_code, reason = "for readers of the file")]
    author: String,
    #[expect(dead_code, reason = "for readers of the file")]
    year: u16,
    #[expect(dead_code, reason = "for readers of the file")]
    source: String,
    rook: Vec<String>,
    bishop: Vec<String>,
}

impl Fiekas {
    pub(crate) fn read(path: &Path) -> Self {
        toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    pub(crate) fn of(&self, piece: &str) -> &[String] {
        if piece == "rook" { &self.rook } else { &self.bishop }
    }

    pub(crate) fn count(&self) -> usize {
        self.rook.len() + self.bishop.len()
    }
}

/// The facts about all 128 squares.
pub(crate) fn squares(boards: &[Board], ledgers: &[Certificate], fiekas: &Fiekas) -> Vec<Square> {
    let mut all = Vec::new();
    for board in boards {
        let mut squares: Vec<Square> =
            (0..64).map(|bit| Square::new(board, bit, ledgers, fiekas)).collect();
        // Each square refers to the lowest of the squares whose masks are shifts of one another.
        for lower in 0..64 {
            for higher in lower + 1..64 {
                let is_first = squares[lower].like.is_none();
                if is_first && is_shifted(board, squares[lower].bit, squares[higher].bit) {
                    let [below, above] = squares.get_disjoint_mut([lower, higher]).unwrap();
                    above.take(below);
                }
            }
        }
        for square in &squares {
            square.check();
        }
        all.extend(squares);
    }
    all
}

/// Whether the higher square's mask is the lower square's mask shifted left, with the same classes. Then a factor for
/// the higher square, shifted left by as many bits, is a factor for the lower one, since the products are the same.
fn is_shifted(board: &Board, lower: u8, higher: u8) -> bool {
    let mask = |bit| board.problem.square(bit).unwrap().mask;
    let by = mask(higher).trailing_zeros().saturating_sub(mask(lower).trailing_zeros());
    if by == 0 || mask(lower).leading_zeros() < by || mask(lower) << by != mask(higher) {
        return false;
    }
    let bits = mask(lower).count_ones() as u8;
    let classes = |bit| board.question(bit, bits, Constant::None).classes;
    classes(lower) == classes(higher)
}

impl Square {
    fn new(board: &Board, bit: u8, ledgers: &[Certificate], fiekas: &Fiekas) -> Self {
        let (piece, name) = (board.piece, name(bit));
        let square = board.problem.square(bit).unwrap();
        let bits = square.bits();
        let question = board.question(bit, bits, Constant::None);
        let sets = question.class_count;
        // The most index bits that have fewer slots than there are attack sets.
        let few = (0..bits).rev().find(|bits| 1 << bits < sets).unwrap();
        let bounds = |constant| {
            let least = published(board, bit, bits, sets, constant);
            Bounds { least, none: Nothing { bits: few, why: vec![Why::Sets] } }
        };
        let (white, free) = (bounds(Constant::None), bounds(Constant::Free));
        let mut square = Self { piece, name, bit, relevant: bits, sets, white, free, like: None };
        square.read(ledgers);
        if fiekas.of(piece).contains(&square.name) {
            square.white.none.say(bits - 1, Why::Fiekas);
        }
        square
    }

    /// Adds the results of ledgers.
    fn read(&mut self, ledgers: &[Certificate]) {
        let own = ledgers.iter().enumerate();
        for (index, ledger) in own.filter(|(_, ledger)| ledger.is_about(self.piece, &self.name)) {
            let header = ledger.header();
            let is_white = ledger.case.question.constant == Constant::None;
            if let Some(witness) = ledger.tally.witness {
                let found = Least {
                    bits: header.bits,
                    factor: witness.factor,
                    constant: witness.constant,
                    from: From::Ledger(ledger.file.clone()),
                };
                // A white magic is also a factor with a constant, 0.
                let bounds = [is_white.then_some(&mut self.white), Some(&mut self.free)];
                for bounds in bounds.into_iter().flatten() {
                    if found.bits < bounds.least.bits {
                        bounds.least = found.clone();
                    }
                }
            } else if ledger.is_none() {
                let why = Why::Search(index);
                match ledger.case.question.constant {
                    Constant::None => self.white.none.say(header.bits, why),
                    Constant::Free => {
                        self.white.none.say(header.bits, why.clone());
                        self.free.none.say(header.bits, why);
                    }
                    // Other constants may still work.
                    Constant::Black => {}
                }
            }
        }
    }

    /// Adds the facts that follow from a square whose mask, shifted left, is this square's mask.
    fn take(&mut self, lower: &Self) {
        self.like = Some(lower.name.clone());
        let why = || Why::Square(lower.name.clone());
        self.white.none.say(lower.white.none.bits, why());
        self.free.none.say(lower.free.none.bits, why());
        for (here, there) in [(&self.white, &lower.white), (&self.free, &lower.free)] {
            assert!(
                there.least.bits <= here.least.bits,
                "{}'s factor, shifted, is one for {}",
                self.name,
                lower.name
            );
        }
        // Too few slots are the simpler reason, which is the same for both squares.
        for none in [&mut self.white.none, &mut self.free.none] {
            if none.why.contains(&Why::Sets) {
                none.why.retain(|why| !matches!(why, Why::Square(_)));
            }
        }
    }

    fn check(&self) {
        for bounds in [&self.white, &self.free] {
            assert!(
                bounds.none.bits < bounds.least.bits,
                "{} {}: a factor with {} index bits, and none with {}",
                self.piece,
                self.name,
                bounds.least.bits,
                bounds.none.bits
            );
        }
        assert!(self.free.least.bits <= self.white.least.bits);
        assert!(self.free.none.bits <= self.white.none.bits);
    }
}

/// The published factor with the fewest index bits. Each factor is tested with every subset.
fn published(board: &Board, bit: u8, relevant: u8, sets: u32, constant: Constant) -> Least {
    let known = known::for_problem(&board.problem);
    let magics: Vec<_> = known
        .iter()
        .filter(|(known, _)| known.hash == Hash::Multiply)
        .filter_map(|(known, piece)| Some((known.id.as_str(), piece.magic(bit)?.magic)))
        .collect();
    let with = |bits: u8| {
        let question = board.question(bit, bits, constant);
        magics.iter().find_map(|(id, magic)| {
            // If indices lie close together, their lower bits alone may suffice.
            let over = (64 - magic.shift).saturating_sub(bits);
            let mut found = [0, over].into_iter().flat_map(|by| {
                let shifted = |number: u64| number << by;
                candidates(&question, shifted(magic.factor), shifted(magic.constant))
            });
            let (factor, constant) = found.find(|(f, c)| question.holds(*f, *c))?;
            Some(Least { bits, factor, constant, from: From::Known(id) })
        })
    };
    // A factor that works with some number of index bits works with more as well.
    let fewer = (1..=relevant).rev().take_while(|bits| 1 << bits >= sets).map_while(with);
    fewer.last().unwrap_or_else(|| panic!("no factor for {} {}", board.piece, name(bit)))
}

/// Pairs of a factor with each constant to try that the question allows.
fn candidates(question: &Question, factor: u64, own: u64) -> Vec<(u64, u64)> {
    let black = (!question.mask).wrapping_mul(factor);
    match question.constant {
        Constant::Free => vec![(factor, 0), (factor, black), (factor, own)],
        _ => vec![(factor, question.constant_of(factor))],
    }
}

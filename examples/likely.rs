//! Searches for a rook's factor where one is likely: `likely SQUARE BITS [ROOTS]`.
//!
//! In all six factors that were found where Fiekas' table of May 2026 knew none with one index bit less than relevant squares, the slots of the rank's subsets have few distinct distances from one
//! another, so that many translates of them (one for each product of the file's subsets) find room. Roots of the complete search
//! are put into the order of these distances, the places of known factors in it are printed, and the first ROOTS are searched. The numbers
//! on distances in `docs/findings.md` were printed by this example.
#![allow(clippy::print_stdout, missing_docs)]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use magicgen::known;
use magicgen_board::{Mapping, Piece, Problem, Standard, Walk, subsets};
use magicgen_lab::prove::run::Runner;
use magicgen_lab::prove::{Constant, ProofCase, Question, Until};

/// The number of distinct distances between the slots to which `factor` takes the subsets of a rank, around the circle of all slots;
/// `None` if two attack sets meet.
fn distances(walk: &Walk, bit: u8, rank: u64, factor: u64, bits: u8) -> Option<usize> {
    let slot = |key: u64| key.wrapping_mul(factor) >> (64 - bits);
    let slots: Vec<(u64, u64)> =
        subsets(rank).map(|key| (slot(key), walk.attacks(bit, key))).collect();
    let mut is_there = vec![false; 1 << bits];
    for (at, (one, attacks)) in slots.iter().enumerate() {
        for (other, others) in &slots[..at] {
            if one == other && attacks != others {
                return None;
            }
            let distance = one.wrapping_sub(*other) & ((1 << bits) - 1);
            is_there[distance as usize] = true;
            is_there[(distance.wrapping_neg() & ((1 << bits) - 1)) as usize] = true;
        }
    }
    is_there[0] = true;
    Some(is_there.iter().filter(|is_there| **is_there).count())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mapping = Mapping::chess(Standard::ALL[0]);
    let walk = Walk::new(&Piece::rook(), &mapping);
    let problem = Problem::new(&walk, mapping.squares()).expect("a chess piece");
    let name = arguments[0].as_bytes();
    let bit = name[0] - b'a' + 8 * (name[1] - b'1');
    let bits: u8 = arguments[1].parse().expect("index bits");
    let wanted: usize = arguments.get(2).map_or(0, |text| text.parse().expect("a number"));

    let square = problem.square(bit).expect("a square");
    let question = Question::new(&problem, square, bits, Constant::None).expect("a question");
    let case = ProofCase::new("rook", &arguments[0], question, Until::First);
    let rank = square.mask & (0xff << (bit & 0x38));
    let (low, high) = case.plan.known_at_root();
    // Bits of the factor that reach the word, but aren't known at a root: the best of their values counts.
    let free = (63 - rank.trailing_zeros() as u8).saturating_sub(high);
    // The roots are the values with the highest bit 0: of a factor and its negative the search looks at one. Roots behind them are of single
    // factors.
    let mut order: Vec<(usize, u64)> = (0..1 << (high - low))
        .filter_map(|root| {
            // The root's own least factor, and the negative of the least factor of its mirror image.
            let factors = (0..1_u64 << free)
                .flat_map(|above| [root, root + 1].map(|end| (above << (high + 1)) + (end << low)));
            let least =
                factors.filter_map(|factor| distances(&walk, bit, rank, factor, bits)).min();
            Some((least?, root))
        })
        .collect();
    order.sort_unstable();
    println!("{} of {} roots keep the rank's attack sets apart", order.len(), 1 << (high - low));
    for (known, piece) in known::for_problem(&problem) {
        let Some(magic) = piece.magic(bit).map(|magic| magic.magic) else { continue };
        let root_of = |factor: u64| factor >> low & ((1 << (high - low + 1)) - 1);
        let root = root_of(magic.factor).min(root_of(magic.factor.wrapping_neg()));
        let is_one = magic.shift == 64 - bits && magic.constant == 0;
        if let (true, Some(at)) = (is_one, order.iter().position(|(_, other)| *other == root)) {
            println!("{}: {} distances, place {}", known.id, order[at].0, at + 1);
        }
    }

    let (never, start) = (AtomicBool::new(false), Instant::now());
    let mut runner = Runner::new(&case, 1);
    let mut nodes = 0;
    for (at, (distances, root)) in order.iter().take(wanted).enumerate() {
        let slice = runner.again(&(*root..root + 1), &never, |_| {}).expect("not stopped");
        nodes += slice.tally.all_nodes();
        if let Some(witness) = slice.tally.witness {
            println!("root {root}, {distances} distances: {:#018x}", witness.factor);
        }
        if (at + 1).is_power_of_two() || at + 1 == wanted {
            let seconds = start.elapsed().as_secs();
            println!("{} roots, up to {distances} distances: {nodes} nodes, {seconds} s", at + 1);
        }
    }
}

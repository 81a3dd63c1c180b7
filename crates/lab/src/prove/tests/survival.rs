//! Checks that published factors stay in the box of every node on their own path. They are read from the repository: the crate alone
//! hasn't got them, and says so.

use std::collections::BTreeMap;

use crate::prove::plan::KnownBits;
use crate::prove::{Constant, Question, SEARCH_VERSION, SearchPlan, Searcher};
use magicgen_board::{Mapping, Piece, Problem, SquareProblem, Standard, Walk};
use magicgen_search::known::{Known, Sharing};
use magicgen_search::{Hash, Key};

/// The folder of published factors.
const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../config/known");

/// Pairs of a factor and a constant, under the square's bit index and the number of index bits.
type Published = BTreeMap<(u8, u8), Vec<(u64, u64)>>;

/// Every published white and black factor of a piece, with its published number of index bits and with the fewest under
/// which it works.
fn published(problem: &Problem) -> Published {
    let mut published = Published::new();
    let files = std::fs::read_dir(KNOWN).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.is_file()) {
        // The folder's other files hold no factors.
        let Ok(known) = std::fs::read_to_string(file).unwrap().parse::<Known>() else { continue };
        let Some(piece) = known.piece(problem) else { continue };
        let is_asked = matches!(known.key, Key::White | Key::Black)
            && known.hash == Hash::Multiply
            && known.sharing == Sharing::None;
        for magic in piece.magics.iter().filter(|_| is_asked) {
            let square = problem.square(magic.bit).unwrap();
            let own = 64 - magic.magic.shift;
            let pair = (magic.magic.factor, magic.magic.constant);
            let holds =
                |bits| question(problem, square, bits, Constant::Free).holds(pair.0, pair.1);
            assert!(holds(own), "{} has {pair:x?} for {}", known.id, square.bit);
            let fewest = (1..own).rev().take_while(|bits| holds(*bits)).last().unwrap_or(own);
            for bits in [own, fewest] {
                let pairs = published.entry((square.bit, bits)).or_default();
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
    }
    published
}

fn question(problem: &Problem, square: SquareProblem, bits: u8, constant: Constant) -> Question {
    Question::of_classes(square.mask, problem.classes(square), bits, 64, constant)
}

/// The number of followed paths and of paths on which the rule "positions" was asked; and the number of plans that grow
/// downwards only, upwards only, and in both directions.
fn all_survive(piece: &Piece) -> ([u32; 2], [u32; 3]) {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problem = Problem::new(&Walk::new(piece, &mapping), mapping.squares()).unwrap();
    let (mut paths, mut positioned, mut directions) = (0, 0, [0; 3]);
    for (turn, ((bit, bits), pairs)) in published(&problem).into_iter().enumerate() {
        let square = problem.square(bit).unwrap();
        for constant in [Constant::None, Constant::Free] {
            let question = question(&problem, square, bits, constant);
            // The plan of a search, and one of the other plans.
            let mut others = SearchPlan::unsplit(&question, SEARCH_VERSION);
            let other = others.swap_remove(turn * 7 % others.len());
            for (is_asked, plan) in [(true, SearchPlan::new(&question)), (false, other)] {
                let goes = |step: fn(&KnownBits) -> bool| {
                    plan.levels.iter().any(|level| step(&level.step))
                };
                let down = goes(|step| matches!(step, KnownBits::Down(_)));
                let up = goes(|step| matches!(step, KnownBits::Up(_)));
                directions
                    .iter_mut()
                    .zip([down && !up, up && !down, down && up])
                    .for_each(|(count, is)| *count += u32::from(is));
                let mut searcher = Searcher::unlearned(&question, &plan).positioned();
                let is_positioned = searcher.positions.is_some();
                // The rule "packing" is asked in the plan of a search, at every place, where it may refute something.
                if is_asked && question.bits < square.bits() {
                    searcher = searcher.asking(5..=6);
                }
                let asked =
                    pairs.iter().filter(|(_, added)| *added == 0 || constant == Constant::Free);
                for (factor, added) in asked {
                    assert!(
                        searcher.survives(*factor, *added),
                        "square {bit}, {bits} bits, {constant}: {factor:#x} + {added:#x} by {plan}"
                    );
                    paths += 1;
                    positioned += u32::from(is_positioned);
                }
            }
        }
    }
    ([paths, positioned], directions)
}

/// Whether the factors are there; says that the test is skipped if they aren't.
#[expect(clippy::print_stdout, reason = "it is what a reader of the test's output sees")]
fn has_factors() -> bool {
    let is_there = std::path::Path::new(KNOWN).is_dir();
    if !is_there {
        println!("skipped: {KNOWN}, which is the repository's, isn't there");
    }
    is_there
}

#[test]
#[ignore = "slow"]
fn published_rook_factors_survive() {
    if !has_factors() {
        return;
    }
    let ([paths, positioned], directions) = all_survive(&Piece::rook());
    assert!(paths > 1_500 && positioned > 300, "{paths} {positioned} {directions:?}");
    assert!(directions[0] > 20 && directions[2] > 20, "{directions:?}");
}

#[test]
fn published_bishop_factors_survive() {
    if !has_factors() {
        return;
    }
    let ([paths, _], directions) = all_survive(&Piece::bishop());
    assert!(paths > 1_500, "{paths} {directions:?}");
    assert!(directions[0] > 20 && directions[2] > 20, "{directions:?}");
}

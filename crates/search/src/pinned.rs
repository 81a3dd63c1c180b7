//! Pins the results of each search for small problems.
//!
//! The same seed and effort must give the same factors on every machine, with the same number of candidates. A change
//! here changes the files that existing configs generate, and needs a line in the CHANGELOG and a new `lock-version`.

use super::*;
use magicgen_board::{
    Bitboard, Board, Mapping, Order, Piece, Problem, SquareProblem, Standard, Walk,
};

fn problem(piece: &Piece, width: u8, height: u8) -> Problem {
    let order = Order::Standard { standard: Standard::ALL[0], stride: width };
    let mapping = Mapping::new(Board::new(width, height).unwrap(), order).unwrap();
    Problem::new(&Walk::new(piece, &mapping), mapping.squares()).unwrap()
}

/// The problem of some squares of the chess board.
fn chess(piece: &Piece, squares: Bitboard) -> Problem {
    let mapping = Mapping::chess(Standard::ALL[0]);
    Problem::new(&Walk::new(piece, &mapping), squares).unwrap()
}

fn effort(candidates: u64) -> Effort {
    Effort { candidates, ..Effort::default() }
}

fn digest_of(magics: &[(u8, Magic)]) -> String {
    let mut hasher = blake3::Hasher::new();
    for (bit, magic) in magics {
        hasher.update(&[*bit, magic.shift, magic.before]);
        hasher.update(&magic.factor.to_le_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The number of candidates tried, and the digest of the factors.
fn digest(solution: &Solution) -> (u64, String) {
    (solution.candidates, digest_of(&solution.magics))
}

/// Compares the number and the digest that a search returns for each item of `asked`.
fn check<T>(asked: &[T], expected: &[(u64, &str)], search: impl Fn(&T) -> (u64, String)) {
    let found: Vec<_> = asked.iter().map(search).collect();
    let found: Vec<_> = found.iter().map(|(number, digest)| (*number, &digest[..])).collect();
    assert_eq!(found, expected);
}

/// The first method has no factor for the corner; each turn has more candidates than the one before.
#[test]
fn methods_in_turn() {
    let corner = chess(&Piece::rook(), 1 << 63);
    let methods = [&Method::ADD[..], &Method::FOLDS[..2]];
    check(&methods, &[(59, "dce75129bd85b754"), (17_543, "fold32-left-1")], |methods| {
        match solve_first(&corner, methods, &effort(20_000)) {
            Ok(solution) => digest(&solution),
            Err(missed) => (missed.candidates, missed.method.id()),
        }
    });
}

#[test]
fn guesses_bit_by_bit() {
    check(
        &[Piece::rook(), Piece::bishop()],
        &[(24_112, "870d5242ea605ec3"), (14_396, "ec298ec4a31134ab")],
        |piece| digest(&solve_kannan(&problem(piece, 5, 5), &effort(1 << 18)).unwrap()),
    );
}

#[test]
fn lines_in_few_bits() {
    check(
        &[[(1, 0), (-1, 0)], [(-1, 1), (1, -1)]],
        &[(44_094, "1aa3f6064325933e"), (17_053, "27ed4965c7cfbf2d")],
        |rays| {
            let line = Piece::new("line", rays, 63).unwrap();
            digest(&solve_narrow(&problem(&line, 7, 7), &effort(1 << 16)).unwrap())
        },
    );
}

/// The number is the count of index bits here.
#[test]
fn one_range_for_all() {
    let problem = problem(&Piece::rook(), 4, 4);
    let effort = GroupEffort { seed: 0, candidates: 2_000, rounds: 4 };
    check(&[false, true], &[(8, "9c78b2019f4297d9"), (8, "13d0ca34d2500269")], |post_mask| {
        let group = fewest_bits(&problem, *post_mask, 14, &effort).unwrap();
        (group.bits.into(), digest_of(&group.magics))
    });
}

/// The number is the count of factors here.
#[test]
fn few_factors_for_many_squares() {
    let effort = SharedEffort { seed: 0, climbs: 2, steps: 300 };
    let asked =
        [(Piece::rook(), Width::Own), (Piece::rook(), Width::Equal), (Piece::bishop(), Width::Own)];
    check(
        &asked,
        &[(12, "9874733b55514f77"), (5, "6f61485530502054"), (2, "85427c9c73b5165a")],
        |(piece, width)| {
            let problem = problem(piece, 6, 6);
            let shared = share_factors(&problem, *width, &effort).unwrap();
            let solution = shared.solution(&problem, Method::FANCY);
            (shared.factors.len() as u64, digest_of(&solution.magics))
        },
    );
}

/// A rook on the last rank, where the factor's highest bits matter least, and bishops on all squares. Only descents
/// find some of the bishops' factors.
#[test]
fn shifts_in_factors() {
    let fixed = |_: &SquareProblem, bits| FactorFields::Shift.fixed(64 - bits, 0);
    let asked = [(Piece::rook(), 0xff00_0000_0000_0000), (Piece::bishop(), Bitboard::MAX)];
    check(&asked, &[(80, "fcddb62246526d18"), (304, "a0dfa898cde2c3ca")], |(piece, squares)| {
        let problem = chess(piece, *squares);
        digest(&solve_fixed(&problem, Method::FANCY, fixed, &effort(1 << 20)).unwrap())
    });
}

/// The given low bits alone move the highest relevant squares.
#[test]
fn given_low_bits() {
    let fixed = |_: &SquareProblem, _| Fixed { mask: 0xff, value: 0x81 };
    let middle = 0x0000_00ff_ff00_0000;
    check(
        &[(Piece::rook(), middle), (Piece::bishop(), middle)],
        &[(11_366, "61c940d2d473084f"), (8_335, "a91398aac866dde1")],
        |(piece, squares)| {
            let problem = chess(piece, *squares);
            digest(&solve_fixed(&problem, Method::FANCY, fixed, &effort(1 << 20)).unwrap())
        },
    );
}

#[test]
fn offsets_in_factors() {
    let asked = [
        (Piece::bishop(), 8, FactorFields::ShiftAndOffset),
        (Piece::rook(), 5, FactorFields::Offset),
    ];
    check(
        &asked,
        &[(88_095, "423993b8230078b1 in 5312"), (1_239, "0529681c0780a703 in 784")],
        |(piece, size, fields)| {
            let problem = problem(piece, *size, *size);
            let laid = solve_in_factor(&problem, Method::FANCY, *fields, &effort(1 << 20)).unwrap();
            let (candidates, digest) = digest(&laid.solution);
            (candidates, format!("{digest} in {}", laid.entries))
        },
    );
}

/// Searches that give up, and how many candidates they have had then.
#[test]
fn after_how_many_candidates_a_search_gives_up() {
    let rook = problem(&Piece::rook(), 6, 6);
    let whole = chess(&Piece::rook(), Bitboard::MAX);
    let told = |missed: NotFound| (missed.candidates, missed.bit.to_string());
    let asked: [&dyn Fn() -> NotFound; 3] = [
        &|| solve_kannan(&rook, &effort(20)).unwrap_err(),
        &|| solve_in_factor(&whole, Method::FANCY, FactorFields::Offset, &effort(40)).unwrap_err(),
        &|| {
            solve_in_factor(&rook, Method::FANCY, FactorFields::ShiftAndOffset, &effort(10))
                .unwrap_err()
        },
    ];
    check(&asked, &[(20, "0"), (326, "63"), (360, "34")], |search| told(search()));
}

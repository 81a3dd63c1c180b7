//! Counts the work of searches on unusual boards, pieces and orders of squares, and checks that the effort bounds it.

use super::*;
use crate::Watch;
use crate::watch::Budget;
use magicgen_board::{BISHOP, Board, Mapping, Order, Piece, Problem, ROOK, Standard, Walk};

/// The most visits by which a square may exceed its part: a candidate that was begun is finished, and has at most 2^16
/// subsets.
const OVER: u64 = 1 << 16;

fn on(board: (u8, u8), order: Order, piece: &Piece) -> Option<Problem> {
    let mapping = Mapping::new(Board::new(board.0, board.1).ok()?, order).ok()?;
    Problem::new(&Walk::new(piece, &mapping), mapping.squares()).ok()
}

fn permutation(seed: u64, squares: usize) -> Order {
    let mut stream = Stream::new(seed, "permutation", 0, 0);
    let mut bits: Vec<u8> = (0..64).collect();
    stream.shuffle(&mut bits);
    bits.truncate(squares);
    Order::Permutation(bits)
}

/// Boards of many shapes, each with its squares in a standard order and in a random one.
pub(super) fn problems() -> Vec<(String, Problem)> {
    let queen = [ROOK, BISHOP].concat();
    let pieces = [
        Piece::rook(),
        Piece::bishop(),
        Piece::new("short-queen", &queen, 3).unwrap(),
        Piece::new("crossing", &[(1, 0), (2, 0), (1, 2), (-1, 2)], 4).unwrap(),
    ];
    let mut problems = Vec::new();
    for (at, board) in [(5, 12), (12, 5), (6, 9), (4, 14), (2, 15), (1, 18), (8, 8), (7, 9)]
        .into_iter()
        .enumerate()
    {
        let (squares, piece) = (usize::from(board.0 * board.1), &pieces[at % 4]);
        let standard = Standard::ALL[at % 4];
        let orders = [
            ("in order", Order::Standard { standard, stride: board.0 }),
            ("permuted", permutation(at as u64, squares)),
        ];
        for (name, order) in orders {
            let Some(problem) = on(board, order, piece) else { continue };
            problems.push((format!("{board:?} {name} {}", piece.name), problem));
        }
    }
    problems
}

/// No square gets more candidates than the effort has, whatever is searched and however many threads there are.
#[test]
#[ignore = "slow"]
fn no_square_gets_more_candidates_than_the_effort_has() {
    for (name, problem) in problems() {
        let squares = problem.squares().len() as u64;
        for candidates in [1, 7, 300] {
            for threads in [1, 3] {
                let watched = || Effort { seed: 1, candidates, threads, watch: Watch::new() };
                for method in [Method::FANCY, Method::PLAIN, Method::SPLIT_XOR] {
                    let effort = watched();
                    let found = solve(&problem, method, &effort);
                    let (tried, _) = effort.watch.spent();
                    assert!(tried <= candidates * squares, "{name} {method} {tried}");
                    match found {
                        Ok(solution) => assert!(solution.candidates <= tried, "{name} {method}"),
                        Err(missed) => assert!(missed.candidates <= candidates, "{name} {method}"),
                    }
                }
                let fixed = |_: &_, bits| FactorFields::Shift.fixed(64 - bits, 0);
                let effort = watched();
                let _ = solve_fixed(&problem, Method::FANCY, fixed, &effort);
                assert!(effort.watch.spent().0 <= candidates * squares, "{name} fixed");
                let effort = watched();
                let _ = solve_kannan(&problem, &effort);
                assert!(effort.watch.spent().0 <= candidates * squares, "{name} kannan");
            }
        }
    }
}

/// The visits of a whole search are bounded as well, and the default effort solves all of these problems within them.
#[test]
#[ignore = "slow"]
fn the_default_effort_solves_all_of_these_within_its_visits() {
    for (name, problem) in problems() {
        let effort = Effort { watch: Watch::new(), ..Effort::default() };
        let solution = solve(&problem, Method::FANCY, &effort);
        let solution = solution.unwrap_or_else(|missed| panic!("{name}: {missed}"));
        assert_eq!(prove(&problem, &solution), Ok(()), "{name}");
        let (_, visits) = effort.watch.spent();
        let most = effort.visits() + OVER * problem.squares().len() as u64;
        assert!(visits <= most, "{name}: {visits}");
    }
}

/// A search that finds nothing stays within the same bounds.
#[test]
#[ignore = "slow"]
fn what_is_not_found_costs_no_more() {
    let over = OVER * 64 * 16;
    for (name, problem) in problems() {
        let spent = |what: &str, most: u64, search: &dyn Fn(&Effort)| {
            let effort = Effort { watch: Watch::new(), ..Effort::new(0, 1) };
            search(&effort);
            let (_, visits) = effort.watch.spent();
            assert!(visits <= most + over, "{name} {what}: {visits}");
        };
        let visits = Effort::new(0, 1).visits();
        spent("split", visits, &|effort| {
            let _ = solve(&problem, Method::SPLIT_XOR, effort);
        });
        // One method after another, and then both again with more index bits.
        spent("folds", 3 * visits, &|effort| {
            let _ = solve_first(&problem, &Method::ADD, effort);
        });
        spent("group", visits, &|effort| {
            let mut budget = Budget::new(&effort.watch, 0, u64::MAX, visits);
            let _ = solve_group_within(&problem, 12, true, &GroupEffort::default(), &mut budget);
        });
    }
}

/// A search that is stopped ends with an error.
#[test]
fn a_stop_ends_a_search() {
    let (_, problem) = problems().swap_remove(0);
    let effort =
        Effort { candidates: u64::MAX, threads: 2, watch: Watch::new(), ..Effort::default() };
    effort.watch.stop();
    assert!(solve(&problem, Method::FANCY, &effort).is_err());
    assert!(solve_kannan(&problem, &effort).is_err());
}

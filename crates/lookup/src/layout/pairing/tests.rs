use super::*;
use crate::layout::boards::{board, chess, on};
use magicgen_board::{Piece, ROOK, subsets};

fn total(pieces: &[&Problem], groups: &[Vec<(usize, u8)>]) -> usize {
    let slots = |(piece, bit): &(usize, u8)| pieces[*piece].square(*bit).unwrap().subsets();
    groups.iter().map(|group| group.iter().map(slots).max().unwrap()).sum()
}

/// Checks that every square is in one group, and compares every attack set with all attack sets of the other squares in
/// its group.
fn check(pieces: &[&Problem], groups: &[Vec<(usize, u8)>]) {
    let mut seen: Vec<(usize, u8)> = groups.iter().flatten().copied().collect();
    seen.sort_unstable();
    let all = pieces.iter().enumerate().flat_map(|(piece, problem)| {
        problem.squares().iter().map(move |square| (piece, square.bit))
    });
    assert_eq!(seen, all.collect::<Vec<_>>());
    for group in groups {
        for one in group {
            for other in group.iter().filter(|other| *other != one) {
                let [(problem, s), (others, t)] = [one, other]
                    .map(|(piece, bit)| (pieces[*piece], pieces[*piece].square(*bit).unwrap()));
                for a in problem.sets(s) {
                    for b in others.sets(t) {
                        assert_eq!((a ^ b) & s.reach & t.reach, 0, "{one:?} {other:?}");
                    }
                }
            }
        }
    }
}

/// The groups of a single piece.
fn own_rows(problem: &Problem) -> Vec<Vec<(usize, u8)>> {
    share_rows(&[problem], |_, square| square.subsets())
}

/// The wiki's pairing of rooks is the best one; its pairing of bishops takes 1,792 slots.
#[test]
fn two_rooks_and_four_bishops_share() {
    for (piece, words) in [(Piece::rook(), 65_536), (Piece::bishop(), 1_760)] {
        let problem = chess(&piece);
        let groups = own_rows(&problem);
        check(&[&problem], &groups);
        assert_eq!(total(&[&problem], &groups), words);
        assert!(piece.name == "bishop" || groups.iter().all(|group| group.len() <= 2));
    }
}

/// Rooks alone take 65,536 of these slots.
#[test]
fn what_a_long_search_has_found_is_taken_where_it_holds() {
    let (rook, bishop) = (chess(&Piece::rook()), chess(&Piece::bishop()));
    let usual = |_: usize, square: &SquareProblem| square.subsets();
    for pieces in [[&rook, &bishop], [&bishop, &rook]] {
        let groups = share_rows(&pieces, usual);
        check(&pieces, &groups);
        assert_eq!(total(&pieces, &groups), 65_856);
    }
    // With other lengths of ranges the stored result may be far from the best.
    let pieces = [&rook, &bishop];
    let longer = |piece: usize, square: &SquareProblem| {
        if piece == 1 && square.bit == 0 { 64 } else { square.subsets() / 2 }
    };
    let searched = search_rows(&pieces, longer, RowEffort::default());
    assert_eq!(share_rows(&pieces, longer), searched);
    // Squares that don't go together are no group, nor is a square that the problem doesn't have.
    assert!(may_share(&pieces, &[(0, 0)]) && !may_share(&pieces, &[(0, 0), (0, 1)]));
    assert!(!may_share(&pieces, &[(0, 64)]) && !may_share(&pieces, &[(2, 0)]));
}

#[test]
fn bishops_share_with_rooks() {
    let (rook, bishop) = (chess(&Piece::rook()), chess(&Piece::bishop()));
    let pieces = [&rook, &bishop];
    let searched = || search_rows(&pieces, |_, square| square.subsets(), RowEffort::default());
    let groups = searched();
    check(&pieces, &groups);
    let words = total(&pieces, &groups);
    assert!(words < 67_000, "{words}");
    assert_eq!(groups, searched());
}

/// Fills slots as a layout does, with the union of the attack sets that fall on each, and looks them up under the
/// post-mask.
#[test]
fn unions_of_whole_rows_keep_every_attack_set() {
    let bishop = chess(&Piece::bishop());
    for group in own_rows(&bishop) {
        let mut row = vec![0; 512];
        for (_, bit) in &group {
            let square = bishop.square(*bit).unwrap();
            for (slot, occupied) in subsets(square.mask).enumerate() {
                row[slot] |= bishop.attacks_under(square, occupied);
            }
        }
        for (_, bit) in &group {
            let square = bishop.square(*bit).unwrap();
            for (slot, occupied) in subsets(square.mask).enumerate() {
                let attacks = bishop.attacks_under(square, occupied);
                assert_eq!(row[slot] & square.reach, attacks);
            }
        }
    }
}

#[test]
fn odd_boards_and_pieces_share_what_they_can() {
    for (width, height) in [(7, 7), (5, 9), (12, 1), (1, 1)] {
        let mapping = board(width, height);
        for piece in [Piece::rook(), Piece::new("short-rook", ROOK, 3).unwrap()] {
            let problem = on(&piece, &mapping);
            let groups = own_rows(&problem);
            check(&[&problem], &groups);
            if height == 1 {
                assert!(groups.iter().all(|group| group.len() == 1 || piece.range == 3));
            }
        }
    }
}

/// The same seed gives the same groups everywhere; a change here changes the files that existing configs generate.
#[test]
fn groups_are_pinned() {
    let mut found = Vec::new();
    for (piece, size) in [(Piece::rook(), 7), (Piece::bishop(), 8)] {
        let problem = on(&piece, &board(size, size));
        let effort = RowEffort { seed: 1, steps: 20 };
        let groups = search_rows(&[&problem], |_, square| square.subsets(), effort);
        let digest = blake3::hash(format!("{groups:?}").as_bytes()).to_hex();
        found.push((total(&[&problem], &groups), digest[..16].to_owned()));
    }
    let found: Vec<_> = found.iter().map(|(slots, digest)| (*slots, &digest[..])).collect();
    assert_eq!(found, [(14_336, "71e7ddfe8cbd0a73"), (1_728, "cb47e099252dc9db")]);
}

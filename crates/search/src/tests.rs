use super::*;
use magicgen_board::{BISHOP, Board, Coordinate, Mapping, Order, Piece, Problem, Standard, Walk};

fn chess(piece: &Piece) -> Problem {
    on(piece, &Mapping::chess(Standard::ALL[0]))
}

fn on(piece: &Piece, mapping: &Mapping) -> Problem {
    Problem::new(&Walk::new(piece, mapping), mapping.squares()).unwrap()
}

fn effort(seed: u64, candidates: u64) -> Effort {
    Effort { seed, candidates, ..Effort::default() }
}

fn digest(solution: &Solution) -> String {
    let mut hasher = blake3::Hasher::new();
    for (bit, magic) in &solution.magics {
        hasher.update(&[*bit, magic.shift]);
        hasher.update(&magic.factor.to_le_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// A change here changes the files that existing configs generate, and needs a line in the CHANGELOG and a new
/// `lock-version`.
#[test]
fn seed_0_finds_what_it_always_found() {
    let pieces = [chess(&Piece::rook()), chess(&Piece::bishop())];
    let found = EXPECTED.map(|(method, ..)| {
        let method_now: Method = method.parse().unwrap();
        let [rook, bishop] = pieces.each_ref().map(|problem| {
            let solution = solve(problem, method_now, &effort(0, 1 << 20)).unwrap();
            assert_eq!(prove(problem, &solution), Ok(()));
            digest(&solution)
        });
        (method, rook, bishop)
    });
    let expected = EXPECTED.map(|(id, rook, bishop)| (id, rook.to_owned(), bishop.to_owned()));
    assert_eq!(found, expected);
}

/// Each method with the digests of the rook's and the bishop's factors.
const EXPECTED: [(&str, &str, &str); 3] = [
    ("fancy", "6deadb069d5f26fa", "c2a1547e4ab0a881"),
    ("plain", "6d158b68d226ce9e", "302a0f2468a52dcb"),
    ("split32-xor", "92475e1fdec828bc", "7ca3544ed0447705"),
];

#[test]
fn every_seed_finds_its_own_factors() {
    let problem = chess(&Piece::rook());
    for method in [Method::FANCY, Method::PLAIN, Method::SPLIT_XOR] {
        let mut earlier = Vec::new();
        for seed in [1, 2, u64::MAX] {
            let solution = solve(&problem, method, &effort(seed, 1 << 20)).unwrap();
            assert_eq!(prove(&problem, &solution), Ok(()));
            assert!(!earlier.contains(&solution.magics));
            earlier.push(solution.magics);
        }
    }
}

#[test]
fn plain_has_one_width_and_fancy_each_square_its_own() {
    for (piece, width, entries) in [(Piece::rook(), 12, 102_400), (Piece::bishop(), 9, 5_248)] {
        let problem = chess(&piece);
        let plain = solve(&problem, Method::PLAIN, &effort(0, 1 << 20)).unwrap();
        assert!(plain.magics.iter().all(|(_, magic)| magic.shift == 64 - width));
        assert_eq!(plain.entries(&problem), 64 << width);
        let fancy = solve(&problem, Method::FANCY, &effort(0, 1 << 20)).unwrap();
        assert_eq!(fancy.entries(&problem), entries);
        assert_eq!(fancy.wider(&problem).count(), 0);
    }
}

#[test]
fn bishops_fold_and_add() {
    let problem = chess(&Piece::bishop());
    let folded = solve_first(&problem, &Method::FOLDS, &effort(0, 10_000_000)).unwrap();
    assert_eq!(folded.method, Method::FOLDS[0]);
    assert_eq!(folded.entries(&problem), 5_248);
    assert!(folded.magics.iter().all(|(_, magic)| magic.factor >> 32 == 0));
    assert_eq!(prove(&problem, &folded), Ok(()));
    let added = solve_first(&problem, &Method::ADD, &effort(0, 1 << 20)).unwrap();
    assert_eq!(added.method, Method::SPLIT_ADD);
    assert_eq!(added.entries(&problem), 5_248);
    assert_eq!(prove(&problem, &added), Ok(()));
}

/// The plain exclusive or of the halves makes one bit of two squares four ranks apart.
#[test]
fn a_fold_without_a_shift_has_no_factors() {
    let method = Method::usual(Hash::Fold(WordFold::Right(0)), Width::Own);
    let missed = solve(&chess(&Piece::bishop()), method, &effort(0, 100_000)).unwrap_err();
    assert!([3, 4].contains(&(missed.bit / 8)));
}

/// A rook on the last square, bit 63, has no factor where two products are added, with any number of index bits.
#[test]
fn a_rook_in_the_last_corner_needs_a_shifted_key_to_add() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let corner = Problem::new(&Walk::new(&Piece::rook(), &mapping), 1 << 63).unwrap();
    let missed = solve(&corner, Method::SPLIT_ADD, &effort(0, u64::MAX)).unwrap_err();
    assert_eq!(missed.bit, 63);
    let shifted = solve_first(&corner, &Method::ADD, &effort(0, 10_000_000)).unwrap();
    assert_eq!(shifted.method, Method::ADD[1]);
    assert_eq!(prove(&corner, &shifted), Ok(()));
}

#[test]
fn threads_change_nothing() {
    let problem = chess(&Piece::bishop());
    for method in [Method::FANCY, Method::SPLIT_XOR, Method::SPLIT_ADD] {
        let one = solve(&problem, method, &effort(7, 1 << 20)).unwrap();
        for threads in [0, 2, 8] {
            let effort = Effort { threads, ..effort(7, 1 << 20) };
            assert_eq!(solve(&problem, method, &effort).unwrap(), one);
        }
    }
}

#[test]
fn a_changed_digit_is_proved_wrong_on_every_square() {
    for piece in [Piece::rook(), Piece::bishop()] {
        let problem = chess(&piece);
        let solution = solve(&problem, Method::FANCY, &effort(3, 1 << 20)).unwrap();
        for at in 0..64 {
            let mut caught = 0;
            for digit in 0..16 {
                let mut wrong = solution.clone();
                wrong.magics[at].1.factor ^= 1 << (4 * digit);
                let Err(clash) = prove(&problem, &wrong) else { continue };
                let Clash::Destructive { bit, first, second, index } = clash else {
                    panic!("{clash}")
                };
                let square = problem.square(bit).unwrap();
                assert_eq!(usize::from(bit), at);
                assert_ne!(
                    problem.attacks_under(square, first),
                    problem.attacks_under(square, second)
                );
                for occupied in [first, second] {
                    assert_eq!(Hash::Multiply.index(occupied, wrong.magics[at].1), index);
                }
                caught += 1;
            }
            assert!(caught > 0, "{} {at}", piece.name);
        }
    }
}

#[test]
fn shifts_and_squares_are_looked_at() {
    let problem = chess(&Piece::bishop());
    let solution = solve(&problem, Method::FANCY, &effort(0, 1 << 20)).unwrap();
    for shift in [0, 45, 64, 255] {
        let mut wrong = solution.clone();
        wrong.magics[9].1.shift = shift;
        assert_eq!(prove(&problem, &wrong), Err(Clash::Shift { bit: 9, shift }));
    }
    let mut wrong = solution.clone();
    wrong.magics.remove(5);
    assert_eq!(prove(&problem, &wrong), Err(Clash::Squares { bit: 5 }));
    let mut wrong = solution;
    wrong.magics.pop();
    assert_eq!(prove(&problem, &wrong), Err(Clash::Squares { bit: 63 }));
}

fn shuffled(count: u8, seed: u64) -> Vec<u8> {
    let mut bits: Vec<u8> = (0..count).collect();
    let mut stream = stream::Stream::new(seed, "shuffle", 0, 0);
    for left in (1..bits.len()).rev() {
        bits.swap(left, stream.below(left as u32 + 1) as usize);
    }
    bits
}

fn odd_mappings() -> Vec<(String, Mapping)> {
    let mut mappings = Vec::new();
    let sizes = [
        (6, 6, 8),
        (7, 7, 7),
        (5, 12, 5),
        (64, 1, 64),
        (1, 64, 1),
        (9, 7, 9),
        (6, 5, 7),
        (1, 1, 1),
        (10, 6, 10),
        (8, 4, 8),
        (8, 8, 8),
        (3, 21, 3),
        (2, 32, 2),
        (32, 2, 32),
        (4, 4, 16),
    ];
    for (width, height, stride) in sizes {
        let mut board = Board::new(width, height).unwrap();
        if stride > width {
            board.holes.insert(Coordinate { file: 0, rank: 0 });
            board.holes.insert(Coordinate { file: width - 1, rank: height / 2 });
        }
        for standard in [Standard::ALL[0], Standard::ALL[5]] {
            let order = Order::Standard {
                standard,
                stride: stride.max(height.min(stride.saturating_mul(8))),
            };
            if let Ok(mapping) = Mapping::new(board.clone(), order) {
                mappings.push((format!("{width}x{height} {}", standard.id), mapping));
            }
        }
    }
    for seed in 0..2 {
        let order = Order::Permutation(shuffled(64, seed));
        let mapping = Mapping::new(Board::chess(), order).unwrap();
        mappings.push((format!("permutation {seed}"), mapping));
    }
    mappings
}

#[test]
fn odd_boards_and_pieces_have_factors() {
    let queen = [magicgen_board::ROOK, BISHOP].concat();
    let knight_rays = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    let pieces = [
        Piece::rook(),
        Piece::bishop(),
        Piece::new("short-rook", magicgen_board::ROOK, 3).unwrap(),
        Piece::new("lance", &[(0, 1)], 63).unwrap(),
        Piece::new("nightrider", &knight_rays, 63).unwrap(),
        Piece::new("short-queen", &queen, 2).unwrap(),
        Piece::new("crossing", &[(1, 0), (2, 0), (1, 2)], 5).unwrap(),
    ];
    for (name, mapping) in odd_mappings() {
        for piece in &pieces {
            let walk = Walk::new(piece, &mapping);
            let Ok(problem) = Problem::new(&walk, mapping.squares()) else { continue };
            for method in [Method::FANCY, Method::PLAIN, Method::SPLIT_XOR] {
                match solve(&problem, method, &effort(0, 1 << 13)) {
                    Ok(solution) => assert_eq!(prove(&problem, &solution), Ok(())),
                    Err(error) => {
                        // The top bits of each half of the key can change only as many top bits of the
                        // index: more squares than index bits can't be told apart.
                        let mask = problem.square(error.bit).unwrap().mask;
                        let crowded = (1..32).any(|top: u32| {
                            let bits = u64::from(u32::MAX << (32 - top)) * 0x1_0000_0001;
                            (mask & bits).count_ones() > top
                        });
                        assert!(
                            method == Method::SPLIT_XOR && crowded,
                            "{name} {}: {error}",
                            piece.name
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_hash_of_a_problem_forgets_orientation_but_not_the_piece() {
    let hash = |piece: &Piece, standard| problem_hash(&on(piece, &Mapping::chess(standard)));
    let rook = hash(&Piece::rook(), Standard::ALL[0]);
    assert_eq!(rook, hash(&Piece::rook(), Standard::ALL[7]));
    assert_ne!(rook, hash(&Piece::bishop(), Standard::ALL[0]));
    assert_eq!((rook.len(), rook.split_at(7).0), (71, "blake3:"));
}

/// On the chess board the rook on bit 63 with two products added is the only square that is shown to have no factor.
#[test]
fn impossible_is_said_only_where_it_is_true() {
    for piece in [Piece::rook(), Piece::bishop()] {
        let problem = chess(&piece);
        for hash in [Hash::Multiply, Hash::SplitXor, Hash::SplitAdd, Hash::ShiftedSplitAdd(1)] {
            for square in problem.squares() {
                let expected =
                    (hash, piece.name.as_str(), square.bit) == (Hash::SplitAdd, "rook", 63);
                let said = impossible::is_impossible(hash, *square, problem.classes(*square));
                assert_eq!(said, expected, "{hash:?} {} {}", piece.name, square.bit);
            }
        }
    }
}

#[test]
fn clashes_say_where() {
    let shift = Clash::Shift { bit: 9, shift: 64 };
    assert_eq!(shift.to_string(), "the shift 64 at bit 9 is out of range");
    assert_eq!(shift.bit(), 9);
}

/// A lock keeps factors under these hashes; if they changed, all locks would lose their factors.
#[test]
fn hashes_of_problems_stay_as_they_are() {
    let hashes = [
        (Piece::rook(), "blake3:b1ac709b54e98b036a58bba98fd496ba997f8537c00b3dfe49a6d1c3bb84defd"),
        (
            Piece::bishop(),
            "blake3:8dfef93ccea84658f9c40a2ce12513847b898102f9390565f6d7807a40b3d282",
        ),
    ];
    for (piece, hash) in hashes {
        assert_eq!(problem_hash(&chess(&piece)), hash, "{}", piece.name);
    }
}

/// The solution of shared factors has the shifts of the key as well.
#[test]
fn shared_factors_keep_the_shift_before() {
    let before: Vec<u8> = (0..64).map(|bit| bit % 5).collect();
    let shared = SharedFactors {
        factors: vec![1],
        id: vec![0; 64],
        before: before.clone(),
        shift: vec![59; 64],
    };
    let solution = shared.solution(&chess(&Piece::bishop()), Method::FANCY);
    let kept: Vec<u8> = solution.magics.iter().map(|(_, magic)| magic.before).collect();
    assert_eq!(kept, before);
}

#[test]
fn an_index_may_be_as_long_as_the_longest_and_no_longer() {
    let order = Order::Standard { standard: Standard::ALL[0], stride: 3 };
    let mapping = Mapping::new(Board::new(3, 3).unwrap(), order).unwrap();
    let problem = on(&Piece::rook(), &mapping);
    let mut solution = solve(&problem, Method::FANCY, &effort(0, 1 << 16)).unwrap();
    for (bits, is_right) in [(prove::MOST_BITS, true), (prove::MOST_BITS + 1, false)] {
        solution.magics.iter_mut().for_each(|(_, magic)| magic.shift = 64 - bits);
        assert_eq!(prove(&problem, &solution).is_ok(), is_right, "{bits}");
    }
}

#[test]
fn squares_with_more_bits_than_usual_are_told() {
    let rook = chess(&Piece::rook());
    let mut solution = solve(&rook, Method::FANCY, &effort(0, 1 << 20)).unwrap();
    assert_eq!(solution.wider(&rook).count(), 0);
    for (bit, magic) in &mut solution.magics {
        magic.shift -= match bit {
            7 => 1,
            42 => 2,
            _ => 0,
        };
    }
    assert_eq!(solution.wider(&rook).collect::<Vec<_>>(), [(7, 1), (42, 2)]);
}

#[test]
fn pext_has_no_more_bits_than_relevant_squares() {
    for piece in [Piece::rook(), Piece::bishop()] {
        let problem = chess(&piece);
        assert_eq!(Solution::pext(&problem).wider(&problem).count(), 0);
    }
}

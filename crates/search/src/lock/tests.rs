use super::*;
use crate::{Clash, Effort, prove, solve};
use magicgen_board::{Board, Coordinate, Mapping, Order, Piece, Standard, Walk};

fn losalamos() -> Problem {
    let mut board = Board::new(6, 6).unwrap();
    board.holes.insert(Coordinate { file: 0, rank: 0 });
    let order = Order::Standard { standard: Standard::ALL[0], stride: 8 };
    let mapping = Mapping::new(board, order).unwrap();
    Problem::new(&Walk::new(&Piece::bishop(), &mapping), mapping.squares()).unwrap()
}

fn lock() -> (Problem, Lock) {
    let problem = losalamos();
    let mut lock = Lock::default();
    for method in [Method::SPLIT_XOR, Method::FANCY] {
        let solution = solve(&problem, method, &Effort::default()).unwrap();
        lock.insert(LockedProblem::new(&problem, "bishop", &solution, 0, 100));
    }
    for id in ["b", "a"] {
        lock.insert_output(LockedOutput {
            id: id.to_owned(),
            path: format!("src\\{id} \"é\".h"),
            digest: "blake3:00".to_owned(),
        });
    }
    lock.set_orphans(vec![LockedOutput {
        id: "o".to_owned(),
        path: "old \"1\".h".to_owned(),
        digest: "blake3:01".to_owned(),
    }]);
    (problem, lock)
}

#[test]
fn text_and_lock_are_each_other() {
    let (problem, lock) = lock();
    let text = lock.to_string();
    let read: Lock = text.parse().unwrap();
    assert_eq!(read, lock);
    assert_eq!(read.to_string(), text);
    let solution = read.find(&problem, Method::FANCY).unwrap().unwrap();
    assert_eq!(prove(&problem, &solution), Ok(()));
    assert_eq!(solution.magics, solve(&problem, Method::FANCY, &Effort::default()).unwrap().magics);
    assert_eq!(read.find(&problem, Method::PLAIN), Ok(None));
    assert_eq!(read.problems()[0].magics.len(), 46);
    assert_eq!(read.problems()[0].magics[0], Magic::white(0, 0));
    assert_eq!(Lock::default().to_string().parse(), Ok(Lock::default()));
}

#[test]
fn an_entry_in_a_table_says_how_long_that_is() {
    let problem = losalamos();
    let solution = solve(&problem, Method::FANCY, &Effort::default()).unwrap();
    let entry = LockedProblem::new(&problem, "bishop", &solution, 0, 100);
    assert_eq!(entry.entries, solution.entries(&problem) as u64);
    let entry = entry.in_table("table".to_owned(), vec![3; 46], 77);
    assert_eq!((entry.entries, entry.table.as_deref()), (77, Some("table")));
    assert_eq!(entry.offsets, Some(vec![3; 46]));
}

/// Each wrong entry has one error, right entries have none, and there are at most a hundred errors.
#[test]
fn every_wrong_entry_is_told() {
    let (_, lock) = lock();
    let lock = lock.to_string();
    let wrong = "[[output]]\nid = 1\n\n";
    for (wrongs, told) in [(0, 0), (1, 1), (3, 3), (99, 99), (100, 100), (101, 100)] {
        for text in [format!("{lock}\n{}", wrong.repeat(wrongs)), {
            let at = lock.find("[[").unwrap();
            format!("{}{}{}", &lock[..at], wrong.repeat(wrongs), &lock[at..])
        }] {
            assert_eq!(every_error(&text).len(), told, "{text}");
        }
    }
}

#[test]
fn a_wrong_digit_is_found_at_its_place() {
    let (problem, lock) = lock();
    let text = lock.to_string();
    let entry = text
        .parse::<Lock>()
        .unwrap()
        .entry(&problem_hash(&problem), Method::FANCY)
        .unwrap()
        .clone();
    let place = entry.places.factor[20].clone();
    let (start, end) = (place.start, place.end);
    assert_eq!(&text[place], &format!("\"{:#018x}\"", entry.magics[20].factor));
    let wrong = format!("{}\"0x0000000000000001\"{}", &text[..start], &text[end..]);
    let solution = wrong.parse::<Lock>().unwrap().find(&problem, Method::FANCY).unwrap().unwrap();
    assert!(matches!(prove(&problem, &solution), Err(Clash::Destructive { bit: 20, .. })));
}

#[test]
fn what_is_wrong_has_a_place() {
    let (problem, lock) = lock();
    let text = lock.to_string();
    let factor = format!("\"{:#018x}\"", lock.problems()[0].magics[1].factor);
    let cases = [
        (
            "lock-version = 1",
            "lock-version = 7",
            "unknown lock-version 7; this magicgen reads 1",
            "7",
        ),
        ("seed = 0", "seed = -1", "`-1` isn't a 64-bit number such as 0x0080001020400080", "-1"),
        ("\"fancy\"", "\"fancier\"", "`fancier` isn't a method", "\"fancier\""),
        (&factor, "\"0xg\"", "`0xg` isn't a 64-bit number", "\"0xg\""),
        ("\"split32-xor\"", "\"fancy\"", "is there twice", ""),
        ("id = \"b\"", "id = \"a\"", "`a` is there twice", "\"a\""),
        ("found =", "fond =", "unknown field `fond`", "fond"),
        ("seed = 0", "seed = [", "", ""),
        (
            "\"bishop\"",
            "\"\\u001b[0m\"",
            "the text of `piece` has the control character U+001B",
            "\\u001b",
        ),
        ("id = \"b\"", "id = \"b\\nc\"", "the text of `id` has more than one line", "\\n"),
        ("path = \"src", "path = \"\\u202e", "has the invisible character U+202E", "\\u202e"),
        (
            "found =",
            "known = [\"x */ y\"]\nfound =",
            "the text of `known` isn't an id",
            "\"x */ y\"",
        ),
        ("shift = [\n  0,", "shift = [\n  ", "45 numbers for bishop instead of 46", ""),
    ];
    for (old, new, message, place) in cases {
        let wrong = text.replacen(old, new, 1);
        assert_ne!(wrong, text, "{old}");
        let error = wrong.parse::<Lock>().unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
        let span = error.span().unwrap();
        assert!(wrong[span.clone()].contains(place), "{error}: {:?}", &wrong[span]);
    }
    let hash = problem_hash(&problem);
    let entry = lock.entry(&hash, Method::FANCY).unwrap();
    let mut long = entry.clone();
    long.magics[1].shift = 64;
    assert!(matches!(long.solution(&problem), Err(LockError::Shift { bit: 1, shift: 64, .. })));
    let mut none = entry.clone();
    none.magics[0].factor = 1;
    assert!(matches!(none.solution(&problem), Err(LockError::NoSquare { bit: 0, .. })));
    let mut short = entry.clone();
    short.magics.pop();
    assert!(matches!(short.solution(&problem), Err(LockError::Length { given: 45, .. })));
}

#[test]
fn a_table_hash_tells_pieces_and_places_apart() {
    let problem = losalamos();
    let hashes = [&problem, &problem].map(problem_hash);
    let (first, second) = (table_hash(&hashes[..1], 0), table_hash(&hashes, 0));
    assert_ne!(first, second);
    assert_eq!(table_hash(&hashes, 1), second.replace("#0", "#1"));
    assert!(first.starts_with("blake3:") && first.ends_with("#0"), "{first}");
}

use super::*;
use crate::course::{Step, Way};
use crate::{BISHOP, Board, KNIGHT, Mapping, Order, ROOK, SquareSet};

fn read(text: &str) -> Vec<Course> {
    let betza = betza(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(betza.first, [], "{text}");
    betza.courses
}

fn legs(course: &Course) -> &[Leg] {
    match &course.way {
        Way::Legs(legs) => legs,
        other => panic!("{other:?}"),
    }
}

/// The steps of a piece that only leaps.
fn leaps(text: &str) -> Vec<Step> {
    let step = |course: &Course| match legs(course) {
        [leg] if *course == Course::new(vec![Leg::leap(leg.step)]) => leg.step,
        other => panic!("{text}: {other:?}"),
    };
    read(text).iter().map(step).collect()
}

fn sorted(mut steps: Vec<Step>) -> Vec<Step> {
    steps.sort_unstable();
    steps
}

fn rides(steps: &[Step]) -> Vec<Course> {
    steps.iter().map(|step| Course::new(vec![Leg::ride(*step)])).collect()
}

#[test]
fn atoms_are_in_the_order_of_the_constants() {
    assert_eq!(leaps("W"), ROOK);
    assert_eq!(leaps("F"), BISHOP);
    assert_eq!(leaps("N"), KNIGHT);
    assert_eq!(leaps("D"), [(2, 0), (0, 2), (-2, 0), (0, -2)]);
    assert_eq!(leaps("H"), [(3, 0), (0, 3), (-3, 0), (0, -3)]);
    assert_eq!(leaps("A"), [(2, 2), (-2, 2), (-2, -2), (2, -2)]);
    assert_eq!(leaps("G"), [(3, 3), (-3, 3), (-3, -3), (3, -3)]);
    let camel = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];
    assert_eq!(leaps("C"), camel);
    let zebra = [(2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3)];
    assert_eq!(leaps("Z"), zebra);
    assert_eq!(leaps("FW"), [BISHOP, ROOK].concat());
    assert_eq!(read("R"), rides(ROOK));
    assert_eq!(read("B"), rides(BISHOP));
    assert_eq!(read("NN"), rides(KNIGHT));
}

#[test]
fn ranges_limit_riders() {
    let limited = |times| {
        let course = |step: &Step| Course::new(vec![Leg { times, ..Leg::leap(*step) }]);
        ROOK.iter().map(course).collect::<Vec<_>>()
    };
    assert_eq!(read("W3"), limited(3));
    assert_eq!(read("R4"), limited(4));
    assert_eq!(read("W12"), limited(12));
    assert_eq!(read("D0"), rides(&[(2, 0), (0, 2), (-2, 0), (0, -2)]));
    assert_eq!(read("A0"), rides(&[(2, 2), (-2, 2), (-2, -2), (2, -2)]));
}

#[test]
fn notations_of_one_piece_agree() {
    for (one, other) in [
        ("K", "WF"),
        ("Q", "RB"),
        ("Q", "W0F0"),
        ("Q", "WWFF"),
        ("Q", "K0"),
        ("K2", "W2F2"),
        ("Q3", "R3B3"),
        ("R1", "W"),
        ("W1", "W"),
        ("N0", "NN"),
        ("DD", "D0"),
        ("mcN", "N"),
        ("cmN", "N"),
        ("WW", "WWR"),
        ("fWfW", "fW"),
        ("fmW", "mfW"),
        ("fbsW", "W"),
        ("vsW", "W"),
        ("svW", "W"),
        ("[W-F]", "nN"),
        ("[W-W]", "nD"),
        ("[F-F]", "nA"),
        ("[F?R0]", "[F?R]"),
        ("[F?W0]", "[F?R]"),
        ("[W?FF]", "[W?B]"),
    ] {
        let sets = [one, other].map(|text| {
            let mut courses: Vec<String> =
                read(text).iter().map(|course| format!("{course:?}")).collect();
            courses.sort_unstable();
            courses
        });
        assert_eq!(sets[0], sets[1], "{one} {other}");
    }
}

#[test]
fn directions_along_lines_add_up_and_intersect_on_diagonals() {
    for (text, steps) in [
        ("fW", &[(0, 1)][..]),
        ("bW", &[(0, -1)]),
        ("lW", &[(-1, 0)]),
        ("rW", &[(1, 0)]),
        ("vW", &[(0, 1), (0, -1)]),
        ("sW", &[(1, 0), (-1, 0)]),
        ("fsW", &[(1, 0), (0, 1), (-1, 0)]),
        ("frW", &[(1, 0), (0, 1)]),
        ("rlbD", &[(2, 0), (-2, 0), (0, -2)]),
        ("fF", &[(1, 1), (-1, 1)]),
        ("bF", &[(-1, -1), (1, -1)]),
        ("lF", &[(-1, 1), (-1, -1)]),
        ("rF", &[(1, 1), (1, -1)]),
        ("frF", &[(1, 1)]),
        ("rfF", &[(1, 1)]),
        ("flF", &[(-1, 1)]),
        ("brF", &[(1, -1)]),
        ("blA", &[(-2, -2)]),
        ("flbrF", &[(-1, 1), (1, -1)]),
        ("lrF", BISHOP),
        ("FfW", &[(1, 1), (-1, 1), (-1, -1), (1, -1), (0, 1)]),
    ] {
        assert_eq!(leaps(text), steps, "{text}");
    }
}

#[test]
fn directions_of_knights() {
    for (text, steps) in [
        ("flN", &[(-2, 1)][..]),
        ("frN", &[(2, 1)]),
        ("lfN", &[(-1, 2)]),
        ("rfN", &[(1, 2)]),
        ("blN", &[(-2, -1)]),
        ("brN", &[(2, -1)]),
        ("lbN", &[(-1, -2)]),
        ("rbN", &[(1, -2)]),
        ("fN", &[(-1, 2), (1, 2)]),
        ("ffN", &[(-1, 2), (1, 2)]),
        ("bN", &[(-1, -2), (1, -2)]),
        ("llN", &[(-2, -1), (-2, 1)]),
        ("rN", &[(2, -1), (2, 1)]),
        ("fsN", &[(-2, 1), (2, 1)]),
        ("bsN", &[(-2, -1), (2, -1)]),
        ("lvN", &[(-1, -2), (-1, 2)]),
        ("rvN", &[(1, -2), (1, 2)]),
        ("fhN", &[(-2, 1), (-1, 2), (1, 2), (2, 1)]),
        ("bhN", &[(-2, -1), (-1, -2), (1, -2), (2, -1)]),
        ("lhN", &[(-2, -1), (-2, 1), (-1, -2), (-1, 2)]),
        ("rhN", &[(1, -2), (1, 2), (2, -1), (2, 1)]),
        ("vN", &[(-1, -2), (-1, 2), (1, -2), (1, 2)]),
        ("sN", &[(-2, -1), (-2, 1), (2, -1), (2, 1)]),
        ("lrN", &[(-2, -1), (-2, 1), (2, -1), (2, 1)]),
        ("fbN", &[(-1, -2), (-1, 2), (1, -2), (1, 2)]),
        ("hrN", &[(-2, 1), (-1, -2), (1, 2), (2, -1)]),
        ("hlN", &[(-2, -1), (-1, 2), (1, -2), (2, 1)]),
        ("ffrrN", &[(-1, 2), (1, 2), (2, -1), (2, 1)]),
        ("fhlZ", &[(-3, -2), (-3, 2), (-2, 3), (2, 3), (3, 2)]),
        ("fC", &[(-1, 3), (1, 3)]),
    ] {
        assert_eq!(sorted(leaps(text)), steps, "{text}");
    }
}

#[test]
fn purposes_and_hurdles() {
    let cannon = read("mRcpR");
    for (at, step) in ROOK.iter().enumerate() {
        let ride = Course::new(vec![Leg::ride(*step)]);
        assert_eq!(cannon[at], Course { purpose: Purpose::Quiet, ..ride.clone() });
        let capture = Course { purpose: Purpose::Capture, hurdles: 1, ..ride };
        assert_eq!(cannon[at + 4], capture);
    }
    assert_eq!(cannon.len(), 8);
    let grasshopper = read("gQ");
    let hop = |step: &Step| Course {
        hurdles: 1,
        landing: Landing::Next,
        ..Course::new(vec![Leg::ride(*step)])
    };
    assert_eq!(grasshopper, [ROOK, BISHOP].concat().iter().map(hop).collect::<Vec<_>>());
    assert_eq!(read("fR"), rides(&[(0, 1)]));
    assert_eq!(read("gN0").len(), 8);
    assert_eq!(read("pFF")[0], Course { hurdles: 1, ..Course::new(vec![Leg::ride((1, 1))]) });
}

#[test]
fn lame_leaps_pass_the_squares_between() {
    for (text, path) in [
        ("rnD", &[(1, 0), (1, 0)][..]),
        ("nfD", &[(0, 1), (0, 1)]),
        ("flnA", &[(-1, 1), (-1, 1)]),
        ("bnH", &[(0, -1), (0, -1), (0, -1)]),
        ("brnG", &[(1, -1), (1, -1), (1, -1)]),
        ("rfnN", &[(0, 1), (1, 1)]),
        ("lbnN", &[(0, -1), (-1, -1)]),
        ("flnN", &[(-1, 0), (-1, 1)]),
        ("rfnZ", &[(0, 1), (1, 1), (1, 1)]),
        ("blnZ", &[(-1, 0), (-1, -1), (-1, -1)]),
    ] {
        let (last, passed) = path.split_last().unwrap();
        let mut legs: Vec<Leg> = passed.iter().map(|step| Leg::pass(*step)).collect();
        legs.push(Leg::leap(*last));
        assert_eq!(read(text), [Course::new(legs)], "{text}");
    }
    assert_eq!((read("nN").len(), read("nZ").len(), read("nA").len()), (8, 8, 4));
    let jump = Course { hurdles: 1, ..Course::new(vec![Leg::pass((0, 1)), Leg::leap((0, 1))]) };
    assert_eq!(read("fjD"), [jump]);
}

#[test]
fn bent_riders() {
    let path = |step, lands, ride| Course::new(vec![Leg { lands, ..Leg::leap(step) }, ride]);
    let griffon = read("[F?R]");
    assert_eq!(griffon.len(), 8);
    assert_eq!(griffon[0], path((1, 1), true, Leg::ride((0, 1))));
    assert_eq!(griffon[1], path((1, 1), true, Leg::ride((1, 0))));
    assert_eq!(griffon[4], path((-1, -1), true, Leg::ride((0, -1))));
    assert_eq!(read("[F-R]")[0], path((1, 1), false, Leg::ride((0, 1))));
    let rhino = read("[W?B]");
    assert_eq!(rhino.len(), 8);
    assert_eq!(rhino[0], path((0, 1), true, Leg::ride((1, 1))));
    assert_eq!(rhino[1], path((1, 0), true, Leg::ride((1, 1))));
    assert_eq!(read("[D?B]")[0], path((0, 2), true, Leg::ride((1, 1))));
    assert_eq!(read("[A-R]")[7], path((-2, 2), false, Leg::ride((0, 1))));
    assert_eq!(read("r[D?R]"), [path((2, 0), true, Leg::ride((1, 0)))]);
    assert_eq!(read("fl[F-B]"), [path((-1, 1), false, Leg::ride((-1, 1)))]);
    // One path, since the far end of a bent path is that of an oblique atom.
    assert_eq!(read("fr[W?B]"), [path((1, 0), true, Leg::ride((1, 1)))]);
    assert_eq!(read("rf[W?B]"), [path((0, 1), true, Leg::ride((1, 1)))]);
    // The ship rides along files, the snake begins along a file.
    let is_along = |course: &Course, leg: usize| legs(course)[leg].step.0 == 0;
    let (ship, snake) = (read("v[F?R]"), read("v[W?B]"));
    assert!(ship.len() == 4 && ship.iter().all(|course| is_along(course, 1)));
    assert!(snake.len() == 4 && snake.iter().all(|course| is_along(course, 0)));
    let limited = read("rfm[F?R3]");
    let ride = Leg { times: 3, ..Leg::leap((0, 1)) };
    assert_eq!(limited, [Course { purpose: Purpose::Quiet, ..path((1, 1), true, ride) }]);
}

#[test]
fn first_moves_are_apart() {
    let pawn = betza("fmWfcFifmnD").unwrap();
    assert_eq!(pawn.courses.len(), 3);
    let double = Course::new(vec![Leg::pass((0, 1)), Leg::leap((0, 1))]);
    assert_eq!(pawn.first, [Course { purpose: Purpose::Quiet, ..double }]);
    let only = betza("iW").unwrap();
    assert_eq!((only.courses.len(), only.first.len()), (0, 4));
    assert_eq!(betza("iKW").unwrap().first.len(), 4, "the wazir's moves always apply");
}

/// The squares that a piece attacks from `from`.
fn attacked(text: &str, from: &str, occupied: &[&str]) -> Vec<String> {
    let mapping = Mapping::new(Board::chess(), Order::Permutation((0..64).collect())).unwrap();
    let at = |name: &str| mapping.board().squares().find(|at| at.to_string() == name).unwrap();
    let occupied: SquareSet = occupied.iter().map(|name| mapping.bit(at(name)).unwrap()).collect();
    let mut reached = SquareSet::EMPTY;
    for course in read(text) {
        for path in course.paths(at(from), &mapping) {
            reached |= path.landings(|_, bit| occupied.has(bit));
        }
    }
    let named = |at: &crate::Coordinate| reached.has(mapping.bit(*at).unwrap());
    mapping.board().squares().filter(named).map(|at| at.to_string()).collect()
}

#[test]
fn pieces_stop_where_their_games_say() {
    let without = |text: &str, from: &str, blocker: &str| {
        let blocked = attacked(text, from, &[blocker]);
        let free = attacked(text, from, &[]);
        let lost = free.into_iter().filter(|name| !blocked.contains(name));
        lost.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(without("nN", "d4", "d5"), "c6 e6");
    assert_eq!(without("nN", "d4", "e5"), "");
    assert_eq!(without("nZ", "d4", "d5"), "b7 f7");
    assert_eq!(without("nZ", "d4", "e6"), "f7");
    assert_eq!(without("nA", "d4", "e5"), "f6");
    assert_eq!(without("[F?R]", "d4", "e5"), "f5 g5 h5 e6 e7 e8");
    assert_eq!(without("[F-R]", "d4", "d5"), "");
    assert_eq!(attacked("gQ", "a1", &["a3", "d4"]), ["a4", "e5"]);
    assert_eq!(attacked("pR", "a1", &["a3", "a6"]), ["a4", "a5", "a6"]);
    assert_eq!(attacked("jD", "d4", &["d5", "b4"]), ["d6"]);
}

#[test]
fn refusals_name_the_place_and_what_to_write() {
    use BetzaErrorKind as Kind;
    for (text, at, kind) in [
        ("", 0, Kind::NoAtom),
        ("fm", 0, Kind::NoAtomBehind),
        ("WWfm", 2, Kind::NoAtomBehind),
        ("W\u{e9}", 1, Kind::NotAscii('\u{e9}')),
        ("fXW", 1, Kind::Unknown('X')),
        ("W F", 1, Kind::Unknown(' ')),
        ("WL", 1, Kind::Unknown('L')),
        ("afW", 0, Kind::Unknown('a')),
        ("fmWfceF", 5, Kind::Unknown('e')),
        ("tR", 0, Kind::Unknown('t')),
        ("yR", 0, Kind::Unknown('y')),
        ("zR", 0, Kind::Unknown('z')),
        ("oR", 0, Kind::Unknown('o')),
        ("uR", 0, Kind::Unknown('u')),
        ("F-R", 1, Kind::Unknown('-')),
        ("3W", 0, Kind::NumberPlace),
        ("f3W", 1, Kind::NumberPlace),
        ("[F?R]3", 5, Kind::NumberPlace),
        ("R100", 1, Kind::LongRange),
        ("WW3", 2, Kind::TwoRanges('W')),
        ("RR", 1, Kind::Doubled('R')),
        ("KK", 1, Kind::Doubled('K')),
        ("ppR", 1, Kind::Repeated('p')),
        ("mmR", 1, Kind::Repeated('m')),
        ("iiR", 1, Kind::Repeated('i')),
        ("jjD", 1, Kind::Repeated('j')),
        ("ngD", 1, Kind::TwoManners('n', 'g')),
        ("hN", 0, Kind::Half),
        ("vhN", 0, Kind::Half),
        ("fhW", 0, Kind::NeedsEight('f', 'h')),
        ("NfhB", 1, Kind::NeedsEight('f', 'h')),
        ("hlF", 0, Kind::NeedsEight('h', 'l')),
        ("bmffW", 2, Kind::NeedsEight('f', 'f')),
        ("flhrN", 2, Kind::TurnsAlone),
        ("vlN", 0, Kind::PairOrder('v', 'l')),
        ("svN", 0, Kind::PairOrder('s', 'v')),
        ("sfF", 0, Kind::OnDiagonals('s')),
        ("mfvB", 2, Kind::OnDiagonals('v')),
        ("rvF", 0, Kind::OnDiagonals('v')),
        ("ssN", 1, Kind::Repeated('s')),
        ("mfK", 1, Kind::BothDirections('K')),
        ("fQ", 0, Kind::BothDirections('Q')),
        ("nC", 0, Kind::TwoPaths),
        ("fnW", 1, Kind::Lame('W')),
        ("nR", 0, Kind::Lame('R')),
        ("nN0", 0, Kind::Lame('N')),
        ("jN", 0, Kind::MustJump('N')),
        ("jR", 0, Kind::MustJump('R')),
        ("jD0", 0, Kind::MustJump('D')),
        ("gN", 0, Kind::HopperLeap('g', 'N')),
        ("pD", 0, Kind::HopperLeap('p', 'D')),
        ("cpR3", 1, Kind::HopperRange('p')),
        ("W[F?R", 1, Kind::Unclosed),
        ("[", 0, Kind::Unclosed),
        ("[F?", 0, Kind::Unclosed),
        ("W]", 1, Kind::ClosedTwice),
        ("[]", 1, Kind::NoLeg),
        ("[F?]", 3, Kind::NoLeg),
        ("[FR]", 2, Kind::NoSeparator),
        ("[F]", 2, Kind::NoSeparator),
        ("[N-R]", 1, Kind::BentFirst),
        ("[F2-R]", 1, Kind::BentFirst),
        ("[F-Q]", 3, Kind::BentSecond),
        ("[F-RB]", 4, Kind::BentSecond),
        ("[W-F-F]", 4, Kind::ThirdLeg),
        ("[vW?B]", 1, Kind::InnerModifier),
        ("[W?sR]", 3, Kind::InnerModifier),
        ("p[F?R]", 0, Kind::BentManner('p')),
    ] {
        assert_eq!(betza(text), Err(BetzaError { at, kind }), "{text}");
        let message = BetzaError { at, kind }.to_string();
        assert!(message.starts_with(&format!("letter {}: ", at + 1)), "{message}");
        assert!(message.len() > 35 && message.contains('`'), "{message}");
    }
    let message = |text: &str| betza(text).unwrap_err().to_string();
    assert_eq!(message("L"), "letter 1: `L` isn't supported: write `C` for the camel");
    assert!(message("nC").contains("`via`") && message("gN").contains("`gN0`"));
}

#[test]
fn random_texts_never_panic() {
    let letters = b"WFDNAHCZGKQRBfblrvshmcipgnj0123[]-?yzoutaeLJ( \xc3";
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut valid = 0;
    for _ in 0..200_000 {
        let length = random(9);
        let text: String =
            (0..length).map(|_| char::from(letters[random(letters.len())])).collect();
        match betza(&text) {
            Ok(piece) => {
                valid += 1;
                assert!(!piece.courses.is_empty() || !piece.first.is_empty(), "{text}");
            }
            Err(error) => {
                assert!(text.is_char_boundary(error.at), "{text}: {error}");
            }
        }
    }
    assert!(valid > 2_000, "{valid}");
}

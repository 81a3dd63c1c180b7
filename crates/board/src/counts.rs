//! Counts the entries of tables with a range for each square, and the distinct attack sets, of pieces on boards of other
//! games. The expected numbers come from another program.

use std::collections::BTreeSet;

use super::{BISHOP, Course, KNIGHT, Leg, Piece, ROOK, Step, Way, Zone, Zones};
use super::{Board, Coordinate, Mapping, Order, SquareSet, Walk};

/// Entries and distinct attack sets, summed over the squares: of the whole piece, and of its lines.
type Counts = [usize; 4];

/// A board, and the counts of [`piece`]s on it.
struct Row {
    size: (u8, u8),
    holes: &'static [(&'static str, &'static str)],
    counts: [(&'static str, Counts); 6],
}

const fn row(size: (u8, u8), [rook, bishop, cannon, horse, elephant, rider]: [Counts; 6]) -> Row {
    let counts = [
        ("rook", rook),
        ("bishop", bishop),
        ("cannon", cannon),
        ("horse", horse),
        ("elephant of janggi", elephant),
        ("nightrider", rider),
    ];
    Row { size, holes: &[], counts }
}

const ROWS: [Row; 7] = [
    row(
        (9, 9),
        [
            [495_616, 10_000, 12_672, 1_800],
            [20_224, 2_976, 3_712, 932],
            [495_616, 91_809, 12_672, 5_454],
            [784; 4],
            [47_104, 3_712, 47_104, 3_712],
            [5_760, 2_852, 1_072, 808],
        ],
    ),
    row(
        (9, 10),
        [
            [1_081_344, 13_800, 20_864, 2_242],
            [35_072, 4_044, 5_120, 1_132],
            [1_081_344, 152_106, 20_864, 7_548],
            [896; 4],
            [60_928, 4_672, 60_928, 4_672],
            [9_344, 4_252, 1_336, 964],
        ],
    ),
    row(
        (10, 8),
        [
            [491_520, 9_660, 15_488, 1_804],
            [14_336, 2_608, 2_944, 872],
            [491_520, 88_352, 15_488, 5_776],
            [768; 4],
            [43_008, 3_456, 43_008, 3_456],
            [3_840, 2_152, 1_008, 776],
        ],
    ),
    row(
        (10, 10),
        [
            [2_359_296, 19_044, 30_720, 2_760],
            [76_288, 5_772, 8_192, 1_408],
            [2_359_296, 252_004, 30_720, 10_040],
            [1_024; 4],
            [78_848, 5_888, 78_848, 5_888],
            [15_616, 6_468, 1_664, 1_152],
        ],
    ),
    row(
        (12, 10),
        [
            [11_010_048, 33_396, 90_112, 4_076],
            [211_968, 9_632, 14_336, 1_960],
            [11_010_048, 624_488, 90_112, 18_464],
            [1_280; 4],
            [114_688, 8_320, 114_688, 8_320],
            [53_760, 15_912, 2_720, 1_608],
        ],
    ),
    row(
        (11, 11),
        [
            [11_075_584, 34_225, 73_216, 4_070],
            [306_176, 10_565, 17_920, 2_054],
            [11_075_584, 644_809, 73_216, 17_666],
            [1_296; 4],
            [118_784, 8_576, 118_784, 8_576],
            [80_384, 20_096, 2_864, 1_656],
        ],
    ),
    // Omega chess: 10 x 10 squares, and one beside each corner.
    Row {
        holes: &[("a2", "a11"), ("l2", "l11"), ("b1", "k1"), ("b12", "k12")],
        ..row(
            (12, 12),
            [
                [2_359_300, 19_048, 30_728, 2_768],
                [211_968, 7_020, 19_460, 1_620],
                [2_359_300, 252_008, 30_728, 10_048],
                [1_060; 4],
                [79_620, 5_956, 79_620, 5_956],
                [22_784, 7_704, 1_960, 1_256],
            ],
        )
    },
];

/// A course in the direction of a step.
type CourseAlong = fn(Step) -> Course;

/// The steps along each line of the piece, and its course in the direction of a step. Steps are one line if it only
/// leaps.
fn piece(name: &str) -> (Vec<Vec<Step>>, CourseAlong) {
    let lines = |steps: &[Step]| {
        let half = steps.iter().filter(|(files, ranks)| (*ranks, *files) > (0, 0));
        half.map(|(files, ranks)| vec![(*files, *ranks), (-files, -ranks)]).collect()
    };
    let ride = |step| Course::new(vec![Leg::ride(step)]);
    match name {
        "rook" => (lines(ROOK), ride),
        "bishop" => (lines(BISHOP), ride),
        "cannon" => {
            (lines(ROOK), |step| Course { hurdles: 1, ..Course::new(vec![Leg::ride(step)]) })
        }
        "horse" => (vec![KNIGHT.to_vec()], horse),
        "elephant of janggi" => (vec![KNIGHT.to_vec()], |knight| {
            let (straight, across) = halves(knight);
            Course::new(vec![Leg::pass(straight), Leg::pass(across), Leg::leap(across)])
        }),
        _ => (lines(KNIGHT), ride),
    }
}

/// A knight's leap as a step along a rank or file, and a diagonal one.
fn halves((files, ranks): Step) -> (Step, Step) {
    ((files / 2, ranks / 2), (files.signum(), ranks.signum()))
}

fn horse(knight: Step) -> Course {
    let (straight, across) = halves(knight);
    Course::new(vec![Leg::pass(straight), Leg::leap(across)])
}

fn mapping((width, height): (u8, u8), holes: &[(&str, &str)]) -> Mapping {
    let mut board = Board::wide(width, height).unwrap();
    for (first, last) in holes {
        let [first, last] = [first, last].map(|name| name.parse::<Coordinate>().unwrap());
        let is_inside = |at: &Coordinate| {
            (first.file..=last.file).contains(&at.file)
                && (first.rank..=last.rank).contains(&at.rank)
        };
        board.holes.extend(board.places().filter(is_inside));
    }
    let bits = (0..width * height).collect();
    Mapping::wide(board, Order::Permutation(bits), 4).unwrap()
}

/// The entries and the distinct attack sets of a piece with these courses.
fn count(courses: Vec<Course>, mapping: &Mapping) -> [usize; 2] {
    let walk = Walk::new(&Piece { courses, ..Piece::default() }, mapping);
    let of_square = |bit: u8| {
        let sets = walk.attack_sets(bit, walk.relevant(bit));
        [sets.len(), sets.into_iter().collect::<BTreeSet<SquareSet>>().len()]
    };
    let each = mapping.square_set().bits().map(of_square);
    each.fold([0, 0], |all, one| [all[0] + one[0], all[1] + one[1]])
}

fn compare(is_by_line: bool) {
    for Row { size, holes, counts } in &ROWS {
        let mapping = mapping(*size, holes);
        for (name, counts) in counts {
            let (lines, course) = piece(name);
            let lines = if is_by_line { lines } else { vec![lines.concat()] };
            let each = lines.into_iter().map(|steps| {
                let courses = steps.into_iter().map(course);
                count(courses.collect(), &mapping)
            });
            let found = each.fold([0, 0], |all, one| [all[0] + one[0], all[1] + one[1]]);
            let right = if is_by_line { &counts[2..] } else { &counts[..2] };
            assert_eq!(found[..], *right, "{name} on {size:?}");
        }
    }
}

#[test]
fn lines_have_as_many_entries_and_sets_as_elsewhere() {
    compare(true);
}

#[test]
#[ignore = "slow"]
fn whole_pieces_have_as_many_entries_and_sets_as_elsewhere() {
    compare(false);
}

/// 14 x 14 squares without 3 x 3 in each corner.
#[test]
fn lines_of_a_board_of_three_words_have_as_many_entries_and_sets_as_elsewhere() {
    let corners = [("a1", "c3"), ("l1", "n3"), ("a12", "c14"), ("l12", "n14")];
    let mapping = mapping((14, 14), &corners);
    for (name, right) in [
        ("rook", [528_128, 7_080]),
        ("bishop", [34_008, 3_396]),
        ("cannon", [528_128, 46_016]),
        ("horse", [1_856, 1_856]),
        ("elephant of janggi", [193_152, 13_088]),
        ("nightrider", [6_136, 2_808]),
    ] {
        let (lines, course) = piece(name);
        let each =
            lines.into_iter().map(|steps| count(steps.into_iter().map(course).collect(), &mapping));
        let found = each.fold([0, 0], |all, one| [all[0] + one[0], all[1] + one[1]]);
        assert_eq!(found, right, "{name}");
    }
}

#[test]
fn xiangqis_and_shogis_other_pieces_have_as_many_entries_as_elsewhere() {
    let xiangqi = mapping((9, 10), &[]);
    let half = |south: bool| -> Zone {
        xiangqi.board().places().filter(|at| (at.rank < 5) == south).collect()
    };
    let zones = Zones { stay: vec![half(true), half(false)], ..Zones::default() };
    let elephant = BISHOP.iter().map(|step| Course {
        zones: zones.clone(),
        ..Course::new(vec![Leg::pass(*step), Leg::leap(*step)])
    });
    assert_eq!(count(elephant.collect(), &xiangqi)[0], 416);
    let back = |step: &Step| Course { way: Way::Back(Box::new(horse(*step))), ..horse(*step) };
    assert_eq!(count(KNIGHT.iter().map(back).collect(), &xiangqi)[0], 992);
    let lance = || vec![Course::new(vec![Leg::ride((0, 1))])];
    assert_eq!(count(lance(), &xiangqi), [4_608, 414]);
    assert_eq!(count(lance(), &mapping((9, 9), &[])), [2_304, 333]);
}

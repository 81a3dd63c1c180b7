//! Explanations on boards of several words, on hexagons and on fields of one colour.

use super::*;

const XIANGQI: &str = "[board]\nwidth = 9\nheight = 10\n[orientation]\npreset = \"xiangqi\"\n";
const SHOGI: &str = "[board]\nwidth = 9\nheight = 9\n[orientation]\npreset = \"shogi-63\"\n";
const GLINSKI: &str = "[board]\nshape = \"hex\"\nradius = 6\n";
const FOUR: &str =
    "[board]\nwidth = 14\nheight = 14\ncorners = 3\n[orientation]\npreset = \"compact\"\n";
const DRAUGHTS: &str = "[board]\nshape = \"checkered\"\nwidth = 10\nheight = 10\n";

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
/// The neighbours of a hexagon.
const EDGES: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The names of the squares that a slider attacks, walked by file and rank.
fn walked(mapping: &Mapping, steps: &[(i8, i8)], from: &str, occupied: &[&str]) -> Vec<String> {
    let board = mapping.board();
    let mut found = Vec::new();
    for step in steps {
        let mut at = board.square(from).unwrap();
        while let Some(next) = at.stepped(*step).filter(|next| mapping.bit(*next).is_some()) {
            at = next;
            found.push(board.name(at));
            if occupied.contains(&board.name(at).as_str()) {
                break;
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_form_of_wide_lookup_ends_with_the_attacked_squares() {
    for (board, steps, piece, square, occupied) in [
        (XIANGQI, &ORTHOGONAL[..], "rook", "e4", &["e7", "c4", "a0"][..]),
        (SHOGI, &DIAGONAL, "bishop", "7g", &["5e", "9i", "1a"]),
        (GLINSKI, &EDGES, "rook", "f6", &["f9", "c4", "l1"]),
        (FOUR, &ORTHOGONAL, "rook", "g7", &["g10", "n7", "d1"]),
        (DRAUGHTS, &DIAGONAL, "bishop", "e5", &["g7", "b2", "a1"]),
    ] {
        // The longest masks have no room in a single index.
        let is_long = board == GLINSKI || board == FOUR;
        let all = ["direction", "pext-lines", "fancy", "pext"];
        for variant in &all[..if is_long { 2 } else { 4 }] {
            let config = config(variant, board) + &format!("pieces = [\"{piece}\"]\n");
            let (plan, inside) = made(&config);
            let mapping = &plan.jobs[0].mapping;
            let asked = asked(mapping, piece, &[0], square, &occupied.join(","));
            let shown = explain(&inside, &asked).unwrap();
            let mut names = shown.board.names(shown.attacks);
            names.sort();
            assert_eq!(names, walked(mapping, steps, square, occupied), "{variant} {square}");
            assert_eq!(shown.square.name, square);
            let last = shown.lookups[0].steps.last().unwrap();
            assert_eq!((last.name.as_str(), last.value), ("attacks", shown.attacks));
            let picture = svg(&shown);
            let squares = ["dark", "light", "middle"]
                .map(|class| picture.matches(&format!("class=\"{class}\"")).count());
            assert_eq!(squares.iter().sum::<usize>(), mapping.board().squares().count());
            assert_eq!(board == GLINSKI, picture.contains("<polygon"), "{variant}");
            let text = text(&shown, TextStyle { width: 120, is_ascii: true });
            assert!(text.is_ascii(), "{text}");
            assert!(text.contains(&last.shown()), "{text}");
            let is_multiplied = ["direction", "fancy"].contains(variant);
            assert_eq!(text.contains("needs no factor"), !is_multiplied, "{text}");
        }
    }
}

#[test]
fn the_fold_is_a_step() {
    let (plan, inside) = made(&config("direction", XIANGQI));
    let asked = asked(&plan.jobs[0].mapping, "rook", &[0], "e4", "e7");
    let shown = explain(&inside, &asked).unwrap();
    let steps = &shown.lookups[0].steps;
    let fold = steps.iter().find(|step| step.name == "file_key").unwrap();
    assert_eq!((fold.stage, fold.form), (Stage::Fold, Form::Word));
    let relevant = steps.iter().find(|step| step.name == "file_relevant").unwrap();
    let [low, high, ..] = relevant.value.words();
    assert_eq!(fold.value.low(), low ^ high);
    assert_eq!(shown.board.names(relevant.value), ["e7"]);
    assert_eq!(relevant.shown(), "0x0000000000000008_0000000000000000");
}

#[test]
fn words_with_factors_of_their_own_are_a_step() {
    let (plan, inside) = made(&(config("fancy", XIANGQI) + "pieces = [\"rook\"]\n"));
    let asked = asked(&plan.jobs[0].mapping, "rook", &[0], "e4", "e7");
    let shown = explain(&inside, &asked).unwrap();
    let steps = &shown.lookups[0].steps;
    let stages: Vec<Stage> = steps.iter().map(|step| step.stage).collect();
    assert!(stages.contains(&Stage::Products) && !stages.contains(&Stage::Product), "{stages:?}");
    let sum = steps.iter().find(|step| step.name == "product").unwrap();
    assert_eq!(sum.stage, Stage::Products);
}

#[test]
fn hexagons_are_drawn_staggered() {
    let (plan, inside) = made(&config("direction", GLINSKI));
    let asked = asked(&plan.jobs[0].mapping, "rook", &[0], "f6", "-");
    let shown = explain(&inside, &asked).unwrap();
    let text = text(&shown, TextStyle { width: 40, is_ascii: true });
    let lines: Vec<String> = text.lines().map(plain).collect();
    let board = lines.iter().position(|line| line.starts_with("relevant")).unwrap();
    assert_eq!(lines[board + 1].trim_end(), "11           .");
    assert_eq!(lines[board + 2].trim_end(), "10         .   .");
    assert_eq!(lines[board + 11].trim_end(), "     .   .   R   .   .");
    assert_eq!(lines[board + 22].trim_end(), "   a b c d e f g h i k l");
}

#[test]
fn occupancies_of_wide_boards_are_read() {
    let (plan, _) = made(&config("direction", XIANGQI));
    let mapping = &plan.jobs[0].mapping;
    let squares = [0, 85].into_iter().collect();
    for text in [
        "a0,e9",
        "e9 a0",
        "0x0000000000200000_0000000000000001",
        "0x00000000000000000000000000000000000002000000000000000000001",
        "4k4/9/9/9/9/9/9/9/9/R8 w - - 0 1",
    ] {
        assert_eq!(occupancy(text, mapping), Ok(squares), "{text}");
    }
    for (text, says) in [
        ("a10", "`a10` isn't a square of this board"),
        ("j1", "`j1` isn't a square of this board"),
        (
            "0x1_0000000000000000_0000000000000000",
            "`0x1_0000000000000000_0000000000000000` isn't a number of 128 bits",
        ),
        ("0x", "`0x` isn't a number of 128 bits"),
        ("0x40000000000000000000000", "the bits 0x40000000000000000000000 of the occupancy"),
        ("9/9", "the FEN has 2 ranks, but the board has 10"),
    ] {
        let error = occupancy(text, mapping).unwrap_err();
        assert!(error.to_string().starts_with(says), "{text}: {error}");
        let help = error.help(mapping);
        assert!(!help.is_empty() && !help.contains("a1"), "{help}");
    }
    let (plan, _) = made(&config("direction", SHOGI));
    let mapping = &plan.jobs[0].mapping;
    assert_eq!(occupancy("1a,1i", mapping), Ok([0, 8].into_iter().collect()));
    assert_eq!(occupancy("8k/9/9/9/9/9/9/9/8K", mapping), Ok([0, 8].into_iter().collect()));
    // No square has bit 63.
    assert!(occupancy("0x8000000000000000", mapping).is_err());
}

#[test]
fn data_have_sets_as_numbers_and_names() {
    let (plan, inside) = made(&config("direction", XIANGQI));
    let asked = asked(&plan.jobs[0].mapping, "rook", &[0], "e4", "e7");
    let shown = json::data(&explain(&inside, &asked).unwrap());
    let shown = serde_json::to_value(shown).unwrap();
    assert_eq!(shown["occupied"]["word"], "0x00000000000000080000000000000000");
    assert_eq!(shown["occupied"]["squares"], serde_json::json!(["e7"]));
    assert_eq!(shown["board"]["bits"][89], 89);
    let step = &shown["lookups"][0]["steps"][0];
    assert_eq!(
        (&step["name"], &step["value"]),
        (&"rank_mask".into(), &"0x0000000000000000_00000ee000000000".replace('_', "").into())
    );
}

//! Boards on which a variant or a part of `emit` has no room: each is refused with its reason.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        a_line_that_wraps_around_bytes_is_refused,
        a_board_with_too_many_moves_for_keys_is_refused,
        too_many_moves_are_one_error_of_several,
        a_board_with_room_for_keys_has_them,
        codes_that_products_spread_need_several_words,
        a_lookup_with_a_clock_has_one_table_on_every_board,
    ]
}

fn a_line_that_wraps_around_bytes_is_refused() {
    for (board, line) in [("9x3", "diagonal"), ("12x4", "diagonal"), ("16x4", "diagonal")] {
        let arguments =
            ["--lang", "c", "--variant", "line", "-p", "bishop", "--board", board, "-o", "-"];
        let run = Folder::new().run(&arguments);
        let says = format!("line doesn't work for the bishop: a {line} leaves a byte at one edge");
        assert_eq!(run.status, 2, "{board}\n{}", run.stderr);
        assert!(run.stderr.starts_with("error[config::unfit]: "), "{board}\n{}", run.stderr);
        assert!(run.stderr.contains(&says), "{board}\n{}", run.stderr);
    }
    // Where a rank is a byte, nothing wraps.
    for board in ["8x8", "5x4", "8x3"] {
        let set = "board.stride=8";
        let arguments =
            ["--lang", "c", "--variant", "line", "--board", board, "-D", set, "-o", "-"];
        Folder::new().succeed(&arguments);
    }
}

/// A rook on a board of one rank moves from each square to each other one.
fn a_board_with_too_many_moves_for_keys_is_refused() {
    for (board, pieces, moves) in
        [("64x1", "rook", 8190), ("1x64", "rook", 8190), ("32x2", "bishop", 4776)]
    {
        for parts in ["zobrist", "cuckoo", "lookup,cuckoo,zobrist"] {
            let arguments =
                ["--lang", "c", "-p", pieces, "--board", board, "--emit", parts, "-o", "-"];
            let run = Folder::new().run(&arguments);
            let (width, height) = board.split_once('x').unwrap();
            let says = format!(
                "a board of {width} x {height} squares has {moves} reversible moves, too many for"
            );
            assert_eq!(run.status, 2, "{board} {parts}\n{}", run.stderr);
            assert!(run.stderr.contains(&says), "{board} {parts}\n{}", run.stderr);
        }
    }
}

/// A config that is refused anyway ends as soon.
fn too_many_moves_are_one_error_of_several() {
    let config = "version = 1\n[board]\nwidth = 64\nheight = 1\n[[output]]\nlang = \"c\"\npath = \"a.h\"\n\
                  pieces = [\"rook\"]\nemit = [\"zobrist\"]\nfoo = 1\n";
    let run = Folder::with_config(config).run(&[]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(run.stderr.contains("magicgen.toml:9:"), "{}", run.stderr);
    assert!(run.stderr.contains("magicgen.toml:10:"), "{}", run.stderr);
}

/// Keys are drawn until all reversible moves have slots, as far as that takes a moment.
fn a_board_with_room_for_keys_has_them() {
    for (board, moves) in [("8x8", 3668), ("31x2", 4502)] {
        let arguments =
            ["--lang", "c", "-p", "bishop", "--board", board, "--emit", "cuckoo", "-o", "-"];
        let run = Folder::new().succeed(&arguments);
        let says = format!("Keys of {moves} reversible moves");
        assert!(run.stdout.contains(&says), "{board}");
    }
}

fn codes_that_products_spread_need_several_words() {
    let flags = ["--lang", "c", "-D", "output.lookup.cell=spread", "-o", "-"];
    let run = Folder::new().run(&flags);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(run.stderr.contains("a board of up to 64 squares can't be combined"), "{}", run.stderr);
    let wide = [&flags[..], &["--board", "9x10", "--variant", "direction"]].concat();
    Folder::new().succeed(&wide);
}

/// By default: a clock's register directly follows the table.
fn a_lookup_with_a_clock_has_one_table_on_every_board() {
    let clocked = ["--lang", "verilog", "-D", "output.verilog.memory=clocked", "-o", "out/"];
    for board in ["8x8", "13x5"] {
        let folder = Folder::new();
        let run = folder.succeed(&[&clocked[..], &["--board", board]].concat());
        assert!(run.stderr.contains("(fancy, "), "{board}\n{}", run.stderr);
        assert!(folder.read("out/magics.v").contains("input  wire        clock"), "{board}");
    }
}

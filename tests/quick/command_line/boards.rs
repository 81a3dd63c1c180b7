//! Boards on which a variant or a part of `emit` has no room: each is refused with its reason.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![a_line_that_wraps_around_bytes_is_refused]
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

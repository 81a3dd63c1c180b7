//! Pieces that can't be read get one error with its place, its reason and advice.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        keys_of_moves_are_refused_with_their_places,
        pieces_are_refused_with_their_places,
        parts_of_boards_are_refused_with_their_places,
        truth_tables_are_refused_with_the_line_of_the_file,
        graphs_are_refused_with_the_line_of_the_file,
        pieces_of_graphs_follow_its_edges,
        names_of_lookups_are_kept_free,
        a_variant_that_computes_slides_refuses_each_other_piece_once,
        what_walks_rays_is_refused,
        steps_may_be_listed,
        a_word_of_the_output_is_that_of_the_language,
        a_cell_of_the_output_is_that_of_the_lookup,
        a_type_of_two_words_needs_a_board_of_two_words,
        variants_have_the_names_of_engines,
        explanations_name_lookups_by_purpose,
        a_second_run_changes_nothing,
    ]
}

/// A part of a config in which `@` stands in front of the place of its error, and what message and advice say.
type Case = (&'static str, &'static str, &'static str);

const MOVES: &[Case] = &[
    ("moves = [@{ over = 1 }]", "a move needs `rays`, `leaps` or `along`", "`rays = \"rook\"`"),
    ("moves = @[]", "`moves` is empty", "`moves = [{ rays = \"rook\" }]`"),
    ("moves = @\"rook\"", "expected a list", "`moves = [\"rook\"]`"),
    ("moves = [{ rays = @\"rok\" }]", "unknown kind of step `rok`", "did you mean `rook`?"),
    ("moves = [{ leaps = @[[1, 2, 3]] }]", "[1, 2, 3] isn't a step", "two numbers from -63 to 63"),
    ("moves = [{ leaps = @[[64, 0]] }]", "[64, 0] isn't a step", "two numbers from -63 to 63"),
    ("moves = [{ leaps = @[[0, 0]] }]", "[0, 0] in `leaps` has no step", "remove it"),
    ("moves = [{ rays = @[[1, 0], [1, 0]] }]", "[1, 0] in `rays` is given twice", "remove it"),
    ("moves = [{ leaps = @[] }]", "`leaps` is empty", "`[[1, 0], [0, 1]]`"),
    ("moves = [{ leaps = @7 }]", "expected a word or a list of pairs", "give `leaps` a word"),
    (
        "moves = [{ rays = \"rook\", leaps = @\"ferz\" }]",
        "`leaps` and `rays` exclude each other",
        "remove",
    ),
    (
        "moves = [{ rays = \"rook\", along = @\"palace\" }]",
        "`along` and `rays` exclude each other",
        "remove",
    ),
    (
        "moves = [{ leaps = \"ferz\", range = @3 }]",
        "`range` doesn't belong to a move with `leaps`",
        "a move of its own",
    ),
    (
        "moves = [{ leaps = \"ferz\", skip = @3 }]",
        "`skip` doesn't belong to a move with `leaps`",
        "a move of its own",
    ),
    (
        "moves = [{ rays = \"rook\", via = @\"middle\" }]",
        "`via` doesn't belong to a move with `rays`",
        "a move of its own",
    ),
    (
        "moves = [{ along = \"palace\", then = @\"outward\" }]",
        "`then` doesn't belong to a move with `along`",
        "a move of its own",
    ),
    (
        "moves = [{ leaps = \"alfil\", via = @\"middle\", then = \"outward\" }]",
        "`via` and `then` exclude each other",
        "remove",
    ),
    (
        "moves = [{ leaps = \"ferz\", then = @\"inward\" }]",
        "unknown continuation `inward`",
        "`outward`?",
    ),
    ("moves = [{ rays = \"rook\", land = @\"next\" }]", "`land` needs a hurdle", "`over = 1`"),
    (
        "moves = [{ rays = \"rook\", over = 1, land = @\"behind\" }]",
        "unknown landing `behind`",
        "did you mean `beyond`?",
    ),
    (
        "moves = [{ leaps = \"knight\", over = @1 }]",
        "a leap of one step has no square to jump",
        "in `via`, or use `rays`",
    ),
    ("moves = [{ rays = \"rook\", over = @16 }]", "16 is outside of the range", "from 0 to 15"),
    ("moves = [{ rays = \"rook\", range = @0 }]", "0 is outside of the range", "from 1 to 63"),
    ("moves = [{ rays = \"rook\", skip = @63 }]", "63 is outside of the range", "from 1 to 62"),
    (
        "moves = [@{ rays = \"rook\", skip = 3, range = 3 }]",
        "a range of 3 ends before the squares that are skipped",
        "longer `range`",
    ),
    (
        "moves = [{ rays = \"rook\", for = @\"check\" }]",
        "unknown purpose `check`",
        "`attack`, `quiet`, `capture`",
    ),
    (
        "moves = [{ along = @\"palast\" }]",
        "unknown line of the board `palast`",
        "did you mean `palace`?",
    ),
    ("moves = [{ rays = \"rook\", from = [@\"sout\"] }]", "unknown zone `sout`", "`south`?"),
    (
        "moves = [{ rays = \"rook\", to = [@\"z9\"] }]",
        "`z9` isn't the name of a square",
        "as in `d4`",
    ),
    (
        "moves = [{ rays = \"rook\", stay = @[] }]",
        "a list of squares is empty",
        "zones, squares or ranges",
    ),
    (
        "moves = [{ leaps = \"knight\", via = @\"midle\" }]",
        "unknown way of a leap `midle`",
        "did you mean `middle`?",
    ),
    (
        "moves = [{ leaps = \"knight\", via = @\"middle\" }]",
        "a leap of [1, 2] has no square between on the way `middle`",
        "`via = [[[0, 1]]]`",
    ),
    (
        "moves = [{ leaps = [[1, 2], [2, 1]], via = @[[[0, 1]]] }]",
        "`via` has 1 lists for 2 leaps",
        "a list of squares for each leap",
    ),
    (
        "moves = [{ leaps = [[1, 2]], via = @[[[1, 2]]] }]",
        "`via` names the square where a leap begins or ends",
        "the squares between",
    ),
    (
        "moves = [{ leaps = [[1, 2]], via = @[[[0, 1, 1]]] }]",
        "[0, 1, 1] isn't a step",
        "two numbers from -63 to 63",
    ),
    (
        "moves = [{ leaps = [[1, 2]], via = @3 }]",
        "expected a word or, for each leap, a list of pairs of numbers",
        "give `via` a word",
    ),
    ("moves = [{ rays = \"rook\", @hurdles = 1 }]", "unknown key `hurdles`", "`over`"),
];

const PIECES: &[Case] = &[
    (
        "moves = [{ rays = \"rook\" }]\nrange = @3",
        "`range` limits `rays`, and this piece has none",
        "give the moves a `range`",
    ),
    (
        "moves = [{ rays = \"rook\" }]\nstart = @[\"a2-h2\"]",
        "`start` needs a piece in Betza's notation with `i`",
        "`from` in a move",
    ),
    (
        "betza = @\"R\"\nmoves = [{ rays = \"rook\" }]",
        "`betza` and `moves` exclude each other",
        "remove",
    ),
    ("betza = @\"R\"\nrays = [[1, 0]]", "`betza` and `rays` exclude each other", "remove"),
    ("betza = @\"R\"\ntable = \"t.csv\"", "`betza` and `table` exclude each other", "remove"),
    ("betza = \"R\"\nrange = @3", "`range` and `betza` exclude each other", "remove"),
    ("from = \"rook\"\nreverse = @\"rook\"", "`reverse` and `from` exclude each other", "remove"),
    ("table = \"ferry.csv\"\nsides = @true", "`sides` and `table` exclude each other", "remove"),
    ("reverse = @\"rok\"", "unknown piece `rok`", "did you mean `rook`?"),
    (
        "reverse = @\"quiet\"",
        "`quiet` has moves to empty squares alone, and comes from an occupied one",
        "the captures alone",
    ),
    (
        "reverse = @\"ferry\"",
        "the moves of `ferry` are listed in a file, so no piece is made from them",
        "in a file, too",
    ),
    ("from = @\"ferry\"", "the moves of `ferry` are listed in a file", "in a file, too"),
    (
        "betza = \"R@x\"",
        "`Rx`, letter 2: `x` isn't supported: give the piece as a `table`",
        "or write the piece as `moves`",
    ),
    ("betza = \"N@L\"", "`NL`, letter 2: `L` isn't supported: write `C`", "change the notation"),
    ("betza = \"[F@*R]\"", "letter 3: write `?` between the legs", "change the notation"),
    ("betza = \"W@\u{e9}\"", "letter 2: `\u{e9}` isn't ASCII", "change the notation"),
    ("betza = \"@f\"", "letter 1: these modifiers have no atom", "change the notation"),
    ("betza = \"@\"", "letter 1: there is no capital letter", "change the notation"),
    (
        "betza = @\"ifD\"",
        "`i` in `ifD` needs the squares of unmoved pieces",
        "`start = [\"a2-h2\"]`",
    ),
    ("betza = \"fD\"\nstart = @[\"a2\"]", "`fD` has no `i`", "remove `start`"),
    ("betza = \"ifD\"\nstart = [@\"nort\"]", "unknown zone `nort`", "`south`"),
];

const BOARDS: &[Case] = &[
    ("zones = { south = [@\"a1-i4\"] }", "`a1-i4` isn't the name of a square", "as in `d4`"),
    ("zones = { south = @\"a1-h4\" }", "expected a list", "`south = [\"a1-h4\"]`"),
    ("lines = { palace = [[\"d1\", @\"e9\"]] }", "`e9` isn't the name of a square", "as in `d4`"),
    ("corners = @0", "0 is outside of the range of `corners`, 1 to 4", "from 1 to 4"),
    ("corners = @5", "5 is outside of the range of `corners`, 1 to 4", "from 1 to 4"),
    ("holes = [@\"a2-a9\"]", "`a2-a9` isn't the name of a square", "as in `d4`"),
];

/// Rows of a truth table, and what is said about them.
const TABLES: &[Case] = &[
    ("a1;b1;;c1\na1;b1;;d1", ", line 2: a1 has two results with no square occupied", "one of the"),
    ("a1;b1;;c1", ": a1 has no result with b1 occupied", "a row for every set"),
    (
        "a1;b1;b1;c1\na1;c1;c1;b1",
        ", line 2: two rows of a1 list different relevant squares",
        "in one order",
    ),
    ("a1;b1;c1;b1", ", line 1: c1 is occupied in a row of a1, but isn't relevant", "add it"),
    ("# x\n\nz1;b1;;c1", ", line 3: `z1` isn't a square of this board", "`square;relevant"),
    ("a1;b1;;b1 c9", ", line 1: `c9` isn't a square of this board", "`square;relevant"),
    (
        "a1;b1;c1",
        ", line 1: 3 columns instead of 4",
        "`square;relevant squares;occupied ones;result`",
    ),
    ("# no row", " has no rows", "`square;relevant squares;occupied ones;result`"),
    (
        "a1;b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3;;c1",
        ", line 1: a1 has 21 relevant squares, more than 20",
        "fewer relevant squares",
    ),
];

/// A board with a zone and a line.
const BOARD: &str = "zones = { south = [\"a1-h4\"] }\nlines = { palace = [[\"d1\", \"e2\"]] }";

/// A config with a piece `x`, and two pieces from which others can't be made.
fn config(board: &str, piece: &str) -> String {
    format!(
        "version = 1\n[board]\n{board}\n[[piece]]\nname = \"quiet\"\nbetza = \"mR\"\n[[piece]]\nname = \"ferry\"\n\
         table = \"ferry.csv\"\n[[piece]]\nname = \"x\"\n{piece}\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n\
         variant = \"direction\"\npieces = [\"x\"]\n"
    )
}

/// Checks that a config gets one error, at the place of its `@`.
fn refused(config: &str, folder: &Folder, (says, advises): (&str, &str)) {
    let at = config.find('@').expect("a place");
    let line = config[..at].lines().count();
    let column = config[..at].lines().last().map_or(0, |line| line.chars().count()) + 1;
    folder.write("ferry.csv", "a1;b1;;c1\na1;b1;b1;b1\n");
    folder.write("magicgen.toml", &config.replacen('@', "", 1));
    let before = folder.files();
    let run = folder.run(&[]);
    assert_eq!(run.status, 2, "{config}\n{}", run.stderr);
    assert_eq!(run.stderr.matches("error[").count(), 1, "{config}\n{}", run.stderr);
    let first = run.stderr.lines().next().unwrap_or_default();
    assert!(first.contains(says), "{says:?} isn't in\n{}", run.stderr);
    let place = format!("--> magicgen.toml:{line}:{column}\n");
    assert!(run.stderr.contains(&place), "{place}{config}\n{}", run.stderr);
    let help = run.stderr.lines().find(|line| line.contains("= help: ")).unwrap_or_default();
    assert!(help.contains(advises), "{advises:?} isn't in\n{}", run.stderr);
    assert_eq!(folder.files(), before, "{config}");
}

fn keys_of_moves_are_refused_with_their_places() {
    let folder = Folder::new();
    for (piece, says, advises) in MOVES {
        refused(&config(BOARD, piece), &folder, (says, advises));
    }
    let none = "moves = [{ rays = \"rook\", from = [@\"south\"] }]";
    refused(&config("width = 8", none), &folder, ("unknown zone `south`", "below `[board]`"));
    let none = "moves = [{ along = @\"palace\" }]";
    let says = "unknown line of the board `palace`";
    refused(&config("width = 8", none), &folder, (says, "below `[board]`"));
}

fn pieces_are_refused_with_their_places() {
    let folder = Folder::new();
    for (piece, says, advises) in PIECES {
        refused(&config(BOARD, piece), &folder, (says, advises));
    }
}

fn parts_of_boards_are_refused_with_their_places() {
    let folder = Folder::new();
    for (board, says, advises) in BOARDS {
        refused(&config(board, "betza = \"R\""), &folder, (says, advises));
    }
}

fn truth_tables_are_refused_with_the_line_of_the_file() {
    let folder = Folder::new();
    let config = config(BOARD, "table = @\"x.csv\"");
    for (rows, says, advises) in TABLES {
        folder.write("x.csv", rows);
        refused(&config, &folder, (&format!("`x.csv`{says}"), advises));
    }
    for (name, says, advises) in [
        ("none.csv", "`none.csv` doesn't exist", "relative to the folder of the config"),
        ("../x.csv", "`../x.csv` leads out of the config's folder", "--allow-outside"),
        (".", "`.` can't be read: it is a folder", "relative to the folder of the config"),
    ] {
        refused(&config.replace("x.csv", name), &folder, (says, advises));
    }
}

/// A board, the rows of its edges, and what message and advice say.
const GRAPHS: &[(&str, &str, &str, &str)] = &[
    ("squares = @0", "0;on;1", "0 is outside of the range of `squares`, 1 to 255", "1"),
    ("squares = @256", "0;on;1", "256 is outside of the range of `squares`, 1 to 255", "255"),
    ("squares = @[\"a\", \"a\"]", "", "`a` is given twice", "remove one"),
    ("squares = @[\"a b\"]", "", "`a b` isn't a name", "letters, digits"),
    ("squares = @[]", "", "a board needs at least one file and one rank", "a file and a rank"),
    ("squares = 3\nwidth = @8", "0;on;1", "a graph has no `width`", "remove it"),
    ("squares = 3\ncorners = @1", "0;on;1", "a graph has no `corners`", "remove it"),
    ("squares = 3\nnames = @\"chess\"", "0;on;1", "a graph has no `names`", "remove it"),
    (
        "edges = @\"none.csv\"\nsquares = 3",
        "",
        "`none.csv` doesn't exist",
        "the folder of the config",
    ),
    ("edges = @\"../e.csv\"\nsquares = 3", "", "`../e.csv` leads out of", "--allow-outside"),
    (
        "edges = @\"e.csv\"\nsquares = 3",
        "a;on",
        "`e.csv`, line 1: 2 columns instead of 3",
        "each row is",
    ),
    (
        "edges = @\"e.csv\"\nsquares = 3",
        "# a\n\na;;b",
        "`e.csv`, line 3: `` isn't a name",
        "letters",
    ),
    ("edges = @\"e.csv\"\nsquares = 3", "a;on;a", "` names 1 of 3 squares", "list the names"),
    (
        "edges = @\"e.csv\"\nsquares = 1",
        "a;on;a",
        "line 1: the edge leads from a to itself",
        "remove it",
    ),
    (
        "edges = @\"e.csv\"\nsquares = 2",
        "a;on;b\nb;on;c",
        "line 2: `c` is one square more than the 2",
        "change",
    ),
    (
        "edges = @\"e.csv\"\nsquares = 3",
        "a;on;b\nb;on;c\na;on;c",
        "line 3: from a, `on` leads to c and to b",
        "another direction",
    ),
    (
        "edges = @\"e.csv\"\nsquares = [\"a\", \"b\"]",
        "a;on;c",
        "line 1: `c` isn't a square of this board",
        "add its name",
    ),
];

/// Pieces of a graph, and what message and advice say.
const PIECES_OF_GRAPHS: &[Case] = &[
    ("rays = @\"off\"", "unknown direction `off`", "`on`"),
    ("rays = [\"on\", @[1, 0]]", "`rays` counts files and ranks", "\"all\""),
    ("rays = @[\"on\", \"on\"]", "`on` in `rays` is given twice", "remove it"),
    ("rays = @[]", "`rays` is empty", "\"all\""),
    ("betza = @\"R\"", "`betza` counts files and ranks", "directions in `rays`"),
    ("rays = \"on\"\nsides = @true", "`sides` counts files and ranks", "directions in `rays`"),
    ("moves = [{ leaps = @\"knight\" }]", "unknown direction `knight`", "`on`"),
    ("moves = [{ leaps = @[[1, 2]] }]", "`leaps` counts files and ranks", "\"all\""),
    ("moves = [{ leaps = \"on\", via = @\"middle\" }]", "`via` counts files and ranks", "`table`"),
    ("moves = [{ leaps = \"on\", then = @\"outward\" }]", "`then` counts files", "`table`"),
];

fn of_graph(board: &str, piece: &str) -> String {
    format!(
        "version = 1\n[board]\nshape = \"graph\"\n{board}\n[[piece]]\nname = \"x\"\n{piece}\n\
         [[output]]\nlang = \"python\"\npath = \"ring.py\"\nname = \"ring\"\n"
    )
}

fn graphs_are_refused_with_the_line_of_the_file() {
    let folder = Folder::new();
    for (board, edges, says, advises) in GRAPHS {
        folder.write("e.csv", edges);
        refused(&of_graph(board, "rays = \"on\""), &folder, (says, advises));
    }
    let needs = of_graph("", "rays = \"on\"").replace("\"graph\"", "@\"graph\"");
    refused(&needs, &folder, ("a graph needs `squares`", "`squares = 24`"));
    folder.write("e.csv", "a;on;b\nb;on;c\n");
    let board = "squares = 3\nedges = \"e.csv\"";
    for (piece, says, advises) in PIECES_OF_GRAPHS {
        refused(&of_graph(board, piece), &folder, (says, advises));
    }
    for (more, says, advises) in [
        ("pieces = [@\"rook\"]", "unknown piece `rook`", "`x`"),
        ("pieces = [@\"queen\"]", "unknown piece `queen`", "`x`"),
        ("orientation = @\"h1lsb\"", "a graph has no `orientation`", "remove it"),
        ("variant = \"hyperbola\"\npieces = [@\"x\"]", "`hyperbola` computes slides", "tables"),
        ("emit = [\"lookup\", @\"between\"]", "`between` needs files and ranks", "leave"),
        ("emit = [@\"squares\"]", "`squares` needs files and ranks", "leave"),
        ("tables = @\"init\"", "start-up code walks rays", "full"),
    ] {
        let config = of_graph(board, "rays = \"on\"") + more + "\n";
        refused(&config, &folder, (says, advises));
    }
    for (board, says) in [
        ("squares = @3", "`squares` belongs to a board that is a graph"),
        ("edges = @\"e.csv\"", "`edges` belongs to a board that is a graph"),
    ] {
        refused(&config(board, "betza = \"R\""), &folder, (says, "`shape = \"graph\"`"));
    }
    refused(&config(BOARD, "rays = [@\"on\"]"), &folder, ("`rays` names directions", "one word"));
    let moves = "moves = [{ leaps = @[\"on\"] }]";
    refused(&config(BOARD, moves), &folder, ("`leaps` names directions", "one word"));
}

/// Six squares around a hub: a piece that runs around, and one that jumps the hub.
fn pieces_of_graphs_follow_its_edges() {
    let folder = Folder::new();
    let around = (0..6).map(|at| format!("{at};on;{}", (at + 1) % 6));
    let across = (0..3).map(|at| format!("{at};across;6\n6;a{at};{}", at + 3));
    let edges: Vec<String> = around.chain(across).collect();
    folder.write("e.csv", &format!("from;direction;to\n{}\n", edges.join("\n")));
    let jumper = "[[piece]]\nname = \"short\"\nrays = [\"on\", \"across\"]\nrange = 2";
    let config = of_graph("squares = 7\nedges = \"e.csv\"", &format!("rays = \"on\"\n{jumper}"));
    folder.write("magicgen.toml", &config);
    let run = folder.run(&["--depfile", "deps"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stderr.contains("graph of 7 squares"), "{}", run.stderr);
    assert!(folder.read("deps").contains("e.csv"), "{}", folder.read("deps"));
    let text = folder.read("ring.py");
    assert!(text.contains("The squares by name"), "{text}");
    let Ok(run) = std::process::Command::new("python3")
        .args(["-c", "import ring; print(ring.x_attacks(4, 2), ring.short_attacks(0, 2))"])
        .current_dir(folder.path())
        .output()
    else {
        return;
    };
    assert_eq!(String::from_utf8_lossy(&run.stdout), "35 66\n");
}

/// A piece may not have the name of another one's lookup.
fn names_of_lookups_are_kept_free() {
    let folder = Folder::new();
    let named =
        |name: &str| config(BOARD, "betza = \"R\"").replace("\"x\"\nb", &format!("@\"{name}\"\nb"));
    for (name, says, advises) in [
        ("x captures", "`x captures` is the name of a lookup of `x`", "`for = \"capture\"`"),
        ("x quiets", "`x quiets` is the name of a lookup of `x`", "`for = \"quiet\"`"),
        ("quiet", "`quiet`", ""),
    ] {
        let config = named(name).replace("[\"x\"]", &format!("[\"{name}\"]"));
        refused(&config, &folder, (says, advises));
    }
    let sides =
        config(BOARD, "betza = \"fR\"\n[[piece]]\nname = \"y\"\nbetza = \"fR\"\nsides = @true");
    let taken = sides.replace("\"x\"\nb", "\"y up\"\nb").replace("[\"x\"]", "[\"y up\"]");
    refused(&taken, &folder, ("`sides` makes `y up`, which is another piece", "another name"));
}

fn a_variant_that_computes_slides_refuses_each_other_piece_once() {
    let folder = Folder::new();
    let config = config(BOARD, "betza = \"mRcpR\"").replace("[\"x\"]", "[@\"x\"]");
    for variant in ["hyperbola", "kindergarten", "classical", "line", "qbb", "switch"] {
        let config = config.replace("direction", variant);
        let says = format!("`{variant}` computes slides, and the x moves otherwise");
        refused(&config, &folder, (&says, "such as `fancy` or `direction`"));
    }
}

fn what_walks_rays_is_refused() {
    let folder = Folder::new();
    let config = config(BOARD, "betza = \"mRcpR\"");
    let init = config.clone() + "tables = @\"init\"\n";
    let says = "start-up code walks rays, and the x moves otherwise";
    refused(&init, &folder, (says, "`tables = \"full\"`"));
    let test = config + "emit = [\"lookup\", @\"self-test\"]\n";
    let says = "a self-test walks rays, and the x moves otherwise";
    refused(&test, &folder, (says, "leave \"self-test\" out of `emit`"));
}

/// Steps by name and the same steps in a list make the same file.
fn steps_may_be_listed() {
    let made = |moves: &str| {
        let folder = Folder::with_config(&config(BOARD, moves));
        folder.write("ferry.csv", "a1;b1;;c1\na1;b1;b1;b1\n");
        folder.succeed(&[]);
        folder.read("m.h")
    };
    let named =
        made("moves = [{ rays = \"rook\", over = 1 }, { leaps = [[1, 2]], via = \"orthogonal\" }]");
    let listed = made(
        "moves = [{ rays = [[1, 0], [0, 1], [-1, 0], [0, -1]], over = 1 }, { leaps = [[1, 2]], via = [[[0, 1]]] }]",
    );
    assert_eq!(named, listed);
}

/// A config with one output of rook and bishop.
fn of_output(board: &str, lang: &str, keys: &str) -> String {
    format!(
        "version = 1\n[board]\n{board}\n[[output]]\nlang = \"{lang}\"\npath = \"out/\"\n{keys}\n"
    )
}

fn a_word_of_the_output_is_that_of_the_language() {
    let made = |config: &str| {
        let folder = Folder::with_config(config);
        folder.succeed(&[]);
        folder.read("out/magics.mjs")
    };
    let wide = |keys: &str| of_output("width = 9\nheight = 10", "javascript", keys);
    let by_table = made(&wide("[output.javascript]\nword = \"bigint\""));
    assert_eq!(made(&wide("word = \"bigint\"")), by_table);
    assert_eq!(made(&wide("")), by_table);
    let halves = made(&wide("word = \"pair\""));
    assert_eq!(made(&wide("[output.javascript]\nword = \"pair\"")), halves);
    for text in ["export function rookAttacks(square, occupied, out) {", "new Uint32Array(4);"] {
        assert!(halves.contains(text), "{text}");
    }
    assert!(!halves.contains("BigInt") && !halves.contains("0n"));
    let pair = made(&of_output("", "javascript", ""));
    assert_eq!(made(&of_output("", "javascript", "word = \"pair\"")), pair);
    let folder = Folder::new();
    for (keys, says) in [
        ("emit = [\"between\"]", "has no `between` for boards of more than 64 squares"),
        ("[output.javascript]\nresult = \"object\"", "without `result = \"out\"`"),
    ] {
        let config = wide(&format!("word = \"pair\"\n{keys}"));
        let config = config.replace("lang = \"javascript\"", "lang = @\"javascript\"");
        refused(&config, &folder, (says, "use one of"));
    }
    for (lang, keys, says, advises) in [
        ("go", "word = @\"pair\"", "go has one type of sets", "remove `word`"),
        ("c", "word = @\"bigint\"", "unknown value `bigint`", "`native`"),
        (
            "python",
            "word = \"int\"\n[output.python]\n @word = \"int\"",
            "`word` and `output.word` exclude each other",
            "remove",
        ),
    ] {
        refused(&of_output("", lang, keys), &folder, (says, advises));
    }
}

fn a_type_of_two_words_needs_a_board_of_two_words() {
    let folder = Folder::new();
    for (lang, word) in [("rust", "pair"), ("c", "int128"), ("cpp", "int128")] {
        for (board, words) in [("", "one word"), ("width = 12\nheight = 12", "more words")] {
            let option = format!("`word = \"{word}\"`");
            for keys in
                [format!("word = @\"{word}\""), format!("[output.{lang}]\nword = @\"{word}\"")]
            {
                let says = format!(
                    "{option} is a type of sets of two words, and this board's sets have {words}"
                );
                let config = of_output(board, lang, &keys);
                refused(&config, &folder, (&says, "boards of 65 to 128 squares"));
            }
        }
    }
}

fn a_cell_of_the_output_is_that_of_the_lookup() {
    let board = "width = 9\nheight = 10";
    let made = |variant: &str, cell: &str| {
        let keys = format!("variant = \"{variant}\"\n{cell}");
        let folder = Folder::with_config(&of_output(board, "cpp", &keys));
        folder.succeed(&[]);
        folder.read("out/magics.hpp")
    };
    for (variant, cell, of_lookup) in [
        ("pext-lines", "code16", "pdep"),
        ("direction", "half", "half"),
        ("direction", "set", "word"),
    ] {
        let by_lookup = made(variant, &format!("lookup = {{ cell = \"{of_lookup}\" }}"));
        assert_eq!(made(variant, &format!("cell = \"{cell}\"")), by_lookup, "{cell}");
    }
    let folder = Folder::new();
    for (keys, says, advises) in [
        (
            "variant = \"slide-arithmetic\"\ncell = @\"code16\"",
            "`cell` and `slide-arithmetic` exclude each other",
            "remove",
        ),
        ("cell = @\"byte\"", "`cell` of this value serves boards of up to 64 bits", "\"code16\""),
        (
            "[output.lookup]\nlines = true\npost-mask = @true",
            "`post-mask` of this value serves",
            "`lines`",
        ),
        ("cell = @\"code32\"", "unknown cell `code32`", "`code16`"),
        (
            "cell = \"set\"\nlookup = { cell = @\"word\" }",
            "`cell` and `output.cell` exclude each other",
            "remove",
        ),
        ("max-bytes = 999999\ncell = @\"set\"", "`cell` and `max-bytes` exclude", "remove"),
    ] {
        refused(&of_output(board, "c", keys), &folder, (says, advises));
    }
    let keys = "cell = @\"code16\"\n[output.lookup]\nkey = \"pext\"";
    refused(&of_output(board, "python", keys), &folder, ("python has no PEXT", ""));
}

fn variants_have_the_names_of_engines() {
    let made = |variant: &str| {
        let variant = format!("variant = \"{variant}\"");
        let folder = Folder::with_config(&of_output("width = 9\nheight = 9", "c", &variant));
        folder.succeed(&[]);
        folder.read("out/magics.h")
    };
    assert_eq!(made("qugiy"), made("ray-reverse"));
    assert_eq!(made("rays"), made("slide-arithmetic"));
    Folder::new().succeed(&["--lang", "c", "--variant", "qugiy", "-o", "-"]);
}

fn explanations_name_lookups_by_purpose() {
    let folder = Folder::with_config(&config(BOARD, "betza = \"mRcpR\""));
    folder.write("ferry.csv", "a1;b1;;c1\na1;b1;b1;b1\n");
    for (lookup, says) in [
        ("x quiets", "The x on a1 moves to b1 c1 a2 a3 a4 a5 a6 a7 a8."),
        ("x captures", "The x on a1 captures on f1."),
    ] {
        let run = folder.succeed(&["explain", lookup, "a1", "--occupied", "d1,f1"]);
        assert!(run.stdout.contains(says), "{}", run.stdout);
    }
    let run = folder.run(&["explain", "x", "a1"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("name one of them: `x quiets`, `x captures`"), "{}", run.stderr);
    let run = folder.succeed(&["explain", "ferry", "a1", "--occupied", "b1"]);
    assert!(run.stdout.contains("The ferry on a1 attacks b1."), "{}", run.stdout);
}

/// Factors of every kind of piece come back from the lock, and are enough for a locked run.
fn a_second_run_changes_nothing() {
    for variant in ["fancy", "direction", "packed", "postmask", "shared-slots", "words", "pext16"] {
        let piece = "betza = \"mRcpR\"\n[[piece]]\nname = \"griffon\"\nbetza = \"[F?R]\"\n[[piece]]\nname = \"y\"\n\
                     reverse = \"griffon\"";
        let config = config("width = 5\nheight = 5", piece);
        let config = config.replace("\"direction\"", &format!("\"{variant}\""));
        let folder = Folder::with_config(
            &config.replace("[\"x\"]", "[\"x\", \"griffon\", \"ferry\", \"y\"]"),
        );
        folder.write("ferry.csv", "a1;b1;;c1\na1;b1;b1;b1\n");
        folder.succeed(&[]);
        let before = folder.files();
        for flags in [&[][..], &["--locked"], &["--check"]] {
            folder.succeed(flags);
            assert_eq!(folder.files(), before, "{variant} {flags:?}");
        }
    }
}

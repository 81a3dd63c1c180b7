//! `magicgen explain`: text, data and picture of one lookup.

use std::io::Read as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::folder::{Folder, Run};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        boards_and_steps_are_printed,
        data_is_an_object_with_every_step,
        the_queen_is_a_union_and_pieces_come_from_the_config,
        a_picture_stands_alone,
        a_wrong_question_is_one_error_with_advice,
        a_narrow_terminal_is_filled_and_not_overrun,
        colours_are_for_a_terminal,
        a_stage_is_of_the_language_that_is_asked_for,
        a_stage_has_no_other_form,
        a_closed_pipe_is_quiet,
    ]
}

/// A small board, whose lookups are searched in no time.
const SMALL: [&str; 5] = ["--no-config", "-D", "board.width=4", "-D", "board.height=3"];

fn explain(arguments: &[&str]) -> Run {
    Folder::new().run(&[&["explain"], arguments].concat())
}

fn data(arguments: &[&str]) -> Value {
    let run = explain(&[arguments, &["--format", "json"]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    serde_json::from_str(&run.stdout).unwrap()
}

fn boards_and_steps_are_printed() {
    let run = explain(&[&["rook", "b2", "--occupied", "c2", "--ascii"], &SMALL[..]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let boards = "\
The rook on b2 (bit 5), fancy, a1lsb 4x3

relevant 1   blockers 1   attacked 4
3 . . . .    3 . . . .    3 . * . .
2 . R * .    2 . R * .    2 * R x .
1 . . . .    1 . . . .    1 . * . .
  a b c d      a b c d      a b c d

R the rook, * the squares of the title, x attacked and occupied

The rook on b2 attacks b1 a2 c2 b3.
";
    assert!(run.stdout.starts_with(boards), "{}", run.stdout);
    for words in
        ["\nkey: ", "\nproduct: ", "\nindex: ", "\nslot: ", "\ncell: ", "relevant = occ & mask"]
    {
        assert!(run.stdout.contains(words), "{words}\n{}", run.stdout);
    }
    assert!(run.stdout.ends_with("Factors of rook and bishop found by magicgen (seed 0).\n"));
}

/// The data has what the text shows, in the envelope of a run.
fn data_is_an_object_with_every_step() {
    let data = data(&[&["rook", "b2", "--occupied", "0x40"], &SMALL[..]].concat());
    assert_eq!(data["kind"], "explanation");
    assert_eq!(data["status"], "explained");
    assert_eq!(data["diagnostics"], serde_json::json!([]));
    let explanation = &data["explanation"];
    assert_eq!(explanation["square"], serde_json::json!({ "name": "b2", "bit": 5 }));
    assert_eq!(explanation["occupied"]["squares"], serde_json::json!(["c2"]));
    let steps = explanation["lookups"][0]["steps"].as_array().unwrap();
    let last = steps.last().unwrap();
    assert_eq!(last["name"], "attacks");
    assert_eq!(last["value"], explanation["attacks"]["word"]);
    let stages: Vec<&str> = steps.iter().map(|step| step["stage"].as_str().unwrap()).collect();
    for stage in ["key", "product", "index", "slot", "cell"] {
        assert!(stages.contains(&stage), "{stages:?}");
    }
}

fn the_queen_is_a_union_and_pieces_come_from_the_config() {
    let folder = Folder::with_config(
        "version = 1\norientation = \"h8lsb\"\n[[piece]]\nname = \"short-rook\"\nfrom = \"rook\"\nrange = 2\n\
         [[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"plain\"\n",
    );
    let run = folder.succeed(&["explain", "queen", "d4"]);
    assert!(run.stdout.contains("As a rook") && run.stdout.contains("As a bishop"));
    assert!(run.stdout.starts_with("The queen on d4 (bit 36), plain, h8lsb\n"), "{}", run.stdout);
    // No output has this piece.
    let run = folder.succeed(&["explain", "short-rook", "a1", "--occupied", "-"]);
    assert!(run.stdout.contains("attacks b1 c1 a2 a3."), "{}", run.stdout);
    let run = folder.succeed(&["explain", "rook", "a1", "-O", "a1lsb", "--variant", "pext"]);
    assert!(run.stdout.starts_with("The rook on a1 (bit 0), pext, a1lsb\n"), "{}", run.stdout);
    assert!(run.stdout.contains("pext(occ, mask)"), "{}", run.stdout);
    assert!(!folder.has("m.h") && !folder.has("magicgen.lock"));
}

/// A picture names nothing outside of itself, and each of its elements ends.
fn a_picture_stands_alone() {
    for board in [["8", "8"], ["13", "1"]] {
        let (width, height) =
            (format!("board.width={}", board[0]), format!("board.height={}", board[1]));
        let run =
            explain(&["rook", "c1", "--no-config", "-D", &width, "-D", &height, "--format", "svg"]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        let svg = run.stdout;
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "), "{svg}");
        assert!(svg.ends_with("</svg>\n"));
        assert!(svg.contains("<title id=\"title\">The rook on c1"));
        assert!(svg.contains("<desc id=\"desc\">The rook on c1 attacks "));
        assert!(svg.contains("prefers-color-scheme:dark"));
        for outside in ["href", "url(", "<script", "<image", "@import"] {
            assert!(!svg.contains(outside), "{outside}");
        }
        assert_eq!(svg.matches("http").count(), 1);
        expect_well_formed(&svg);
    }
}

/// Looks at tags and entities alone: every element ends in order.
fn expect_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    for (before, rest) in xml.match_indices('<').map(|(at, _)| (at, &xml[at + 1..])) {
        let tag = rest.split('>').next().unwrap();
        assert!(!tag.contains('<'), "{before}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    for entity in xml.split('&').skip(1) {
        assert!(
            ["amp;", "lt;", "gt;"].iter().any(|known| entity.starts_with(known)),
            "{entity:.9}"
        );
    }
}

fn a_wrong_question_is_one_error_with_advice() {
    const HOLES: &str = "board.holes=[\"b2\"]";
    for (arguments, says, advises) in [
        (&["rook", "z9"][..], "`z9` isn't a square of the 8 x 8 board", "`a1` to `h8`"),
        (&["rook", "rubbish"], "`rubbish` isn't a square", "`a1` to `h8`"),
        (&["rook", "b2", "-D", HOLES], "`b2` is a hole of the 8 x 8 board", "`a1` to `h8`"),
        (&["rok", "a1"], "unknown piece `rok`", "rook"),
        (&["rook"], "`rook` needs a square", "magicgen explain rook c3"),
        (&["rook", "a1", "--occupied", "8/8"], "the FEN has 2 ranks", "`8/8/8/8/8/8/8/8`"),
        (&["rook", "a1", "--occupied", "rubbish"], "`rubbish` isn't an occupancy", "a3,c6"),
        (&["rook", "a1", "--occupied", "0x1ffffffffffffffff"], "isn't a 64-bit word", "16"),
        (
            &["rook", "a1", "--occupied", "0x8000000000000000", "-D", "board.height=7"],
            "bits",
            "0xff",
        ),
        (&["rook", "a1", "--occupied", "a3,j4"], "`j4` isn't a square", "a3,c6"),
        (&["rook", "a1", "--occupied", "b2", "-D", HOLES], "it is a hole", "leave it out"),
        (&["rook", "a1", "--variant", "fanzy"], "fanzy", "fancy"),
    ] {
        let run = explain(&[arguments, &["--no-config"]].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert_eq!(run.stderr.matches("error").count(), 1, "{}", run.stderr);
        assert!(run.stderr.contains(says), "{says}\n{}", run.stderr);
        assert!(run.stderr.contains(advises), "{advises}\n{}", run.stderr);
    }
    let run = explain(&["rook", "z9", "--no-config", "--format", "json"]);
    let data: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.status, run.stderr.as_str()), (2, ""));
    assert_eq!(data["status"], "error");
    assert_eq!(data["diagnostics"].as_array().unwrap().len(), 1);
}

fn a_narrow_terminal_is_filled_and_not_overrun() {
    let run = explain(&["rook", "c3", "--no-config", "--width", "20"]);
    assert_eq!(run.status, 0);
    for line in run.stdout.lines() {
        // A word of 64 bits, with its indentation, is the longest thing that can't be broken.
        assert!(line.chars().count() <= 20, "{line}");
    }
}

fn colours_are_for_a_terminal() {
    let arguments = [&["rook", "b2"], &SMALL[..]].concat();
    assert!(!explain(&arguments).stdout.contains('\u{1b}'));
    let always = explain(&[&arguments[..], &["--color", "always"]].concat()).stdout;
    assert!(always.contains("\u{1b}[32m"), "{always}");
}

/// C89 has no words, and a switch has a program for each square.
fn a_stage_is_of_the_language_that_is_asked_for() {
    let folder = Folder::with_config(
        "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"split32\"\n\
         [output.style]\nfields = \"switch\"\n[output.c]\nstd = \"c89\"\n",
    );
    let stage = |stage| folder.succeed(&["explain", "queen", "c3", "--stage", stage]).stdout;
    let (ir, lowered, nodes) = (stage("ir"), stage("lowered"), stage("nodes"));
    assert!(ir.starts_with("rook:\n    v0: ") && ir.contains("\nbishop:\n"), "{ir}");
    assert!(ir.contains(": word = field mask\n") && ir.contains("// relevant\n"), "{ir}");
    assert!(lowered.contains("// relevant_low\n") && !lowered.contains("field"), "{lowered}");
    assert!(nodes.contains("magics_rook_attacks:\n") && nodes.contains("    return "), "{nodes}");
    assert!(!folder.has("m.h") && !folder.has("magicgen.lock"));
    let stage = ["explain", "rook", "b2", "--stage", "nodes", "--lang"];
    let of = |lang| Folder::new().succeed(&[&stage[..], &[lang], &SMALL].concat()).stdout;
    assert!(of("java").contains("rookAttacks:\n"), "{}", of("java"));
    assert!(of("python").contains("rook_attacks:\n"), "{}", of("python"));
    assert!(of("verilog").contains("rook_attacks:\n"), "{}", of("verilog"));
}

fn a_stage_has_no_other_form() {
    let run = explain(&["rook", "c3", "--stage", "ir", "--format", "json"]);
    let data: Value = serde_json::from_str(&run.stdout).unwrap();
    let message = data["diagnostics"][0]["message"].as_str().unwrap();
    assert!(
        run.status == 2 && message.contains("'--stage <STAGE>' cannot be used with"),
        "{message}"
    );
    for (arguments, says) in [
        (&["rook", "c3", "--stage", "ir", "--format", "svg"][..], "'--format <FORMAT>'"),
        (&["rook", "c3", "--stage", "ir", "--occupied", "a3"], "'--occupied <WHICH>'"),
        (&["rook", "c3", "--stage", "tree"], "ir"),
        (&["rook", "--stage", "ir"], "SQUARE"),
        (&["rook", "c3", "--lang", "c"], "--stage <STAGE>"),
        (&["rook", "z9", "--stage", "ir"], "`z9` isn't a square"),
        (&["rook", "c3", "--stage", "nodes", "-D", "output.emit=[\"masks\"]"], "has no lookups"),
    ] {
        let run = explain(&[arguments, &["--no-config"]].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(says), "{says}\n{}", run.stderr);
    }
}

fn a_closed_pipe_is_quiet() {
    let mut child = Command::new(crate::program())
        .args(["explain", "queen", "d4", "--no-config", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}

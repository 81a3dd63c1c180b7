//! `magicgen verify --adopt FILE...`: the file of factors and the config generate the source's numbers.

use serde_json::Value;

use crate::adopt::sources;
use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        c_with_shifts_and_an_order_of_its_own,
        java_in_its_package,
        rust_with_black_keys_and_offsets,
        rust_with_slots_that_squares_share,
        go_with_one_shift_for_all_squares,
        typescript_on_big_integers,
        python_with_index_bits,
        every_form_of_index_is_taken_over: slow,
        a_table_for_each_piece_is_an_output_for_each,
        flags_beat_what_the_source_says,
        arrays_that_hold_in_two_ways_are_one_error,
        sources_that_cannot_be_adopted_are_one_error,
        factors_of_a_larger_board_get_a_config_for_it,
    ]
}

/// What `verify` reads of a piece.
#[derive(Debug, PartialEq)]
struct Numbers {
    piece: String,
    factors: Value,
    bits: Value,
    offsets: Value,
    constants: Value,
}

/// What `verify` reads of a file, the rook first.
fn numbers(folder: &Folder, file: &str) -> Vec<Numbers> {
    let run = folder.succeed(&["verify", "--format", "json", file]);
    let reports: Value = serde_json::from_str(&run.stdout).unwrap();
    let findings = reports["files"][0]["findings"].as_array().unwrap().iter();
    let mut numbers: Vec<_> = findings
        .map(|finding| {
            let of = |key: &str| finding[key].clone();
            Numbers {
                piece: of("piece").as_str().unwrap().to_owned(),
                factors: of("factors"),
                bits: of("bits"),
                offsets: of("offsets"),
                constants: of("constants"),
            }
        })
        .collect();
    numbers.sort_by(|one, two| two.piece.cmp(&one.piece));
    numbers
}

/// Adopts a source and generates; returns the folder and the config.
fn adopted(file: &str, text: &str) -> (Folder, String) {
    let folder = Folder::new();
    folder.write(file, text);
    let run = folder.succeed(&["verify", "--adopt", "-o", "known.toml", file]);
    folder.write("magicgen.toml", &run.stdout);
    // Rows need no offsets.
    let offsets = if run.stdout.contains("\"plain\"") { "" } else { ",offsets" };
    folder.succeed(&["--emit", &format!("lookup,factors,shifts{offsets}")]);
    (folder, run.stdout)
}

/// The source's numbers are those of the generated file. `bits` and `offsets` are compared where the source has them.
fn same(folder: &Folder, source: &str, generated: &str, known: &str) {
    let [was, is] = [source, generated].map(|file| numbers(folder, file));
    assert_eq!(is.len(), 2, "{generated}");
    for ((was, is), piece) in was.iter().zip(&is).zip(sources::pieces(known)) {
        assert_eq!((&was.piece, &was.factors), (&is.piece, &is.factors));
        let factors = is.factors.as_array().unwrap().iter().map(|factor| factor.as_str().unwrap());
        let wanted = piece.magics.iter().map(|known| format!("{:#x}", known.magic.factor));
        assert!(factors.eq(wanted), "{generated}");
        if !was.offsets.is_null() {
            assert_eq!((&was.bits, &was.offsets), (&is.bits, &is.offsets));
        }
    }
    let header = folder.read(generated);
    assert!(!header.contains("found by magicgen"), "{header}");
    assert!(header.contains(source), "the header credits {source}: {header}");
}

/// True if all of these lines are in the text, comments aside.
fn says(config: &str, lines: &[&str]) {
    let code: Vec<&str> =
        config.lines().map(|line| line.split('#').next().unwrap().trim()).collect();
    for line in lines {
        assert!(code.contains(line), "no {line} in\n{config}");
    }
}

fn c_with_shifts_and_an_order_of_its_own() {
    // Some squares of this set have fewer index bits than relevant squares.
    let (folder, config) = adopted("src/magic.c", &sources::c("pradu"));
    let lines = [
        "orientation = \"a8lsb\"",
        "lang = \"c\"",
        "path = \"src/\"",
        "variant = \"fancy\"",
        "emit = [\"lookup\"]",
    ];
    says(&config, &lines);
    same(&folder, "src/magic.c", "src/magics.h", "pradu");
    let known = folder.read("known.toml");
    for line in
        ["author = \"Jane Doe\"", "year = 2009", "source = \"src/magic.c\"", "id = \"magic\""]
    {
        assert!(known.contains(line), "{known}");
    }
    assert!(known.contains("Published as pradu"), "{known}");
    assert!(folder.read("src/magics.h").contains("Jane Doe, 2009"));
}

fn java_in_its_package() {
    let file = "src/main/java/org/example/chess/Numbers.java";
    let (folder, config) = adopted(file, &sources::java("rival"));
    says(&config, &["path = \"src/main/java/\"", "package = \"org.example.chess\""]);
    same(&folder, file, "src/main/java/org/example/chess/Magics.java", "rival");
    assert!(folder.read("known.toml").contains("author = \"John Roe\""));
}

fn rust_with_black_keys_and_offsets() {
    let (folder, config) = adopted("magic.rs", &sources::rust("annuss-black"));
    says(&config, &["variant = \"black\"", "lang = \"rust\""]);
    same(&folder, "magic.rs", "magics.rs", "annuss-black");
    let offsets = numbers(&folder, "magics.rs").into_iter().map(|numbers| numbers.offsets);
    assert!(offsets.into_iter().all(|offsets| offsets.as_array().unwrap().len() == 64));
}

fn rust_with_slots_that_squares_share() {
    let (folder, config) = adopted("magic.rs", &sources::rust("magicgen-shared-slots-52796"));
    says(&config, &["variant = \"shared-slots\""]);
    same(&folder, "magic.rs", "magics.rs", "magicgen-shared-slots-52796");
}

fn go_with_one_shift_for_all_squares() {
    let (folder, config) = adopted("board/magic.go", &sources::go("rival"));
    says(&config, &["variant = \"plain\"", "package = \"board\"", "package-comment = false"]);
    same(&folder, "board/magic.go", "board/magics.go", "rival");
}

fn typescript_on_big_integers() {
    let (folder, config) = adopted("magic.ts", &sources::typescript("bbc"));
    says(&config, &["lang = \"typescript\"", "word = \"bigint\""]);
    same(&folder, "magic.ts", "magics.ts", "bbc");
}

fn python_with_index_bits() {
    let (folder, config) = adopted("magic.py", &sources::python("pradu"));
    says(&config, &["lang = \"python\"", "variant = \"fancy\""]);
    same(&folder, "magic.py", "magics.py", "pradu");
}

/// Files that magicgen has generated are sources as well: every form of index comes back with the same numbers.
fn every_form_of_index_is_taken_over() {
    for (variant, wanted) in [
        ("fancy", &["variant = \"fancy\""][..]),
        ("fixed", &["variant = \"fixed\""]),
        ("packed", &["variant = \"packed\""]),
        ("constant", &["variant = \"constant\""]),
        ("shift-in-factor", &["variant = \"shift-in-factor\""]),
        ("split32", &["variant = \"split32\""]),
    ] {
        let folder = Folder::new();
        let make = ["--lang", "c", "--tables", "init", "--variant", variant, "--name", "engine"];
        let arrays =
            if variant == "shift-in-factor" { "factors" } else { "factors,shifts,offsets" };
        let parts = format!("lookup,{arrays}");
        folder.succeed(&[&make[..], &["--emit", &parts, "-o", "engine.h"]].concat());
        let run = folder.succeed(&["verify", "--adopt", "engine.h"]);
        says(&run.stdout, wanted);
        folder.write("magicgen.toml", &run.stdout);
        folder.succeed(&["--emit", &parts, "--tables", "init"]);
        assert_eq!(numbers(&folder, "engine.h"), numbers(&folder, "magics.h"), "{variant}");
        assert!(!folder.read("magics.h").contains("found by magicgen"));
    }
}

/// Two tables, each with offsets of its own that no lookup without offsets has, are two outputs.
fn a_table_for_each_piece_is_an_output_for_each() {
    let source = sources::rust("annuss-2010");
    let (rooks, bishops) = source.split_at(source.find("pub const BISHOP").unwrap());
    let folder = Folder::new();
    folder.write("rook.rs", rooks);
    folder.write("bishop.rs", bishops);
    let run = folder.succeed(&["verify", "--adopt", "rook.rs", "bishop.rs"]);
    let lines =
        ["id = \"rook\"", "name = \"rook magics\"", "id = \"bishop\"", "pieces = [\"bishop\"]"];
    says(&run.stdout, &lines);
    folder.write("magicgen.toml", &run.stdout);
    folder.succeed(&["--emit", "lookup,factors,shifts,offsets"]);
    for piece in ["rook", "bishop"] {
        let [source, generated] = ["", "_magics"].map(|end| format!("{piece}{end}.rs"));
        assert_eq!(numbers(&folder, &source), numbers(&folder, &generated), "{piece}");
    }
}

fn flags_beat_what_the_source_says() {
    let folder = Folder::new();
    folder.write("magic.c", &sources::c("pradu"));
    folder.write("magics.h", "/* of the engine */\n");
    let flags = ["verify", "--adopt", "magic.c"];
    let run = folder.succeed(&flags);
    // The place of an engine's own file isn't taken.
    says(&run.stdout, &["name = \"slider magics\"", "given = \"magicgen.known.toml\""]);
    std::fs::remove_file(folder.path().join("magicgen.known.toml")).unwrap();
    let run =
        folder.succeed(&[&flags[..], &["-l", "zig", "-O", "h1lsb", "-n", "sliders"]].concat());
    says(&run.stdout, &["lang = \"zig\"", "orientation = \"h1lsb\"", "name = \"sliders\""]);
    assert_eq!(folder.run(&["verify", "-l", "zig", "magic.c"]).status, 2);
}

/// Nothing is written, and one error says what is wrong and what to do.
fn refused(folder: &Folder, arguments: &[&str], status: i32, says: &[&str]) {
    let before = folder.files();
    let run = folder.run(arguments);
    assert_eq!(run.status, status, "{}", run.stderr);
    assert!(run.stdout.is_empty(), "{}", run.stdout);
    for text in says {
        assert!(run.stderr.contains(text), "no {text:?} in {}", run.stderr);
    }
    let errors = run.stderr.lines().filter(|line| line.starts_with("error"));
    assert_eq!(errors.count(), 1, "{}", run.stderr);
    assert_eq!(run.stderr.matches("help:").count(), 1, "{}", run.stderr);
    assert_eq!(folder.files(), before);
}

fn arrays_that_hold_in_two_ways_are_one_error() {
    let folder = Folder::new();
    let both = sources::c("pradu")
        + &sources::c("bbc")
            .replace("rook_magics", "other_rooks")
            .replace("bishop_", "other_bishop_");
    folder.write("magic.c", &both);
    let verify = ["verify", "--adopt", "magic.c"];
    let says = [
        "the rook's factors hold in 2 ways",
        "`rook_magics` in line",
        "`other_rooks` in line",
        "`--array rook_magics`",
    ];
    refused(&folder, &verify, 2, &says);
    let run =
        folder.succeed(&[&verify[..], &["--array", "other_rooks,other_bishop_magics"]].concat());
    assert!(run.stderr.contains("rook: `other_rooks`"), "{}", run.stderr);
    let nothing = [&verify[..], &["--array", "queens"]].concat();
    let names = ["there is no array of factors `queens`", "`rook_magics`", "`other_bishop_magics`"];
    refused(&folder, &nothing, 2, &names);
}

fn sources_that_cannot_be_adopted_are_one_error() {
    let folder = Folder::new();
    folder.write("none.c", "int x[3] = {1, 2, 3};\n");
    folder.write(
        "search.cpp",
        "do m.magic = rng.sparse_rand<Bitboard>(); while (popcount(m.magic) < 6);\n",
    );
    let wrong = sources::c("pradu").replacen("0x0080001020400080", "0x0000000000000003", 1);
    folder.write("wrong.c", &wrong);
    folder.write("magic.txt", &sources::python("pradu"));
    folder.write("kept.toml", "");
    folder.write("magic.c", &sources::c("pradu"));
    for (arguments, status, says) in [
        (
            vec!["none.c"],
            3,
            ["no factors of rook or bishop found", "magicgen adopt --new-factors FOLDER"],
        ),
        (vec!["search.cpp"], 3, ["searched at start-up", "`sparse_rand` in line 1 of search.cpp"]),
        (vec!["wrong.c"], 1, ["an array of wrong.c is wrong", "magicgen verify wrong.c"]),
        (vec!["magic.txt"], 2, ["the name of magic.txt doesn't show its language", "--lang"]),
        (vec!["-o", "kept.toml", "magic.c"], 2, ["kept.toml exists already", "delete it"]),
        (vec!["missing.c"], 4, ["missing.c", "check the path"]),
    ] {
        refused(&folder, &[vec!["verify", "--adopt"], arguments].concat(), status, &says);
    }
}

/// No lookup has such products, so that the config searches factors of its own.
fn factors_of_a_larger_board_get_a_config_for_it() {
    for (file, text, board, has) in [
        ("rook.h", include_str!("../../data/verify/pikafish-rook.h"), "9x10", "rook_attacks"),
        ("rook.cpp", include_str!("../../data/verify/apery-rook.cpp"), "9x9", "rook_attacks"),
        ("bishop.rs", include_str!("../../data/verify/haitaka-bishop.rs"), "9x9", "bishop_attacks"),
    ] {
        let folder = Folder::new();
        folder.write(file, text);
        let run = folder.run(&["verify", "--adopt", file]);
        assert_eq!(run.status, 2, "{}", run.stderr);
        assert!(run.stderr.contains("hold") && run.stderr.contains("no variant"), "{}", run.stderr);
        assert!(!folder.has("magicgen.known.toml"));
        folder.write("magicgen.toml", &run.stdout);
        let run = folder.succeed(&["--lock", "none"]);
        assert!(run.stderr.contains(board), "{}", run.stderr);
        let named = if file.ends_with("rs") { "magics.rs" } else { "magics.hpp" };
        assert!(folder.read(named).contains(has), "{file}");
    }
    let folder = Folder::new();
    let text = include_str!("../../data/verify/pikafish-rook.h");
    folder.write("rook.h", &text.replacen("B(0x4040000414000A40", "B(0x0000000000000A40", 1));
    refused(
        &folder,
        &["verify", "--adopt", "rook.h"],
        1,
        &["an array of rook.h is wrong", "magicgen verify"],
    );
}

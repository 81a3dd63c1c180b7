//! The list of variants is true for generated files. `tests/slow/book` compares it with the book's.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        variants_are_objects_with_their_sizes,
        axes_combine,
        axes_that_clash_are_refused_with_the_reason,
        a_board_on_which_a_combination_cannot_work_is_refused_with_the_figure,
        languages_without_pext_say_what_would_do,
        what_excludes_dispatch_is_one_error,
        what_excludes_a_switch_is_one_error,
        a_switch_keeps_nothing_by_square,
        a_parameter_that_no_case_of_a_switch_reads_is_named_once,
        headers_of_pext_speak_of_no_index_bits,
        a_packing_is_kept_and_lowered,
        kannan_makes_a_table_like_his_appendix,
        known_factors_are_picked_by_name_and_credited,
        names_of_bit_scans_are_taken,
        attack_sets_of_occupancies_are_a_part,
        a_lock_alone_can_be_lowered: slow,
        boards_and_pieces_that_cannot_be_folded_are_one_error,
        a_piece_that_goes_one_way_is_folded_by_files,
    ]
}

fn variants_are_objects_with_their_sizes() {
    let printed = Folder::new().succeed(&["list", "variants", "--format", "json"]);
    let listed: serde_json::Value = serde_json::from_str(&printed.stdout).unwrap();
    let variants = listed["rows"].as_array().unwrap();
    let size = |id: &str| {
        let one = variants.iter().find(|one| one["id"] == id).unwrap();
        (one["words"].as_u64().unwrap(), one["bytes"].as_u64().unwrap())
    };
    for one in variants {
        for key in ["lookup", "loads", "operations", "words", "bytes"] {
            assert!(!one[key].is_null(), "{} {key}", one["id"]);
        }
    }
    assert_eq!(size("plain"), (294_912, 2_359_296));
    assert_eq!(size("fancy"), (107_648, 861_184));
    assert_eq!(size("nested"), (107_648, 861_184));
    assert_eq!(size("pext16"), (107_648, 215_296));
    let most = [
        ("fixed", 85_949),
        ("black", 79_878),
        ("packed", 79_032),
        ("postmask", 67_328),
        ("shared-slots", 48_772),
        ("direction", 6_144),
    ];
    for (id, most) in most {
        assert!(size(id).0 <= most, "{id} {:?}", size(id));
    }
    assert!(size("bytes-postmask").1 <= 86_000);
}

/// Tries all keys of the lookup that change a variant. The results are proved before they are printed.
fn axes_combine() {
    let folder = Folder::new();
    for (variant, keys) in [
        ("fancy", "shift=\"in-factor\""),
        ("fancy", "post-mask=true"),
        ("shift-in-factor", "post-mask=true"),
        ("offset-in-factor", "shift=\"constant\""),
        ("fancy", "cell=\"byte\""),
        ("packed", "cell=\"half\""),
        ("packed", "key=\"black\""),
        ("split32", "cell=\"byte\""),
        ("shared-factor", "shift=\"constant\""),
        ("direction", "combine=\"shift-add\""),
        ("shift-add", "cell=\"byte\""),
        ("black", "shift={ bishop = 55 }"),
    ] {
        let set = format!("output.lookup.{keys}");
        folder.succeed(&["--lang", "rust", "--variant", variant, "-D", &set, "-p", "bishop"]);
    }
}

fn axes_that_clash_are_refused_with_the_reason() {
    let folder = Folder::new();
    for (variant, keys, reason) in [
        ("plain", "key=\"black\"", "holes for overlapping ranges"),
        ("split32", "key=\"black\"", "share no constant"),
        ("pext", "factor=\"shared\"", "PEXT needs no factor"),
        ("packed", "offset=\"none\"", "tells squares apart"),
        ("packed", "combine=\"shift-add\"", "any number of terms"),
        ("shift-add", "key=\"constant\"", "only searched for the relevant occupancy"),
        ("shift-add", "shift=\"in-factor\"", "no free bits"),
        ("shift-add", "bishop-multiplies=1", "exclude each other"),
        ("shared-slots", "post-mask=false", "which the post-mask removes"),
        ("shared-slots", "cell=\"half\"", "contains a union of attack sets"),
        ("hyperbola", "shift=\"own\"", "exclude each other"),
        ("fixed", "shift={ rook = 50 }", "12 index bits"),
    ] {
        let set = format!("output.lookup.{keys}");
        let run = folder.run(&["--lang", "rust", "--variant", variant, "-D", &set]);
        assert_eq!(run.status, 2, "{variant} {keys}\n{}", run.stderr);
        assert!(run.stderr.contains(reason), "{variant} {keys}\n{}", run.stderr);
        assert!(run.stdout.is_empty());
    }
}

fn a_board_on_which_a_combination_cannot_work_is_refused_with_the_figure() {
    let folder = Folder::with_config(
        "version = 1\n[board]\nwidth = 7\nheight = 7\n[[output]]\nlang = \"rust\"\nvariant = \"line\"\n\
         path = \"magics.rs\"\n",
    );
    let run = folder.run(&[]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(run.stderr.contains("byte"), "{}", run.stderr);
    let run = Folder::new().run(&["--lang", "rust", "--variant", "group"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(run.stderr.contains("for the rook") && run.stderr.contains("102400"), "{}", run.stderr);
    assert!(!folder.has("magics.rs") && !folder.has("magicgen.lock"));
}

fn languages_without_pext_say_what_would_do() {
    for extra in [&["--lang", "go"][..], &["--lang", "c", "-D", "output.c.std=c89"]] {
        let mut arguments = vec!["--variant", "pext"];
        arguments.extend(extra);
        let run = Folder::new().run(&arguments);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains("PEXT") && run.stderr.contains("`fancy`"), "{}", run.stderr);
    }
}

fn what_excludes_dispatch_is_one_error() {
    let folder = Folder::new();
    for (arguments, says) in [
        (&["--lang", "c"][..], "`dispatch = true` and `key` other than \"pext\""),
        (
            &["--lang", "c", "--variant", "hyperbola"],
            "`dispatch` and `hyperbola` exclude each other",
        ),
        (&["--lang", "c", "--variant", "pext16"], "`dispatch = true` and `cell` other than"),
        (&["--lang", "java", "--variant", "pext"], "java has no `dispatch = true`"),
        (&["--lang", "go", "--variant", "pext"], "go has no PEXT and PDEP"),
        (
            &["--lang", "rust", "--variant", "pext", "--tables", "full"],
            "and `dispatch = true` exclude each other",
        ),
    ] {
        let given = [arguments, &["-D", "output.lookup.dispatch=true"]].concat();
        let run = folder.run(&given);
        assert_eq!(run.status, 2, "{arguments:?}\n{}", run.stderr);
        assert!(run.stderr.contains(says), "{arguments:?}\n{}", run.stderr);
        assert_eq!(run.stderr.matches("error[").count(), 1, "{arguments:?}\n{}", run.stderr);
        assert!(run.stdout.is_empty());
    }
}

fn what_excludes_a_switch_is_one_error() {
    let folder = Folder::new();
    let fields = ["-D", "output.style.fields=switch"];
    for (arguments, says) in [
        (&["--lang", "lua", "--variant", "switch"][..], "lua has no switch with a case"),
        (&["--lang", "lua", fields[0], fields[1]], "lua has no `fields = \"switch\"`"),
        (
            &["--lang", "c", "--variant", "switch", "-D", "output.style.fields=arrays"],
            "`fields` and `switch` exclude each other",
        ),
        (
            &["--lang", "java", "--tables", "init", fields[0], fields[1]],
            "and `tables = \"init\"` exclude each other",
        ),
        (
            &[
                "-l",
                "c",
                "--variant",
                "pext",
                "-D",
                "output.lookup.dispatch=true",
                fields[0],
                fields[1],
            ],
            "and `dispatch = true` exclude each other",
        ),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}\n{}", run.stderr);
        assert!(run.stderr.contains(says), "{arguments:?}\n{}", run.stderr);
        assert_eq!(run.stderr.matches("error[").count(), 1, "{arguments:?}\n{}", run.stderr);
        assert!(run.stdout.is_empty());
    }
}

/// A switch keeps nothing by square: no array of fields stands in the file, and full tables are taken for it.
fn a_switch_keeps_nothing_by_square() {
    let folder = Folder::new();
    let fields =
        ["-D", "output.style.fields=switch", "-D", "board.width=5", "-D", "board.height=4"];
    for lang in [
        "c", "cpp", "csharp", "d", "go", "java", "javascript", "kotlin", "nim", "ocaml", "rust",
        "zig",
    ] {
        // OCaml's interface has the documentation.
        let (out, file) =
            if lang == "ocaml" { (&["-o", "m.ml"][..], "m.mli") } else { (&[][..], "") };
        let printed = folder.succeed(&[&["--lang", lang], &fields[..], out].concat()).stdout;
        let text = if file.is_empty() { printed } else { folder.read(file) }.to_lowercase();
        let is_word = |word: &&str| !["*", "//", "///", "##"].contains(word);
        let text: Vec<&str> = text.split_whitespace().filter(is_word).collect();
        let text = text.join(" ");
        assert!(text.contains("any other gives the empty set"), "{lang}\n{text}");
        assert!(
            !text.contains("magic factor") && !text.contains("relevant occupancy mask"),
            "{lang}\n{text}"
        );
    }
}

/// On two ranks nothing stands between a bishop and the edge, so that no case of its switch reads what is occupied.
/// These languages' compilers warn of a parameter that nothing reads, or refuse it.
fn a_parameter_that_no_case_of_a_switch_reads_is_named_once() {
    let folder = Folder::new();
    for (lang, unread) in [
        ("c", "(void)occupied;"),
        ("cpp", "static_cast<void>(occupied);"),
        ("rust", "let _ = occupied;"),
        ("zig", "_ = occupied;"),
    ] {
        let arguments =
            ["--no-config", "--lang", lang, "-D", "output.style.fields=switch", "-o", "-"];
        let board = ["-D", "board.width=4", "-D", "board.height=2"];
        let flat = folder.succeed(&[&arguments[..], &board].concat()).stdout;
        assert_eq!(flat.matches(unread).count(), 1, "{lang}: {flat}");
        let chess = folder.succeed(&arguments).stdout;
        assert!(!chess.contains(unread), "{lang}");
    }
}

/// PEXT has no factor whose index could be too wide, and its header doesn't say that there is one.
fn headers_of_pext_speak_of_no_index_bits() {
    for variant in ["pext", "pext16"] {
        let run = Folder::new().succeed(&["--lang", "rust", "--variant", variant, "-p", "bishop"]);
        let header: Vec<&str> =
            run.stdout.lines().take_while(|line| line.starts_with("//")).collect();
        assert!(header.iter().any(|line| line.contains(variant)), "{header:?}");
        assert!(!header.join(" ").contains("index bits"), "{header:?}");
        assert!(!run.stderr.contains("index bits"), "{}", run.stderr);
    }
}

/// A packing in the lock is found again, is made smaller if possible, and is refused if it is damaged.
fn a_packing_is_kept_and_lowered() {
    let folder = Folder::with_config(
        "version = 1\n[board]\nwidth = 5\nheight = 5\n[search]\nknown = []\neffort = 1\n[[output]]\n\
         lang = \"rust\"\nvariant = \"packed\"\npath = \"magics.rs\"\n",
    );
    folder.succeed(&[]);
    let lock = folder.read("magicgen.lock");
    assert!(lock.contains("method = \"fancy-overlapped\"") && lock.contains("offset = ["));
    folder.succeed(&["--check"]);
    let entries = |lock: &str| {
        let line = lock.lines().find(|line| line.starts_with("entries = ")).unwrap();
        line["entries = ".len()..].parse::<u64>().unwrap()
    };
    let run = folder.succeed(&["search", "--effort", "2"]);
    let lowered = folder.read("magicgen.lock");
    assert!(entries(&lowered) <= entries(&lock), "{}", run.stderr);
    if lowered == lock {
        assert!(run.stderr.contains("stays at"), "{}", run.stderr);
    }
    folder.succeed(&["--locked"]);
    let at = lock.find("offset = [\n  ").unwrap() + "offset = [\n  ".len();
    let damaged = format!("{}{}{}", &lock[..at], 1, &lock[at..]);
    folder.write("magicgen.lock", &damaged);
    let run = folder.run(&["--locked"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
}

fn kannan_makes_a_table_like_his_appendix() {
    let run = Folder::new().succeed(&["list", "magics", "-D", "search.method=\"kannan\""]);
    let first = run.stdout.lines().nth(1).unwrap();
    let columns: Vec<&str> = first.split_whitespace().collect();
    assert_eq!(columns[..2], ["rook", "a1"]);
    assert!(columns[2].starts_with("0x") && columns[3].parse::<u8>().is_ok(), "{first}");
    assert_eq!(run.stdout.lines().count(), 1 + 128);
}

fn known_factors_are_picked_by_name_and_credited() {
    let folder = Folder::new();
    let run = folder.succeed(&[
        "--lang",
        "rust",
        "--variant",
        "black",
        "-D",
        "search.known=[\"annuss-black\"]",
    ]);
    assert!(run.stdout.contains("Annuss") && run.stdout.contains("entries 87988"));
    let run = folder.run(&["--lang", "rust", "-D", "search.known=[\"anus-black\"]"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("annuss-black"), "{}", run.stderr);
    let run = folder.succeed(&["--lang", "rust", "-D", "search.denser=true"]);
    assert!(run.stdout.contains("entries 88256") && run.stdout.contains("Witanowski"));
}

/// A user's name that is also a bit scan's name is refused, but only if the file has bit scans.
fn names_of_bit_scans_are_taken() {
    for (lang, lookup) in [
        ("c", "magics_bit_scan_forward8"),
        ("java", "bitScanReverse64"),
        ("rust", "bit_scan_forward32"),
    ] {
        let folder = Folder::new();
        let name = format!("output.names.lookup={lookup}");
        let given = ["--lang", lang, "-p", "bishop", "-D", &name];
        let run = folder.run(&[&given[..], &["--emit", "lookup,bitscan"]].concat());
        assert_eq!(run.status, 2, "{}", run.stderr);
        assert!(run.stderr.contains(&format!("have the same name, `{lookup}`")), "{}", run.stderr);
        folder.succeed(&[&given[..], &["--emit", "lookup"]].concat());
    }
}

/// The part with the attack sets of occupancies has two names.
fn attack_sets_of_occupancies_are_a_part() {
    let folder = Folder::new();
    let text = |part: &str| {
        let name = "output.names.attack-sets={piece}_sets";
        let board = ["-D", "board.width=3", "-D", "board.height=3"];
        let given = ["--lang", "rust", "-p", "rook", "--emit", part, "-D", name];
        folder.succeed(&[&given[..], &board[..]].concat()).stdout
    };
    assert!(text("attack-sets").contains("static rook_sets: [u64; 25]"), "{}", text("attack-sets"));
    assert!(text("occupancy-attacks").contains("static rook_sets: [u64; 25]"));
}

/// `search` with a lock alone finds out which tables of the chess board the lock has.
fn a_lock_alone_can_be_lowered() {
    let folder = Folder::with_config(
        "version = 1\n[[output]]\nlang = \"rust\"\nvariant = \"packed\"\npath = \"magics.rs\"\n",
    );
    folder.succeed(&[]);
    let lock = folder.read("magicgen.lock");
    folder.write("alone/magicgen.lock", &lock);
    let run = folder
        .succeed(&["search", "--no-config", "--lock", "alone/magicgen.lock", "--effort", "1"]);
    assert!(run.stderr.contains("packed"), "{}", run.stderr);
    let run = folder.run(&["search", "--no-config", "--lock", "nowhere.lock"]);
    assert_eq!(run.status, 4, "{}", run.stderr);
}

fn boards_and_pieces_that_cannot_be_folded_are_one_error() {
    let lance = "pieces = [\"lance\"]\n[[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n";
    let whole = "width = 8\nheight = 8";
    let (ranks, files, both) = ("true", "\"files\"", "\"both\"");
    for (fold, board, more, says) in [
        (ranks, "width = 8\nheight = 7", "", "fills an even number of bytes"),
        (both, "width = 8\nheight = 7", "", "fills an even number of bytes"),
        (ranks, whole, lance, "the attacks of the lance on a5 aren't mirrored"),
        (both, whole, lance, "the attacks of the lance on a5 aren't mirrored"),
        (ranks, "width = 4\nheight = 8", "", "the attacks of the rook on"),
        (files, "width = 7\nheight = 8\nstride = 8", "", "the attacks of the rook on a1 aren't"),
        (files, "width = 4\nheight = 8", "", "the attacks of the rook on a1 aren't mirrored"),
        (files, "width = 8\nheight = 8\nholes = [\"c3\"]", "", "the attacks of the rook on"),
        (ranks, whole, "tables = \"init\"\n", "start-up code can't fill"),
        (files, whole, "variant = \"black\"\n", "`fold` mirrors only relevant squares"),
        (both, whole, "variant = \"plain\"\n", "squares share a range"),
        ("\"file\"", whole, "", "did you mean `files`?"),
        ("2", whole, "", "true, false or a word"),
    ] {
        let output =
            format!("[[output]]\nlang = \"c\"\npath = \"m.h\"\nlookup = {{ fold = {fold} }}\n");
        let text = format!("version = 1\n[board]\n{board}\n{output}{more}");
        let folder = Folder::with_config(&text);
        let run = folder.run(&[]);
        assert_eq!(run.status, 2, "{}", run.stderr);
        assert_eq!(run.stderr.matches("error").count(), 1, "{}", run.stderr);
        assert!(run.stderr.contains(says) && run.stderr.contains("help: "), "{}", run.stderr);
        assert!(!folder.has("m.h"));
    }
}

/// A lance goes up alone: left and right are alike.
fn a_piece_that_goes_one_way_is_folded_by_files() {
    let folder = Folder::with_config(
        "version = 1\n[[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n\
         [[output]]\nlang = \"c\"\npath = \"m.h\"\npieces = [\"lance\"]\nlookup.fold = \"files\"\n",
    );
    folder.succeed(&[]);
    assert!(folder.read("m.h").contains("variant fancy (fold files)"));
}

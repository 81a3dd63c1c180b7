//! `magicgen search --goal`: tables that get shorter, checkpoints that runs go on from, pools and merged locks.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::folder::{Folder, Run};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        runs_one_after_another_find_what_one_run_finds: slow,
        a_search_from_nothing_goes_on_as_one,
        the_shortest_table_is_drawn,
        a_search_begins_with_the_table_that_is_printed_without_it,
        a_killed_run_goes_on_from_its_checkpoint: slow,
        #[cfg(unix)]
        an_interrupted_run_keeps_what_it_has_done: slow,
        wrong_arguments_are_told,
        pools_of_others_are_refused_and_stay_whole,
        a_table_of_16_bits_a_slot_is_shortened_and_looked_up,
        one_lock_holds_tables_of_words_and_of_16_bits,
        a_folded_table_is_shortened_and_looked_up: slow,
        #[cfg(target_os = "linux")]
        a_checkpoint_that_does_not_fit_leaves_the_old_one,
        merged_locks_keep_the_shorter_table_of_each_kind: slow,
        merged_pools_keep_the_best_factors: slow,
    ]
}

const BOARD: &str = "version = 1\n[board]\nwidth = 5\nheight = 4\n";

/// A folder with a config of a small board.
fn folder() -> Folder {
    Folder::with_config(BOARD)
}

/// The arguments of a search for so many units.
fn search<'a>(effort: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["search", "--goal", "packed", "--key", "constant", "--effort", effort], more].concat()
}

const FILES: [&str; 4] = ["-o", "x.pool", "--lock", "x.lock"];

#[track_caller]
fn json(run: &Run) -> serde_json::Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stdout))
}

#[track_caller]
fn refused(folder: &Folder, arguments: &[&str], status: i32, says: &[&str]) {
    let before = folder.files();
    let run = folder.run(arguments);
    assert_eq!(run.status, status, "{arguments:?}\n{}", run.stderr);
    let errors = run.stderr.lines().filter(|line| line.starts_with("error")).count();
    assert_eq!(errors, 1, "{}", run.stderr);
    assert!(run.stderr.contains("help: "), "{}", run.stderr);
    for says in says {
        assert!(run.stderr.contains(says), "{says}\n{}", run.stderr);
    }
    assert!(folder.files() == before, "{arguments:?} has written something");
}

fn runs_one_after_another_find_what_one_run_finds() {
    let (one, other) = (folder(), folder());
    one.succeed(&search("30", &FILES));
    for effort in ["1", "12", "13", "20", "20", "30"] {
        other.succeed(&search(effort, &FILES));
    }
    for file in ["x.pool", "x.lock"] {
        assert_eq!(one.read(file), other.read(file), "{file}");
    }
    // What is done already is done at once.
    let again = json(
        &one.succeed(&search("30", &["-o", "x.pool", "--lock", "x.lock", "--format", "json"])),
    );
    assert_eq!((&again["status"], &again["units"]), (&"same".into(), &30.into()));
    // Another seed finds another packing, and lowers the lock or leaves it.
    let entries = |folder: &Folder| {
        let text = folder.read("x.lock");
        let line = text.lines().find(|line| line.starts_with("entries = ")).unwrap();
        line[10..].parse::<u64>().unwrap()
    };
    let before = entries(&one);
    one.succeed(&search("30", &["--seed", "1", "-o", "y.pool", "--lock", "x.lock"]));
    assert!(entries(&one) <= before);
    assert_ne!(one.read("x.pool"), one.read("y.pool"));
    // Outputs take the table from the lock without a search.
    let config = format!(
        "{BOARD}[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"packed\"\ntables = \"full\"\n\
         [output.lookup]\nkey = \"constant\"\n"
    );
    one.write("magicgen.toml", &config);
    one.succeed(&["--locked", "--lock", "x.lock"]);
    assert!(one.read("m.h").contains(&format!("entries {} ", entries(&one))));
}

/// Where no factor is known, more units find factors first. The checkpoint remembers which kind of search it is.
fn a_search_from_nothing_goes_on_as_one() {
    let (one, other) = (folder(), folder());
    let begins = |jobs| ["--from-nothing", "--jobs", jobs, "-o", "x.pool", "--lock", "x.lock"];
    one.succeed(&search("20", &begins("1")));
    other.succeed(&search("6", &begins("3")));
    for effort in ["13", "20"] {
        other.succeed(&search(effort, &FILES));
    }
    for file in ["x.pool", "x.lock"] {
        assert_eq!(one.read(file), other.read(file), "{file}");
    }
    let pool = one.read("x.pool");
    let line = pool.lines().find(|line| line.starts_with("search ")).unwrap();
    assert!(line.ends_with(" from-nothing"), "{line}");
    // Nothing else may stand there.
    other.write("x.pool", &pool.replacen(" from-nothing", " from-something", 1));
    let number = pool.lines().position(|other| other == line).unwrap() + 1;
    let at = format!("x.pool:{number}");
    refused(&other, &search("21", &FILES), 2, &[&at, "`from-nothing`"]);
}

/// The curve of two runs is drawn as that of one, with a bar for each square.
fn the_shortest_table_is_drawn() {
    let folder = folder();
    let plot = |effort| [&search(effort, &FILES)[..], &["--plot", "x.svg"]].concat();
    folder.succeed(&plot("20"));
    let first = folder.read("x.svg");
    folder.succeed(&plot("26"));
    let svg = folder.read("x.svg");
    assert!(first.contains("20 units") && svg.contains("seed 0, 26 units"), "{svg}");
    let text = folder.read("x.lock");
    let entries = text.lines().find_map(|line| line.strip_prefix("entries = ")).unwrap();
    assert!(svg.contains(&format!("packed, key constant: {entries} entries")), "{svg}");
    assert_eq!(svg.matches("class=\"curve\"").count(), 1);
    for square in ["rook a1", "rook e4", "bishop c2"] {
        assert_eq!(svg.matches(&format!("<title>{square}: ")).count(), 1, "{square}");
    }
    assert_eq!(svg.matches("</title></rect>").count(), 2 * 20);
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    refused(&folder, &search("27", &[&FILES[..], &["--plot", "sub"]].concat()), 4, &["sub"]);
    let merged =
        folder.run(&["search", "--merge", "x.lock", "--lock", "y.lock", "--plot", "y.svg"]);
    assert!(
        merged.status == 2 && merged.stderr.contains("cannot be used with"),
        "{}",
        merged.stderr
    );
}

/// A known table of rooks and bishops is much too long for one of them.
fn a_search_begins_with_the_table_that_is_printed_without_it() {
    for pieces in [["--piece", "bishop"], ["-D", "board.height=5"]] {
        let folder = Folder::new();
        let generate = ["--no-config", "--lang", "c", "--variant", "packed", "-o", "m.h"];
        let printed = |more: &[&str]| {
            folder.succeed(&[&generate[..], more, &pieces].concat());
            let text = folder.read("m.h");
            let entries = text.split("entries ").nth(1).and_then(|text| text.split(' ').next());
            entries.unwrap().parse::<u64>().unwrap()
        };
        let before = printed(&[]);
        let search = ["search", "--no-config", "--goal", "packed", "--effort", "2"];
        let files = ["--lock", "x.lock", "--format", "json"];
        let found = json(&folder.succeed(&[&search[..], &files, &pieces].concat()));
        assert_eq!(found["before"], before, "{pieces:?}");
        assert!(found["entries"].as_u64().unwrap() <= before, "{pieces:?}: {found}");
        assert_eq!(found["entries"], printed(&["--lock", "x.lock"]), "{pieces:?}");
    }
}

fn a_killed_run_goes_on_from_its_checkpoint() {
    let folder = folder();
    let arguments =
        ["search", "--goal", "shared-slots", "--time", "60s", "-o", "x.pool", "--lock", "x.lock"];
    let mut best = u64::MAX;
    for _ in 0..3 {
        let mut child = Command::new(crate::program())
            .args(arguments)
            .current_dir(folder.path())
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let started = Instant::now();
        let units = || {
            let text = std::fs::read_to_string(folder.path().join("x.pool")).unwrap_or_default();
            text.lines().filter(|line| line.starts_with("best ")).count()
        };
        while (units() == 0 || started.elapsed() < Duration::from_millis(1500))
            && started.elapsed() < Duration::from_secs(120)
        {
            std::thread::sleep(Duration::from_millis(50));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(folder.read("x.pool").ends_with("\nend\n"));
        let run = folder.succeed(&[
            "search", "--goal", "shared-slots", "--effort", "1", "-o", "x.pool", "--lock",
            "x.lock", "--format", "json",
        ]);
        let entries = json(&run)["entries"].as_u64().unwrap();
        assert!(entries <= best);
        best = entries;
    }
}

#[cfg(unix)]
fn an_interrupted_run_keeps_what_it_has_done() {
    let folder = folder();
    let child = Command::new(crate::program())
        .args(["search", "--goal", "packed", "--time", "10m", "-o", "x.pool"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    let has_begun = || {
        let text = std::fs::read_to_string(folder.path().join("x.pool")).unwrap_or_default();
        text.contains("\nsearch ")
    };
    while !has_begun() && started.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("interrupted; the same command goes on from there"), "{said}");
    assert!(folder.read("x.pool").ends_with("\nend\n"));
}

fn wrong_arguments_are_told() {
    let folder = folder();
    refused(&folder, &search("0", &FILES), 2, &["`--effort 0` searches nothing", "--effort 100"]);
    let no_end = ["search", "--goal", "packed", "--lock", "x.lock"];
    refused(&folder, &no_end, 2, &["`--time` or `--effort` is missing", "--time 30m"]);
    refused(&folder, &["search", "--time", "1s"], 2, &["--goal packed"]);
    let both = folder.run(&search("1", &["--time", "1s"]));
    assert!(
        both.status == 2 && both.stderr.contains("cannot be used with '--time <TIME>'"),
        "{}",
        both.stderr
    );
    let stdout = search("1", &["-o", "-"]);
    refused(&folder, &stdout, 2, &["a checkpoint can't be this file"]);
    let nowhere = search("1", &["--no-config"]);
    refused(&folder, &nowhere, 2, &["the result has no file"]);
    for wrong in ["0s", "5", "1.5h"] {
        let run = folder.run(&["search", "--goal", "packed", "--time", wrong]);
        assert!(run.status == 2 && run.stderr.contains("--time 30m"), "{}", run.stderr);
    }
}

fn pools_of_others_are_refused_and_stay_whole() {
    let folder = folder();
    folder.succeed(&search("26", &FILES));
    let text = folder.read("x.pool");
    folder.write("wide.toml", "version = 1\n[board]\nwidth = 4\nheight = 5\n");
    let wide = search("27", &["-c", "wide.toml", "-o", "x.pool", "--lock", "y.lock"]);
    refused(
        &folder,
        &wide,
        2,
        &["x.pool:3: the pool belongs to another board or other pieces", "--config"],
    );
    let rook = search("27", &["--piece", "rook", "-o", "x.pool", "--lock", "y.lock"]);
    refused(&folder, &rook, 2, &["x.pool:3: the pool belongs to another board or other pieces"]);
    let seed = search("27", &["--seed", "1", "-o", "x.pool", "--lock", "y.lock"]);
    refused(&folder, &seed, 2, &["x.pool: the pool belongs to another search", "with seed 0"]);
    let white =
        ["search", "--goal", "packed", "--effort", "27", "--pool", "x.pool", "--lock", "y.lock"];
    refused(
        &folder,
        &white,
        2,
        &["x.pool:2: the pool is for the key `constant`", "--key constant"],
    );
    let goes_on = search("27", &FILES);
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("factor ")).unwrap();
    let seat = lines.iter().position(|line| line.starts_with("best ")).unwrap();
    let factor = lines[first].split(' ').nth(3).unwrap();
    // Both squares use the slot at which their ranges begin.
    let slot = |line: &'_ str| line.rsplit_once(' ').map(|(_, slot)| slot.to_owned()).unwrap();
    let seated = lines[seat].rsplit_once(' ').unwrap().0;
    let moved = format!("{seated} {}", slot(lines[seat + 1]));
    let zero = "0x0000000000000000";
    let spread = lines.iter().position(|line| line.starts_with("spread ")).unwrap();
    let spread_factor = lines[spread].split(' ').nth(3).unwrap();
    let wrong_spread = lines[spread].replace(spread_factor, zero);
    let couple = lines.iter().position(|line| line.starts_with("couple ")).unwrap();
    // A square and itself.
    let words: Vec<&str> = lines[couple].split(' ').collect();
    let twice = [&words[..8], &words[2..8]].concat().join(" ");
    let at = |line: usize, says: &str| format!("x.pool:{}: {says}", line + 1);
    let wrong = [
        (text.replacen(factor, zero, 1), at(first, "the factor is wrong")),
        (text.replacen(lines[seat], &moved, 1), "x.pool: the packing is wrong".to_owned()),
        (text.replacen("end\n", "", 1), "x.pool: the file is cut off".to_owned()),
        (text.replacen("magicgen pool 1", "magicgen pool 2", 1), at(0, "the file isn't a pool")),
        (text.replacen("factor 0", "factor x", 1), at(first, "the line can't be parsed")),
        (text.replacen("factor 0 0", "factor 0 63", 1), at(first, "the factor is wrong")),
        ("factors\n".to_owned(), at(0, "the file isn't a pool")),
        (
            text.replacen(lines[spread], "spread 0", 1),
            at(spread, "the line can't be parsed: it needs `spread PIECE"),
        ),
        (text.replacen(lines[spread], &wrong_spread, 1), at(spread, "the factor is wrong")),
        (
            text.replacen(lines[couple], "couple 1 2", 1),
            at(couple, "the line can't be parsed: it needs `couple SLOTS`"),
        ),
        (text.replacen(lines[couple], &twice, 1), at(couple, "the couple is wrong")),
    ];
    for (wrong, says) in wrong {
        assert_ne!(wrong, text);
        folder.write("x.pool", &wrong);
        refused(&folder, &goes_on, 2, &[&says]);
    }
    folder.write("x.pool", &text);
    folder.succeed(&goes_on);
}

fn a_table_of_16_bits_a_slot_is_shortened_and_looked_up() {
    let folder = folder();
    let flags = ["search", "--goal", "shared-slots", "--effort", "14"];
    let bits = [&flags[..], &["--cell", "pdep", "--format", "json"], &FILES].concat();
    let found = json(&folder.succeed(&bits));
    assert_eq!(found["table"], "shared-slots, key white, cell pdep");
    let config = format!(
        "{BOARD}[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"shared-slots\"\n\
         [output.lookup]\ncell = \"pdep\"\n"
    );
    folder.write("magicgen.toml", &config);
    folder.succeed(&["--locked", "--lock", "x.lock"]);
    assert!(folder.read("m.h").contains(&format!("entries {} ", found["entries"])));
    // The packed attack sets of a board aren't its attack sets.
    let words = [&flags[..], &FILES].concat();
    refused(&folder, &words, 2, &["x.pool:3: the pool belongs to another board or other pieces"]);
}

/// What squares share by the bits that PDEP reads is another table than what they share by squares, in one lock.
fn one_lock_holds_tables_of_words_and_of_16_bits() {
    let output = |id: &str, more: &str| {
        format!(
            "[[output]]\nid = \"{id}\"\nname = \"{id}\"\nlang = \"c\"\npath = \"{id}.h\"\nvariant = \"shared-slots\"\n{more}"
        )
    };
    let bits = output("bits", "lookup = { cell = \"pdep\" }\n");
    let folder = Folder::with_config(&format!("{BOARD}{bits}{}", output("words", "")));
    folder.succeed(&[]);
    folder.succeed(&["--check"]);
    folder.succeed(&["--locked"]);
}

fn a_folded_table_is_shortened_and_looked_up() {
    let board = "version = 1\n[board]\nwidth = 8\nheight = 4\n";
    let folder = Folder::with_config(board);
    for (fold, key) in
        [("--fold", "true"), ("--fold=files", "\"files\""), ("--fold=both", "\"both\"")]
    {
        folder.write("magicgen.toml", board);
        let files = ["-o", "x.pool", "--lock", "x.lock", "--format", "json"];
        let found = search("26", &[&[fold][..], &files].concat());
        let found = json(&folder.succeed(&found));
        let word = key.trim_matches('"').replace("true", "ranks");
        assert_eq!(found["table"], format!("packed, key constant, fold {word}"));
        let config = format!(
            "{board}[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"packed\"\ntables = \"full\"\n\
             [output.lookup]\nkey = \"constant\"\nfold = {key}\n"
        );
        folder.write("magicgen.toml", &config);
        folder.succeed(&["--locked", "--lock", "x.lock"]);
        assert!(folder.read("m.h").contains(&format!("entries {} ", found["entries"])));
        // The pool of a part isn't one of the whole board, nor the other way round.
        let whole = search("27", &["-o", "x.pool", "--lock", "y.lock"]);
        refused(
            &folder,
            &whole,
            2,
            &["x.pool:3: the pool belongs to another board or other pieces"],
        );
        std::fs::remove_file(folder.path().join("x.pool")).unwrap();
    }
    let odd = Folder::with_config(BOARD);
    let fold = search("1", &["--fold", "--lock", "x.lock"]);
    refused(&odd, &fold, 2, &["fills an even number of bytes", "remove `--fold`"]);
    let fold = search("1", &["--fold", "files", "--lock", "x.lock"]);
    refused(&odd, &fold, 2, &["aren't mirrored", "remove `--fold`"]);
}

#[cfg(target_os = "linux")]
fn a_checkpoint_that_does_not_fit_leaves_the_old_one() {
    let folder = folder();
    folder.succeed(&search("26", &FILES));
    let (pool, lock) = (folder.read("x.pool"), folder.read("x.lock"));
    let arguments = search("32", &FILES).join(" ");
    let script = format!("ulimit -f 1; exec '{}' {arguments}", crate::program());
    let run =
        Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(4), "{stderr}");
    assert!(stderr.contains("x.pool") && stderr.contains("help: "), "{stderr}");
    assert_eq!((folder.read("x.pool"), folder.read("x.lock")), (pool, lock));
}

fn merged_locks_keep_the_shorter_table_of_each_kind() {
    let folder = folder();
    folder.succeed(&search("26", &["--lock", "one.lock"]));
    folder.succeed(&search("42", &["--lock", "two.lock"]));
    let shared = ["search", "--goal", "shared-slots", "--effort", "14", "--lock", "one.lock"];
    folder.succeed(&shared);
    let entries = |name: &str, method: &str| {
        let text = folder.read(name);
        let from = text.find(&format!("method = \"{method}\""))?;
        let line = text[from..].lines().find(|line| line.starts_with("entries = "))?;
        line[10..].parse::<u64>().ok()
    };
    let merge = ["search", "--merge", "one.lock", "two.lock", "--lock", "best.lock"];
    let run = folder.succeed(&merge);
    let (packed, slots) = ("fancy-overlapped-constant", "fancy-shared-slots");
    let least = entries("one.lock", packed).min(entries("two.lock", packed));
    assert!(least.is_some() && entries("best.lock", packed) == least, "{}", run.stdout);
    assert_eq!(entries("best.lock", slots), entries("one.lock", slots));
    assert!(run.stdout.contains("packed, key constant: ") && run.stdout.contains("shared-slots"));
    // A wrong factor anywhere, and nothing is written.
    let text = folder.read("two.lock");
    let from = text.find("factor = [").unwrap();
    let word = from + text[from..].find("\"0x").unwrap() + 1;
    let tampered = format!("{}0x0000000000000000{}", &text[..word], &text[word + 18..]);
    folder.write("two.lock", &tampered);
    refused(&folder, &merge, 2, &["two.lock", "wrong factor for the bishop on a1"]);
    let alone = ["search", "--merge", "one.lock", "two.lock"];
    refused(&folder, &alone, 2, &["needs `--lock FILE`"]);
    let missing = ["search", "--merge", "no.lock", "--lock", "best.lock"];
    refused(&folder, &missing, 4, &["no.lock"]);
    folder.write("chess.toml", "version = 1\n");
    let chess = ["search", "--merge", "one.lock", "-c", "chess.toml", "--lock", "new.lock"];
    refused(&folder, &chess, 2, &["no packed table of these pieces"]);
}

fn merged_pools_keep_the_best_factors() {
    let folder = folder();
    folder.succeed(&search("26", &["-o", "one.pool"]));
    folder.succeed(&search("26", &["--seed", "1", "-o", "two.pool"]));
    let merge = ["search", "--merge", "one.pool", "two.pool", "-o", "both.pool"];
    folder.succeed(&merge);
    let both = folder.read("both.pool");
    let reversed = ["search", "--merge", "two.pool", "one.pool", "-o", "other.pool"];
    folder.succeed(&reversed);
    assert_eq!(both.lines().count(), folder.read("other.pool").lines().count());
    assert!(!both.contains("\nsearch ") && both.ends_with("\nend\n"));
    let one = folder.read("one.pool");
    let best =
        |text: &str| text.lines().find(|line| line.starts_with("factor 0 6 ")).map(str::to_owned);
    assert!(best(&both).is_some());
    assert!(best(&both) == best(&one) || best(&both) == best(&folder.read("two.pool")));
    folder.succeed(&search("26", &["--pool", "both.pool", "--lock", "both.lock"]));
    let mixed = ["search", "--merge", "one.pool", "both.lock", "-o", "x.pool"];
    refused(&folder, &mixed, 2, &["locks or pools, not both"]);
}

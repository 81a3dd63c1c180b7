//! One run reports all errors of a file, each with its line and with advice.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        of_keys_types_values_and_numbers,
        of_pieces,
        of_a_text_that_is_no_toml,
        of_what_was_never_closed,
        of_a_list_over_several_lines,
        of_choices_about_a_lookup,
        of_a_choice_that_the_variant_makes,
        what_excludes_another_is_labelled_at_both,
        of_a_lock,
        of_a_file_that_is_nothing_else,
        every_wrong_identifier_is_told,
    ]
}

/// The lines of a file that a run's messages point at, in the order of the messages.
fn lines(stderr: &str, file: &str) -> Vec<usize> {
    let places = stderr.lines().filter_map(|line| line.trim_start().strip_prefix("--> "));
    let places = places.filter_map(|place| place.strip_prefix(file)?.strip_prefix(':'));
    places.map(|place| place.split(':').next().unwrap().parse().unwrap()).collect()
}

/// The lines of a config that are marked as wrong by comments with `#!`.
fn marked(config: &str) -> Vec<usize> {
    let lines = config.lines().enumerate();
    let of = |(at, line): (usize, &str)| std::iter::repeat_n(at + 1, line.matches("#!").count());
    lines.flat_map(of).collect()
}

/// Checks that messages point at every marked line as often as it is marked and at no other line, and that each error
/// has advice.
fn each_is_told(config: &str) {
    let folder = Folder::with_config(config);
    let before = folder.files();
    let run = folder.run(&[]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert_eq!(lines(&run.stderr, "magicgen.toml"), marked(config), "{config}\n{}", run.stderr);
    let errors = run.stderr.matches("error[").count();
    assert_eq!(errors, marked(config).len(), "{}", run.stderr);
    assert_eq!(run.stderr.matches("= help: ").count(), errors, "{}", run.stderr);
    assert_eq!(folder.files(), before);
    // JSON has the same errors.
    let run = folder.run(&["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let of_json = report["diagnostics"].as_array().unwrap().iter();
    let of_json: Vec<usize> = of_json
        .map(|one| usize::try_from(one["span"]["line"].as_u64().unwrap()).unwrap())
        .collect();
    assert_eq!(of_json, marked(config));
}

const MANY: &str = r#"version = 1
orientation = "a1lbs" #!
surplus = 1 #!
[board]
wdth = 3 #!
holes = ["z9", 3, "a1", true] #! #!
height = 0 #!
[search]
seed = "x" #!
known = ["annuss-blck"] #!
effort = 1.5 #!
denser = "yes" #!
[[piece]]
name = "lance"
rays = [[0, 1, 2], [1, 0], [99, 0]] #! #!
range = 0 #!
[[piece]] # called nothing
nme = "foo" #!
[[piece]]
name = "rook" #!
from = "bishop"
[defaults]
doc = 3 #!
[defaults.java]
releas = 8 #!
[[output]]
lang = "c"
varient = "plain" #!
tables = "sometimes" #!
path = 3 #!
emit = ["lookup", "ofsets", 4] #! #!
[output.c]
std = "c98" #!
inlne = true #!
guard = "1-2" #!
[output.style]
eol = "cr" #!
columns = "many" #!
hex = true #!
[output.lookup]
key = "blck" #!
shift = "constant"
post-mask = "yes" #!
[[output]]
lang = "jav" #!
id = "j"
path = "x/"
variant = "fncy" #!
pieces = ["rook", "lance"]
[output.names]
magics = "a" #!
factors = "b"
[output.java]
release = "x" #!
[[output]]
id = "k"
lang = "rust"
path = "k.rs"
max-bytes = 0 #!
[output.rust]
edition = "2030" #!
storage = 1 #!
[[output]]
id = "v"
lang = "verilog"
path = "v.v"
[output.verilog]
memory = "clocked"
stages = 4 #!
[[output]]
id = "w"
lang = "verilog"
path = "w.v"
[output.verilog]
stages = 2 #!
"#;

fn of_keys_types_values_and_numbers() {
    each_is_told(MANY);
}

/// An unknown piece is reported even if there are other errors, unless it may be a piece whose name couldn't be read.
fn of_pieces() {
    each_is_told(
        "version = 1\nsurplus = 1 #!\n[[piece]]\nname = \"x\"\nfrom = \"bishp\" #!\n[[output]]\nlang = \"c\"\n\
         path = \"m.h\"\npieces = [\"rok\", \"x\", \"queen\", \"queen\"] #! #!\n",
    );
    each_is_told(
        "version = 1\n[[piece]]\nnme = \"rok\" #!\n[[output]]\nlang = \"c\"\npath = \"m.h\"\npieces = [\"rok\"]\n",
    );
}

fn of_a_text_that_is_no_toml() {
    each_is_told(
        r#"version = 1
[[output]]
lang = c #!
path = "m.h"
[output.c]
std = "c98" #!
guard = "a" "b" #!
[output.style #!
eol = "cr"
[[output]]
lang = "rust"
varient = "x" #!
id = "r"
id = "q" #!
path = "x.rs
[output.rust]
edition = 1 #!
"#
        .replace("path = \"x.rs\n", "path = \"x.rs #!\n")
        .as_str(),
    );
}

/// A list that was never closed doesn't swallow the rest of the file.
fn of_what_was_never_closed() {
    for open in ["emit = [\"lookup\",", "emit = [\"lookup\"", "emit = [", "doc = { a = 1"] {
        let config = format!(
            "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n{open}\n[output.c]\nstd = \"c98\"\n\
             [[output]]\nlang = \"rust\"\nvarient = 1\n"
        );
        let folder = Folder::with_config(&config);
        let run = folder.run(&[]);
        let told = lines(&run.stderr, "magicgen.toml");
        assert_eq!((run.status, told.len()), (2, 3), "{config}\n{}", run.stderr);
        assert!([5, 6].contains(&told[0]), "{}", run.stderr);
        assert_eq!(told[1..], [7, 10], "{}", run.stderr);
    }
}

/// A list that is closed has one error, and the text after it is read.
fn of_a_list_over_several_lines() {
    each_is_told(
        "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nemit = [\n  \"lookup\",\n  squares, #!\n  \"masks\",\n]\nvarient = 1 #!\n",
    );
}

fn of_choices_about_a_lookup() {
    let folder = Folder::with_config(
        "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n[output.lookup]\nkey = \"pext\"\nshift = \"in-factor\"\nplacement = \"overlapped\"\ncell = \"half\"\npost-mask = true\n",
    );
    let run = folder.run(&[]);
    assert_eq!(run.status, 2);
    // Each error has its own pair of places.
    assert_eq!(lines(&run.stderr, "magicgen.toml"), [6, 6, 8, 10], "{}", run.stderr);
    assert_eq!(run.stderr.matches("doesn't go with it").count(), 4, "{}", run.stderr);
    for pair in [
        "`key = \"pext\"` and `factor`, `offset` or `shift` of factors",
        "`key = \"pext\"` and a packed placement",
        "a packed placement and a field \"in-factor\"",
        "`post-mask = true` and `cell` of 16 bits",
    ] {
        assert!(run.stderr.contains(pair), "{pair}\n{}", run.stderr);
    }
}

/// A choice that the variant makes is labelled at the line of the variant.
fn of_a_choice_that_the_variant_makes() {
    let folder = Folder::with_config(
        "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"bytes\"\n[output.lookup]\nplacement = \"shared\"\n",
    );
    let run = folder.run(&[]);
    assert_eq!(run.status, 2);
    assert_eq!(lines(&run.stderr, "magicgen.toml"), [7], "{}", run.stderr);
    assert!(run.stderr.contains("5 | variant = \"bytes\""), "{}", run.stderr);
}

fn what_excludes_another_is_labelled_at_both() {
    for (config, first, second) in [
        ("[orientation]\npermutation = [0]\nlsb = \"a1\"\n", "permutation", "lsb"),
        ("[[piece]]\nname = \"x\"\nrays = [[1, 0]]\nfrom = \"rook\"\n", "rays", "from"),
        (
            "[[piece]]\nname = \"x\"\nfrom = \"rook\"\n[[piece]]\nname = \"x\"\nfrom = \"rook\"\n",
            "name",
            "name",
        ),
    ] {
        let config = format!("version = 1\n{config}[[output]]\nlang = \"c\"\npath = \"m.h\"\n");
        let run = Folder::with_config(&config).run(&[]);
        assert_eq!(run.status, 2);
        let shown =
            |key: &str| run.stderr.lines().any(|line| line.contains(&format!(" | {key} = ")));
        assert!(shown(first) && shown(second), "{config}\n{}", run.stderr);
        assert!(run.stderr.contains("excluded by it") || run.stderr.contains("first here"));
    }
}

fn of_a_lock() {
    let folder = Folder::with_config(
        "version = 1\n[board]\nwidth = 4\nheight = 3\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n[[output]]\nlang = \"rust\"\npath = \"m.rs\"\n",
    );
    folder.succeed(&[]);
    let lock = folder.read("magicgen.lock");
    let wrong = lock
        .replacen("method = \"fancy\"", "method = \"fncy\"", 1)
        .replacen("id = \"rust\"", "ide = \"rust\"", 1);
    assert_ne!(lock, wrong);
    folder.write("magicgen.lock", &wrong);
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    let wanted = ["\"fncy\"", "ide = "];
    let wanted: Vec<usize> =
        wanted.map(|text| wrong[..wrong.find(text).unwrap()].matches('\n').count() + 1).to_vec();
    let mut told = lines(&run.stderr, "magicgen.lock");
    told.sort_unstable();
    assert_eq!(told, wanted, "{}", run.stderr);
    assert_eq!(run.stderr.matches("= help: ").count(), 2, "{}", run.stderr);
}

/// A file with thousands of errors doesn't take long.
fn of_a_file_that_is_nothing_else() {
    for line in ["x{} = 1\n", "= {}\n", "[[piece]]\nx{} = [\n"] {
        let many: String = (0..3000).map(|at| line.replace("{}", &at.to_string())).collect();
        let folder = Folder::with_config(&format!("version = 1\n{many}"));
        let begun = std::time::Instant::now();
        let run = folder.run(&[]);
        assert_eq!(run.status, 2);
        assert!(begun.elapsed().as_secs() < 20, "{line}");
    }
}

/// A wrong pattern or piece is one error, however many names it makes.
fn every_wrong_identifier_is_told() {
    each_is_told(
        r#"version = 1
[[piece]]
name = "for"
rays = [[1, 0]]
[[piece]]
name = "while"
rays = [[0, 1]]
[[output]]
id = "c"
lang = "c"
path = "m.h"
emit = ["lookup", "masks", "factors", "shifts"]
[output.names]
lookup = "{piece} attacks" #!
masks = "1{piece}" #!
shifts = "while" #!
[[output]]
id = "rust"
lang = "rust"
path = "m.rs"
pieces = [
    "for",
    "rook",
    "while",
]
[output.names]
lookup = "{piece}" #! #!
[[output]]
id = "prefix"
lang = "c"
path = "n.h"
[output.names]
prefix = "1-2" #!
masks = "static" #!
"#,
    );
}

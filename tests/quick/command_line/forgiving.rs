//! What people type for something else is understood, or answered with what to type.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        names_are_read_whatever_their_case_and_hyphens,
        what_is_meant_is_said,
        a_file_of_java_names_its_class,
        words_of_the_book_are_explained,
        lists_fit_eighty_columns,
    ]
}

fn names_are_read_whatever_their_case_and_hyphens() {
    let folder = Folder::new();
    let masks = |flags: &[&str]| {
        let given = [&["--no-config", "--emit", "masks", "-o", "-"], flags].concat();
        folder.succeed(&given).stdout
    };
    for (typed, meant) in [
        (["--lang", "C", "--orientation", "H1-LSB"], ["--lang", "c", "--orientation", "h1lsb"]),
        (["--lang", "c", "--orientation", "A1LSB"], ["--lang", "c", "--orientation", "a1lsb"]),
        (["--lang", "c", "--orientation", "lerf"], ["--lang", "c", "--orientation", "a1lsb"]),
        (["--lang", "c", "--orientation", "a8=63/h1=0"], ["--lang", "c", "--orientation", "h1lsb"]),
        (
            ["--lang", "Java", "--variant", "Shift_In Factor"],
            ["--lang", "java", "--variant", "shift-in-factor"],
        ),
        (["--lang", "c", "--max-bytes", "100KiB"], ["--lang", "c", "--max-bytes", "102400"]),
    ] {
        assert!(masks(&typed) == masks(&meant), "{typed:?}");
    }
}

/// What is typed, and what the answer has.
const MEANT: &[(&[&str], &[&str])] = &[
    (&["generate"], &["`magicgen --lang c -o magics.h`"]),
    (&["gen"], &["`magicgen --lang c -o magics.h`"]),
    (&["check"], &["`magicgen --check`"]),
    (&["chek"], &["`magicgen --check`"]),
    (&["verfy"], &["'verify'"]),
    (&["--lang", "haskell"], &["`examples/templates/magics.hs.jinja`"]),
    (&["--lang", "Scala"], &["`examples/templates/magics.scala.jinja`"]),
    (&["-c", "julia.toml"], &["`examples/templates/magics.jl.jinja`", "`lang = \"template\"`"]),
    (
        &["--lang", "swift"],
        &[
            "`examples/templates/magics.swift.jinja`",
            "`lang = \"template\"`",
            "`lang = \"json\"`",
            "`magicgen list languages`",
        ],
    ),
    (&["--lang", "jav"], &["'java'"]),
    (&["--lang", "java", "--package", "x"], &["`-D output.java.package=VALUE`"]),
    (&["--lang", "go", "--package=x"], &["`-D output.go.package=VALUE`"]),
    (&["--language", "c"], &["'--lang'"]),
    (&["--lang", "c", "--pieces", "rook"], &["'--piece'"]),
    (&["--lang", "java", "-D", "java.package=x"], &["did you mean `output.java`?"]),
    (&["--lang", "c", "-D", "variant=plain"], &["did you mean `output.variant`?"]),
    (&["--lang", "c", "-D", "version=2"], &["leave it out"]),
    (&["--lang", "c", "--piece", "knight"], &["`emit = [\"leapers\"]`"]),
    (&["--lang", "c", "--max-bytes", "100q"], &["102400 or 100KiB"]),
    (&["--lang", "go", "--variant", "pext"], &["use `fancy`; `magicgen list variants`"]),
    (&["--lang", "go", "--variant", "pext16"], &["use `words`; `magicgen list variants`"]),
    (&["list", "magics", "-O", "h1lsb"], &["`-D orientation=VALUE`"]),
    (&["list", "pieces", "--wide"], &["magicgen list variants --wide"]),
    (&["verify", "nothing.c"], &["help: check the path\n"]),
    (&["-c", "nothing.toml"], &["`magicgen init` writes a config"]),
    (&["-c", "json.toml"], &["this is JSON, but a config is TOML", "1:1"]),
    (&["-c", "board.toml"], &["`board = { width = 7, height = 7 }`", "2:9"]),
    (&["-c", "language.toml"], &["did you mean `lang`?"]),
    (&["-c", "twice.toml"], &["e.g. `id = \"c-2\"`"]),
    (&["explain", "fixd"], &["magicgen explain fixed"]),
    (&["explain", "knight"], &["= help: `emit = [\"leapers\"]` prints the attacks of knights"]),
    (&["explain", "king", "e1"], &["= help: `emit = [\"leapers\"]` prints the attacks of knights"]),
    (&["prove", "knight"], &["tip: `emit = [\"leapers\"]` prints the attacks of knights"]),
    (&["prove", "rook"], &["<SQUARE>"]),
    (&["prove", "knight", "a1", "--bits", "5"], &["= help: `emit = [\"leapers\"]` prints"]),
    (
        &["adopt", "json.toml"],
        &["`json.toml` is a file", "`magicgen adopt .`", "`magicgen verify --adopt json.toml`"],
    ),
    (
        &["--lang", "c", "-D", "output.max-bytes=\"100KiB\""],
        &["a number of bytes without quotes: `-D output.max-bytes=102400`"],
    ),
    (&["--lang", "c", "-D", "output.max-bytes=much"], &["`-D output.max-bytes=102400`"]),
    (&["-c", "size.toml"], &["a number of bytes without quotes: `max-bytes = 2097152`"]),
    (
        &["--lang", "c", "-D", "output.emit=squares"],
        &["a list in brackets: `-D 'output.emit=[\"squares\"]'`"],
    ),
    (&["-c", "list.toml"], &["a list in brackets: `emit = [\"squares\"]`"]),
    (&["--lang", "c", "-n", "9x"], &["help: begin with a letter; use English letters"]),
    (
        &["--lang", "c", "-D", "output.c.standard=c12"],
        &["command line:1:13\n", "\n1 | -D output.c.standard=c12\n  |             ^^^^^^^^\n"],
    ),
    (
        &["--lang", "c", "-D", " outptu.c=1"],
        &["command line:1:5\n", "\n1 | -D  outptu.c=1\n  |     ^^^^^^\n"],
    ),
    (&["--lang", "c", "-D", "version=2"], &["command line:1:4\n", "\n  |    ^^^^^^^\n"]),
];

fn what_is_meant_is_said() {
    let folder = Folder::new();
    folder.write("json.toml", "{\"version\": 1}\n");
    folder.write(
        "board.toml",
        "version = 1\nboard = \"9x9\"\n[[output]]\nlang = \"c\"\npath = \"a.h\"\n",
    );
    folder.write("language.toml", "version = 1\n[[output]]\nlanguage = \"c\"\npath = \"a.h\"\n");
    folder.write("julia.toml", "version = 1\n[[output]]\nlang = \"julia\"\npath = \"a.jl\"\n");
    let twice = "[[output]]\nlang = \"c\"\n";
    folder.write(
        "twice.toml",
        &format!("version = 1\n{twice}path = \"a.h\"\n{twice}path = \"b.h\"\n"),
    );
    let output = "version = 1\n[[output]]\nlang = \"c\"\npath = \"a.h\"\n";
    folder.write("size.toml", &format!("{output}max-bytes = \"2 MiB\"\n"));
    folder.write("list.toml", &format!("{output}emit = \"squares\"\n"));
    let before = folder.files();
    for (typed, answers) in MEANT {
        let run = folder.run(typed);
        assert!([2, 4].contains(&run.status), "{typed:?}: {}", run.status);
        for answer in *answers {
            assert!(run.stderr.contains(answer), "{typed:?}: no {answer} in\n{}", run.stderr);
        }
    }
    assert_eq!(folder.files(), before);
}

fn a_file_of_java_names_its_class() {
    let folder = Folder::new();
    folder.succeed(&["--lang", "java", "--emit", "masks", "-o", "AttackTables.java"]);
    let text = folder.read("AttackTables.java");
    assert!(
        text.contains("class AttackTables {") && text.contains("--name AttackTables"),
        "{text}"
    );
    let of_config = |lang: &str, path: &str, name: &str| {
        let config = format!(
            "version = 1\n[[output]]\nlang = \"{lang}\"\npath = \"{path}\"\n{name}emit = [\"masks\"]\n"
        );
        let folder = Folder::with_config(&config);
        let run = folder.run(&[]);
        (run.status, run.stderr, folder)
    };
    for (lang, path, unit) in [
        ("java", "Fairy.java", "class Fairy {"),
        ("ada", "fairy.ads", "package Fairy "),
        ("d", "fairy.d", "module fairy;"),
    ] {
        let (status, errors, folder) = of_config(lang, path, "");
        assert_eq!(status, 0, "{errors}");
        assert!(folder.read(path).contains(unit), "{}", folder.read(path));
    }
    let (status, errors, _) = of_config("java", "Fairy.java", "name = \"rays\"\n");
    assert!(status == 2 && errors.contains("`Rays` must be in"), "{errors}");
    let run = folder.run(&["--lang", "java", "--emit", "masks", "-o", "attack_tables.java"]);
    assert!(run.status == 2 && run.stderr.contains("`AttackTables.java`"), "{}", run.stderr);
}

fn words_of_the_book_are_explained() {
    let folder = Folder::new();
    for (word, begin) in [
        ("fixed", "fixed\n\nAll rooks have one shift"),
        ("java", "java\n\nA class of static methods"),
        ("js", "javascript\n\n"),
        ("emit", "output.emit: list of texts, default [\"lookup\"]\n\n"),
        ("style.spdx", "output.style.spdx: text"),
        ("board", "board, a table of the config:\n\nwidth"),
        ("config::board", "config::board: "),
    ] {
        let run = folder.succeed(&["explain", word]);
        assert!(run.stdout.starts_with(begin), "{word}: {}", run.stdout);
    }
}

fn lists_fit_eighty_columns() {
    let folder = Folder::new();
    for what in ["variants", "languages"] {
        let short = folder.succeed(&["list", what]).stdout;
        let long = |line: &&str| line.chars().count() > 80;
        assert_eq!(short.lines().find(long), None);
        assert!(!short.contains("gcc"), "{short}");
        assert!(folder.succeed(&["list", what, "--wide"]).stdout.lines().any(|line| long(&line)));
    }
}

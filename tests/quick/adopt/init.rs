//! `magicgen init`: a config that fits the project in the current folder.

use crate::adopt::sources;
use crate::folder::{Folder, Run};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        each_project_file_tells_language_and_place,
        cmake_without_languages_is_told_by_its_sources,
        magics_decide_between_projects,
        flags_stand_before_init_or_behind_it,
        nothing_is_overwritten,
    ]
}

/// Runs in a folder that is the project itself.
fn init(folder: &Folder, arguments: &[&str]) -> Run {
    folder.succeed(arguments)
}

/// Whether a config has these lines, comments aside.
fn says(folder: &Folder, lines: &[&str]) {
    let config = folder.read("magicgen.toml");
    let code: Vec<&str> =
        config.lines().map(|line| line.split('#').next().unwrap().trim()).collect();
    for line in lines {
        assert!(code.contains(line), "no {line} in\n{config}");
    }
}

/// A folder with these files.
fn project(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    for (name, text) in files {
        folder.write(name, text);
    }
    folder
}

/// Files of a project, lines that its config has, and the file that is generated.
type Case = (&'static [(&'static str, &'static str)], &'static [&'static str], &'static str);

fn each_project_file_tells_language_and_place() {
    let cases: [Case; 12] = [
        (
            &[("Cargo.toml", "[package]\nedition = \"2021\"\n"), ("src/lib.rs", "")],
            &["lang = \"rust\"", "path = \"src/\"", "edition = \"2021\""],
            "src/magics.rs",
        ),
        (
            &[("go.mod", "module example.org/x/chess-board\n")],
            &["lang = \"go\"", "path = \"./magics.go\"", "package = \"chessboard\""],
            "magics.go",
        ),
        (
            &[("go.mod", "module example.org/x\n"), ("main.go", "package main\n")],
            &["package = \"main\"", "package-comment = false", "prefix = \"magics\""],
            "magics.go",
        ),
        (
            &[("pom.xml", "<project><groupId>org.example</groupId></project>")],
            &["lang = \"java\"", "path = \"src/main/java/\"", "package = \"org.example\""],
            "src/main/java/org/example/Magics.java",
        ),
        (
            &[
                ("pom.xml", "<project/>"),
                ("src/main/java/a/b/Board.java", "package a.b;\nclass Board {}\n"),
            ],
            &["package = \"a.b\""],
            "src/main/java/a/b/Magics.java",
        ),
        (
            &[("package.json", "{}"), ("tsconfig.json", "{}"), ("src/a.ts", "const x = 0x1n;\n")],
            &["lang = \"typescript\"", "path = \"src/\"", "word = \"bigint\""],
            "src/magics.ts",
        ),
        (
            &[("package.json", "{\"devDependencies\": {\"typescript\": \"5\"}}")],
            &["lang = \"typescript\"", "variant = \"split32\""],
            "magics.ts",
        ),
        (&[("package.json", "{}")], &["lang = \"javascript\"", "path = \"./\""], "magics.mjs"),
        (
            &[("pyproject.toml", "[project]\nname = \"my-chess\"\n"), ("my_chess/a.py", "")],
            &["lang = \"python\"", "path = \"my_chess/\""],
            "my_chess/magics.py",
        ),
        (
            &[
                ("Chess.csproj", "<Project/>"),
                ("Board.cs", "namespace Chess.Core;\nenum Square { A8, B8, C8 }\n"),
            ],
            &["lang = \"csharp\"", "namespace = \"Chess.Core\"", "orientation = \"a8lsb\""],
            "Magics.cs",
        ),
        (
            &[("build.zig", ""), ("src/main.zig", "")],
            &["lang = \"zig\"", "path = \"src/\""],
            "src/magics.zig",
        ),
        (
            &[("CMakeLists.txt", "project(x VERSION 1 LANGUAGES CXX)\n"), ("src/a.c", "")],
            &["lang = \"cpp\"", "path = \"src/\"", "layout = \"pair\""],
            "src/magics.cpp",
        ),
    ];
    for (files, lines, generated) in cases {
        let folder = project(files);
        init(&folder, &["init"]);
        says(&folder, lines);
        says(&folder, &["emit = [\"lookup\"]", "pieces = [\"rook\", \"bishop\"]"]);
        folder.succeed(&[]);
        assert!(folder.has(generated), "{generated}: {}", folder.read("magicgen.toml"));
        folder.succeed(&["--check"]);
    }
}

fn cmake_without_languages_is_told_by_its_sources() {
    for (files, lang) in [
        (
            &[("CMakeLists.txt", "project(x)\n"), ("a.cpp", ""), ("b.cpp", ""), ("c.c", "")][..],
            "cpp",
        ),
        (&[("CMakeLists.txt", "project(x)\n"), ("a.c", ""), ("b.h", "")], "c"),
        (&[("CMakeLists.txt", "project(x C)\n"), ("a.cpp", "")], "c"),
        (&[("lookup.pas", "unit lookup;\n")], "pascal"),
        (&[], "c"),
    ] {
        let folder = project(files);
        init(&folder, &["init"]);
        says(&folder, &[&format!("lang = \"{lang}\"")]);
    }
}

/// Of two project files, the one whose sources have the factors is taken, and the other is named.
fn magics_decide_between_projects() {
    let scripts = sources::typescript("bbc");
    let magics = sources::c("pradu").replace("static const", "pub static");
    let rust = [("Cargo.toml", "[package]\n"), ("src/lib.rs", "fn main() {}\n")];
    let node = [("package.json", "{}"), ("tsconfig.json", "{}")];
    let folder = project(&[&rust[..], &node, &[("web/magic.ts", scripts.as_str())]].concat());
    init(&folder, &["init"]);
    says(
        &folder,
        &["lang = \"typescript\"", "path = \"web/\"", "word = \"bigint\"", "variant = \"fancy\""],
    );
    let config = folder.read("magicgen.toml");
    assert!(config.contains("Cargo.toml would be `--lang rust`"), "{config}");
    assert!(config.contains("web/magic.ts has factors: `magicgen adopt .`"), "{config}");
    folder.succeed(&[]);
    // Without factors, the language with more sources is taken.
    let folder = project(&[&rust[..], &node].concat());
    init(&folder, &["init"]);
    says(&folder, &["lang = \"rust\""]);
    // Order of squares and form of the index are those of the factors.
    let black = sources::rust("annuss-black");
    let black = format!("enum Square {{ H1, G1, F1 }}\n{black}");
    let folder = project(&[
        rust[0],
        rust[1],
        ("src/magic.rs", black.as_str()),
        ("other.c", magics.as_str()),
    ]);
    std::fs::remove_file(folder.path().join("other.c")).unwrap();
    init(&folder, &["init"]);
    says(&folder, &["orientation = \"h1lsb\"", "variant = \"black\""]);
}

fn flags_stand_before_init_or_behind_it() {
    let behind = ["init", "--lang", "java", "-O", "h1lsb", "--name", "sliders", "-o", "src/"];
    let before = ["--lang", "java", "-O", "h1lsb", "--name", "sliders", "-o", "src/", "init"];
    for arguments in [behind, before] {
        let folder = project(&[("Cargo.toml", "[package]\n")]);
        init(&folder, &arguments);
        let lines =
            ["lang = \"java\"", "orientation = \"h1lsb\"", "name = \"sliders\"", "path = \"src/\""];
        says(&folder, &lines);
        folder.succeed(&[]);
        assert!(folder.has("src/Sliders.java"));
    }
    let folder = Folder::new();
    for arguments in [
        &["--seed", "5", "init"][..],
        &["--lang", "c", "verify", "x.c"],
        &["-O", "h1lsb", "list", "variants"],
        &["init", "--seed", "5"],
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.stderr);
    }
    assert!(!folder.has("magicgen.toml"));
}

/// A config and generated files of others are kept.
fn nothing_is_overwritten() {
    let folder = project(&[("Cargo.toml", "[package]\n"), ("src/magics.rs", "// the engine's\n")]);
    init(&folder, &["init"]);
    says(&folder, &["name = \"slider magics\""]);
    let before = folder.files();
    let run = folder.run(&["init"]);
    assert!(
        run.status == 2 && run.stderr.contains("magicgen.toml exists already"),
        "{}",
        run.stderr
    );
    assert_eq!(folder.files(), before);
}

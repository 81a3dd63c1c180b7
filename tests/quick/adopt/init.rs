//! `magicgen init`: a config that fits the project in the current folder.

use crate::adopt::sources;
use crate::folder::{Folder, Run};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        each_project_file_tells_language_and_place,
        project_trees_get_what_their_users_expect,
        a_project_in_another_language_is_told_so,
        line_ends_are_said_only_where_git_changes_them,
        attributes_of_the_file_decide_its_line_ends,
        generated_files_give_way,
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

/// A tree with one file or more, lines that its config has, and what is generated.
type Tree =
    (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str], &'static str);

const JAVA: &str = "package org.example.chess;\nclass Board {}\n";
const KOTLIN: &str = "package org.example.chess\nclass Board\n";
const MAIN: &str = "int main(void) { return 0; }\n";

#[rustfmt::skip]
const TREES: [Tree; 41] = [
    ("Gradle, Groovy", &[("build.gradle", "plugins { id 'java' }\ngroup = 'org.example'\n"), ("settings.gradle", "rootProject.name = 'x'\n")],
        &["lang = \"java\"", "path = \"src/main/java/\"", "package = \"org.example\""], "src/main/java/org/example/Magics.java"),
    ("Gradle, Kotlin script, Java", &[("build.gradle.kts", "plugins { java }\n"), ("settings.gradle.kts", ""), ("src/main/java/org/example/chess/Board.java", JAVA)],
        &["lang = \"java\"", "path = \"src/main/java/\"", "package = \"org.example.chess\""], "src/main/java/org/example/chess/Magics.java"),
    ("Gradle, Kotlin script, no source", &[("build.gradle.kts", "plugins {\n  kotlin(\"jvm\") version \"2.0\"\n}\ngroup = \"org.example\"\n")],
        &["lang = \"kotlin\"", "path = \"src/main/kotlin/\"", "package = \"org.example\""], "src/main/kotlin/org/example/Magics.kt"),
    ("Kotlin/JVM", &[("build.gradle.kts", ""), ("src/main/kotlin/org/example/chess/Board.kt", KOTLIN), ("src/test/kotlin/org/example/chess/BoardTest.kt", KOTLIN)],
        &["lang = \"kotlin\"", "path = \"src/main/kotlin/\"", "package = \"org.example.chess\""], "src/main/kotlin/org/example/chess/Magics.kt"),
    ("Kotlin, packages without folders", &[("build.gradle.kts", ""), ("src/main/kotlin/Board.kt", KOTLIN), ("src/main/kotlin/moves/Moves.kt", "package org.example.chess.moves\n")],
        &["path = \"src/main/kotlin/\"", "package = \"org.example.chess\""], "src/main/kotlin/org/example/chess/Magics.kt"),
    ("Kotlin multiplatform", &[("build.gradle.kts", ""), ("src/commonMain/kotlin/org/example/chess/Board.kt", KOTLIN)],
        &["lang = \"kotlin\"", "path = \"src/commonMain/kotlin/\"", "package = \"org.example.chess\""], "src/commonMain/kotlin/org/example/chess/Magics.kt"),
    ("Android, Java", &[("build.gradle.kts", ""), ("settings.gradle.kts", "include(\":app\")\n"), ("app/build.gradle.kts", "android {\n    namespace = \"com.example.app\"\n}\n"), ("app/src/main/AndroidManifest.xml", "<manifest/>"), ("app/src/main/java/com/example/app/Main.java", "package com.example.app;\n")],
        &["lang = \"java\"", "path = \"app/src/main/java/\"", "package = \"com.example.app\""], "app/src/main/java/com/example/app/Magics.java"),
    ("Android, Kotlin in java", &[("build.gradle.kts", ""), ("settings.gradle.kts", "include(\":app\")\n"), ("app/build.gradle.kts", ""), ("app/src/main/java/com/example/app/Main.kt", "package com.example.app\n"), ("app/src/androidTest/java/com/example/app/A.java", "package com.example.app;\n")],
        &["lang = \"kotlin\"", "path = \"app/src/main/java/\"", "package = \"com.example.app\""], "app/src/main/java/com/example/app/Magics.kt"),
    ("Android, no source", &[("build.gradle", ""), ("settings.gradle", "include ':app'\n"), ("app/build.gradle", "apply plugin: 'kotlin-android'\nandroid {\n    namespace 'com.example.app'\n}\n"), ("app/src/main/AndroidManifest.xml", "<manifest/>")],
        &["lang = \"kotlin\"", "path = \"app/src/main/kotlin/\"", "package = \"com.example.app\""], "app/src/main/kotlin/com/example/app/Magics.kt"),
    ("Gradle, modules", &[("settings.gradle", "include ':core', ':app'\n"), ("core/build.gradle", ""), ("app/build.gradle", ""), ("core/src/main/java/org/example/chess/Board.java", JAVA), ("app/src/main/java/org/example/app/Main.java", "package org.example.app;\n")],
        &["lang = \"java\"", "path = \"core/src/main/java/\"", "package = \"org.example.chess\""], "core/src/main/java/org/example/chess/Magics.java"),
    ("Maven", &[("pom.xml", "<project><parent><groupId>org.springframework.boot</groupId></parent><groupId>org.example</groupId><dependencies><dependency><groupId>junit</groupId></dependency></dependencies></project>")],
        &["lang = \"java\"", "path = \"src/main/java/\"", "package = \"org.example\""], "src/main/java/org/example/Magics.java"),
    ("Maven, modules", &[("pom.xml", "<project><groupId>org.example</groupId><modules/></project>"), ("app/pom.xml", "<project/>"), ("core/pom.xml", "<project><parent><groupId>org.example</groupId></parent></project>")],
        &["path = \"core/src/main/java/\"", "package = \"org.example\""], "core/src/main/java/org/example/Magics.java"),
    ("CMake, C++", &[("CMakeLists.txt", "project(x)\nadd_executable(x src/main.cpp)\n"), ("src/main.cpp", MAIN), ("tests/a.cpp", ""), ("tests/b.cpp", "")],
        &["lang = \"cpp\"", "path = \"src/\"", "layout = \"pair\""], "src/magics.hpp and src/magics.cpp, which the build has to compile"),
    ("CMake, C, include", &[("CMakeLists.txt", "project(x C)\n"), ("include/x/board.h", ""), ("include/x/moves.h", ""), ("source/board.c", "")],
        &["lang = \"c\"", "path = \"source/\""], "source/magics.h"),
    ("CMake, headers alone", &[("CMakeLists.txt", "project(x CXX)\n"), ("include/x/board.hpp", "")],
        &["lang = \"cpp\"", "path = \"include/x/\""], "include/x/magics.hpp"),
    ("Meson", &[("meson.build", "project('x', 'cpp', default_options: ['c_std=c11'])\n"), ("src/engine/a.cc", ""), ("src/engine/b.cc", ""), ("src/main.cc", "")],
        &["lang = \"cpp\"", "path = \"src/\""], "src/magics.hpp and src/magics.cpp, which the build has to compile"),
    ("Make", &[("Makefile", "all:\n"), ("src/main.c", MAIN), ("src/board.c", "")],
        &["lang = \"c\"", "path = \"src/\""], "src/magics.h"),
    ("Cargo", &[("Cargo.toml", "[package]\nname = \"x\"\nedition = \"2024\"\n"), ("src/main.rs", ""), ("Makefile", "all:\n")],
        &["lang = \"rust\"", "path = \"src/\"", "edition = \"2024\""], "src/magics.rs"),
    ("Cargo, workspace", &[("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n[workspace.package]\nedition = \"2021\"\n"), ("crates/cli/Cargo.toml", "[package]\nedition.workspace = true\n"), ("crates/cli/src/main.rs", ""), ("crates/core/Cargo.toml", "[package]\nedition.workspace = true\n"), ("crates/core/src/lib.rs", "")],
        &["path = \"crates/core/src/\"", "edition = \"2021\""], "crates/core/src/magics.rs"),
    ("Python, src", &[("pyproject.toml", "[project]\nname = \"my-chess\"\n"), ("src/my_chess/__init__.py", ""), ("src/my_chess/board.py", ""), ("tests/test_board.py", "")],
        &["lang = \"python\"", "path = \"src/my_chess/\""], "src/my_chess/magics.py"),
    ("Python, flat", &[("setup.py", "setup(name='other')\n"), ("chess/__init__.py", ""), ("chess/board/__init__.py", ""), ("tests/__init__.py", "")],
        &["lang = \"python\"", "path = \"chess/\""], "chess/magics.py"),
    ("TypeScript", &[("package.json", "{}"), ("tsconfig.json", "{ \"compilerOptions\": { \"rootDir\": \"./lib\" } }"), ("lib/a.ts", "")],
        &["lang = \"typescript\"", "path = \"lib/\""], "lib/magics.ts"),
    ("TypeScript, workspace", &[("package.json", "{ \"workspaces\": [\"packages/*\"] }"), ("tsconfig.json", "{}"), ("packages/engine/src/a.ts", ""), ("packages/engine/package.json", "{}")],
        &["lang = \"typescript\"", "path = \"packages/engine/src/\""], "packages/engine/src/magics.ts"),
    ("JavaScript", &[("package.json", "{}"), ("src/a.js", "module.exports = {};\n")],
        &["lang = \"javascript\"", "path = \"src/\"", "module = \"cjs\""], "src/magics.cjs"),
    ("Go", &[("go.mod", "module example.org/chess/v2\n"), ("cmd/x/main.go", "package main\n"), ("internal/board/board.go", "package board\n"), ("internal/board/board_test.go", "package board_test\n")],
        &["lang = \"go\"", "path = \"internal/board/magics.go\"", "package = \"board\""], "internal/board/magics.go"),
    ("C#, solution", &[("Chess.sln", ""), ("src/Chess.Core/Chess.Core.csproj", "<Project/>"), ("src/Chess.Core/Board.cs", ""), ("tests/Chess.Tests/Chess.Tests.csproj", "<Project/>"), ("tests/Chess.Tests/A.cs", ""), ("tests/Chess.Tests/B.cs", "")],
        &["lang = \"csharp\"", "path = \"src/Chess.Core/\"", "namespace = \"Chess.Core\""], "src/Chess.Core/Magics.cs"),
    ("Zig", &[("build.zig", ""), ("build.zig.zon", ""), ("src/main.zig", "")],
        &["lang = \"zig\"", "path = \"src/\""], "src/magics.zig"),
    ("Nimble", &[("chess.nimble", ""), ("src/chess.nim", "")],
        &["lang = \"nim\"", "path = \"src/\""], "src/magics.nim"),
    ("dune", &[("dune-project", "(lang dune 3.0)\n"), ("chess.opam", ""), ("src/board.ml", "")],
        &["lang = \"ocaml\"", "path = \"src/\""], "src/magics.ml"),
    ("dub", &[("dub.json", "{}"), ("source/app.d", "")],
        &["lang = \"d\"", "path = \"source/\""], "source/magics.d"),
    ("dub, packages", &[("dub.sdl", ""), ("source/chess/board.d", "module chess.board;\n")],
        &["path = \"source/chess/\"", "module = \"chess.magics\""], "source/chess/magics.d"),
    ("dub, packages, the name is taken", &[("dub.sdl", ""), ("source/chess/magics.d", "module chess.magics;\n")],
        &["path = \"source/chess/\"", "module = \"chess.slider_magics\""], "source/chess/slider_magics.d"),
    ("Alire", &[("alire.toml", ""), ("x.gpr", ""), ("config/x_config.ads", "package X_Config is\nend X_Config;\n"), ("src/x.adb", "")],
        &["lang = \"ada\"", "path = \"src/\""], "src/magics.ads"),
    ("Alire, no source", &[("alire.toml", ""), ("config/x_config.ads", ""), ("src/README", "")],
        &["lang = \"ada\"", "path = \"src/\""], "src/magics.ads"),
    ("Unity", &[("ProjectSettings/ProjectVersion.txt", ""), ("Assets/Scripts/Board.cs", ""), ("Assets/Plugins/a/A.cs", ""), ("Assets/Plugins/a/B.cs", ""), ("Library/PackageCache/x/X.cs", "")],
        &["lang = \"csharp\"", "path = \"Assets/Scripts/\""], "Assets/Scripts/Magics.cs"),
    ("Unity, solution", &[("ProjectSettings/ProjectVersion.txt", ""), ("Chess.sln", ""), ("Assembly-CSharp.csproj", "<Project/>"), ("Assets/Board.cs", "")],
        &["lang = \"csharp\"", "path = \"Assets/\""], "Assets/Magics.cs"),
    ("Python, namespace", &[("pyproject.toml", "[project]\nname = \"acme-chess\"\n"), ("src/acme/chess/board.py", ""), ("src/acme/chess/moves.py", "")],
        &["path = \"src/acme/chess/\""], "src/acme/chess/magics.py"),
    ("Python, package in a namespace", &[("pyproject.toml", ""), ("src/acme/chess/__init__.py", ""), ("src/acme/chess/bits/__init__.py", "")],
        &["path = \"src/acme/chess/\""], "src/acme/chess/magics.py"),
    ("Python, no __init__.py", &[("pyproject.toml", ""), ("setup.py", ""), ("engine/board.py", ""), ("engine/moves.py", ""), ("tests/a.py", "")],
        &["path = \"engine/\""], "engine/magics.py"),
    ("a project below", &[("README.md", ""), ("engine/Cargo.toml", "[package]\nedition = \"2021\"\n"), ("engine/src/main.rs", "")],
        &["lang = \"rust\"", "path = \"engine/src/\"", "edition = \"2021\""], "engine/src/magics.rs"),
    ("nothing", &[], &["lang = \"c\"", "path = \"./\""], "magics.h"),
];

fn project_trees_get_what_their_users_expect() {
    let mut wrong = Vec::new();
    for (name, files, lines, generated) in TREES {
        let folder = project(files);
        let run = init(&folder, &["init"]);
        let config = folder.read("magicgen.toml");
        let code: Vec<&str> =
            config.lines().map(|line| line.split('#').next().unwrap().trim()).collect();
        let missing: Vec<_> = lines.iter().filter(|line| !code.contains(line)).collect();
        let said = format!("wrote magicgen.toml; run `magicgen` to generate {generated}\n");
        if !missing.is_empty() || !run.stderr.starts_with(&said) {
            wrong.push(format!("{name}: no {missing:?}; {}{config}", run.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where nothing tells the language, the config says C, and the user is told what to type.
fn a_project_in_another_language_is_told_so() {
    let says = "note: nothing here is of a language that magicgen prints, and the config says C; for another one, delete \
                magicgen.toml and run `magicgen init --lang LANG`; `magicgen list languages` names all\n";
    for (files, arguments, is_said) in [
        (&[("Package.swift", ""), ("Sources/a.swift", "")][..], &["init"][..], true),
        (&[("Gemfile", ""), ("lib/a.rb", "")], &["init"], true),
        (&[("Gemfile", "")], &["init", "--lang", "rust"], false),
        (&[("a.c", "")], &["init"], false),
        (&[("Cargo.toml", "[package]\n")], &["init"], false),
    ] {
        let folder = project(files);
        let run = init(&folder, arguments);
        assert_eq!(run.stderr.contains(says), is_said, "{files:?}: {}", run.stderr);
    }
}

fn line_ends_are_said_only_where_git_changes_them() {
    for (config, of_user, says) in [
        ("", "", cfg!(windows)),
        ("[core]\n\tautocrlf = true\n", "", true),
        ("[core]\n\tautocrlf = input\n", "[core]\nautocrlf = true\n", false),
        ("[other]\nautocrlf = true\n", "", cfg!(windows)),
        ("", "[user]\nname = x\n[core]\nautocrlf=true\n", true),
    ] {
        let (folder, home) = (project(&[("a.c", ""), (".git/config", config)]), Folder::new());
        home.write(".gitconfig", of_user);
        let home = home.path().to_str().unwrap();
        let environment =
            [("NO_COLOR", "1"), ("HOME", home), ("USERPROFILE", home), ("XDG_CONFIG_HOME", home)];
        let run = folder.run_with(&environment, &["init"]);
        let said = run
            .stderr
            .contains("git changes line ends here: run `magicgen init --gitattributes` too");
        assert_eq!((run.status, said), (0, says), "{config}{of_user}{}", run.stderr);
    }
}

/// What `.gitattributes` says of the file stands above git's own settings.
fn attributes_of_the_file_decide_its_line_ends() {
    let on = "[core]\n\tautocrlf = true\n";
    for (config, attributes, says) in [
        ("", "* text eol=crlf\n", true),
        ("", "*.c eol=crlf\n*.h text eol=crlf\n", true),
        ("", "*.c eol=crlf\n", cfg!(windows)),
        ("", "* eol=crlf\n*.h eol=lf\n", false),
        ("", "/magics.h eol=crlf\n", true),
        ("", "# *.h eol=crlf\n/src/magics.h eol=crlf\n", cfg!(windows)),
        (on, "* text=auto\n", true),
        (on, "*.h text eol=lf\n", false),
    ] {
        let folder =
            project(&[("a.c", ""), (".git/config", config), (".gitattributes", attributes)]);
        let home = folder.path().to_str().unwrap().to_owned();
        let environment = [
            ("NO_COLOR", "1"),
            ("HOME", &*home),
            ("USERPROFILE", &home),
            ("XDG_CONFIG_HOME", &home),
        ];
        let run = folder.run_with(&environment, &["init"]);
        let said = run.stderr.contains("run `magicgen init --gitattributes` too");
        assert_eq!((run.status, said), (0, says), "{config}{attributes}{}", run.stderr);
        init(&folder, &["init", "--gitattributes"]);
        std::fs::remove_file(folder.path().join("magicgen.toml")).unwrap();
        let run = folder.run_with(&environment, &["init"]);
        assert!(!run.stderr.contains("--gitattributes"), "{attributes}{}", run.stderr);
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

/// Files that this program has made are neither the project's sources nor in the way.
fn generated_files_give_way() {
    let folder = project(&[("src/a.c", ""), ("lib/README", "")]);
    for arguments in [["c", "src/"], ["rust", "lib/"], ["rust", "lib/b.rs"], ["rust", "lib/c.rs"]] {
        folder.succeed(&["--lang", arguments[0], "-o", arguments[1]]);
    }
    init(&folder, &["init"]);
    says(&folder, &["lang = \"c\"", "path = \"src/\"", "name = \"magics\""]);
    folder.succeed(&[]);
}

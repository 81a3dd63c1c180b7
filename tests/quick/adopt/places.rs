//! `magicgen init` in projects of several packages or with folders of their own.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![files_go_where_the_package_of_the_engine_is]
}

const CSPROJ: &str = "<Project Sdk=\"Microsoft.NET.Sdk\"></Project>\n";
const BOARD: &str = "namespace Core;\nclass Bitboard {}\n";

/// Files of a project, and the file that is generated.
const PLACES: [(&[(&str, &str)], &str); 17] = [
    (
        &[("pyproject.toml", "[project]\nname = \"x\"\n"), ("src/eng/__init__.py", "")],
        "src/eng/magics.py",
    ),
    (
        &[
            ("pyproject.toml", "[project]\nname = \"x\"\n"),
            ("pkg/__init__.py", ""),
            ("scripts/a.py", ""),
            ("scripts/b.py", ""),
        ],
        "pkg/magics.py",
    ),
    (
        &[("pyproject.toml", "[tool.poetry]\nname = \"x\"\n"), ("lib/chess/__init__.py", "")],
        "lib/chess/magics.py",
    ),
    (&[("pyproject.toml", "[project]\nname = \"x\"\n"), ("src/.keep", "")], "src/magics.py"),
    (&[("All.sln", ""), ("A/x.csproj", CSPROJ), ("A/P.cs", "class P {}")], "A/Magics.cs"),
    (
        &[
            ("All.sln", ""),
            ("Gui/Gui.csproj", CSPROJ),
            ("Gui/A.cs", "class A {}"),
            ("Gui/B.cs", "class B {}"),
            ("Core/Core.csproj", CSPROJ),
            ("Core/Board.cs", "class Board {}"),
            ("Core.Tests/Core.Tests.csproj", CSPROJ),
            ("Core.Tests/T.cs", "class T {}"),
        ],
        "Core/Magics.cs",
    ),
    (
        &[
            ("All.sln", ""),
            ("Uci/Uci.csproj", "<Project><OutputType>Exe</OutputType></Project>"),
            ("Uci/Board.cs", BOARD),
            ("Tool/Tool.csproj", CSPROJ),
            ("Tool/A.cs", "class A {}"),
            ("Tool/B.cs", "class B {}"),
        ],
        "Uci/Magics.cs",
    ),
    (
        &[
            ("All.sln", ""),
            ("src/Chess.App/Chess.App.csproj", CSPROJ),
            ("src/Chess.App/A.cs", BOARD),
            ("src/Chess.Core/Chess.Core.csproj", CSPROJ),
            ("src/Chess.Core/A.cs", BOARD),
        ],
        "src/Chess.Core/Magics.cs",
    ),
    (&[("x.nimble", "srcDir = \"lib\"\n")], "lib/magics.nim"),
    (
        &[("x.nimble", "srcDir        = \"src\"\n"), ("src/x.nim", ""), ("tests/t.nim", "")],
        "src/magics.nim",
    ),
    (&[("x.nimble", "srcDir = \"src\"\n"), ("src/x/b.nim", "")], "src/x/magics.nim"),
    (
        &[
            ("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n"),
            ("crates/core/Cargo.toml", "[package]\nname = \"core\"\n"),
            ("crates/core/src/lib.rs", ""),
            ("crates/core/src/board.rs", ""),
            ("crates/uci/Cargo.toml", "[package]\nname = \"uci\"\n"),
            ("crates/uci/src/main.rs", ""),
        ],
        "crates/core/src/magics.rs",
    ),
    (
        &[
            ("go.mod", "module example.org/x\n"),
            ("main.go", "package main\n"),
            ("internal/board/board.go", "package board\n"),
        ],
        "internal/board/magics.go",
    ),
    (
        &[
            ("go.mod", "module example.org/x\n"),
            ("main.go", "package main\n"),
            ("moves.go", "package main\n\ntype Bitboard uint64\n"),
            ("internal/uci/uci.go", "package uci\n"),
        ],
        "magics.go",
    ),
    (
        &[
            ("pom.xml", "<project><groupId>org.x</groupId></project>"),
            ("src/main/java/org/x/M.java", "package org.x;\n"),
        ],
        "src/main/java/org/x/Magics.java",
    ),
    (&[("build.zig", "b.path(\"main.zig\")"), ("main.zig", "")], "magics.zig"),
    (&[("build.zig", "b.path(\"source/main.zig\")"), ("source/main.zig", "")], "source/magics.zig"),
];

fn files_go_where_the_package_of_the_engine_is() {
    for (files, generated) in PLACES {
        let folder = Folder::new();
        for (name, text) in files {
            folder.write(name, text);
        }
        folder.succeed(&["init"]);
        folder.succeed(&[]);
        assert!(folder.has(generated), "no {generated} by\n{}", folder.read("magicgen.toml"));
    }
}

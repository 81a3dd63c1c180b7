//! Functions on types of the user's own, in languages that convert them by one pattern. Each program below
//! `tests/drivers/own_types` declares types, calls lookups and companions on them, and prints one line.

use std::fs;
use std::path::Path;

use super::EMIT;
use crate::compile::javascript::STRICT;
use crate::compile::support::{self, Cell, cell};
use crate::compile::{go, kotlin, pascal, zig};

/// How a language's program is made.
struct Own {
    lang: &'static str,
    /// The folder of the program below `tests/drivers/own_types`.
    folder: &'static str,
    needs: &'static [&'static str],
    /// The generated file.
    file: &'static str,
    /// Keys of the language's table, each as for `-D` behind the table's name.
    keys: &'static [&'static str],
    /// The members of the program's enumeration of pieces, if they have other names than the language's convention gives them.
    pieces: &'static str,
    /// Compiles all files with warnings as errors, runs the self-test, and gives what the program prints.
    run: fn(&Path) -> Result<String, String>,
}

const ALL: &[Own] = &[
    Own {
        lang: "ada",
        folder: "ada",
        needs: &["gnatmake"],
        file: "magics.ads",
        keys: &["square-type=Chess.Square", "bitboard-type=Chess.Bitboard"],
        pieces: "",
        run: ada,
    },
    Own {
        lang: "csharp",
        folder: "csharp",
        needs: &["mcs", "mono"],
        file: "Magics.cs",
        keys: &["square-type=Chess.Square", "bitboard-type=Chess.Bitboard"],
        pieces: "",
        run: csharp,
    },
    Own {
        lang: "csharp",
        folder: "csharp_values",
        needs: &["mcs", "mono"],
        file: "Magics.cs",
        keys: &[
            "square-type=Chess.Square",
            "square-value=Index()",
            "bitboard-type=Chess.Bitboard",
            "bitboard-value=Value",
            "piece-type=Chess.PieceType",
        ],
        pieces: "",
        run: csharp,
    },
    Own {
        lang: "d",
        folder: "d",
        needs: &["ldc2", "gdc"],
        file: "magics.d",
        keys: &["square-type=chess.Square", "bitboard-type=chess.Bitboard"],
        pieces: "",
        run: d,
    },
    Own {
        lang: "go",
        folder: "go",
        needs: &["go", "gofmt"],
        file: "magics/magics.go",
        keys: &[
            "square-type=chess.Square",
            "bitboard-type=chess.Bitboard",
            "import=magicgentest/chess",
            "piece-type=chess.PieceType",
        ],
        pieces: "",
        run: in_go,
    },
    Own {
        lang: "java",
        folder: "java",
        needs: &["javac", "java"],
        file: "Magics.java",
        keys: &[
            "square-type=org.example.Square",
            "square-value=index()",
            "bitboard-type=org.example.Bitboard",
            "bitboard-value=bits",
            "piece-type=org.example.PieceType",
        ],
        pieces: "",
        run: java,
    },
    Own {
        lang: "kotlin",
        folder: "kotlin",
        needs: &["npm:kotlin-compiler", "java"],
        file: "Magics.kt",
        keys: &["square-type=chess.Square", "bitboard-type=chess.Bitboard"],
        pieces: "",
        run: in_kotlin,
    },
    Own {
        lang: "pascal",
        folder: "pascal",
        needs: &["fpc"],
        file: "magics.pas",
        keys: &["square-type=TSquare", "bitboard-type=TBitboard", "import=Chess", "mode=delphi"],
        pieces: "",
        run: in_pascal,
    },
    Own {
        lang: "typescript",
        folder: "typescript",
        needs: &["node", "tsc"],
        file: "magics.ts",
        keys: &["square-type=Square", "bitboard-type=Bitboard", "import=./chess.js", "word=bigint"],
        pieces: "",
        run: typescript,
    },
    Own {
        lang: "typescript",
        folder: "typescript_values",
        needs: &["node", "tsc"],
        file: "magics.ts",
        keys: &[
            "square-type=Square", "square-value=index()", "bitboard-type=Bitboard",
            "bitboard-value=bits", "import=./chess.js", "word=bigint", "piece-type=PieceType",
        ],
        pieces: "{knight=\"N\",bishop=\"B\",rook=\"R\",queen=\"Q\",king=\"K\"}",
        run: typescript,
    },
    Own {
        lang: "zig",
        folder: "zig",
        needs: &["python3 ziglang"],
        file: "magics.zig",
        keys: &["square-type=Square", "bitboard-type=Bitboard", "import=chess.zig"],
        pieces: "",
        run: in_zig,
    },
    Own {
        lang: "zig",
        folder: "zig_values",
        needs: &["python3 ziglang"],
        file: "magics.zig",
        keys: &[
            "square-type=Square", "square-value=index()", "bitboard-type=Bitboard",
            "bitboard-value=bits", "import=chess.zig", "piece-type=PieceType",
        ],
        pieces: "",
        run: in_zig,
    },
];

/// A cell for each language.
pub(crate) fn cells() -> Vec<Cell> {
    let cell = |own: &'static Own| {
        let name = own.folder.replace(own.lang, &format!("{}::own_types", own.lang));
        cell(&name, own.needs, move |folder| check(folder, own))
    };
    ALL.iter().map(cell).collect()
}

fn check(folder: &Path, own: &Own) -> Result<(), String> {
    copy(&support::drivers().join("own_types").join(own.folder), folder)?;
    let mut keys: Vec<String> =
        own.keys.iter().map(|key| format!("output.{}.{key}", own.lang)).collect();
    if !own.pieces.is_empty() {
        keys.push(format!("output.companions.pieces={}", own.pieces));
    }
    let keys = keys.iter().flat_map(|key| ["-D", key]);
    let flags = ["--lang", own.lang, "--tables", "init", "--emit", EMIT, "-o", own.file];
    support::magicgen(folder, &flags.into_iter().chain(keys).collect::<Vec<_>>())?;
    support::compare_with(&(own.run)(folder)?, "303030303030303 true")
}

/// Copies a folder and the folders in it.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let said = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(said)?;
    for entry in fs::read_dir(from).map_err(said)? {
        let entry = entry.map_err(said)?.path();
        let target = to.join(entry.file_name().unwrap_or_default());
        if entry.is_dir() {
            copy(&entry, &target)?;
        } else {
            fs::copy(&entry, target).map_err(said)?;
        }
    }
    Ok(())
}

fn ada(folder: &Path) -> Result<String, String> {
    let strict = ["-q", "-f", "-gnat2012", "-gnatwae", "-gnatyy", "-gnata", "-gnatVa", "-O1"];
    for program in ["magics_test", "user"] {
        support::run(folder, "gnatmake", &[&strict[..], &[program]].concat())?;
    }
    support::run(folder, folder.join("magics_test"), &[""; 0])?;
    support::run(folder, folder.join("user"), &[""; 0])
}

fn csharp(folder: &Path) -> Result<String, String> {
    let files = ["Magics.cs", "MagicsTest.cs", "Program.cs"];
    let strict = ["-langversion:7", "-warn:4", "-warnaserror", "-checked"];
    for (program, main) in [("test.exe", "MagicsTest"), ("main.exe", "Chess.Program")] {
        let which = [format!("-out:{program}"), format!("-main:{main}")];
        let which = which.iter().map(String::as_str);
        let arguments = strict.into_iter().chain(which).chain(files).collect::<Vec<_>>();
        support::run(folder, "mcs", &arguments)?;
    }
    support::run(folder, "mono", &["test.exe"])?;
    support::run(folder, "mono", &["main.exe"])
}

fn d(folder: &Path) -> Result<String, String> {
    let files = ["main.d", "magics.d", "chess.d"];
    let gdc = ["-Wall", "-Wextra", "-Werror", "-o", "by_gdc"];
    support::run(folder, "gdc", &[&gdc[..], &files].concat())?;
    let ldc = ["-w", "-de", "-unittest", "-of=by_ldc"];
    support::run(folder, "ldc2", &[&ldc[..], &files].concat())?;
    let by_gdc = support::run(folder, folder.join("by_gdc"), &[""; 0])?;
    let by_ldc = support::run(folder, folder.join("by_ldc"), &["--DRT-testmode=run-main"])?;
    if by_gdc == by_ldc { Ok(by_ldc) } else { Err(format!("{by_gdc} isn't {by_ldc}")) }
}

fn in_go(folder: &Path) -> Result<String, String> {
    fs::write(folder.join("go.mod"), "module magicgentest\n\ngo 1.13\n")
        .map_err(|error| error.to_string())?;
    let unformatted = support::run(folder, "gofmt", &["-s", "-d", "."])?;
    if !unformatted.is_empty() {
        return Err(unformatted);
    }
    go::go(folder, &["vet", "./..."])?;
    go::go(folder, &["test", "-vet=off", "./..."])?;
    go::go(folder, &["run", "."])
}

fn java(folder: &Path) -> Result<String, String> {
    let files = ["Magics.java", "MagicsTest.java", "Program.java"];
    let strict = ["--release", "8", "-Xlint:all,-options", "-Werror", "-d", "classes"];
    support::run(folder, "javac", &[&strict[..], &files].concat())?;
    let run = |class| support::run(folder, "java", &["-ea", "-cp", "classes", class]);
    run("MagicsTest")?;
    run("Program")
}

fn in_kotlin(folder: &Path) -> Result<String, String> {
    let compiler = support::npm("kotlin-compiler").join("bin/kotlinc");
    let files = ["Magics.kt", "MagicsTest.kt", "Chess.kt"];
    support::run(folder, compiler, &[&["-Werror", "-d", "classes"][..], &files].concat())?;
    kotlin::run_class(folder, "MagicsTest", &[])?;
    kotlin::run_class(folder, "chess.Program", &[])
}

fn in_pascal(folder: &Path) -> Result<String, String> {
    for program in ["magics_test", "main"] {
        pascal::compile(folder, &format!("{program}.pas"))?;
    }
    support::run(folder, folder.join("magics_test"), &[""; 0])?;
    support::run(folder, folder.join("main"), &[""; 0])
}

fn typescript(folder: &Path) -> Result<String, String> {
    fs::write(folder.join("package.json"), "{ \"type\": \"module\" }")
        .map_err(|error| error.to_string())?;
    let node = support::drivers().join("javascript/node.d.ts");
    let node = node.to_string_lossy();
    let files = ["--outDir", "out", &node, "magics.test.ts", "main.ts"];
    support::run(folder, "tsc", &[&STRICT[..], &files].concat())?;
    support::run(folder, "node", &["--test", "out/magics.test.js"])?;
    support::run(folder, "node", &["out/main.js"])
}

fn in_zig(folder: &Path) -> Result<String, String> {
    zig::zig(folder, &["fmt", "--check", "."])?;
    let said = zig::zig(folder, &["test", "main.zig"])?;
    let line = said.lines().find(|line| line.ends_with("true") || line.ends_with("false"));
    Ok(line.unwrap_or(&said).to_owned())
}

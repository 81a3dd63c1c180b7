//! Files of attack sets: each language's loader runs with the right file, and refuses a truncated one, one of another
//! config, one with the other order of bytes, and one with a wrong bit.

use std::fs;
use std::path::Path;

use crate::compile::go::go;
use crate::compile::javascript::STRICT;
use crate::compile::kotlin::run_class;
use crate::compile::support::{self, Cell, npm, part_of};
use crate::compile::zig::zig;

/// A language's loader.
#[derive(Clone, Copy)]
struct Loader {
    /// The name of the cell.
    name: &'static str,
    /// The language, as in `--lang`.
    lang: &'static str,
    /// The file that is generated.
    file: &'static str,
    /// The language's own options, as in `-D`.
    options: &'static [&'static str],
    /// Programs that must be on the path.
    needs: &'static [&'static str],
    /// Compiles the file with its self-test, and runs it.
    run: fn(&Path) -> Result<(), String>,
    /// True if the program converts words of the other byte order.
    converts: bool,
}

const LOADERS: [Loader; 20] = [
    Loader { name: "c::incbin", needs: &["gcc", "clang"], run: incbin, ..C },
    Loader { name: "c::embed", needs: &["python3 ziglang"], run: embed, ..C },
    Loader { name: "c::read", needs: &["gcc"], run: read, ..C },
    CPP,
    Loader { name: "cpp::embed", needs: &["python3 ziglang", "clang++"], run: cpp_embed, ..CPP },
    Loader { name: "cpp::read", run: cpp_read, ..CPP },
    Loader {
        name: "cpp::old",
        options: &["output.cpp.std=c++11", "output.style.fields=pointers"],
        run: cpp_old,
        ..CPP
    },
    Loader { name: "cpp::pair", options: &["output.cpp.layout=pair"], run: cpp_pair, ..CPP },
    Loader { name: "rust", lang: "rust", file: "magics.rs", needs: &["rustc"], run: rust, ..C },
    Loader {
        name: "zig",
        lang: "zig",
        file: "magics.zig",
        needs: &["python3 ziglang"],
        run: zigs,
        ..C
    },
    Loader { name: "go", lang: "go", file: "magics.go", needs: &["go"], run: gos, ..JAVA },
    JAVA,
    Loader {
        name: "python",
        lang: "python",
        file: "magics.py",
        needs: &["python3"],
        run: python,
        ..JAVA
    },
    Loader {
        name: "javascript::esm",
        lang: "javascript",
        file: "magics.mjs",
        needs: &["node"],
        run: esm,
        ..JAVA
    },
    Loader {
        name: "javascript::cjs",
        lang: "javascript",
        file: "magics.cjs",
        options: &["output.javascript.module=cjs"],
        needs: &["node"],
        run: cjs,
        ..JAVA
    },
    TYPESCRIPT,
    Loader {
        name: "typescript::bigint",
        options: &["output.typescript.word=bigint"],
        ..TYPESCRIPT
    },
    Loader {
        name: "csharp",
        lang: "csharp",
        file: "Magics.cs",
        needs: &["mcs", "mono"],
        run: csharp,
        ..JAVA
    },
    Loader { name: "d", lang: "d", file: "magics.d", needs: &["ldc2", "gdc"], run: d, ..JAVA },
    Loader {
        name: "kotlin",
        lang: "kotlin",
        file: "Magics.kt",
        needs: &["npm:kotlin-compiler", "java"],
        run: kotlin,
        ..JAVA
    },
];

const C: Loader = Loader {
    name: "",
    lang: "c",
    file: "magics.h",
    options: &[],
    needs: &[],
    run: incbin,
    converts: false,
};

const CPP: Loader = Loader {
    name: "cpp::incbin",
    lang: "cpp",
    file: "magics.hpp",
    needs: &["g++", "clang++"],
    run: cpp,
    ..C
};

const JAVA: Loader = Loader {
    name: "java",
    lang: "java",
    file: "Magics.java",
    options: &[],
    needs: &["javac", "java"],
    run: java,
    converts: true,
};

const TYPESCRIPT: Loader = Loader {
    name: "typescript::pair",
    lang: "typescript",
    file: "magics.ts",
    needs: &["node", "tsc"],
    run: typescript,
    ..JAVA
};

/// All cells.
pub(crate) fn cells() -> Vec<Cell> {
    let cell = |loader: Loader| {
        let name = format!("blob::{}", loader.name);
        support::cell(&name, loader.needs, move |folder| loader.check(folder))
    };
    LOADERS.into_iter().map(cell).collect()
}

impl Loader {
    fn generate(self, folder: &Path, more: &[&str]) -> Result<(), String> {
        let fixed = ["--lang", self.lang, "--tables", "blob", "--emit", "lookup,self-test"];
        let own: Vec<&str> = self.options.iter().flat_map(|option| ["-D", option]).collect();
        support::magicgen(folder, &[&fixed, &own[..], &["-o", self.file], more].concat())
    }

    fn check(self, folder: &Path) -> Result<(), String> {
        let io = |error: std::io::Error| error.to_string();
        let blob = Path::new(self.file).with_extension("bin");
        for (variant, order) in [("nested", "h8lsb"), ("plain", "a1lsb-file"), ("fancy", "a1lsb")] {
            let folder = part_of(folder, variant)?;
            self.generate(&folder, &["--variant", variant, "--orientation", order])?;
            (self.run)(&folder)?;
        }
        let folder = folder.join("fancy");
        let right = fs::read(folder.join(&blob)).map_err(io)?;
        let other = part_of(&folder, "other")?;
        self.generate(&other, &["--variant", "fixed"])?;
        let foreign = fs::read(other.join(&blob)).map_err(io)?;
        let turned = ["--variant", "fancy", "-D", "output.byte-order=big"];
        self.generate(&other, &turned)?;
        let big = fs::read(other.join(&blob)).map_err(io)?;
        let mut damaged = right.clone();
        *damaged.last_mut().ok_or("an empty file")? ^= 1;
        let truncated = right[..right.len() - 8].to_vec();
        let longer = [&right[..], &[0]].concat();
        let wrong = [
            ("truncated", &truncated),
            ("longer", &longer),
            ("foreign", &foreign),
            ("turned", &big),
            ("damaged", &damaged),
        ];
        for (what, bytes) in wrong {
            fs::write(folder.join(&blob), bytes).map_err(io)?;
            match (self.run)(&folder) {
                Ok(()) => return Err(format!("a {what} file is accepted")),
                // The compiler of Rust names the numbers of bytes, and the others the file.
                Err(error) if error.contains(".bin") || error.contains("array with a size") => {}
                Err(error) => return Err(format!("{what}: the file isn't named\n{error}")),
            }
        }
        fs::remove_file(folder.join(&blob)).map_err(io)?;
        if (self.run)(&folder).is_ok() {
            return Err("a missing file is accepted".to_owned());
        }
        self.generate(&folder, &turned)?;
        match (self.run)(&folder) {
            Ok(()) if !self.converts => Err("the other byte order is accepted".to_owned()),
            Err(error) if self.converts => Err(error),
            _ => Ok(()),
        }
    }
}

const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-pedantic", "-Werror"];

const MAIN: &str = "#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\nint main(void)\n{\n    unsigned square;\n    \
                    uint64_t occupied;\n    magics_init();\n    return magics_self_test(&square, &occupied);\n}\n";

/// Compiles the self-test in C, and runs it.
fn compile_c(folder: &Path, compiler: &str, flags: &[&str]) -> Result<(), String> {
    fs::write(folder.join("main.c"), MAIN).map_err(|error| error.to_string())?;
    let rest = ["main.c", "-o", "main"];
    support::run(folder, compiler, &[flags, &WARNINGS, &rest].concat())?;
    support::run::<&str>(folder, folder.join("main"), &[]).map(|_| ())
}

fn incbin(folder: &Path) -> Result<(), String> {
    compile_c(folder, "gcc", &["-std=c99"])?;
    compile_c(folder, "clang", &["-std=c11", "-O1"])
}

fn embed(folder: &Path) -> Result<(), String> {
    compile_c(folder, "python3", &["-m", "ziglang", "cc", "-std=c23", "-UNDEBUG"])
}

fn read(folder: &Path) -> Result<(), String> {
    compile_c(folder, "gcc", &["-std=c11", "-O2", "-DNDEBUG", "-DMAGICS_BLOB_FILE=\"magics.bin\""])
}

/// The files of a program in C++, the first of which gets the definitions that aren't in the header.
const CPP_FILES: [(&str, &str); 2] = [
    (
        "main.cpp",
        "#define MAGICS_IMPLEMENTATION\n#include \"magics.hpp\"\nunsigned long long other(unsigned square);\nint main() {\n  \
         const auto found = magics::self_test();\n  return found.FAILED || other(0) != magics::rook_attacks(0, 0);\n}\n",
    ),
    (
        "other.cpp",
        "#include \"magics.hpp\"\nunsigned long long other(unsigned square);\nunsigned long long other(unsigned square) \
         {\n  magics::init();\n  return magics::rook_attacks(square, 0);\n}\n",
    ),
];

/// What the self-test's result has where a lookup is wrong, since C++17 and before.
const FAILED: [&str; 2] = ["-DFAILED=has_value()", "-DFAILED=piece"];

/// Compiles the self-test in C++ with another file that includes the header, and runs it.
fn compile_cpp(folder: &Path, compiler: &str, flags: &[&str]) -> Result<(), String> {
    for (name, text) in CPP_FILES {
        fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    let rest = ["main.cpp", "other.cpp", "-o", "main"];
    support::run(folder, compiler, &[flags, &WARNINGS, &rest].concat())?;
    support::run::<&str>(folder, folder.join("main"), &[]).map(|_| ())
}

fn cpp(folder: &Path) -> Result<(), String> {
    compile_cpp(folder, "g++", &["-std=c++17", FAILED[0]])?;
    compile_cpp(folder, "g++", &["-std=c++20", "-O2", "-flto=auto", FAILED[0]])?;
    compile_cpp(folder, "clang++", &["-std=c++20", "-O1", FAILED[0]])
}

/// Zig's clang embeds files, but doesn't say that it has this part of C++26.
fn cpp_embed(folder: &Path) -> Result<(), String> {
    for (name, text) in CPP_FILES {
        fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
        let zig = ["-m", "ziglang", "c++", "-std=c++26", "-O1", "-UNDEBUG", "-c", name];
        let embeds = ["-D__cpp_pp_embed", "-Wno-c23-extensions", "-fno-sanitize=undefined"];
        support::run(folder, "python3", &[&zig[..], &embeds, &WARNINGS, &[FAILED[0]]].concat())?;
    }
    support::run(folder, "clang++", &["main.o", "other.o", "-o", "main"])?;
    support::run::<&str>(folder, folder.join("main"), &[]).map(|_| ())
}

fn cpp_read(folder: &Path) -> Result<(), String> {
    let path = "-DMAGICS_BLOB_FILE=\"magics.bin\"";
    compile_cpp(folder, "g++", &["-std=c++17", "-O2", "-DNDEBUG", path, FAILED[0]])
}

fn cpp_old(folder: &Path) -> Result<(), String> {
    compile_cpp(folder, "g++", &["-std=c++11", FAILED[1]])?;
    let path = "-DMAGICS_BLOB_FILE=\"magics.bin\"";
    compile_cpp(folder, "clang++", &["-std=c++14", path, FAILED[1]])
}

fn cpp_pair(folder: &Path) -> Result<(), String> {
    compile_cpp(folder, "g++", &["-std=c++17", "magics.cpp", FAILED[0]])
}

fn rust(folder: &Path) -> Result<(), String> {
    let flags = ["--test", "--edition", "2021", "-D", "warnings", "-O", "magics.rs", "-o", "test"];
    support::run(folder, "rustc", &flags)?;
    support::run::<&str>(folder, folder.join("test"), &[]).map(|_| ())
}

fn zigs(folder: &Path) -> Result<(), String> {
    zig(folder, &["fmt", "--check", "magics.zig"])?;
    zig(folder, &["test", "magics.zig"]).map(|_| ())
}

fn gos(folder: &Path) -> Result<(), String> {
    let module = "module magicgentest\n\ngo 1.16\n";
    fs::write(folder.join("go.mod"), module).map_err(|error| error.to_string())?;
    let unformatted = support::run(folder, "gofmt", &["-s", "-d", "magics.go", "magics_test.go"])?;
    if !unformatted.is_empty() {
        return Err(unformatted);
    }
    go(folder, &["test", "."]).map(|_| ())
}

fn java(folder: &Path) -> Result<(), String> {
    let flags = ["--release", "8", "-Xlint:all,-options", "-Werror", "-d", "."];
    support::run(folder, "javac", &[&flags[..], &["Magics.java", "MagicsTest.java"]].concat())?;
    support::run(folder, "java", &["-cp", ".", "MagicsTest"]).map(|_| ())
}

/// Runs the module alone and in a package.
fn python(folder: &Path) -> Result<(), String> {
    support::run(folder, "python3", &["-B", "-W", "error", "-m", "unittest", "test_magics"])?;
    let package = part_of(folder, "package")?;
    for file in ["magics.py", "magics.bin"] {
        fs::copy(folder.join(file), package.join(file)).map_err(|error| error.to_string())?;
    }
    let script = "from package.magics import rook_attacks; print(rook_attacks(0, 0))";
    support::run(folder, "python3", &["-B", "-W", "error", "-c", script]).map(|_| ())
}

fn esm(folder: &Path) -> Result<(), String> {
    support::run(folder, "node", &["--test", "magics.test.mjs"]).map(|_| ())
}

fn cjs(folder: &Path) -> Result<(), String> {
    support::run(folder, "node", &["--test", "magics.test.cjs"]).map(|_| ())
}

/// Compiles the module for a project without types of browsers and Node.js, unless that was done, then its test.
fn typescript(folder: &Path) -> Result<(), String> {
    let changed =
        |file: &str| fs::metadata(folder.join(file)).and_then(|file| file.modified()).ok();
    if changed("magics.js") < changed("magics.ts") {
        fs::write(folder.join("package.json"), "{ \"type\": \"module\" }")
            .map_err(|error| error.to_string())?;
        let bare = ["--lib", "es2020", "--noEmit", "magics.ts"];
        support::run(folder, "tsc", &[&STRICT[..], &bare].concat())?;
        let node = support::drivers().join("javascript/node.d.ts").to_string_lossy().into_owned();
        support::run(folder, "tsc", &[&STRICT[..], &[&node, "magics.test.ts"]].concat())?;
    }
    support::run(folder, "node", &["--test", "magics.test.js"]).map(|_| ())
}

fn csharp(folder: &Path) -> Result<(), String> {
    let flags = ["-warn:4", "-warnaserror", "-checked", "-out:test.exe", "-resource:Magics.bin"];
    support::run(folder, "mcs", &[&flags[..], &["Magics.cs", "MagicsTest.cs"]].concat())?;
    support::run(folder, "mono", &["test.exe"]).map(|_| ())
}

fn d(folder: &Path) -> Result<(), String> {
    let flags = ["-J.", "-w", "-unittest", "-main", "-of=ldc", "magics.d"];
    support::run(folder, "ldc2", &flags)?;
    support::run::<&str>(folder, folder.join("ldc"), &[])?;
    let flags = ["-J.", "-Wall", "-Wextra", "-Werror", "-funittest", "-fmain", "-o", "gdc"];
    support::run(folder, "gdc", &[&flags[..], &["magics.d"]].concat())?;
    support::run::<&str>(folder, folder.join("gdc"), &[]).map(|_| ())
}

/// Compiles the object with its test, unless that was done, and puts the file beside the classes.
fn kotlin(folder: &Path) -> Result<(), String> {
    let compiler = npm("kotlin-compiler").join("bin/kotlinc");
    let flags = ["-Werror", "-d", "classes", "Magics.kt", "MagicsTest.kt"];
    let changed =
        |file: &str| fs::metadata(folder.join(file)).and_then(|file| file.modified()).ok();
    if changed("classes/Magics.class") < changed("Magics.kt") {
        support::run(folder, compiler, &flags)?;
    }
    let to = folder.join("classes/Magics.bin");
    fs::copy(folder.join("Magics.bin"), to).map_err(|error| error.to_string())?;
    run_class(folder, "MagicsTest", &[]).map(|_| ())
}

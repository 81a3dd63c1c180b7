//! Compares the functions of small engines before and after the patch of `magicgen adopt`, on random boards.
//!
//! Each folder of `tests/data/adopt` has an engine and a driver. The driver fills the engine's tables by walking rays, and
//! prints a digest of each function; `tests/drivers/adopt` has what drivers of a language share. The engine compiles with the
//! same warnings before and after, except those on parameters that `adopt` says are no longer used, and on functions
//! that it says stay.

use std::collections::BTreeSet;
use std::path::Path;

use crate::ROOT;
use crate::compile::support::{replace, run, run_with_errors};
use crate::folder::Folder;
use crate::installed::{has_tool, requires_all};
use libtest_mimic::{Failed, Trial};

/// An engine of `tests/data/adopt`.
struct Engine {
    name: &'static str,
    driver: AdoptDriver,
    needs: &'static [&'static str],
}

/// The language of a driver, with the engine's file that it has.
#[derive(Clone, Copy)]
enum AdoptDriver {
    C { file: &'static str, flags: &'static [&'static str] },
    Cpp { file: &'static str, flags: &'static [&'static str] },
    CSharp,
    Go,
    Java,
    Rust,
    TypeScript,
    Zig,
}

const C: AdoptDriver = AdoptDriver::C { file: "src/att.c", flags: &[] };
const CPP: AdoptDriver = AdoptDriver::Cpp { file: "src/att.cpp", flags: &[] };
const HPP: AdoptDriver = AdoptDriver::Cpp { file: "src/att.hpp", flags: &[] };
const PEXT_C: AdoptDriver = AdoptDriver::C { file: "src/att.c", flags: &["-DUSE_PEXT", "-mbmi2"] };
const PEXT: AdoptDriver =
    AdoptDriver::Cpp { file: "src/att.cpp", flags: &["-DUSE_PEXT", "-mbmi2"] };

static ENGINES: &[Engine] = &[
    Engine { name: "01-index", driver: CPP, needs: &["g++"] },
    Engine { name: "02-own-masked", driver: CPP, needs: &["g++"] },
    Engine { name: "03-xray-first", driver: CPP, needs: &["g++"] },
    Engine { name: "05-three-params", driver: AdoptDriver::Go, needs: &["go"] },
    Engine { name: "06-diag-orth", driver: AdoptDriver::Rust, needs: &["rustc"] },
    Engine { name: "08-bare-names", driver: HPP, needs: &["g++"] },
    Engine { name: "10-zig-enum", driver: AdoptDriver::Zig, needs: &["python3 ziglang"] },
    Engine { name: "11-class-types", driver: CPP, needs: &["g++"] },
    Engine { name: "12-csharp-struct", driver: AdoptDriver::CSharp, needs: &["mcs", "mono"] },
    Engine { name: "14-pext-switch", driver: CPP, needs: &["g++"] },
    Engine { name: "14-pext-switch", driver: PEXT, needs: &["g++", "bmi2"] },
    Engine { name: "15-by-type", driver: C, needs: &["gcc"] },
    Engine { name: "16-signed-warn", driver: C, needs: &["gcc"] },
    Engine { name: "17-rust-method-index", driver: AdoptDriver::Rust, needs: &["rustc"] },
    Engine { name: "18-literal-shift", driver: AdoptDriver::Go, needs: &["go"] },
    Engine { name: "20-several-statements", driver: CPP, needs: &["g++"] },
    Engine { name: "21-pext-index", driver: CPP, needs: &["g++"] },
    Engine { name: "22-many-forms", driver: CPP, needs: &["g++"] },
    Engine { name: "21-pext-index", driver: PEXT, needs: &["g++", "bmi2"] },
    Engine { name: "23-loops", driver: CPP, needs: &["g++"] },
    Engine { name: "24-pointer-records", driver: C, needs: &["gcc"] },
    Engine { name: "25-java", driver: AdoptDriver::Java, needs: &["javac", "java"] },
    Engine { name: "26-typescript", driver: AdoptDriver::TypeScript, needs: &["tsc", "node"] },
    Engine { name: "27-rust-cfg", driver: AdoptDriver::Rust, needs: &["rustc"] },
    Engine { name: "40-late-pointers", driver: C, needs: &["gcc"] },
    Engine { name: "40-late-pointers", driver: PEXT_C, needs: &["gcc", "bmi2"] },
    Engine { name: "41-own-arrays", driver: CPP, needs: &["g++"] },
    Engine { name: "42-old-standard", driver: CPP, needs: &["g++"] },
    Engine { name: "module-c", driver: C, needs: &["gcc"] },
    Engine { name: "module-c-filled", driver: C, needs: &["gcc"] },
    Engine { name: "module-cpp", driver: CPP, needs: &["g++"] },
    Engine { name: "module-csharp", driver: AdoptDriver::CSharp, needs: &["mcs", "mono"] },
    Engine { name: "module-go", driver: AdoptDriver::Go, needs: &["go"] },
    Engine { name: "module-java", driver: AdoptDriver::Java, needs: &["javac", "java"] },
    Engine { name: "module-rust", driver: AdoptDriver::Rust, needs: &["rustc"] },
    Engine { name: "module-rust-filled", driver: AdoptDriver::Rust, needs: &["rustc"] },
    Engine { name: "module-typescript", driver: AdoptDriver::TypeScript, needs: &["tsc", "node"] },
    Engine { name: "28-start-up", driver: C, needs: &["gcc"] },
    Engine { name: "29-searched-c", driver: C, needs: &["gcc"] },
    Engine { name: "30-searched-cpp", driver: HPP, needs: &["g++"] },
    Engine { name: "31-computed-rust", driver: AdoptDriver::Rust, needs: &["rustc"] },
    Engine { name: "32-computed-java", driver: AdoptDriver::Java, needs: &["javac", "java"] },
    Engine { name: "33-computed-cpp", driver: CPP, needs: &["g++"] },
    Engine { name: "34-computed-go", driver: AdoptDriver::Go, needs: &["go"] },
];

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |engine: &'static Engine| {
        let missing = engine.needs.iter().find(|tool| !has_tool(tool)).filter(|_| !requires_all());
        let why = missing.map_or(String::new(), |tool| format!(" (no {tool})"));
        let pext = if engine.needs.contains(&"bmi2") { "::pext" } else { "" };
        let name = format!("adopted::{}{pext}{why}", engine.name);
        Trial::test(name, || engine.test().map_err(Failed::from))
            .with_ignored_flag(missing.is_some())
    };
    ENGINES.iter().map(trial).collect()
}

impl Engine {
    fn test(&self) -> Result<(), String> {
        let folder = Folder::new();
        let data = Path::new(ROOT).join("tests/data/adopt").join(self.name);
        let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
        for place in [&old, &new] {
            copy(&data.join("engine"), place)?;
        }
        let flags = std::fs::read_to_string(data.join("flags")).unwrap_or_default();
        let flags: Vec<&str> = flags.split_whitespace().collect();
        let adopted = folder.succeed(&[&["adopt"], &flags[..], &["new"]].concat());
        let patch = folder.write("adopt.patch", &adopted.stdout);
        let patch = patch.to_string_lossy().into_owned();
        run(folder.path(), "git", &["apply", "--directory=new", &patch])?;
        folder.succeed(&["--config", "new/magicgen.toml"]);
        let drivers = Path::new(ROOT).join("tests/drivers/adopt");
        let digests = |place: &Path, removed: &[String]| {
            copy(&drivers, place)?;
            copy(&data, place)?;
            self.driver.digests(place, removed)
        };
        let removed = adopted.stderr.lines().filter(|line| line.starts_with("removed: "));
        let defined = |line: &str| Some(format!("-DREMOVED_{}", line.split('`').nth(1)?));
        let removed: Vec<String> = removed.filter_map(defined).collect();
        let (before, after) = (digests(&old, &[])?, digests(&new, &removed)?);
        if before.is_empty() || before != after {
            return Err(format!("{before:#?}\n{after:#?}\n{}", adopted.stdout));
        }
        let (before, after) = (self.driver.warnings(&old)?, self.driver.warnings(&new)?);
        for warning in after.difference(&before) {
            let is_said = adopted.stderr.lines().any(|line| {
                // A function that stays may be left to a build with PEXT.
                let is_named = line.starts_with("no longer used: ")
                    && warning.contains("-Wunused-parameter")
                    || line.starts_with("not replaced: ") && warning.contains("-Wunused-function");
                let name = line.split('`').nth(1).filter(|_| is_named);
                let mut words = warning.split(|c: char| !c.is_alphanumeric() && c != '_');
                name.is_some_and(|name| words.any(|word| word == name))
            });
            if !is_said {
                return Err(format!("{warning}\n{}", adopted.stderr));
            }
        }
        Ok(())
    }
}

impl AdoptDriver {
    /// The lines that the driver in a folder prints.
    fn digests(self, folder: &Path, removed: &[String]) -> Result<Vec<String>, String> {
        let removed: Vec<&str> = removed.iter().map(String::as_str).collect();
        let printed = match self {
            Self::C { flags, .. } => {
                let all = [&["-O1", "-I.", "driver.c", "-o", "driver"], flags, &removed].concat();
                run(folder, "gcc", &all)?;
                run(folder, "./driver", &[""; 0])?
            }
            Self::Cpp { flags, .. } => {
                let own = ["-std=c++17", "-O1", "-I.", "driver.cpp", "-o", "driver"];
                let all = [&own, flags, &removed].concat();
                run(folder, "g++", &all)?;
                run(folder, "./driver", &[""; 0])?
            }
            Self::CSharp => {
                let all = ["-recurse:*.cs", "-out:driver.exe"];
                run(folder, "mcs", &all)?;
                run(folder, "mono", &["driver.exe"])?
            }
            Self::Go => {
                for name in ["driver", "rays"] {
                    let (from, to) = (format!("{name}.go"), format!("{name}_test.go"));
                    std::fs::rename(folder.join(from), folder.join(to)).map_err(said)?;
                }
                run(folder, "go", &["vet", "."])?;
                run(folder, "go", &["test", "-count=1", "-v", "."])?
            }
            Self::Java => {
                run(
                    folder,
                    "javac",
                    &[
                        "-Xlint:all,-path", "-Werror", "-sourcepath", "src:.", "-d", "out",
                        "Driver.java",
                    ],
                )?;
                run(folder, "java", &["-cp", "out", "Driver"])?
            }
            Self::TypeScript => {
                let flags = ["--strict", "--target", "es2020", "--module", "commonjs"];
                run(folder, "tsc", &[&flags[..], &["--outDir", "out", "driver.ts"]].concat())?;
                run(folder, "node", &["out/driver.js"])?
            }
            Self::Rust => {
                let compile = ["--edition=2021", "-O", "driver.rs"];
                run(folder, "rustc", &compile)?;
                run(folder, "./driver", &["write"])?;
                let library = folder.join("src/lib.rs");
                let text = std::fs::read_to_string(&library).map_err(said)?;
                std::fs::write(&library, with_tables(&text)).map_err(said)?;
                run(folder, "rustc", &compile)?;
                run(folder, "./driver", &[""; 0])?
            }
            Self::Zig => {
                let engine = folder.join("src/att.zig");
                // The enumeration has no names for most squares.
                replace(&engine, "c1 };", "c1, _ };")?;
                let text = std::fs::read_to_string(&engine).map_err(said)?;
                let driver = std::fs::read_to_string(folder.join("driver.zig")).map_err(said)?;
                std::fs::write(folder.join("src/main.zig"), text + &driver).map_err(said)?;
                std::fs::rename(folder.join("rays.zig"), folder.join("src/rays.zig"))
                    .map_err(said)?;
                run_with_errors(folder, "python3", &["-m", "ziglang", "run", "src/main.zig"])?
            }
        };
        let lines = printed.lines().filter(|line| line.starts_with("digest "));
        Ok(lines.map(str::to_owned).collect())
    }

    /// The messages of all warnings on the engine in a folder.
    fn warnings(self, folder: &Path) -> Result<BTreeSet<String>, String> {
        let flags = ["-Wall", "-Wextra", "-Wsign-conversion", "-fsyntax-only", "-I."];
        let (compilers, more, file) = match self {
            Self::C { file, flags } => (["gcc", "clang"], [&["-x", "c"], flags].concat(), file),
            Self::Cpp { file, flags } => {
                (["g++", "clang++"], [&["-std=c++17", "-x", "c++"], flags].concat(), file)
            }
            // Other compilers stop at what is wrong.
            _ => return Ok(BTreeSet::new()),
        };
        let mut warnings = BTreeSet::new();
        for compiler in compilers.into_iter().filter(|compiler| has_tool(compiler)) {
            // As others include it: clang warns of unused constants in the file that it compiles, not in headers.
            let is_header = Path::new(file).extension().is_some_and(|end| end == "hpp");
            let input = if is_header { vec!["-include", file, "/dev/null"] } else { vec![file] };
            let printed = run_with_errors(folder, compiler, &[&flags, &more[..], &input].concat())?;
            let messages = printed.lines().filter_map(|line| line.split_once(" warning: "));
            warnings.extend(messages.map(|(_, message)| message.to_owned()));
        }
        Ok(warnings)
    }
}

/// A library whose empty tables come from files of their names.
fn with_tables(text: &str) -> String {
    let line = |line: &str| {
        let (declared, _) = line.split_once(" = [").filter(|(_, rest)| rest.contains("0; "))?;
        let name = declared.strip_prefix("pub static ")?.split(':').next()?;
        let bytes = format!("*include_bytes!(\"{name}.bin\")");
        Some(format!("{declared} = unsafe {{ std::mem::transmute({bytes}) }};"))
    };
    let lines = text.lines().map(|text| line(text).unwrap_or_else(|| text.to_owned()) + "\n");
    lines.collect()
}

/// Copies a folder's files and folders, except for an engine's.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::create_dir_all(to).map_err(said)?;
    for entry in std::fs::read_dir(from).map_err(said)? {
        let path = entry.map_err(said)?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_file() {
            std::fs::copy(&path, &target).map_err(said)?;
        } else if !path.ends_with("engine") {
            copy(&path, &target)?;
        }
    }
    Ok(())
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn said(error: std::io::Error) -> String {
    error.to_string()
}

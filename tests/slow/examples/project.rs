//! The projects, and what is tested of each: it builds and runs, a second build makes nothing anew, and the check passes
//! until a generated number is changed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::examples::cargo;
use crate::examples::scratch::{Scratch, find};

/// What every project prints.
const PRINTED: &str = "queen on d4: 0x80412a1c371c2a48";

/// A folder of `examples/`, by one of the tools that build it.
pub(crate) struct Project {
    pub(crate) name: &'static str,
    folder: &'static str,
    pub(crate) needs: &'static [&'static str],
    pub(crate) is_in_debian: bool,
    /// The command that builds and runs it.
    build: &'static str,
    /// The command that CI runs after that.
    check: &'static str,
    /// The name of the generated file.
    file: &'static str,
    second: Second,
}

/// What a second build does.
#[derive(Clone, Copy, PartialEq)]
enum Second {
    /// Nothing, since no file has changed.
    Nothing,
    /// It runs magicgen, which leaves the file alone.
    Compares,
    /// Nothing, but magicgen is a library there, whose calls aren't seen.
    IsLibrary,
}

const PROJECT: Project = Project {
    name: "",
    folder: "",
    needs: &[],
    is_in_debian: true,
    build: "",
    check: "magicgen --check",
    file: "",
    second: Second::Nothing,
};

/// The projects in the order of the README.
pub(crate) static ALL: &[Project] = &[
    Project {
        name: "cargo",
        folder: "cargo",
        needs: &["cargo"],
        build: "cargo run",
        check: "cargo test",
        file: "magics.rs",
        second: Second::IsLibrary,
        ..PROJECT
    },
    Project {
        name: "cmake",
        folder: "cmake",
        needs: &["cmake", "make", "cc"],
        build: "cmake -B build && cmake --build build && build/lookup",
        check: "ctest --test-dir build --output-on-failure",
        file: "magics.h",
        ..PROJECT
    },
    Project {
        name: "cmake-ninja",
        folder: "cmake",
        needs: &["cmake", "ninja", "cc"],
        build: "cmake -G Ninja -B build && cmake --build build && build/lookup",
        check: "ctest --test-dir build --output-on-failure",
        file: "magics.h",
        ..PROJECT
    },
    Project {
        name: "meson",
        folder: "meson",
        needs: &["meson", "ninja", "cc"],
        build: "meson setup build && meson compile -C build && build/lookup",
        check: "meson test -C build --no-rebuild --print-errorlogs",
        file: "magics.h",
        ..PROJECT
    },
    Project {
        name: "make",
        folder: "make",
        needs: &["make", "cc"],
        build: "make && ./lookup",
        check: "make check",
        file: "magics.h",
        ..PROJECT
    },
    Project {
        name: "maven",
        folder: "maven",
        needs: &["mvn", "javac", "java", "maven:exec-maven-plugin", "maven:maven-compiler-plugin"],
        build: "mvn -q package && java -cp target/classes lookup.Main",
        check: "mvn -q exec:exec@check-magics",
        file: "Magics.java",
        second: Second::Compares,
        ..PROJECT
    },
    Project {
        name: "gradle",
        folder: "gradle",
        needs: &["gradle", "javac", "java"],
        build: "gradle build && java -cp build/classes/java/main lookup.Main",
        check: "gradle checkMagics",
        file: "Magics.java",
        ..PROJECT
    },
    Project {
        name: "npm",
        folder: "npm",
        needs: &["npm", "node"],
        build: "npm run build && npm start",
        check: "npm run check",
        file: "magics.mjs",
        second: Second::Compares,
        ..PROJECT
    },
    Project {
        name: "go",
        folder: "go",
        needs: &["go"],
        build: "go generate && go run .",
        file: "magics.go",
        second: Second::Compares,
        ..PROJECT
    },
    Project {
        name: "zig",
        folder: "zig",
        needs: &["python3 ziglang"],
        build: "python3 -m ziglang build run",
        check: "python3 -m ziglang build check",
        file: "magics.zig",
        ..PROJECT
    },
    Project {
        name: "python",
        folder: "python",
        needs: &["python3 pip", "python3 setuptools", "python3 wheel"],
        build: "python3 -m pip install . && python3 -m lookup",
        file: "magics.py",
        second: Second::Compares,
        ..PROJECT
    },
    Project {
        name: "dotnet",
        folder: "dotnet",
        needs: &["dotnet"],
        is_in_debian: false,
        build: "dotnet run",
        check: "dotnet build -t:CheckMagics",
        file: "Magics.cs",
        ..PROJECT
    },
    Project {
        name: "dotnet-mono",
        folder: "dotnet",
        needs: &["xbuild", "mcs", "mono"],
        build: "cp ../Mono.csproj . && xbuild Mono.csproj && mono bin/Lookup.exe",
        check: "xbuild Mono.csproj /t:CheckMagics",
        file: "Magics.cs",
        ..PROJECT
    },
];

impl Project {
    /// Whether the README names it; it names one way to build each folder.
    pub(crate) fn is_documented(&self) -> bool {
        self.name == self.folder
    }

    /// Its line in the README.
    pub(crate) fn row(&self) -> String {
        let command = |command: &str| command.replace("python3 -m ziglang", "zig");
        let (build, check) = (command(self.build), command(self.check));
        format!("| [{0}]({0}) | `{build}` | `{check}` |", self.folder)
    }

    /// Copies, builds, runs, checks; breaks and checks again.
    pub(crate) fn test(&self) -> Result<(), String> {
        let scratch = Scratch::new(self.name, self.folder)?;
        let is_cargos = self.second == Second::IsLibrary;
        let _turn = is_cargos.then(|| cargo::set_up(&scratch)).transpose()?;
        self.build(&scratch)?;
        self.build_again(&scratch)?;
        scratch.run(self.check)?;
        self.sees_another_config(&scratch)?;
        scratch.run(self.check)?;
        self.sees_another_number(&scratch)
    }

    /// Builds without a change since the last build.
    fn build_again(&self, scratch: &Scratch) -> Result<(), String> {
        let (calls, made) = (scratch.calls(), modified(&self.generated(scratch)?)?);
        self.build(scratch)?;
        if modified(&self.generated(scratch)?)? != made {
            return Err("a second build has written the file".to_owned());
        }
        match self.second {
            Second::Compares => Ok(()),
            Second::IsLibrary => cargo::expect_fresh(scratch),
            Second::Nothing if scratch.calls() == calls => Ok(()),
            Second::Nothing => Err("a second build runs magicgen".to_owned()),
        }
    }

    /// A config that was changed is read, once.
    fn sees_another_config(&self, scratch: &Scratch) -> Result<(), String> {
        change_config(scratch)?;
        let calls = scratch.calls();
        self.build(scratch)?;
        if self.second == Second::Nothing && scratch.calls() == calls {
            return Err("a changed config isn't a cause of anything".to_owned());
        }
        self.build_again(scratch)
    }

    /// The check fails when a number is changed, and leaves the file as it is.
    fn sees_another_number(&self, scratch: &Scratch) -> Result<(), String> {
        let file = self.generated(scratch)?;
        let broken = break_number(&file)?;
        let Err(message) = scratch.run(self.check) else {
            return Err(format!("{} has another number, and the check passes", file.display()));
        };
        let sign = if self.second == Second::IsLibrary { "test failed" } else { "is out of date" };
        if !message.contains(sign) {
            return Err(format!("the check fails for another reason:\n{message}"));
        }
        let kept = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        if kept == broken { Ok(()) } else { Err("the check has written the file".to_owned()) }
    }

    fn build(&self, scratch: &Scratch) -> Result<(), String> {
        let printed = scratch.run(self.build)?;
        if printed.contains(PRINTED) {
            Ok(())
        } else {
            Err(format!("this isn't {PRINTED}:\n{printed}"))
        }
    }

    /// The generated file. Copies of it that a tool has packed up are older.
    fn generated(&self, scratch: &Scratch) -> Result<PathBuf, String> {
        let folder = match self.second {
            Second::IsLibrary => cargo::target(),
            _ => scratch.project.clone(),
        };
        let found = find(&folder, self.file);
        let newest = found.into_iter().max_by_key(|path| modified(path).ok());
        newest.ok_or_else(|| format!("there is no {}", self.file))
    }
}

fn modified(path: &Path) -> Result<std::time::SystemTime, String> {
    let metadata = fs::metadata(path).and_then(|metadata| metadata.modified());
    metadata.map_err(|error| format!("{}: {error}", path.display()))
}

/// Changes the config without changing what it says.
fn change_config(scratch: &Scratch) -> Result<(), String> {
    let path = scratch.project.join("magicgen.toml");
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    fs::write(&path, text + "# A comment.\n").map_err(|error| error.to_string())
}

/// Changes a digit of the first long number, which a table or a field has. Returns the new text.
fn break_number(path: &Path) -> Result<String, String> {
    let mut text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'_';
    let is_long = |at: &usize| {
        let digits = text[at + 2..].bytes().take_while(is_digit).count();
        // The compiler would see another number in an assertion.
        digits >= 8 && text[..*at].lines().last().is_some_and(|line| !line.contains("assert"))
    };
    let mut numbers = text.match_indices("0x").map(|(at, _)| at);
    let at = numbers.find(is_long).ok_or("there is no number")? + 5;
    let digit = if text.as_bytes()[at] == b'0' { "1" } else { "0" };
    text.replace_range(at..=at, digit);
    fs::write(path, &text).map_err(|error| error.to_string())?;
    Ok(text)
}

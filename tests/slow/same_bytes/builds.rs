//! Builds magicgen for other processors, by another compiler, and from sources with other line ends.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A processor that magicgen is built for.
pub(crate) struct Target {
    pub(crate) triple: &'static str,
    /// The linker; for the host's own processor family it is `gcc` with `flag`.
    linker: &'static str,
    flag: &'static str,
    /// The emulator with the place of the processor's libraries; empty if the host runs the program itself.
    emulator: &'static [&'static str],
}

pub(crate) const TARGETS: [Target; 3] = [
    Target { triple: "i686-unknown-linux-gnu", linker: "gcc", flag: "-m32", emulator: &[] },
    Target {
        triple: "aarch64-unknown-linux-gnu",
        linker: "aarch64-linux-gnu-gcc",
        flag: "",
        emulator: &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
    },
    Target {
        triple: "s390x-unknown-linux-gnu",
        linker: "s390x-linux-gnu-gcc",
        flag: "",
        emulator: &["qemu-s390x", "-L", "/usr/s390x-linux-gnu"],
    },
];

impl Target {
    pub(crate) fn processor(&self) -> &'static str {
        self.triple.split('-').next().unwrap_or(self.triple)
    }

    /// The programs that its build and its runs need and that this machine doesn't have.
    pub(crate) fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        if !links(self.linker, self.flag) {
            missing.push(format!("{} {}", self.linker, self.flag).trim().to_owned());
        }
        if let Some(emulator) = self.emulator.first().filter(|emulator| !answers(emulator)) {
            missing.push((*emulator).to_owned());
        }
        missing
    }

    /// Whether the toolchain in use has the standard library for this processor, which only Rust's own server provides.
    pub(crate) fn has_library(&self) -> bool {
        let library = Command::new("rustc")
            .args(["--print", "target-libdir", "--target", self.triple])
            .output()
            .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        library.is_ok_and(|library| Path::new(&library).is_dir())
    }

    /// Builds magicgen, and returns the command that runs it, perhaps with an emulator.
    pub(crate) fn build(&self) -> Result<Vec<OsString>, String> {
        let variable = format!("CARGO_TARGET_{}_LINKER", self.triple.to_uppercase());
        let mut cargo = cargo(source(), &target_folder("cross"));
        cargo.args(["--target", self.triple]).env(variable.replace('-', "_"), self.linker);
        succeed(&mut cargo)?;
        let binary = target_folder("cross").join(self.triple).join("debug/magicgen");
        let emulator = self.emulator.iter().map(OsString::from);
        Ok(emulator.chain([binary.into_os_string()]).collect())
    }
}

/// Whether the oldest toolchain that Cargo.toml allows is installed.
pub(crate) fn has_oldest_compiler() -> bool {
    let mut rustc = Command::new("rustup");
    rustc.args(["run", env!("CARGO_PKG_RUST_VERSION"), "rustc", "--version"]);
    rustc.output().is_ok_and(|output| output.status.success())
}

/// Builds magicgen by the oldest toolchain.
pub(crate) fn build_by_oldest_compiler() -> Result<Vec<OsString>, String> {
    let folder = target_folder("oldest");
    let mut cargo = cargo(source(), &folder);
    cargo.env("RUSTUP_TOOLCHAIN", env!("CARGO_PKG_RUST_VERSION"));
    succeed(&mut cargo)?;
    Ok(vec![folder.join("debug/magicgen").into_os_string()])
}

/// Builds magicgen from a copy of its sources in which every line ends as on Windows: templates and known factors
/// become part of the program.
pub(crate) fn build_from_crlf() -> Result<Vec<OsString>, String> {
    let copy = target_folder("cross").join("crlf-checkout");
    std::fs::create_dir_all(&copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    for name in ["Cargo.toml", "Cargo.lock", "crates", "src", "templates", "config", "README.md"] {
        copy_with_crlf(&source().join(name), &copy.join(name))?;
    }
    for folder in ["benches", "tests", "examples"] {
        // Cargo.toml names files in these folders, so Cargo needs them.
        copy_with_crlf(&source().join(folder), &copy.join(folder))?;
    }
    let mut cargo = cargo(&copy, &target_folder("cross"));
    succeed(&mut cargo)?;
    Ok(vec![target_folder("cross").join("debug/magicgen").into_os_string()])
}

fn copy_with_crlf(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    if from.is_dir() {
        std::fs::create_dir_all(to).map_err(failed)?;
        for entry in std::fs::read_dir(from).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().expect("an entry has a name");
            copy_with_crlf(&path, &to.join(name))?;
        }
        return Ok(());
    }
    let bytes = std::fs::read(from).map_err(failed)?;
    let changed = match String::from_utf8(bytes) {
        Ok(text) => text.replace("\r\n", "\n").replace('\n', "\r\n").into_bytes(),
        Err(error) => error.into_bytes(),
    };
    // An unchanged file isn't written again, so that Cargo doesn't rebuild.
    if std::fs::read(to).ok().as_ref() == Some(&changed) {
        return Ok(());
    }
    std::fs::write(to, changed).map_err(failed)
}

/// A locked build by Cargo, without debug information and incremental compilation.
fn cargo(folder: &Path, target_folder: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--locked", "--quiet", "--bin", "magicgen", "--target-dir"])
        .arg(target_folder)
        .current_dir(folder)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0");
    cargo
}

fn source() -> &'static Path {
    Path::new(crate::ROOT)
}

/// A folder beside the one that Cargo builds this test in.
fn target_folder(name: &str) -> PathBuf {
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    tmp.parent().unwrap_or(tmp).join(name)
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{command:?}\n{errors}")) }
}

/// Whether a program exists and prints its version.
pub(crate) fn answers(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Whether a compiler of C links a program: the processor's headers and libraries may be missing.
fn links(compiler: &str, flag: &str) -> bool {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join(format!("links-{compiler}.c"));
    let text = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";
    let mut command = Command::new(compiler);
    if !flag.is_empty() {
        command.arg(flag);
    }
    command.arg(&source).arg("-o").arg(folder.join(format!("links-{compiler}")));
    std::fs::write(&source, text).is_ok()
        && command.output().is_ok_and(|output| output.status.success())
}

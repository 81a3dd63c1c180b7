//! A copy of a project, and a shell in it that finds this magicgen and needs no network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Debian keeps what Maven would fetch.
pub(crate) const MAVEN: &str = "/usr/share/maven-repo";

/// A project's copy, with the folders of its tools beside it.
pub(crate) struct Scratch {
    /// The folder of the copy.
    pub(crate) project: PathBuf,
    beside: PathBuf,
}

/// What a command printed on both streams.
pub(crate) type Output = Result<String, String>;

impl Scratch {
    /// Copies a folder of `examples/`.
    pub(crate) fn new(name: &str, folder: &str) -> Result<Self, String> {
        let beside = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples").join(name);
        let project = beside.join("project");
        let scratch = Self { project, beside };
        scratch.make(folder).map_err(|error| format!("{}: {error}", scratch.beside.display()))?;
        scratch.run("chmod +x ../bin/magicgen")?;
        Ok(scratch)
    }

    fn make(&self, folder: &str) -> std::io::Result<()> {
        if self.beside.exists() {
            fs::remove_dir_all(&self.beside)?;
        }
        let root = Path::new(crate::ROOT);
        copy(&root.join("examples").join(folder), &self.project)?;
        // This magicgen, which notes each of its calls.
        fs::create_dir(self.beside.join("bin"))?;
        let program = crate::program();
        let calls = self.calls_path();
        let script =
            format!("#!/bin/sh\necho \"$@\" >>'{}'\nexec '{program}' \"$@\"\n", calls.display());
        fs::write(self.beside.join("bin/magicgen"), script)?;
        fs::write(calls, "")?;
        self.set_up_maven()?;
        self.set_up_mono(root)
    }

    /// Maven takes everything from Debian's packages.
    fn set_up_maven(&self) -> std::io::Result<()> {
        if !self.project.join("pom.xml").exists() {
            return Ok(());
        }
        let settings = self.beside.join("settings.xml");
        let text = format!(
            "<settings><localRepository>{}</localRepository><mirrors><mirror><id>debian</id>\
             <mirrorOf>*</mirrorOf><url>file://{MAVEN}</url></mirror></mirrors></settings>\n",
            self.beside.join("repository").display()
        );
        fs::write(&settings, text)?;
        fs::create_dir(self.project.join(".mvn"))?;
        let option = format!("--settings={}\n", settings.display());
        fs::write(self.project.join(".mvn/maven.config"), option)
    }

    /// Mono's build tool reads projects of the older form only.
    fn set_up_mono(&self, root: &Path) -> std::io::Result<()> {
        if self.project.join("magicgen.targets").exists() {
            let project = root.join("tests/drivers/dotnet/Mono.csproj");
            fs::copy(project, self.beside.join("Mono.csproj"))?;
        }
        Ok(())
    }

    fn calls_path(&self) -> PathBuf {
        self.beside.join("calls")
    }

    /// How often magicgen was called.
    pub(crate) fn calls(&self) -> usize {
        fs::read_to_string(self.calls_path()).unwrap_or_default().lines().count()
    }

    /// Runs a command in the project's folder.
    pub(crate) fn run(&self, command: &str) -> Output {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = [self.beside.join("bin")].into_iter().chain(std::env::split_paths(&path));
        let site = self.beside.join("site");
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(&self.project)
            .env("PATH", std::env::join_paths(path).map_err(|error| error.to_string())?)
            .env_remove("MAKEFLAGS")
            .env("NO_COLOR", "1")
            .env("CARGO_TARGET_DIR", crate::examples::cargo::target())
            .env("CARGO_NET_OFFLINE", "true")
            // As cargo compiles crates of a registry.
            .env("CARGO_INCREMENTAL", "0")
            .env("GRADLE_OPTS", "-Dorg.gradle.daemon=false -XX:TieredStopAtLevel=1")
            .env("GRADLE_USER_HOME", self.beside.join("gradle"))
            .env(
                "ZIG_GLOBAL_CACHE_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples-zig"),
            )
            // pip takes what is installed, and installs beside the project. For want of isolation, it says 0.
            .env("PIP_NO_BUILD_ISOLATION", "0")
            .env("PIP_NO_INDEX", "1")
            .env("PIP_TARGET", &site)
            .env("PIP_UPGRADE", "1")
            .env("PYTHONPATH", &site)
            .output()
            .map_err(|error| format!("sh: {error}"))?;
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        if output.status.success() { Ok(text) } else { Err(format!("$ {command}\n{text}")) }
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// All files of this name in a folder and those below it.
pub(crate) fn find(folder: &Path, name: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() {
            found.extend(find(&path, name));
        } else if entry.file_name() == name {
            found.push(path);
        }
    }
    found
}

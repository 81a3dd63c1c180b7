//! Runs `packaging/action`, the step of `action.yml`, without the network: a `curl` of the test answers from a folder.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use libtest_mimic::Trial;

use crate::folder::Folder;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        the_action_runs_the_script,
        a_version_is_downloaded_and_run,
        the_version_is_that_of_the_action,
        the_newest_release_is_found,
        a_missing_release_is_an_error,
        what_is_no_version_is_never_asked_for,
        arguments_of_all_lines_arrive,
        a_wrong_checksum_stops_the_step,
        arm_has_a_program_of_its_own,
        other_machines_are_refused,
    ]
}

const THIS: &str = env!("CARGO_PKG_VERSION");

/// Notes the address and answers with the file of that name, or with the address to which the newest release leads.
const CURL: &str = r#"#!/usr/bin/env bash
address=${!#}
echo "$address" >>"$RELEASES/asked"
case "$address" in
  */releases/latest) printf '%s%s' "${address%/latest}" "$(cat "$RELEASES/newest")" ;;
  *) cp "$RELEASES/${address#*/download/}" . || exit 22 ;;
esac
"#;

const UNAME: &str = r#"#!/usr/bin/env bash
if [ "$1" = -s ]; then echo "$SYSTEM"; else echo "$MACHINE"; fi
"#;

/// Says its version and its arguments.
const PROGRAM: &str = r#"#!/usr/bin/env bash
echo "this is magicgen VERSION"
for argument; do echo "[$argument]"; done
"#;

/// Releases in a folder.
struct Releases(Folder);

impl Releases {
    /// The releases of these versions, the last of which is the newest, for Linux on x86-64.
    fn of(versions: &[&str]) -> Self {
        Self::of_machine("x86_64", versions)
    }

    fn of_machine(machine: &str, versions: &[&str]) -> Self {
        let releases = Self(Folder::new());
        releases.program("bin/curl", CURL);
        releases.program("bin/uname", UNAME);
        let newest = versions.last().map(|version| format!("/tag/v{version}"));
        releases.0.write("newest", &newest.unwrap_or_default());
        for version in versions {
            let name = format!("magicgen-{version}-{machine}-unknown-linux-musl");
            let program = PROGRAM.replace("VERSION", version);
            releases.program(&format!("v{version}/{name}/magicgen"), &program);
            let script =
                format!("tar -czf {name}.tar.gz {name} && sha256sum {name}.tar.gz >SHA256SUMS");
            let folder = releases.0.path().join(format!("v{version}"));
            let status = Command::new("bash").args(["-c", &script]).current_dir(folder).status();
            assert!(status.unwrap().success());
        }
        releases
    }

    fn program(&self, name: &str, text: &str) {
        let path = self.0.write(name, text);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs the step as GitHub does, with the values of the action's inputs.
    fn run(&self, version: &str, arguments: &str) -> Output {
        self.run_on("Linux", "x86_64", version, arguments)
    }

    fn run_on(&self, system: &str, machine: &str, version: &str, arguments: &str) -> Output {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&path);
        let path = std::env::join_paths([self.0.path().join("bin")].into_iter().chain(folders));
        Command::new(Path::new(crate::ROOT).join("packaging/action"))
            .env("PATH", path.unwrap())
            .env("RELEASES", self.0.path())
            .env("SYSTEM", system)
            .env("MACHINE", machine)
            .env("VERSION", version)
            .env("ARGUMENTS", arguments)
            .env("RUNNER_TEMP", self.0.path().join("runner"))
            .current_dir(self.0.path())
            .output()
            .unwrap()
    }

    /// The addresses that the step has asked for.
    fn asked(&self) -> Vec<String> {
        if !self.0.has("asked") {
            return Vec::new();
        }
        self.0.read("asked").lines().map(str::to_owned).collect()
    }
}

/// The version of the program that ran, and its arguments.
fn ran(output: &Output) -> (String, Vec<String>) {
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let (_, program) = text.split_once("this is magicgen ").expect("the program ran");
    let mut lines = program.lines().map(str::to_owned);
    (lines.next().unwrap(), lines.collect())
}

/// The error that GitHub shows.
fn error(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(!text.contains("this is magicgen"), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("::error title=magicgen::"));
    line.unwrap_or_else(|| panic!("no error: {text}")).to_owned()
}

/// The addresses of a release's files.
fn files(version: &str) -> Vec<String> {
    let release = format!("https://github.com/magicgen/magicgen/releases/download/v{version}");
    let archive = format!("{release}/magicgen-{version}-x86_64-unknown-linux-musl.tar.gz");
    vec![archive, format!("{release}/SHA256SUMS")]
}

/// The inputs reach the script by the variables that `Releases::run` sets, and their defaults are those of the tests.
fn the_action_runs_the_script() {
    let action = fs::read_to_string(Path::new(crate::ROOT).join("action.yml")).unwrap();
    for line in [
        "run: '\"$GITHUB_ACTION_PATH/packaging/action\"'",
        "VERSION: ${{ inputs.version }}",
        "ARGUMENTS: ${{ inputs.arguments }}",
        "default: \"\"",
        "default: --check",
    ] {
        assert!(action.lines().any(|other| other.trim() == line), "{line}");
    }
}

fn a_version_is_downloaded_and_run() {
    for version in ["0.1.0", "v0.1.0"] {
        let releases = Releases::of(&["0.1.0", "0.2.0"]);
        let output = releases.run(version, "--check");
        assert_eq!(ran(&output), ("0.1.0".to_owned(), vec!["[--check]".to_owned()]));
        assert_eq!(releases.asked(), files("0.1.0"));
    }
    let releases = Releases::of(&["1.0.0-rc.1"]);
    assert_eq!(ran(&releases.run("v1.0.0-rc.1", "--check")).0, "1.0.0-rc.1");
}

/// Without the input `version`, an action that is used by the tag `v0.1.0` downloads 0.1.0, even if there are newer releases.
fn the_version_is_that_of_the_action() {
    let releases = Releases::of(&[THIS, "99.0.0"]);
    assert_eq!(ran(&releases.run("", "--check")).0, THIS);
    assert_eq!(releases.asked(), files(THIS));
}

fn the_newest_release_is_found() {
    let releases = Releases::of(&["0.1.0", "0.2.0"]);
    assert_eq!(ran(&releases.run("latest", "--check")).0, "0.2.0");
    assert_eq!(releases.asked()[1..], files("0.2.0"));
    assert_eq!(error(&Releases::of(&[]).run("latest", "--check")), "there is no release yet");
}

/// As for an action that is used by a branch whose version isn't released.
fn a_missing_release_is_an_error() {
    let output = Releases::of(&["99.0.0"]).run("", "--check");
    let message = error(&output);
    let start = format!("magicgen-{THIS}-x86_64-unknown-linux-musl.tar.gz of release {THIS} can't");
    assert!(message.starts_with(&start), "{message}");
    assert!(message.ends_with("use the action by a release's tag, or set 'version'"), "{message}");
}

fn what_is_no_version_is_never_asked_for() {
    for version in ["main", "vv0.1.0", "0.1", "../0.1.0", "0.1.0/..", "0.1.0\n::warning::"] {
        let releases = Releases::of(&["0.1.0"]);
        let output = releases.run(version, "--check");
        assert!(error(&output).starts_with("the version is "), "{version}");
        assert_eq!(releases.asked(), <[&str; 0]>::default(), "{version}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

fn arguments_of_all_lines_arrive() {
    let releases = Releases::of(&["0.1.0"]);
    for (arguments, arrive) in [
        ("--check\n--config engine/magicgen.toml\n", "[--check] [--config] [engine/magicgen.toml]"),
        ("  --check\n\n\t--quiet", "[--check] [--quiet]"),
        ("verify 'my engine/magics.c' \"\"", "[verify] [my engine/magics.c] []"),
        (
            "$(touch no) `touch no` * ; touch no",
            "[$(touch] [no)] [`touch] [no`] [*] [;] [touch] [no]",
        ),
        ("\n", ""),
    ] {
        assert_eq!(ran(&releases.run("0.1.0", arguments)).1.join(" "), arrive);
    }
    assert!(!releases.0.has("no"));
    let output = releases.run("0.1.0", "--check 'open\n--quiet");
    assert_eq!(error(&output), "a quote in 'arguments' has no end in its line");
}

fn a_wrong_checksum_stops_the_step() {
    let releases = Releases::of(&["0.1.0"]);
    let sums = releases.0.read("v0.1.0/SHA256SUMS");
    let (digest, name) = sums.split_once(' ').unwrap();
    releases.0.write("v0.1.0/SHA256SUMS", &format!("{} {name}", "0".repeat(digest.len())));
    let output = releases.run("0.1.0", "--check");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && text.contains(": FAILED"), "{text}");
    assert!(!text.contains("this is magicgen"), "{text}");
    releases.0.write("v0.1.0/SHA256SUMS", "");
    assert!(!releases.run("0.1.0", "--check").status.success());
}

fn arm_has_a_program_of_its_own() {
    let releases = Releases::of_machine("aarch64", &["0.1.0"]);
    assert_eq!(ran(&releases.run_on("Linux", "aarch64", "0.1.0", "--check")).0, "0.1.0");
    let asked = releases.asked();
    assert!(asked[0].ends_with("/magicgen-0.1.0-aarch64-unknown-linux-musl.tar.gz"), "{asked:?}");
}

fn other_machines_are_refused() {
    let releases = Releases::of(&["0.1.0"]);
    let message = error(&releases.run_on("Darwin", "x86_64", "0.1.0", "--check"));
    assert!(message.starts_with("there is no program for Darwin on x86_64;"), "{message}");
    assert_eq!(releases.asked(), <[&str; 0]>::default());
}

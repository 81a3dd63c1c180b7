//! Runs the commands of `commands.txt` by one magicgen, and makes digests of everything that they print and write.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a magicgen is run: the program, its number of threads, and its environment.
pub(crate) struct Machine {
    /// The binary, or an emulator and its arguments before it.
    pub(crate) program: Vec<OsString>,
    pub(crate) jobs: u32,
    pub(crate) environment: Vec<(&'static str, OsString)>,
    /// Whether configs, locks and ledgers get the line ends of Windows before each command.
    pub(crate) has_crlf: bool,
}

/// The digest of each file, under its section and name, and of each command's output, under its section and command
/// line.
pub(crate) type Digests = BTreeMap<String, String>;

const COMMANDS: &str = include_str!("commands.txt");
const CONFIGS: [(&str, &str); 3] = [
    ("searched.toml", include_str!("searched.toml")),
    ("languages.toml", include_str!("languages.toml")),
    ("variants.toml", include_str!("variants.toml")),
];

/// The command lines of each section.
fn sections() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut sections = BTreeMap::new();
    let mut section = "";
    for line in COMMANDS.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        } else if !line.is_empty() && !line.starts_with('#') {
            sections.entry(section).or_insert_with(Vec::new).push(line);
        }
    }
    sections
}

/// Runs the named sections, each in a folder of its own within an empty folder.
pub(crate) fn digests(
    machine: &Machine,
    folder: &Path,
    wanted: &[&str],
) -> Result<Digests, String> {
    let mut digests = Digests::new();
    for (section, commands) in sections() {
        if !wanted.contains(&section) {
            continue;
        }
        let folder = folder.join(section);
        // The folder `.git` keeps magicgen from finding a config in a folder above.
        std::fs::create_dir_all(folder.join(".git")).map_err(|error| error.to_string())?;
        for (name, text) in CONFIGS {
            std::fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
        }
        for command in commands {
            if machine.has_crlf {
                change_line_ends(&folder)?;
            }
            let printed = run(machine, &folder, command)?;
            digests.insert(format!("{section}: magicgen {command}"), digest(&printed));
        }
        for path in files(&folder)? {
            let name = path.strip_prefix(&folder).expect("it is below").display().to_string();
            if CONFIGS.iter().any(|(config, _)| *config == name) {
                continue;
            }
            let mut bytes = std::fs::read(&path).map_err(|error| format!("{name}: {error}"))?;
            if is_input(&path) {
                // Line ends that this test has changed aren't compared.
                bytes.retain(|byte| !machine.has_crlf || *byte != b'\r');
            }
            if is_ledger(&path) {
                bytes = without_seconds(&bytes);
            }
            digests.insert(format!("{section}/{name}"), digest(&bytes));
        }
    }
    Ok(digests)
}

fn run(machine: &Machine, folder: &Path, command: &str) -> Result<Vec<u8>, String> {
    let (program, before) = machine.program.split_first().expect("a machine has a program");
    let mut process = Command::new(program);
    process.args(before).args(command.split_whitespace()).current_dir(folder);
    if !["list", "verify", "init", "man", "completions"]
        .iter()
        .any(|word| command.starts_with(word))
    {
        process.args(["--jobs", &machine.jobs.to_string()]);
    }
    process.envs(machine.environment.iter().map(|(name, value)| (*name, value)));
    let output = process.output().map_err(|error| format!("{}: {error}", program.display()))?;
    // Status 1 of `verify` means that factors are wrong, which is a valid answer.
    let answers: &[i32] = if command.starts_with("verify") { &[0, 1] } else { &[0] };
    let status = output.status.code().filter(|status| answers.contains(status));
    let Some(status) = status else {
        let why = [output.stdout, output.stderr].concat();
        let why = String::from_utf8_lossy(&why);
        return Err(format!("magicgen {command}: {}\n{why}", output.status));
    };
    let printed = [output.stdout, output.stderr, status.to_string().into_bytes()].concat();
    Ok(without_seconds(&printed))
}

/// Removes the times of complete searches, the only values that differ between two runs.
fn without_seconds(bytes: &[u8]) -> Vec<u8> {
    const KEY: &[u8] = b"\"seconds\":";
    let mut rest = bytes;
    let mut kept = Vec::with_capacity(bytes.len());
    while let Some(at) = rest.windows(KEY.len()).position(|window| window == KEY) {
        let (before, after) = rest.split_at(at + KEY.len());
        kept.extend_from_slice(before);
        let number = after.iter().take_while(|byte| b"0123456789.e- ".contains(byte)).count();
        rest = &after[number..];
    }
    kept.extend_from_slice(rest);
    kept
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

fn is_ledger(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jsonl")
}

/// Whether a file is one that magicgen reads and people commit.
fn is_input(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| ["toml", "lock", "jsonl"].iter().any(|input| extension == *input))
}

/// Gives every input the line ends that a checkout on Windows has.
fn change_line_ends(folder: &Path) -> Result<(), String> {
    for path in files(folder)?.into_iter().filter(|path| is_input(path)) {
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// All files below a folder, in order, without `.git`.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != ".git") {
                    folders.push(path);
                }
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

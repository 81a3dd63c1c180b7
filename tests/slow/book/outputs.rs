//! What commands print with `--format json` fits the schemas of it, and each schema's kind is printed by some command.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use tempfile::TempDir;

use crate::book::schemas::errors;
use crate::book::{root, text};

const SCHEMAS: &str = "config/schema/output";

/// A small board, so that nothing takes long.
const CONFIG: &str = "version = 1\n[board]\nwidth = 3\nheight = 3\n[defaults]\nlang = \"c\"\n\
    [[output]]\nid = \"a\"\npath = \"a.h\"\nvariant = \"packed\"\n\
    [[output]]\nid = \"b\"\npath = \"b.h\"\nvariant = \"shared-factor\"\n";

/// Commands in the order in which they are run in one folder, and whether each succeeds.
const COMMANDS: &[(&str, bool)] = &[
    ("--check", false),
    ("--dry-run", true),
    ("", true),
    ("--check", true),
    ("--only a", true),
    ("--lang c --variant packed --piece unicorn -o x.h", false),
    ("--config missing.toml", false),
    ("-D board.width=99", false),
    ("--lang c -o c.h", true),
    ("verify magicgen.lock", false),
    ("verify missing.lock", false),
    ("verify magicgen.toml", false),
    ("verify c.h", true),
    ("search --goal packed --effort 1", true),
    ("search --effort 2", true),
    ("prove rook d4 --bits 8 --estimate --no-config", true),
    ("prove bishop a2 --bits 3 --no-config", true),
    ("prove bishop a2 --bits 4 --no-config -o led.jsonl", true),
    ("prove --recheck led.jsonl --no-config", true),
    ("prove rook z9 --bits 8", false),
    ("explain rook b2", true),
    ("explain rook b2 --occupied a2,b3", true),
    ("explain rook z9", false),
    ("explain config::unknown-key", true),
    ("explain no::code", false),
    ("gather 0x7e00", true),
    ("gather 0xe0a0e0 --products 1", false),
    ("gather z9", false),
    ("recommend", true),
    ("recommend --max-bytes 1", true),
    ("list languages", true),
    ("list variants", true),
    ("list orientations", true),
    ("list pieces", true),
    ("list magics", true),
    ("list magic", false),
    ("list pieces --sort bytes", false),
    ("--such-a-flag", false),
];

/// A kind that takes a compiler and minutes.
const NOT_RUN: &str = "measurement";

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("book::outputs::fit_their_schemas", fit),
        Trial::test("book::outputs::another_key_is_refused", another_key_is_refused),
    ]
}

fn schema(kind: &str) -> Result<Value, Failed> {
    let path = Path::new(SCHEMAS).join(format!("{kind}.json"));
    if !root().join(&path).is_file() {
        return Err(format!("no schema for the kind {kind}").into());
    }
    Ok(serde_json::from_str(&text(&path))?)
}

fn folder() -> Result<TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("magicgen.toml"), CONFIG)?;
    Ok(folder)
}

/// The line that a command prints, and whether it succeeds.
fn printed(folder: &Path, line: &str) -> Result<(Value, bool), Failed> {
    let output = Command::new(crate::program())
        .args(line.split_whitespace())
        .args(["--format", "json"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let value = serde_json::from_str(&text).map_err(|error| {
        let told = String::from_utf8_lossy(&output.stderr);
        format!("magicgen {line}: {error} in {text:?}\n{told}")
    })?;
    Ok((value, output.status.success()))
}

fn fit() -> Result<(), Failed> {
    let folder = folder()?;
    let mut wrong = Vec::new();
    let mut kinds = BTreeSet::new();
    for (line, succeeds) in COMMANDS {
        let (value, did) = match printed(folder.path(), line) {
            Ok(printed) => printed,
            Err(error) => {
                wrong.push(format!("{error:?}"));
                continue;
            }
        };
        if did != *succeeds {
            wrong.push(format!("magicgen {line}: {value}"));
        }
        let kind = value["kind"].as_str().unwrap_or_default().to_owned();
        let found = errors(&value, &schema(&kind)?);
        wrong.extend(found.iter().map(|error| format!("magicgen {line}: {error}")));
        kinds.insert(kind);
    }
    for entry in fs::read_dir(root().join(SCHEMAS))? {
        let path = entry?.path();
        let kind = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if !kinds.contains(&kind) && kind != NOT_RUN {
            wrong.push(format!("no command prints the kind {kind}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn another_key_is_refused() -> Result<(), Failed> {
    let folder = folder()?;
    for line in ["list pieces", "--dry-run", "recommend"] {
        let (mut value, _) = printed(folder.path(), line)?;
        let kind = value["kind"].as_str().unwrap_or_default().to_owned();
        value["another"] = Value::Bool(true);
        if errors(&value, &schema(&kind)?).is_empty() {
            return Err(format!("the schema of {kind} takes any key").into());
        }
    }
    Ok(())
}

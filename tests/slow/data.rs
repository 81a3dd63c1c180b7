//! Data is what its schema says, and enough for lookups: a program in Python, which knows nothing but the data, computes
//! them from the statements and compares them with rays that it walks.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::ROOT;
use crate::book::schemas::errors;
use crate::folder::Folder;
use crate::installed::{has_tool, requires_all};

/// Flags for JSON: variants, orders of squares, words, boards of one to four words, and companions.
const FORMS: [&str; 19] = [
    "",
    "--variant plain --orientation h8lsb --emit lookup,between,rays",
    "--variant hyperbola --orientation a8lsb -D output.json.word=pair",
    "--variant split32 -D output.word=pair --emit lookup,line,between",
    "--variant black --orientation h1lsb",
    "--variant kindergarten --orientation a1lsb-file",
    "--variant pext --emit lookup,zobrist,leapers",
    "--variant pext16",
    "--emit lookup,between -D output.companions.between=computed",
    "--variant classical --orientation h8lsb-file",
    "--variant qbb -p queen",
    "--variant hyperbola-reverse",
    "--variant hyperbola-reverse --orientation h8lsb -D output.json.word=pair",
    "--variant nested --board 7x7",
    "--variant obstruction-difference --board 6x9 --emit lookup,between,ray-pass",
    "--variant fixed --board 5x5 -D board.holes=['c3']",
    "--board 10x10 --emit lookup,between,rays,leapers",
    "--board 11x13 --orientation h1lsb",
    "--board 16x16 --variant slide-arithmetic -p rook",
];

const ASSEMBLED: [Assembled; 3] = [
    Assembled {
        ending: "s",
        tools: &["gcc"],
        command: "gcc -o out driver.c magics.s && ./out",
        variants: &["fancy", "kindergarten", "hyperbola", "classical", "black"],
        is_for_x86: true,
    },
    Assembled {
        ending: "asm",
        tools: &["gcc", "nasm"],
        command: "nasm -f elf64 -o magics.o magics.asm && gcc -o out driver.c magics.o && ./out",
        variants: &["fancy", "kindergarten", "hyperbola", "classical", "black"],
        is_for_x86: true,
    },
    Assembled {
        ending: "s65",
        tools: &["ca65", "cl65", "sim65"],
        command: "ca65 -t sim6502 -o magics.o magics.s65 && cl65 -t sim6502 -O -o out driver65.c magics.o && sim65 out",
        // Others have tables of more than 64 KiB.
        variants: &["hyperbola", "classical"],
        is_for_x86: false,
    },
];

/// A template of `examples/templates` whose output is assembled.
#[derive(Clone, Copy)]
struct Assembled {
    ending: &'static str,
    tools: &'static [&'static str],
    /// The command in the folder of the file.
    command: &'static str,
    /// Variants whose lookups differ in their operations.
    variants: &'static [&'static str],
    is_for_x86: bool,
}

/// Names and flags of the files that a compiler of [`COMPILED`] is given at once: the drivers import them.
const COMPILED_FORMS: [(&str, &str); 5] = [
    ("Fancy", ""),
    ("Filled", "--variant fixed --orientation a8lsb-file -D output.tables=init"),
    ("Kindergarten", "--variant kindergarten --orientation h8lsb"),
    ("Pair", "--variant hyperbola-reverse -D output.word=pair"),
    ("Bytes", "--variant bytes"),
];

const COMPILED: [Compiled; 2] = [
    Compiled {
        ending: "hs",
        tools: &["ghc"],
        command: "ghc -v0 -O -Wall -Werror -o out Main.hs && ./out",
        also: &[("Pext", "--variant pext16")],
    },
    Compiled {
        ending: "scala",
        tools: &["scalac", "scala"],
        command: "scalac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -Xlint -deprecation -feature -Xfatal-warnings *.scala \
                  && scala Main",
        also: &[],
    },
];

/// A template of `examples/templates` whose outputs are compiled together.
#[derive(Clone, Copy)]
struct Compiled {
    ending: &'static str,
    tools: &'static [&'static str],
    /// The command in the folder of the files.
    command: &'static str,
    /// Forms besides [`COMPILED_FORMS`].
    also: &'static [(&'static str, &'static str)],
}

/// A test that needs tools.
fn trial(
    name: &str,
    tools: &[&str],
    run: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let missing: Vec<&str> = tools.iter().copied().filter(|tool| !has_tool(tool)).collect();
    if missing.is_empty() {
        return Trial::test(format!("data::{name}"), run);
    }
    let message = format!("not installed: {}", missing.join(", "));
    if requires_all() {
        return Trial::test(format!("data::{name}"), move || Err(message.into()));
    }
    Trial::test(format!("data::{name} ({message})"), || Ok(())).with_ignored_flag(true)
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let is_x86 = cfg!(all(target_arch = "x86_64", target_os = "linux"));
    let assembled = ASSEMBLED.into_iter().filter(|one| is_x86 || !one.is_for_x86).map(|one| {
        trial(&format!("templates_are_assembled_{}", one.ending), one.tools, move || one.run())
    });
    let compiled = COMPILED.into_iter().map(|one| {
        trial(&format!("templates_are_compiled_{}", one.ending), one.tools, move || one.run())
    });
    let others = [
        trial("lookups_from_json_are_right_in_every_form", &["python3"], lookups_are_right),
        trial("the_schema_knows_all_operations", &[], schema_knows_operations),
        trial("templates_print_every_variant", &[], templates_print),
        trial("the_page_has_the_template_for_swift", &[], page_has_template),
    ];
    others.into_iter().chain(assembled).chain(compiled).collect()
}

/// Fills in a template.
fn fill_in(folder: &Folder, ending: &str, name: &str, flags: &[&str]) {
    let template = Path::new(ROOT).join(format!("examples/templates/magics.{ending}.jinja"));
    let template = format!("output.template={}", template.display());
    let file = format!("{name}.{ending}");
    let given = ["--lang", "template", "-D", &template, "--name", name, "-o", &file];
    folder.succeed(&[&given[..], flags].concat());
}

/// Writes a program of `tests/drivers/data` into a folder.
fn add_driver(folder: &Folder, driver: &str) -> Result<(), Failed> {
    let path = Path::new(ROOT).join("tests/drivers/data").join(driver);
    folder.write(driver, &std::fs::read_to_string(path)?);
    Ok(())
}

/// Runs a command in a folder.
fn run(folder: &Folder, command: &str) -> Result<(), Failed> {
    let shell = Command::new("sh").args(["-c", command]).current_dir(folder.path()).output()?;
    if shell.status.success() {
        return Ok(());
    }
    let texts = [shell.stdout, shell.stderr].concat();
    Err(format!("{command}: {}", String::from_utf8_lossy(&texts)).into())
}

impl Assembled {
    fn run(self) -> Result<(), Failed> {
        let folder = Folder::new();
        for driver in ["driver.c", "driver65.c"] {
            add_driver(&folder, driver)?;
        }
        for variant in self.variants {
            fill_in(&folder, self.ending, "magics", &["--variant", variant]);
            run(&folder, self.command).map_err(|error| format!("{variant}: {error:?}"))?;
        }
        Ok(())
    }
}

impl Compiled {
    fn run(self) -> Result<(), Failed> {
        let folder = Folder::new();
        add_driver(&folder, &format!("Main.{}", self.ending))?;
        for (name, flags) in COMPILED_FORMS.iter().chain(self.also) {
            let flags: Vec<&str> = flags.split_whitespace().collect();
            fill_in(&folder, self.ending, name, &flags);
        }
        run(&folder, self.command)
    }
}

/// Every template can be filled in, and is in the list beside it.
fn templates_print() -> Result<(), Failed> {
    let folder = Folder::new();
    let templates = Path::new(ROOT).join("examples/templates");
    let list = std::fs::read_to_string(templates.join("README.md"))?;
    for entry in std::fs::read_dir(templates)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let ending = name.strip_prefix("magics.").and_then(|name| name.strip_suffix(".jinja"));
        let Some(ending) = ending else { continue };
        if !list.contains(&format!("[{name}]({name})")) {
            return Err(format!("README.md lacks {name}").into());
        }
        for variant in ["hyperbola", "black"] {
            fill_in(&folder, ending, "magics", &["--variant", variant]);
        }
    }
    Ok(())
}

fn page_has_template() -> Result<(), Failed> {
    let root = Path::new(ROOT);
    let page = std::fs::read_to_string(root.join("docs/templates.md"))?;
    let template = std::fs::read_to_string(root.join("examples/templates/magics.swift.jinja"))?;
    if template.lines().count() <= 40 && page.contains(&format!("\n{template}```")) {
        return Ok(());
    }
    Err("docs/templates.md has another template for Swift, or a longer one".into())
}

/// Adds the operations of all statements.
fn operations(data: &Value, seen: &mut BTreeSet<String>) {
    match data {
        Value::Object(object) => {
            seen.extend(object.get("operation").and_then(Value::as_str).map(str::to_owned));
            object.values().for_each(|value| operations(value, seen));
        }
        Value::Array(list) => list.iter().for_each(|value| operations(value, seen)),
        _ => {}
    }
}

/// A misspelled operation doesn't fit the schema.
fn schema_knows_operations() -> Result<(), Failed> {
    let folder = Folder::new();
    let schema = std::fs::read_to_string(Path::new(ROOT).join("config/schema/data.json"))?;
    let schema: Value = serde_json::from_str(&schema)?;
    folder.succeed(&["--lang", "json", "--board", "3x3", "-o", "a.json"]);
    let text = folder.read("a.json");
    let wrong: Value =
        serde_json::from_str(&text.replace("\"operation\": \"mul\"", "\"operation\": \"mult\""))?;
    let found = errors(&wrong, &schema);
    if found.iter().any(|error| error.contains("mult"))
        && errors(&serde_json::from_str(&text)?, &schema).is_empty()
    {
        return Ok(());
    }
    Err(format!("{found:?}").into())
}

fn lookups_are_right() -> Result<(), Failed> {
    let folder = Folder::new();
    let root = Path::new(ROOT);
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(root.join("config/schema/data.json"))?)?;
    let mut wrong = String::new();
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
    for (number, form) in FORMS.iter().enumerate() {
        let file = format!("{number}.json");
        let mut flags = vec!["--lang", "json", "-o", &file];
        flags.extend(form.split_whitespace());
        folder.succeed(&flags);
        let data: Value = serde_json::from_str(&folder.read(&file))?;
        operations(&data, &mut seen);
        for error in errors(&data, &schema).into_iter().take(3) {
            let _ = writeln!(wrong, "{form}: {}", error.chars().take(300).collect::<String>());
        }
        files.push(folder.path().join(file));
    }
    let listed = &schema["definitions"]["Statement"]["properties"]["operation"]["enum"];
    let listed: BTreeSet<&str> =
        listed.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if !listed.iter().copied().eq(seen.iter().map(String::as_str)) {
        let _ = writeln!(wrong, "the schema lists other operations than are seen: {seen:?}");
    }
    if !wrong.is_empty() {
        return Err(wrong.into());
    }
    let script = root.join("tests/drivers/data/lookups.py");
    let output = Command::new("python3").arg(script).args(&files).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let lines = String::from_utf8(output.stdout)?;
    if lines.lines().count() == FORMS.len() { Ok(()) } else { Err(lines.into()) }
}

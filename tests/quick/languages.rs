//! Asks every place that has to know each language whether it does. The failure is the list of steps that are left.
//!
//! Each row of [`PLACES`] is such a place. A language that doesn't belong there is an exception with a reason. An
//! exception that isn't needed any more fails too.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use magicgen::render::{self, Backend};
use magicgen_lookup::model::{NameRules, Names};

/// A language as the rows see it.
struct Lang {
    id: String,
    /// The ending of the file that it writes by default.
    ending: String,
}

/// How a place shows that it knows a language. In texts, `{id}` is the language and `{ending}` its file's ending.
enum Seen {
    /// The file or the folder is there.
    Exists,
    /// The file, or a file of the folder, has this text.
    Says(&'static str),
    /// The file has this text from the line that begins so, to the line that begins so.
    Within(&'static str, &'static str, &'static str),
    /// This function says so, given the file's text.
    Asked(fn(&str, &Lang) -> bool),
}

/// A place that has to know each language.
struct Place {
    /// A file or a folder.
    path: &'static str,
    seen: Seen,
    /// The step to take there for a new language.
    add: &'static str,
    /// The languages that don't belong there, and why.
    except: &'static [(&'static str, &'static str)],
}

use Seen::{Asked, Exists, Says, Within};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        every_place_knows_every_language,
        a_new_language_is_told_every_place,
        exceptions_are_of_languages_that_there_are_and_needed,
        every_language_that_is_defined_is_listed,
        the_readme_counts_the_languages,
    ]
}

const fn place(
    path: &'static str,
    seen: Seen,
    add: &'static str,
    except: &'static [(&'static str, &'static str)],
) -> Place {
    Place { path, seen, add, except }
}

const BOOK: &str = "run `just update`, which writes it";

const GPU: &str = "gpu.rs has its cells";
const KERNEL: &str = "a kernel has no self-test";
const NOT_FILLED: &str = "it has no tables that are filled at start-up";
const NOT_TIMED: &str = "nobody has timed its lookups beside those written by hand";
const AS_JAVASCRIPT: &str = "it is compiled to JavaScript, which the driver of javascript calls";

/// The places, in the order of work. `render::ALL`, which makes it a language, is none of them.
const PLACES: &[Place] = &[
    place(
        "src/render/mod.rs",
        Within("const OTHERS", "];", "\"{id}\""),
        "list \"{id}\" in OTHERS",
        &[("c", "every build has it"), ("rust", "every build has it")],
    ),
    place(
        "templates/{id}",
        Exists,
        "write the language's templates",
        &[
            ("cuda", "its templates are in templates/gpu"),
            ("opencl", "its templates are in templates/gpu"),
            ("typescript", "its templates are in templates/javascript"),
        ],
    ),
    place(
        "templates/{id}/keywords.txt",
        Exists,
        "list the words that can't be names, and read them by `words_of!`",
        &[
            ("cuda", "its words are those of C and C++"),
            ("opencl", "its words are those of C and C++"),
            ("typescript", "its words are in templates/javascript"),
            ("wat", "its names begin with a dollar sign, so that no word is reserved"),
        ],
    ),
    place(
        "docs/data/keys.toml",
        Says("name = \"output.{id}\""),
        "describe the table `output.{id}` and its keys",
        &[("wgsl", "it has no keys")],
    ),
    place(
        "config/magicgen.toml",
        Asked(|text, lang| {
            ["defaults", "output"]
                .iter()
                .any(|table| text.contains(&format!("[{table}.{}]", lang.id)))
        }),
        BOOK,
        &[("wgsl", "it has no keys")],
    ),
    place("config/schema/magicgen.json", Says("\"{id}\""), BOOK, &[]),
    place("docs/config.md", Says("## `[output.{id}]`"), BOOK, &[("wgsl", "it has no keys")]),
    place("docs/languages.md", Says("[`{id}`](languages/{id}.md)"), BOOK, &[]),
    place(
        "docs/languages/{id}.md",
        Exists,
        "say how {id} is generated, called, built and started, as docs/languages/d.md does; `just update` adds the facts",
        &[],
    ),
    place(
        "docs/SUMMARY.md",
        Says("(languages/{id}.md)"),
        "add the chapter of {id}: `- [{id}](languages/{id}.md)`",
        &[],
    ),
    place(
        "src/cli/book.rs",
        Within("const LANGUAGES", "/// ", "\"{id}\""),
        "add \"{id}\" to LANGUAGES, so that `explain {id}` shows the program of its page",
        &[],
    ),
    place(
        "docs/squares.md",
        Asked(|text, lang| {
            text.lines().filter(|line| line.starts_with("| ")).any(|line| {
                line.split('|').nth(1).is_some_and(|cell| has_word(cell, &called(&lang.id)))
            })
        }),
        "add to the table how {id} treats a square out of range",
        &[],
    ),
    place(
        "CHANGELOG.md",
        Asked(|text, lang| has_word(text, &called(&lang.id))),
        "name {id} under \"Generated output\"",
        &[],
    ),
    place(
        "tests/slow/strings/lexer.rs",
        Within("fn syntax", "}", "\"{id}\""),
        "add an arm to `syntax`: the marks of comments and strings of {id}",
        &[],
    ),
    place(
        "tests/slow/strings/mod.rs",
        Asked(|text, lang| {
            text.contains(&format!("\"{}\" =>", lang.id)) || !needs_its_ending(lang)
        }),
        "add \"{id}\" to `ending`, since {id} refuses files with any other",
        &[],
    ),
    place(
        "tests/slow/forms.rs",
        Within("const FORMS", "];", "\"{id}\", \""),
        "add each form of {id} to FORMS, then `just update`",
        &[],
    ),
    place(
        "tests/quick/goldens.rs",
        Within("const LANGUAGES", "];", "lang = \\\"{id}\\\""),
        "add {id} to LANGUAGES, then `just update`",
        &[
            ("cuda", NOT_FILLED),
            ("opencl", NOT_FILLED),
            ("verilog", NOT_FILLED),
            ("wgsl", NOT_FILLED),
        ],
    ),
    place(
        "generated/magicgen.toml",
        Says("\nlang = \"{id}\""),
        "add an output, then `just update`",
        &[
            ("cuda", NOT_FILLED),
            ("opencl", NOT_FILLED),
            ("verilog", NOT_FILLED),
            ("wgsl", NOT_FILLED),
        ],
    ),
    place(
        "tests/slow/verify_generated.rs",
        Within("const FORMS", "];", "\"{id}\", \""),
        "add each form of {id} to FORMS",
        &[(
            "wgsl",
            "its arrays are too short for the tables beside factors, so that no file would be read",
        )],
    ),
    place(
        "src/render",
        Asked(|_, lang| {
            let found = render::find(&lang.id);
            found.is_some_and(|found| found.source.has_ending(&lang.ending))
        }),
        "give the constant of {id} its `source`: the ending \"{ending}\", and how comments and strings are written",
        &[("wgsl", "a gap: verify takes its syntax for that of an unknown language")],
    ),
    place(
        "tests/slow/same_bytes/languages.toml",
        Says("\nlang = \"{id}\""),
        "add an output for each form of {id}, then `just update`",
        &[],
    ),
    place(
        "tests/compile/{id}.rs",
        Exists,
        "write the cells of {id}, from a `Kit` of tests/compile/kit.rs",
        &[
            ("cuda", GPU),
            ("opencl", GPU),
            ("wgsl", GPU),
            ("typescript", "javascript.rs has its cells"),
        ],
    ),
    place(
        "tests/compile/mod.rs",
        Says("        {id}::cells(),"),
        "add `mod {id};` and `{id}::cells(),`",
        &[
            ("cuda", GPU),
            ("opencl", GPU),
            ("wgsl", GPU),
            ("typescript", "javascript.rs has its cells"),
            ("rust", "its lints are sorted to the front"),
        ],
    ),
    place(
        "tests/drivers/{id}",
        Exists,
        "write a driver that walks rays and compares",
        &[("typescript", AS_JAVASCRIPT)],
    ),
    place(
        "tests/compile/mutants.rs",
        Says("\"{id}\""),
        "add to LANGUAGES the command that runs the self-test; tests/compile/faults.rs uses it too",
        &[("cuda", KERNEL), ("opencl", KERNEL), ("wgsl", KERNEL)],
    ),
    place(
        "tests/compile/hostile.rs",
        Says("lang: \"{id}\""),
        "add to RECIPES the commands that compile and test a file, and to TEXTS a text that would end a comment of {id}",
        &[("wgsl", "a gap: nobody has written the recipe for naga yet")],
    ),
    place(
        "tests/compile/companions",
        Says("lang: \"{id}\""),
        "add to `compiled.rs` or `hosted.rs` how functions are called and numbers are printed",
        &[
            ("opencl", "its functions have the template of cuda's, which are called as C++"),
            ("typescript", "its functions have the templates of javascript's, which are called"),
            ("verilog", "a gap: no test bench calls functions beside the lookups"),
            ("wgsl", "a gap: gpu.rs compiles them and calls none"),
        ],
    ),
    place(
        "scripts/install-toolchains",
        Says("\n{id} "),
        "add a line for the compiler of {id}",
        &[
            ("cuda", "it is compiled by clang"),
            ("javascript", "it is run by node, of the group npm"),
            ("rust", "whoever builds magicgen has its compiler"),
            ("wat", "the group wasm has its assembler"),
            ("wgsl", "it is checked by naga, the group of that name"),
        ],
    ),
    place(
        "fuzz/dictionaries/config.dict",
        Says("\n\"{id}\"\n"),
        "add the line \"{id}\"",
        &[
            ("c", "a fuzzer finds words of one or two letters by itself"),
            ("d", "a fuzzer finds words of one or two letters by itself"),
            ("go", "a fuzzer finds words of one or two letters by itself"),
        ],
    ),
    place(
        "benches/languages/{id}",
        Exists,
        "write a program with a lookup written by hand, and `run`; docs/measurements.md shows what it prints",
        &[
            ("cuda", NOT_TIMED),
            ("opencl", NOT_TIMED),
            ("typescript", "it is compiled to JavaScript, which is timed"),
            ("verilog", NOT_TIMED),
            ("wgsl", NOT_TIMED),
        ],
    ),
];

fn root() -> PathBuf {
    PathBuf::from(crate::ROOT)
}

/// The names of a file for which nothing is asked.
fn names(backend: &dyn Backend) -> Names {
    Names::new(backend.naming(), NameRules { name: "magics".to_owned(), ..NameRules::default() })
}

/// A language's name in prose, where it isn't its id.
fn called(id: &str) -> String {
    match id {
        "cpp" => "C++",
        "csharp" => "C#",
        "wat" => "WebAssembly",
        other => other,
    }
    .to_lowercase()
}

/// Whether a text has a word, in whatever case. The word is in lower case.
fn has_word(text: &str, word: &str) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() || "+#-".contains(c);
    text.to_lowercase().split(|c| !is_of_word(c)).any(|other| other == word)
}

/// True unless the language accepts any ending of its file's name, or one name alone, as Java does.
fn needs_its_ending(lang: &Lang) -> bool {
    let Some(language) = render::find(&lang.id) else { return true };
    let backend = language.configure(None).expect("a language has default options");
    let names = names(&*backend);
    let accepts = |ending: &str| backend.check_file_name(&names, &format!("any.{ending}")).is_ok();
    accepts(&lang.ending) && !accepts("x")
}

/// The text of a file, or of all files of a folder.
fn text(path: &Path) -> String {
    let shown = path.display();
    if path.is_dir() {
        let files = std::fs::read_dir(path).unwrap_or_else(|error| panic!("{shown}: {error}"));
        return files.map(|file| text(&file.unwrap().path())).collect();
    }
    std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{shown}: {error}: say in PLACES where it is now"))
}

/// The lines of a text between two that begin so, the first of them included.
fn between(text: &str, first: &str, last: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.starts_with(first));
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with(last)).collect();
    assert!(!lines.is_empty(), "no line begins with `{first}`: say in PLACES what does now");
    lines.join("\n")
}

impl Place {
    fn knows(&self, root: &Path, lang: &Lang) -> bool {
        let path = root.join(filled(self.path, lang));
        match self.seen {
            Exists => path.exists(),
            Says(part) => text(&path).contains(&filled(part, lang)),
            Within(first, last, part) => {
                between(&text(&path), first, last).contains(&filled(part, lang))
            }
            Asked(knows) => knows(&text(&path), lang),
        }
    }

    /// The step that is left for a language: to add it, or to delete a needless exception.
    fn fault(&self, root: &Path, lang: &Lang) -> Option<String> {
        let path = filled(self.path, lang);
        let reason = self.except.iter().find(|(id, _)| *id == lang.id);
        match (self.knows(root, lang), reason) {
            (false, None) => Some(format!("[ ] {}: {path}: {}", lang.id, filled(self.add, lang))),
            (true, Some((id, reason))) => Some(format!(
                "[ ] {id}: {path} knows it: delete the exception \"{reason}\" in PLACES (tests/quick/languages.rs)"
            )),
            _ => None,
        }
    }
}

fn filled(text: &str, lang: &Lang) -> String {
    text.replace("{id}", &lang.id).replace("{ending}", &lang.ending)
}

/// The languages of the library.
fn languages() -> Vec<Lang> {
    let lang = |language: &&'static render::Language| {
        let backend = language.configure(None).expect("a language has default options");
        let names = names(&*backend);
        let file = backend.default_file(&names);
        let ending = file.extension().expect("a file has an ending").to_string_lossy().into_owned();
        Lang { id: language.id.to_owned(), ending }
    };
    render::ALL.iter().map(lang).collect()
}

fn every_place_knows_every_language() {
    let root = root();
    let faults: Vec<String> = languages()
        .iter()
        .flat_map(|lang| PLACES.iter().filter_map(|place| place.fault(&root, lang)))
        .collect();
    assert!(faults.is_empty(), "steps that are left:\n{}\n", faults.join("\n"));
}

/// A language that is nowhere gets a line for each place.
fn a_new_language_is_told_every_place() {
    let swift = Lang { id: "swift-new".to_owned(), ending: "swiftnew".to_owned() };
    for place in PLACES {
        let fault = place.fault(&root(), &swift);
        let fault = fault.unwrap_or_else(|| panic!("{} seems to know any language", place.path));
        assert!(fault.starts_with("[ ] swift-new: ") && !fault.contains('{'), "{fault}");
    }
}

fn exceptions_are_of_languages_that_there_are_and_needed() {
    let all: Vec<Lang> = languages();
    for place in PLACES {
        for (id, _) in place.except {
            assert!(all.iter().any(|lang| lang.id == *id), "{}: no language is {id}", place.path);
        }
    }
    let needless = place("docs/SUMMARY.md", Says("(languages/{id}.md)"), "", &[("d", "of a whim")]);
    let d = Lang { id: "d".to_owned(), ending: "d".to_owned() };
    let fault = needless.fault(&root(), &d).expect("the page is there");
    assert!(fault.contains("delete the exception \"of a whim\""), "{fault}");
}

/// Each language that is defined is listed in `render::ALL`, or as data in `render::DATA`: otherwise no test would see it.
fn every_language_that_is_defined_is_listed() {
    let mut defined = BTreeSet::new();
    for entry in std::fs::read_dir(root().join("src/render")).unwrap() {
        let module = entry.unwrap().path().join("mod.rs");
        let text = std::fs::read_to_string(module).unwrap_or_default();
        for language in text.split(": Language = Language {").skip(1) {
            let id = language.split_once("id: \"").and_then(|(_, rest)| rest.split_once('"'));
            defined.insert(id.expect("a language has an id").0.to_owned());
        }
    }
    let data = render::DATA.iter().map(|data| data.id.to_owned());
    let listed: BTreeSet<String> =
        languages().into_iter().map(|lang| lang.id).chain(data).collect();
    let missing: Vec<&String> = defined.symmetric_difference(&listed).collect();
    assert!(missing.is_empty(), "list {missing:?} in ALL or DATA of src/render/mod.rs");
}

/// The README says how many languages there are.
fn the_readme_counts_the_languages() {
    let text = text(&root().join("README.md"));
    let mut words =
        text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let mut counts = Vec::new();
    let mut before = "";
    for word in &mut words {
        if word.starts_with("languages")
            && let Ok(count) = before.parse::<usize>()
        {
            counts.push(count);
        }
        before = word;
    }
    assert!(!counts.is_empty(), "README.md says nowhere how many languages there are");
    let all = render::ALL.len();
    assert!(
        counts.iter().all(|count| *count == all),
        "README.md has {counts:?} languages: it is {all}"
    );
}

//! Tells by a folder's project files and sources what a config in it has to say.

use super::choose::{Held, choose};
use super::form::{Form, form};
use super::language::{language_of, options_of, place_of};
use super::starter::Line;
use super::{Answer, Choice, Examined, Starter, StarterOutput, Wishes, order};
use crate::render;
use crate::text::TomlText;

/// What stands at the top of a folder.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The names of its files, with the text of those which name a project.
    pub files: Vec<(String, String)>,
    /// The names of its folders.
    pub folders: Vec<String>,
}

/// A project file's language, and how files of it are laid out.
struct Kind {
    file: String,
    lang: &'static str,
}

/// A config for a project. `engine` is the name of its folder.
#[must_use]
pub fn project(project: &Project, files: &[Examined], wishes: &Wishes, engine: &str) -> Starter {
    let held = choose(files, &[]).unwrap_or_default();
    let kinds = kinds(project, files);
    let lang = lang(&kinds, files, &held, wishes);
    let id = lang.value.as_str();
    let kind = kinds.iter().find(|kind| kind.lang == id);
    let of_lang: Vec<&Examined> = files.iter().filter(|file| is_of(file, id)).collect();
    let source = held.iter().map(|held| held.file).find(|file| is_of(file, id));
    let mut place = source.map(|source| place_of(source, None));
    if let Some(place) = place.as_mut().filter(|place| place.path == "./") {
        place.path = default_path(project, id);
    }
    let mut options = place
        .as_ref()
        .map_or_else(|| options(project, kind, id, &of_lang), |place| place.options.clone());
    let path = match (&wishes.path, &place) {
        (Some(path), _) => Answer::new(path, "from the command line"),
        (None, Some(place)) => Answer::new(&place.path, "the folder of the factors in the sources"),
        (None, None) => {
            let why = "a folder ending in /, or a file; relative to this config";
            Answer::new(&default_path(project, id), why)
        }
    };
    let (variant, lookup, pieces) = variant(&held, id, &options);
    // A header with a source file is called `.hpp` or `.h`.
    let is_pair = |path: &str| [".hpp", ".h", "/"].iter().any(|ending| path.ends_with(ending));
    if id == "cpp" && is_pair(&path.value) {
        let why = "the tables are compiled once, not in each includer";
        options.push(Line { key: "layout", value: TomlText("pair").to_string(), why });
    }
    let mut head = vec![format!("Config of magicgen for {engine}.")];
    if let Some(held) = held.first() {
        head.push(format!(
            "{} has factors: `magicgen adopt .` shows how to keep them.",
            held.file.name()
        ));
    }
    let name = wishes.name.as_deref().unwrap_or("magics");
    let output = StarterOutput {
        id: id.to_owned(),
        name: Answer::new(name, "name of the module, class or prefix"),
        is_prefixed: id == "go" && joins_package(&options),
        lang,
        path,
        variant,
        pieces,
        lookup,
        options,
    };
    Starter {
        head,
        orientation: order(files, &held, wishes.orientation.as_deref()),
        given: None,
        outputs: vec![output],
    }
}

fn is_of(file: &Examined, lang: &str) -> bool {
    language_of(&file.path, &file.text) == Some(lang)
}

/// Whether a file of Go joins a package that has others.
fn joins_package(options: &[Line]) -> bool {
    options.iter().any(|option| option.key == "package-comment")
}

/// The language of each project file.
fn kinds(project: &Project, files: &[Examined]) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for (name, text) in &project.files {
        let lang = match name.as_str() {
            "Cargo.toml" => "rust",
            "go.mod" => "go",
            "pom.xml" => "java",
            "pyproject.toml" => "python",
            "build.zig" => "zig",
            "CMakeLists.txt" => cmake_lang(text, files),
            "package.json" => {
                let is_typed = project.files.iter().any(|(name, _)| name == "tsconfig.json")
                    || text.contains("\"typescript\"");
                if is_typed { "typescript" } else { "javascript" }
            }
            name if name.ends_with(".csproj") => "csharp",
            _ => continue,
        };
        kinds.push(Kind { file: name.clone(), lang });
    }
    kinds
}

/// C or C++, by the languages of `project(...)` or else by the sources.
fn cmake_lang(text: &str, files: &[Examined]) -> &'static str {
    let declared = text.split("project(").nth(1).and_then(|rest| rest.split(')').next());
    let words: Vec<&str> = declared.unwrap_or_default().split_whitespace().skip(1).collect();
    match (words.contains(&"C"), words.contains(&"CXX")) {
        (true, false) => "c",
        (false, true) => "cpp",
        _ if count(files, "cpp") > count(files, "c") => "cpp",
        _ => "c",
    }
}

fn count(files: &[Examined], lang: &str) -> usize {
    files.iter().filter(|file| is_of(file, lang)).count()
}

/// The language: the wanted one; or that of a project file, the one of the sources with factors or of the most sources
/// where there are several; or that of the most sources; or C.
fn lang(kinds: &[Kind], files: &[Examined], held: &[Held<'_>], wishes: &Wishes) -> Answer {
    if let Some(wanted) = &wishes.lang {
        return Answer::new(wanted, "from the command line");
    }
    let has_factors = |lang: &str| held.iter().any(|held| is_of(held.file, lang));
    let rank = |kind: &&Kind| (has_factors(kind.lang), count(files, kind.lang));
    // Of equals, the first one is taken.
    if let Some(kind) = kinds.iter().rev().max_by_key(rank) {
        let others = kinds.iter().filter(|other| other.lang != kind.lang);
        let others: Vec<String> = others
            .map(|other| format!("{} would be `--lang {}`", other.file, other.lang))
            .collect();
        let mut why = format!("{} is here", kind.file);
        if has_factors(kind.lang) && kinds.len() > 1 {
            why += ", and sources with factors";
        }
        let why = [&[why][..], &others].concat().join("; ");
        return Answer::new(kind.lang, &why);
    }
    let languages = crate::render::ALL.iter().map(|language| language.id);
    let most = languages.rev().max_by_key(|lang| (has_factors(lang), count(files, lang)));
    match most.filter(|lang| count(files, lang) > 0) {
        Some(lang) => Answer::new(lang, "the language of most sources here"),
        None => Answer::new("c", "no project file names a language; see `magicgen list languages`"),
    }
}

/// The folder in which projects of a language have their sources.
fn default_path(project: &Project, lang: &str) -> String {
    let has = |folder: &str| project.folders.iter().any(|name| name == folder);
    let is_here = |file: &str| project.files.iter().any(|(name, _)| name == file);
    match lang {
        "java" if is_here("pom.xml") || has("src") => "src/main/java/".to_owned(),
        "rust" if is_here("Cargo.toml") => "src/".to_owned(),
        "zig" if is_here("build.zig") => "src/".to_owned(),
        "python" => {
            let package = python_package(project);
            package.filter(|package| has(package)).map_or("./".to_owned(), |name| name + "/")
        }
        "c" | "cpp" | "typescript" | "javascript" | "rust" | "zig" if has("src") => {
            "src/".to_owned()
        }
        _ => "./".to_owned(),
    }
}

/// The name of a Python project as its folder has it.
fn python_package(project: &Project) -> Option<String> {
    let (_, text) = project.files.iter().find(|(name, _)| name == "pyproject.toml")?;
    let line = text.lines().find(|line| line.trim_start().starts_with("name"))?;
    Some(line.split('"').nth(1)?.replace('-', "_"))
}

/// The options of a project without factors in its sources.
fn options(project: &Project, kind: Option<&Kind>, lang: &str, of_lang: &[&Examined]) -> Vec<Line> {
    let line = |key, value: &str, why| Line { key, value: TomlText(value).to_string(), why };
    let text = kind.and_then(|kind| {
        project.files.iter().find(|(name, _)| *name == kind.file).map(|(_, text)| text.as_str())
    });
    let text = text.unwrap_or_default();
    // Go's package is that of the folder, so that only sources at the top count.
    let is_near = |file: &&&Examined| lang != "go" || file.path.components().count() == 1;
    if let Some(source) = of_lang.iter().find(is_near) {
        let options = options_of(lang, &source.text);
        if !options.is_empty() || lang != "rust" {
            return options;
        }
    }
    match lang {
        "go" => {
            let module = rest_behind(text, "module ");
            let last = module.rsplit('/').next().unwrap_or_default();
            let package: String =
                last.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
            let is_name = package.starts_with(|c: char| c.is_ascii_alphabetic());
            if is_name { vec![line("package", &package, "from go.mod")] } else { Vec::new() }
        }
        "java" => {
            let group = text.split("<groupId>").nth(1).and_then(|rest| rest.split('<').next());
            group.map_or_else(Vec::new, |group| {
                vec![line("package", group.trim(), "the groupId of pom.xml")]
            })
        }
        "csharp" => {
            let root = text.split("<RootNamespace>").nth(1).and_then(|rest| rest.split('<').next());
            root.map_or_else(Vec::new, |root| {
                vec![line("namespace", root.trim(), "the project's RootNamespace")]
            })
        }
        "rust" => {
            let edition = text.lines().find_map(|line| line.trim().strip_prefix("edition"));
            let edition = edition.and_then(|rest| rest.split('"').nth(1));
            let known =
                edition.filter(|edition| ["2015", "2018", "2021", "2024"].contains(edition));
            known.map_or_else(Vec::new, |edition| vec![line("edition", edition, "from Cargo.toml")])
        }
        _ => Vec::new(),
    }
}

/// The rest of the first line that begins so.
fn rest_behind(text: &str, word: &str) -> String {
    let rest = text.lines().find_map(|line| line.trim_start().strip_prefix(word));
    rest.unwrap_or_default().trim().to_owned()
}

/// What of a lookup follows from the factors of the sources, or else from the language.
fn variant(
    held: &[Held<'_>],
    lang: &str,
    options: &[Line],
) -> (Choice, Vec<(&'static str, &'static str)>, Vec<&'static str>) {
    let found = if held.len() == 2 { form(held).ok() } else { None };
    if let Some(Form { outputs, .. }) = found
        && let [output] = outputs.as_slice()
    {
        let why = format!("from the sources: {}", output.why);
        let choice = Choice { value: output.variant, why };
        return (choice, output.lookup.clone(), output.pieces.clone());
    }
    let has_halves = ["javascript", "typescript"].contains(&lang)
        && !options.iter().any(|option| option.key == "word");
    let (value, why) = if has_halves {
        ("split32", "two products of 32 bits; see `magicgen list variants`")
    } else {
        // What computes on another processor has another default, and keeps it.
        let backend = render::find(lang).and_then(|language| language.configure(None).ok());
        match backend.map_or("fancy", |backend| backend.capabilities().default_variant) {
            "fancy" => ("fixed", "smaller and faster than fancy; see `magicgen recommend`"),
            own => (own, "the language's default; see `magicgen list variants`"),
        }
    };
    (Choice { value, why: why.to_owned() }, Vec::new(), vec!["rook", "bishop"])
}

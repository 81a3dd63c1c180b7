//! Finds the values of a config from a folder's project files and sources.

use super::choose::{Held, choose};
use super::folders::{has_only_headers, home, is_aside, is_of_jvm};
use super::form::{AdoptedFile, form};
use super::language::{is_in, place_of};
use super::{BuiltInValue, Examined, GuessedValue, Starter, StarterOutput, Wishes, order};
use crate::render::{self, TomlKey};
use magicgen_search::text::TomlText;

/// Project files and folders, with paths relative to the project's folder, with slashes.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The project files, with their texts.
    pub files: Vec<(String, String)>,
    /// The folders.
    pub folders: Vec<String>,
}

impl Project {
    /// Whether a folder exists.
    pub(super) fn has(&self, folder: &str) -> bool {
        self.folders.iter().any(|name| name == folder)
    }

    /// Whether one of two project files exists.
    pub(super) fn has_file(&self, one: &str, other: &str) -> bool {
        self.files.iter().any(|(name, _)| name == one || name == other)
    }

    /// The text of a project file.
    pub(super) fn text(&self, file: &str) -> Option<&str> {
        self.files.iter().find(|(name, _)| name == file).map(|(_, text)| text.as_str())
    }

    /// Whether a file of this name is a project file.
    #[must_use]
    pub fn is_told_by(name: &str) -> bool {
        let endings =
            [".csproj", ".gradle", ".gradle.kts", ".gpr", ".lpi", ".nimble", ".rockspec", ".sln"];
        PROJECTS.contains(&name) || endings.iter().any(|ending| name.ends_with(ending))
    }
}

/// The names of project files.
const PROJECTS: [&str; 18] = [
    "Cargo.toml", "CMakeLists.txt", "GNUmakefile", "Makefile", "ProjectVersion.txt", "alire.toml",
    "build.zig", "dub.json", "dub.sdl", "go.mod", "makefile", "meson.build", "package.json",
    "pom.xml", "pyproject.toml", "setup.cfg", "setup.py", "tsconfig.json",
];

/// A project file and its language.
struct ProjectKind {
    file: String,
    lang: &'static str,
}

/// A config for a project. `engine` is its folder's name.
#[must_use]
pub fn project(project: &Project, files: &[Examined], wishes: &Wishes, engine: &str) -> Starter {
    let held = choose(files, &[]).unwrap_or_default();
    let kinds = kinds(project, files);
    let lang = lang(&kinds, files, &held, wishes);
    let id = lang.value.as_str();
    let (home, home_options) = home(project, id, files);
    let source = held.iter().map(|held| held.file).find(|file| is_in(file, id));
    let mut place = source.map(|source| place_of(source, None));
    if let Some(place) = place.as_mut().filter(|place| place.path == "./") {
        place.path.clone_from(&home.value);
    }
    let mut options = place.as_ref().map_or(home_options, |place| place.options.clone());
    let path = match (&wishes.path, &place) {
        (Some(path), _) => GuessedValue::new(path, "from the command line"),
        (None, Some(place)) => {
            GuessedValue::new(&place.path, "the folder of the factors in the sources")
        }
        (None, None) => home,
    };
    let (variant, lookup, pieces) = variant(&held, files, id, &options);
    // A header of a pair is called `.hpp` or `.h`.
    let is_pair = |path: &str| [".hpp", ".h", "/"].iter().any(|ending| path.ends_with(ending));
    if id == "cpp" && is_pair(&path.value) && !has_only_headers(files, "cpp") {
        let why = "the tables are compiled once, not in each includer";
        options.push(TomlKey { key: "layout", value: TomlText("pair").to_string(), why });
    }
    let mut head = vec![format!("Config of magicgen for {engine}.")];
    if let Some(held) = held.first() {
        head.push(format!(
            "{} has factors: `magicgen adopt .` shows how to keep them.",
            held.file.name()
        ));
    }
    let is_recognised = wishes.lang.is_some() || !kinds.is_empty() || count(files, id) > 0;
    let name = wishes.name.as_deref().unwrap_or("magics");
    let output = StarterOutput {
        id: id.to_owned(),
        name: GuessedValue::new(name, "name of the module, class or prefix"),
        is_prefixed: id == "go" && joins_package(&options),
        lang,
        path,
        variant,
        pieces,
        emit: Vec::new(),
        lookup,
        fields: None,
        options,
    };
    Starter {
        is_recognised,
        head,
        orientation: order(files, &held, wishes.orientation.as_deref()),
        given: None,
        outputs: vec![output],
    }
}

/// Whether a Go file joins a package with other files.
fn joins_package(options: &[TomlKey]) -> bool {
    options.iter().any(|option| option.key == "package-comment")
}

/// The language of each project file at the top, or else in the uppermost folders that have one.
fn kinds(project: &Project, files: &[Examined]) -> Vec<ProjectKind> {
    let depth = |name: &str| name.matches('/').count();
    let least = project.files.iter().map(|(name, _)| depth(name)).min();
    let mut kinds = Vec::new();
    for (path, text) in project.files.iter().filter(|(name, _)| Some(depth(name)) == least) {
        let lang = match path.rsplit('/').next().unwrap_or_default() {
            "Cargo.toml" => "rust",
            "go.mod" => "go",
            "pyproject.toml" | "setup.cfg" | "setup.py" => "python",
            "build.zig" => "zig",
            "dub.json" | "dub.sdl" => "d",
            "alire.toml" => "ada",
            "dune-project" => "ocaml",
            "CMakeLists.txt" | "meson.build" => native_lang(text.split("project(").nth(1), files),
            // A Makefile counts only with sources in C or C++.
            "GNUmakefile" | "Makefile" | "makefile"
                if count(files, "c") + count(files, "cpp") > 0 =>
            {
                native_lang(None, files)
            }
            "package.json" => {
                let is_typed = project.has_file("tsconfig.json", "tsconfig.json")
                    || text.contains("\"typescript\"");
                if is_typed { "typescript" } else { "javascript" }
            }
            "ProjectVersion.txt" if path.ends_with("ProjectSettings/ProjectVersion.txt") => {
                "csharp"
            }
            name if is_of_jvm(name) => jvm_lang(project, files),
            name => match name.rsplit('.').next() {
                Some("csproj" | "sln") => "csharp",
                Some("gpr") => "ada",
                Some("nimble") => "nim",
                Some("opam") => "ocaml",
                Some("lpi") => "pascal",
                Some("rockspec") => "lua",
                _ => continue,
            },
        };
        // The first of several project files of a language is named.
        if kinds.iter().all(|kind: &ProjectKind| kind.lang != lang) {
            kinds.push(ProjectKind { file: path.clone(), lang });
        }
    }
    kinds
}

/// C or C++, from the languages in a build's `project(...)`, or else from the sources.
fn native_lang(declared: Option<&str>, files: &[Examined]) -> &'static str {
    let declared = declared.and_then(|rest| rest.split(')').next()).unwrap_or_default();
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<String> =
        declared.split(|c| !is_of_word(c)).skip(1).map(str::to_lowercase).collect();
    let has = |names: [&str; 2]| words.iter().any(|word| names.contains(&word.as_str()));
    match (has(["c", "c"]), has(["cxx", "cpp"])) {
        (true, false) => "c",
        (false, true) => "cpp",
        _ if count(files, "cpp") > count(files, "c") => "cpp",
        _ => "c",
    }
}

/// Java or Kotlin, from the sources, or else from the build's plugins. The language of a Gradle script doesn't count.
fn jvm_lang(project: &Project, files: &[Examined]) -> &'static str {
    let plugins =
        ["kotlin(\"", "org.jetbrains.kotlin", "kotlin-android", "plugins.kotlin", "'kotlin'"];
    let has_plugin = |(name, text): &(String, String)| {
        is_of_jvm(name) && plugins.iter().any(|plugin| text.contains(plugin))
    };
    match (count(files, "java"), count(files, "kotlin")) {
        (0, 0) if project.files.iter().any(has_plugin) => "kotlin",
        (java, kotlin) if kotlin > java => "kotlin",
        _ => "java",
    }
}

/// The number of sources in a language, without tests and other asides.
fn count(files: &[Examined], lang: &str) -> usize {
    files.iter().filter(|file| is_in(file, lang) && !is_aside(&file.slashed())).count()
}

/// The language: the wanted one, or else a project file's. Of several project files, the one with factors in its
/// language or else with the most sources wins. Without any, it is the language of the most sources, or C.
fn lang(
    kinds: &[ProjectKind],
    files: &[Examined],
    held: &[Held<'_>],
    wishes: &Wishes,
) -> GuessedValue {
    if let Some(wanted) = &wishes.lang {
        return GuessedValue::new(wanted, "from the command line");
    }
    let has_factors = |lang: &str| held.iter().any(|held| is_in(held.file, lang));
    let rank = |kind: &&ProjectKind| (has_factors(kind.lang), count(files, kind.lang));
    // In a tie, the first one wins.
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
        return GuessedValue::new(kind.lang, &why);
    }
    let languages = crate::render::ALL.iter().map(|language| language.id);
    let most = languages.rev().max_by_key(|lang| (has_factors(lang), count(files, lang)));
    match most.filter(|lang| count(files, lang) > 0) {
        Some(lang) => GuessedValue::new(lang, "the language of most sources here"),
        None => GuessedValue::new(
            "c",
            "no project file names a language; see `magicgen list languages`",
        ),
    }
}

/// The variant, the keys of its lookup and the pieces, from the sources' factors or else from the language.
fn variant(
    held: &[Held<'_>],
    files: &[Examined],
    lang: &str,
    options: &[TomlKey],
) -> (BuiltInValue, Vec<(&'static str, &'static str)>, Vec<&'static str>) {
    let found = if held.len() == 2 { form(held, files, &[]).ok() } else { None };
    if let Some(AdoptedFile { outputs, .. }) = found
        && let [output] = outputs.as_slice()
    {
        let why = format!("from the sources: {}", output.why);
        let choice = BuiltInValue { value: output.variant, why };
        return (choice, output.lookup.clone(), output.pieces.clone());
    }
    let has_halves = ["javascript", "typescript"].contains(&lang)
        && !options.iter().any(|option| option.key == "word");
    let (value, why) = if has_halves {
        ("split32", "two products of 32 bits; see `magicgen list variants`")
    } else {
        // A language for another processor keeps its own default.
        let backend = render::find(lang).and_then(|language| language.configure(None).ok());
        match backend.map_or("fancy", |backend| backend.capabilities().default_variant) {
            "fancy" => ("fixed", "smaller and faster than fancy; see `magicgen recommend`"),
            own => (own, "the language's default; see `magicgen list variants`"),
        }
    };
    (BuiltInValue { value, why: why.to_owned() }, Vec::new(), vec!["rook", "bishop"])
}

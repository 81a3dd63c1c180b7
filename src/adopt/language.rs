//! Tells from a source the language to generate, the folder, and the options in the language's own table.

use std::path::Path;

use super::Examined;
use super::starter::{NAME, TomlKey};
use crate::render::ALL;
use magicgen_search::text::TomlText;

/// The language, the folder and the language's options for a file beside a source.
#[derive(Clone, Debug)]
pub struct SourcePlace {
    /// The language's id; `None` if the file's name doesn't tell it.
    pub lang: Option<&'static str>,
    /// The reason for the language.
    pub why: String,
    /// The folder, with a slash at its end.
    pub path: String,
    /// The lines of `[output.<language>]`.
    pub options: Vec<TomlKey>,
}

/// Words that only C++ has, to tell its headers from C's.
const CPP_WORDS: [&str; 6] =
    ["namespace ", "template", "constexpr ", "std::", "class ", "static_cast<"];

/// The language of a file by its extension, and of a header by its words.
#[must_use]
pub fn language_of(path: &Path, text: &str) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let lang = ALL.iter().find(|lang| lang.source.endings.contains(&ending.as_str()))?.id;
    let is_header = matches!(ending.as_str(), "h" | "inc");
    let is_cpp = is_header && CPP_WORDS.iter().any(|word| text.contains(word));
    Some(if is_cpp { "cpp" } else { lang })
}

/// The place of a file beside a source, in the wanted language or else in the source's.
#[must_use]
pub fn place_of(source: &Examined, wanted: Option<&str>) -> SourcePlace {
    let found = language_of(&source.path, &source.text);
    let wanted = wanted.and_then(crate::render::find).map(|language| language.id);
    let lang = wanted.or(found);
    let why = if wanted.is_some() {
        "from the command line".to_owned()
    } else {
        format!("the language of {}", source.name())
    };
    let mut options = Vec::new();
    let mut folder = folder_of_source(&source.path);
    if let Some(lang) = lang.filter(|lang| found == Some(*lang)) {
        options = options_of(lang, &source.text);
        if let (true, Some(package)) = (is_jvm(lang), package(&source.text)) {
            folder = root(&folder, &package);
        }
    }
    SourcePlace { lang, why, path: folder, options }
}

/// The folder of a relative path that doesn't lead upwards, with a slash; else the current folder.
pub(super) fn folder_of_source(path: &Path) -> String {
    let is_below = path
        .components()
        .all(|part| matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir));
    let parent = path.parent().filter(|_| is_below).unwrap_or(Path::new(""));
    let parent = parent.to_string_lossy().replace('\\', "/");
    let parent = parent.trim_start_matches("./");
    if matches!(parent, "" | ".") { "./".to_owned() } else { format!("{parent}/") }
}

fn is_jvm(lang: &str) -> bool {
    ["java", "kotlin"].contains(&lang)
}

/// The source root: a folder without the package's own folders at its end.
pub(super) fn root(folder: &str, package: &str) -> String {
    let below = format!("{}/", package.replace('.', "/"));
    let root = folder.strip_suffix(&below).unwrap_or(folder);
    if root.is_empty() { "./".to_owned() } else { root.to_owned() }
}

/// The name after the word `package` or `namespace` at the beginning of a line.
fn package(text: &str) -> Option<String> {
    name_behind(text, "package ")
}

pub(super) fn name_behind(text: &str, word: &str) -> Option<String> {
    let rest = text.lines().find_map(|line| line.trim_start().strip_prefix(word))?;
    let is_of_name = |c: &char| c.is_alphanumeric() || "._".contains(*c);
    let name: String = rest.trim_start().chars().take_while(is_of_name).collect();
    let name = name.trim_end_matches('.').to_owned();
    (!name.is_empty()).then_some(name)
}

/// The options for a file in the same project.
pub(super) fn options_of(lang: &str, text: &str) -> Vec<TomlKey> {
    let line = |key, value: String, why| TomlKey { key, value, why };
    let quoted = |name: &str| TomlText(name).to_string();
    let mut options = Vec::new();
    match lang {
        "go" => {
            if let Some(package) = package(text) {
                options.push(line("package", quoted(&package), "the package of the sources"));
                let why = "the package has its comment elsewhere";
                options.push(line("package-comment", "false".to_owned(), why));
            }
        }
        "java" | "kotlin" => {
            if let Some(package) = package(text) {
                options.push(line("package", quoted(&package), "the package of the sources"));
            }
        }
        "csharp" => {
            if let Some(namespace) = name_behind(text, "namespace ") {
                let why = "the namespace of the sources";
                options.push(line("namespace", quoted(&namespace), why));
            }
        }
        "d" => {
            let module = name_behind(text, "module ");
            if let Some((package, _)) = module.as_ref().and_then(|name| name.rsplit_once('.')) {
                let module = format!("{package}.{NAME}");
                options.push(line("module", quoted(&module), "in the package of the sources"));
            }
        }
        "typescript" | "javascript" => {
            if has_big_integers(text) {
                let why = "bitboards are BigInt; pair: two numbers of 32 bits, which is faster";
                options.push(line("word", quoted("bigint"), why));
            }
            if lang == "javascript" && text.contains("module.exports") {
                options.push(line("module", quoted("cjs"), "the module system of the sources"));
            }
        }
        _ => {}
    }
    options
}

/// Whether a script uses `BigInt` or its literals, such as `0x1fn`.
fn has_big_integers(text: &str) -> bool {
    let is_literal = |word: &str| {
        word.strip_suffix('n')
            .is_some_and(|digits| digits.starts_with("0x") || digits.starts_with("0X"))
    };
    text.contains("BigInt")
        || text.contains("bigint")
        || text.split(|c: char| !c.is_ascii_alphanumeric()).any(is_literal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_read::Report;

    fn place(path: &str, text: &str) -> SourcePlace {
        let source =
            Examined { path: path.into(), text: text.to_owned(), report: Report::default() };
        place_of(&source, None)
    }

    #[test]
    fn a_file_goes_beside_its_source() {
        for (path, text, lang, folder) in [
            ("magic.c", "int x;", Some("c"), "./"),
            ("src/magic.h", "int x;", Some("c"), "src/"),
            ("src/magic.h", "namespace a {}", Some("cpp"), "src/"),
            ("/tmp/magic.rs", "", Some("rust"), "./"),
            ("../magic.go", "package x", Some("go"), "./"),
            ("src/main/java/a/b/M.java", "package a.b;", Some("java"), "src/main/java/"),
            ("a/b/M.java", "package a.b;", Some("java"), "./"),
            ("x/M.java", "package a.b;", Some("java"), "x/"),
            ("magics.txt", "", None, "./"),
        ] {
            let place = place(path, text);
            assert_eq!((place.lang, place.path.as_str()), (lang, folder), "{path}");
        }
    }

    #[test]
    fn options_are_those_of_the_sources() {
        let said = |path, text| {
            let options = place(path, text).options;
            let said = options.iter().map(|line| format!("{} = {}", line.key, line.value));
            said.collect::<Vec<_>>()
        };
        assert_eq!(
            said("m.go", "// c\npackage bitboard\n"),
            ["package = \"bitboard\"", "package-comment = false"]
        );
        assert_eq!(said("M.java", "package a.b;\n"), ["package = \"a.b\""]);
        assert_eq!(said("M.cs", "namespace A.B;\n"), ["namespace = \"A.B\""]);
        assert_eq!(said("m.ts", "const a = [0x12n];"), ["word = \"bigint\""]);
        assert_eq!(said("m.js", "module.exports = {};"), ["module = \"cjs\""]);
        assert!(said("m.ts", "const a = [0x12];").is_empty());
    }
}

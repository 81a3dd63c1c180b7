//! Tells from a source the language to generate, the folder, and the keys of the language's own table.

use std::path::Path;

use super::Examined;
use crate::render::{ALL, Language, TomlKey, find, name_behind};

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
pub fn language_of(path: &Path, text: &str) -> Option<&'static Language> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let found = ALL.iter().find(|lang| lang.source.endings.contains(&ending.as_str()))?;
    let is_header = matches!(ending.as_str(), "h" | "inc");
    let is_cpp = is_header && CPP_WORDS.iter().any(|word| text.contains(word));
    if is_cpp { find("cpp") } else { Some(found) }
}

/// Whether a file is in the language with this id.
pub(super) fn is_in(file: &Examined, lang: &str) -> bool {
    language_of(&file.path, &file.text).is_some_and(|found| found.id == lang)
}

/// The place of a file beside a source, in the wanted language or else in the source's.
#[must_use]
pub fn place_of(source: &Examined, wanted: Option<&str>) -> SourcePlace {
    let found = language_of(&source.path, &source.text);
    let wanted = wanted.and_then(find);
    let lang = wanted.or(found);
    let why = if wanted.is_some() {
        "from the command line".to_owned()
    } else {
        format!("the language of {}", source.name())
    };
    let mut options = Vec::new();
    let mut folder = folder_of_source(&source.path);
    if let Some(lang) = lang.filter(|lang| found.is_some_and(|found| found.id == lang.id)) {
        options = (lang.calls.keys_for)(&source.text);
        let package = name_behind(&source.text, "package ");
        if let Some(package) = package.filter(|_| lang.calls.has_package_folders) {
            folder = root(&folder, &package);
        }
    }
    SourcePlace { lang: lang.map(|lang| lang.id), why, path: folder, options }
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

/// The source root: a folder without the package's own folders at its end.
pub(super) fn root(folder: &str, package: &str) -> String {
    let below = format!("{}/", package.replace('.', "/"));
    let root = folder.strip_suffix(&below).unwrap_or(folder);
    if root.is_empty() { "./".to_owned() } else { root.to_owned() }
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

//! The folder for a generated file in a project, and its package, namespace or edition there.

use std::collections::BTreeMap;
use std::path::Path;

use super::language::{folder_of_source, is_in, root};
use super::project::Project;
use super::standard::standard;
use super::{Examined, GuessedValue};
use crate::render::{TomlKey, find, name_behind};

/// Folders of tests, examples, tools and other people's code.
const ASIDE: [&str; 24] = [
    "test", "tests", "spec", "specs", "androidTest", "commonTest", "jvmTest", "testFixtures",
    "jmh", "bench", "benches", "benchmark", "benchmarks", "example", "examples", "doc", "docs",
    "scripts", "tools", "third_party", "thirdparty", "external", "extern", "deps",
];

/// Whether a path belongs to a test, an example or other people's code. Package folders don't count:
/// `java/org/example`.
pub(super) fn is_aside(path: &str) -> bool {
    let is = |part: &str| {
        let endings = [".Tests", ".Test", "Tests", "_test", "-tests"];
        ASIDE.contains(&part) || endings.iter().any(|ending| part.ends_with(ending))
    };
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let parts = folder.split('/').take_while(|part| !["java", "kotlin"].contains(part));
    parts.into_iter().any(is) || name.ends_with("_test.go")
}

/// The folder with the reason for it, and the lines of the language's table.
pub(super) fn home(
    project: &Project,
    lang: &str,
    files: &[Examined],
) -> (GuessedValue, Vec<TomlKey>) {
    let sources: Vec<&Examined> = own(files, lang)
        .filter(|file| match lang {
            // Alire writes there.
            "ada" if project.text("alire.toml").is_some() => {
                !file.slashed().starts_with("config/") && !file.slashed().starts_with("alire/")
            }
            "csharp" if is_unity(project) => file.slashed().starts_with("Assets/"),
            _ => true,
        })
        .collect();
    let known = match lang {
        "java" | "kotlin" => jvm(project, lang, &sources),
        "rust" => rust(project, &sources),
        "python" => Some(python(project, &sources)),
        "csharp" => csharp(project, &sources),
        "typescript" | "javascript" => script(project, &sources),
        "go" => Some(go(&sources)),
        "nim" => nim(project, &sources),
        "d" if sources.is_empty() && project.has_file("dub.json", "dub.sdl") => {
            Some("source/".to_owned())
        }
        "zig" => zig(project, &sources),
        _ => native(&sources),
    };
    let path = known.unwrap_or_else(|| if project.has("src") { "src/" } else { "./" }.to_owned());
    let options = options(project, lang, &path, &sources);
    (GuessedValue::new(&path, "a folder ending in /, or a file; relative to this config"), options)
}

/// The sources in a language, without tests and other asides.
fn own<'a>(files: &'a [Examined], lang: &str) -> impl Iterator<Item = &'a Examined> {
    files.iter().filter(move |file| is_in(file, lang) && !is_aside(&file.slashed()))
}

/// Whether all sources in a language are headers.
pub(super) fn has_only_headers(files: &[Examined], lang: &str) -> bool {
    own(files, lang).next().is_some() && own(files, lang).all(is_header)
}

pub(super) fn is_header(source: &Examined) -> bool {
    let ending = source.path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ["h", "hh", "hpp", "hxx", "inc"].contains(&ending)
}

/// Whether this is a Unity project, which compiles everything in `Assets`.
fn is_unity(project: &Project) -> bool {
    project.has("Assets") && project.has("ProjectSettings")
}

/// The folder with the most sources. In a tie, a folder outside the application wins, then the first one.
fn most(sources: &[&Examined], folder: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for source in sources {
        if let Some(folder) = folder(&source.slashed()) {
            *counts.entry(folder).or_default() += 1;
        }
    }
    let is_app = |folder: &str| folder.split('/').any(|part| ["app", "cli", "cmd"].contains(&part));
    let rank = |(folder, count): &(&String, &usize)| (**count, !is_app(folder));
    // In a tie, `max_by_key` returns the last one.
    counts.iter().rev().max_by_key(rank).map(|(folder, _)| folder.clone())
}

/// The folder with the most sources of a compiled language, or the topmost one with sources above it. Headers count
/// only if there are no other sources.
fn native(sources: &[&Examined]) -> Option<String> {
    let bodies: Vec<&Examined> =
        sources.iter().filter(|source| !is_header(source)).copied().collect();
    let counted = if bodies.is_empty() { sources } else { &bodies };
    let all: Vec<String> = counted.iter().map(|source| folder_of_source(&source.path)).collect();
    let best = most(counted, |path| Some(folder_of_source(Path::new(path))))?;
    // The project's top folder doesn't count: it may have only a `main`.
    let above = all.iter().filter(|folder| *folder != "./" && best.starts_with(*folder));
    above.min_by_key(|folder| folder.len()).cloned().or(Some(best))
}

/// The source root with the most sources, or else the source root of the module for shared code.
fn jvm(project: &Project, lang: &str, sources: &[&Examined]) -> Option<String> {
    let package_root = |path: &str| {
        let source = sources.iter().find(|source| source.slashed() == path)?;
        let folder = folder_of_source(&source.path);
        Some(match name_behind(&source.text, "package ") {
            Some(package) => root(&folder, &package),
            None => conventional(&folder, lang).unwrap_or(folder),
        })
    };
    if let Some(root) = most(sources, package_root) {
        // Kotlin may omit the folders of the package that all files share.
        let is_below = |text: &str| conventional(text, lang);
        return is_below(&root).or(Some(root));
    }
    let module = module(project);
    let below = |folder: &str| format!("{module}{folder}");
    let usual = ["commonMain/kotlin".to_owned(), format!("main/{lang}"), "main/java".to_owned()];
    let there =
        usual.iter().map(|usual| below(&format!("src/{usual}"))).find(|usual| project.has(usual));
    let is_built = project.files.iter().any(|(name, _)| is_of_jvm(name));
    let standard = || (is_built || project.has("src")).then(|| below(&format!("src/main/{lang}")));
    there.or_else(standard).map(|path| path + "/")
}

/// The source root of a folder by the conventions of Maven and Gradle, such as `core/src/main/java/`.
fn conventional(folder: &str, lang: &str) -> Option<String> {
    let kinds = [format!("/{lang}/"), "/java/".to_owned(), "/kotlin/".to_owned()];
    let at = folder.find("src/")?;
    let set = at + 4 + folder[at + 4..].find('/')?;
    let kind = kinds.iter().find(|kind| folder[set..].starts_with(kind.as_str()))?;
    Some(folder[..set + kind.len()].to_owned())
}

/// Whether a file is a project file of Maven or Gradle.
pub(super) fn is_of_jvm(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or_default();
    name == "pom.xml" || name.ends_with(".gradle") || name.ends_with(".gradle.kts")
}

/// The folder of the module for shared code; empty for a project without modules.
fn module(project: &Project) -> String {
    let mut modules: Vec<&str> = project
        .files
        .iter()
        .filter(|(name, _)| is_of_jvm(name) && !name.contains("settings.gradle"))
        .filter_map(|(name, _)| name.rsplit_once('/').map(|(folder, _)| folder))
        .collect();
    let settings = project.files.iter().find(|(name, _)| name.starts_with("settings.gradle"));
    let included = settings.into_iter().flat_map(|(_, text)| text.lines());
    let included = included.filter(|line| line.trim_start().starts_with("include"));
    let names: Vec<String> = included
        .flat_map(|line| line.split(['\'', '"']).skip(1).step_by(2))
        .map(|name| name.trim_start_matches(':').replace(':', "/"))
        .collect();
    modules.extend(names.iter().map(String::as_str));
    let has_own = project.has("src") || modules.is_empty();
    modules.retain(|module| !is_aside(&format!("{module}/x")) && !module.ends_with("buildSrc"));
    let of_library = |module: &&&str| {
        !["app", "cli", "desktop", "ui", "web"]
            .contains(&module.rsplit('/').next().unwrap_or(module))
    };
    let module = modules.iter().find(of_library).or(modules.first());
    module.filter(|_| !has_own).map_or(String::new(), |module| format!("{module}/"))
}

/// The package's `src`, or the `src` of the workspace's member with the most sources.
fn rust(project: &Project, sources: &[&Examined]) -> Option<String> {
    let packages = project.files.iter().filter(|(name, text)| {
        name.ends_with("Cargo.toml") && text.contains("[package]") && !is_aside(name)
    });
    let folders: Vec<&str> =
        packages.map(|(name, _)| name.trim_end_matches("Cargo.toml")).collect();
    if folders.is_empty() || folders.contains(&"") {
        return project.has_file("Cargo.toml", "Cargo.toml").then(|| "src/".to_owned());
    }
    let member = |path: &str| {
        let inside = folders.iter().filter(|folder| path.starts_with(**folder));
        inside.max_by_key(|folder| folder.len()).map(|folder| (*folder).to_owned())
    };
    let most = most(sources, member).unwrap_or_else(|| folders[0].to_owned());
    Some(most + "src/")
}

/// The package's folder: named like the project, or else the topmost one with `__init__.py`, or else the folder with
/// the most sources.
fn python(project: &Project, sources: &[&Examined]) -> String {
    let named = project.text("pyproject.toml").and_then(|text| {
        let line = text.lines().find(|line| line.trim_start().starts_with("name"))?;
        Some(line.split(['"', '\'']).nth(1)?.to_owned())
    });
    let is_there = |folder: &String| project.has(folder);
    let places = |name: String| {
        // Parts of a namespace are joined by `_`, or are nested folders.
        ["_", "/"]
            .map(|between| name.replace(['-', '.'], between))
            .into_iter()
            .flat_map(|name| [format!("src/{name}"), name.clone(), name.to_lowercase()])
    };
    let named = named.and_then(|name| places(name).find(is_there));
    let has_init = |folder: &str| {
        sources.iter().any(|source| source.slashed() == format!("{folder}/__init__.py"))
    };
    let package = |path: &str| {
        let (folder, name) = path.rsplit_once('/')?;
        let is_inside = folder.rsplit_once('/').is_some_and(|(parent, _)| has_init(parent));
        (name == "__init__.py" && !is_inside && folder != "src").then(|| folder.to_owned())
    };
    let folder = named.or_else(|| most(sources, package)).map(|folder| folder + "/");
    let plain = || most(sources, |path| Some(folder_of_source(Path::new(path))));
    let usual = || if project.has("src") { "src/" } else { "./" }.to_owned();
    folder.or_else(plain).unwrap_or_else(usual)
}

/// The folder with the most sources. In a tie, a package that others can import wins.
fn go(sources: &[&Examined]) -> String {
    let folder = |source: &&Examined| folder_of_source(&source.path);
    let is_main = |source: &&Examined| {
        name_behind(&source.text, "package ").is_some_and(|name| name == "main")
    };
    let about = about_boards(sources);
    let packages: Vec<&Examined> =
        about.iter().filter(|source| !is_main(source)).copied().collect();
    let best = |sources: &[&Examined]| {
        let folder_of = |path: &str| Some(folder_of_source(Path::new(path)));
        let best = most(sources, folder_of)?;
        Some((sources.iter().filter(|source| folder(source) == best).count(), best))
    };
    let any = best(&about).map_or((0, "./".to_owned()), |any| any);
    best(&packages).filter(|(count, _)| *count >= any.0).unwrap_or(any).1
}

/// The sources that name bitboards, or else all.
fn about_boards<'a>(sources: &[&'a Examined]) -> Vec<&'a Examined> {
    let is_about = |source: &&&Examined| source.text.contains("itboard");
    let about: Vec<&Examined> = sources.iter().filter(is_about).copied().collect();
    if about.is_empty() { sources.to_vec() } else { about }
}

/// The package's `srcDir`, or a folder below it with the most sources.
fn nim(project: &Project, sources: &[&Examined]) -> Option<String> {
    let text =
        project.files.iter().find(|(name, _)| name.ends_with(".nimble")).map(|(_, text)| text)?;
    let line = text.lines().find(|line| line.trim_start().starts_with("srcDir"))?;
    let folder = line.split('"').nth(1)?.trim_start_matches("./").trim_end_matches('/');
    let root = format!("{folder}/");
    let inside: Vec<&Examined> =
        sources.iter().filter(|source| source.slashed().starts_with(&root)).copied().collect();
    (!folder.is_empty()).then(|| native(&inside).unwrap_or(root))
}

/// Whether a text is the path of a file in Zig.
fn is_of_zig(text: &str) -> bool {
    Path::new(text).extension().is_some_and(|ending| ending == "zig")
}

/// The folder of a root file that the build names, since imports can't leave it; else `src`, if the package has no other
/// sources.
fn zig(project: &Project, sources: &[&Examined]) -> Option<String> {
    let build = project.text("build.zig")?;
    let inside: Vec<&Examined> = sources
        .iter()
        .filter(|source| !source.slashed().starts_with("build.zig"))
        .copied()
        .collect();
    let named = build.split('"').skip(1).step_by(2).filter(|text| is_of_zig(text));
    let is_there = |path: &&str| inside.iter().any(|source| source.slashed() == **path);
    let root = named.into_iter().find(is_there).map(|path| folder_of_source(Path::new(path)));
    let usual = || {
        let has =
            inside.is_empty() || inside.iter().any(|source| source.slashed().starts_with("src/"));
        has.then(|| "src/".to_owned())
    };
    root.or_else(usual).or_else(|| native(&inside))
}

/// The folder of the project file with the most sources; the scripts' folder in a Unity project.
fn csharp(project: &Project, sources: &[&Examined]) -> Option<String> {
    if is_unity(project) {
        let scripts = ["Assets/Scripts", "Assets"].into_iter().find(|folder| project.has(folder));
        return scripts.map(|folder| format!("{folder}/"));
    }
    let projects = project.files.iter().map(|(name, _)| name.as_str());
    let projects = projects.filter(|name| name.ends_with(".csproj") && !is_aside(name));
    let folders: Vec<String> = projects.map(|name| folder_of_source(Path::new(name))).collect();
    let inside = |path: &str| {
        let holds = |folder: &&String| *folder == "./" || path.starts_with(folder.as_str());
        folders.iter().filter(holds).max_by_key(|folder| folder.len()).cloned()
    };
    let about = about_boards(sources);
    let is_app = |source: &&&Examined| {
        inside(&source.slashed()).is_some_and(|folder| is_application(project, &folder))
    };
    let of_libraries: Vec<&Examined> =
        about.iter().filter(|source| !is_app(source)).copied().collect();
    let sources = if of_libraries.is_empty() { &about } else { &of_libraries };
    most(sources, inside).or_else(|| folders.first().cloned())
}

/// Whether the C# project in a folder is for windows or a command line around an engine.
fn is_application(project: &Project, folder: &str) -> bool {
    let is_its =
        |name: &str| name.ends_with(".csproj") && folder_of_source(Path::new(name)) == folder;
    let Some((name, text)) = project.files.iter().find(|(name, _)| is_its(name)) else {
        return false;
    };
    let name = name.rsplit('/').next().unwrap_or_default().trim_end_matches(".csproj");
    let last = name.rsplit(['.', '-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let usual = ["app", "cli", "console", "desktop", "gui", "ui", "web", "wpf"];
    usual.contains(&last.as_str()) || text.contains("<OutputType>WinExe<")
}

/// `rootDir` of `tsconfig.json`, `src`, or the package of a workspace with the most sources.
fn script(project: &Project, sources: &[&Examined]) -> Option<String> {
    let root = project.text("tsconfig.json").and_then(|text| {
        let value = text.split("\"rootDir\"").nth(1)?.split('"').nth(1)?;
        let folder = value.trim_start_matches("./").trim_end_matches('/');
        (!folder.is_empty() && !folder.contains("..")).then(|| format!("{folder}/"))
    });
    let usual = || project.has("src").then(|| "src/".to_owned());
    let package = |path: &str| {
        let parts: Vec<&str> = path.split('/').collect();
        let end = if parts.get(2) == Some(&"src") { 3 } else { 2 };
        (parts[0] == "packages" && parts.len() > end).then(|| parts[..end].join("/") + "/")
    };
    root.or_else(usual).or_else(|| most(sources, package))
}

/// The options for a file in this folder, from its sources or else from project files.
fn options(project: &Project, lang: &str, path: &str, sources: &[&Examined]) -> Vec<TomlKey> {
    // Go's package is the folder's; other languages' packages begin with the package of the topmost sources.
    let is_near = |source: &&&Examined| {
        let folder = folder_of_source(&source.path);
        if lang == "go" { folder == path } else { path == "./" || folder.starts_with(path) }
    };
    let mut near: Vec<&&Examined> = sources.iter().filter(is_near).collect();
    near.sort_by_key(|source| source.path.components().count());
    let keys_for = find(lang).map(|language| language.calls.keys_for);
    let of_sources = keys_for.and_then(|keys_for| {
        near.iter().map(|source| keys_for(&source.text)).find(|found| !found.is_empty())
    });
    if let Some(options) = of_sources {
        return options;
    }
    let found = match lang {
        "go" => go_package(project).map(|name| TomlKey::text("package", &name, "from go.mod")),
        "java" | "kotlin" => {
            package(project, path).map(|(name, why)| TomlKey::text("package", &name, why))
        }
        "csharp" => {
            namespace(project, path).map(|(name, why)| TomlKey::text("namespace", &name, why))
        }
        "rust" => {
            edition(project, path).map(|year| TomlKey::text("edition", &year, "from Cargo.toml"))
        }
        "cpp" => standard(project),
        _ => None,
    };
    found.into_iter().collect()
}

fn go_package(project: &Project) -> Option<String> {
    let text = project.text("go.mod")?;
    let module = text.lines().find_map(|line| line.trim_start().strip_prefix("module "))?.trim();
    let mut parts = module.rsplit('/');
    // The last part may be a version: `example.org/x/v2`.
    let is_version =
        |part: &&str| part.strip_prefix('v').is_some_and(|digits| digits.parse::<u32>().is_ok());
    let last = parts.find(|part| !is_version(part))?;
    let name: String =
        last.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(name)
}

/// The package by Maven's group, Android's namespace or Gradle's group, in the module or at the top.
fn package(project: &Project, path: &str) -> Option<(String, &'static str)> {
    let module = path.split("src/").next().unwrap_or_default();
    let own = project.files.iter().filter(|(name, _)| name.starts_with(module) && is_of_jvm(name));
    let top = project.files.iter().filter(|(name, _)| !name.contains('/') && is_of_jvm(name));
    let assigned = |text: &str, key: &str| {
        let rest = text.lines().find_map(|line| line.trim_start().strip_prefix(key))?;
        let is_assignment = rest.trim_start().starts_with(['=', '"', '\'']);
        is_assignment.then(|| rest.split(['"', '\'']).nth(1).map(str::to_owned))?
    };
    let found = own.chain(top).find_map(|(name, text)| {
        if name.ends_with("pom.xml") {
            return Some((group(text)?, "the groupId of pom.xml"));
        }
        let namespace =
            assigned(text, "namespace").map(|name| (name, "the namespace of build.gradle"));
        namespace.or_else(|| Some((assigned(text, "group")?, "the group of build.gradle")))
    });
    let is_name = |name: &str| {
        name.split('.').all(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    };
    found.filter(|(name, _)| is_name(name))
}

/// The groupId of a project, which it may inherit from its parent.
fn group(text: &str) -> Option<String> {
    let of =
        |text: &str| Some(text.split("<groupId>").nth(1)?.split('<').next()?.trim().to_owned());
    let (before, rest) = text.split_once("<parent>").unwrap_or((text, ""));
    let (parent, behind) = rest.split_once("</parent>").unwrap_or((rest, ""));
    let lists = ["<dependencies>", "<dependencyManagement>", "<build>", "<profiles>"];
    let own = format!("{before}{behind}");
    let end = lists.iter().filter_map(|list| own.find(list)).min().unwrap_or(own.len());
    of(&own[..end]).or_else(|| of(parent))
}

/// The namespace of a C# project's files.
fn namespace(project: &Project, path: &str) -> Option<(String, &'static str)> {
    let is_near =
        |name: &str| name.ends_with(".csproj") && folder_of_source(Path::new(name)) == path;
    let (name, text) = project.files.iter().find(|(name, _)| is_near(name))?;
    let root = text.split("<RootNamespace>").nth(1).and_then(|rest| rest.split('<').next());
    if let Some(root) = root {
        return Some((root.trim().to_owned(), "the project's RootNamespace"));
    }
    let name = name.rsplit('/').next()?.trim_end_matches(".csproj").replace(['-', ' '], "_");
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || "._".contains(c))
        && name.starts_with(|c: char| c.is_ascii_alphabetic());
    is_name.then_some((name, "the project's name"))
}

/// The edition of a package, or the one that its workspace sets.
fn edition(project: &Project, path: &str) -> Option<String> {
    let of = |name: &str| {
        let text = project.text(name)?;
        let rest = text.lines().find_map(|line| line.trim().strip_prefix("edition"))?;
        let year = rest.trim_start().strip_prefix('=')?.split('"').nth(1)?;
        ["2015", "2018", "2021", "2024"].contains(&year).then(|| year.to_owned())
    };
    let own = format!("{}Cargo.toml", path.trim_end_matches("src/").trim_start_matches("./"));
    of(&own).or_else(|| of("Cargo.toml"))
}

//! The destination of an output's files, and the command that generates them.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::error::{ConfigError, ConfigErrorKind};
use super::job::Target;
use super::request::{Context, Leads};
use super::tables::OutputTable;
use crate::config::{Setting, SettingValue};
use crate::render::{Backend, Language};
use magicgen_lookup::model::Names;
use magicgen_search::text::{check_line, is_in_file_names, shell_word, unheld_on_windows};

/// The destination of an output. A file name that the language or a system forbids is an error.
pub(super) fn target(
    context: &Context<'_>,
    table: &OutputTable,
    span: &Range<usize>,
    backend: &dyn Backend,
    names: &Names,
) -> Result<Target, ConfigError> {
    let request = context.request;
    let (path, place) = match (request.output, &table.path) {
        (Some(path), _) => (path.to_owned(), None),
        (None, Some(given)) if given.get_ref().is_empty() => {
            let example = "path = \"src/magics.h\"".to_owned();
            return Err(ConfigError::at(
                given.span(),
                ConfigErrorKind::Missing { key: "path", example },
            ));
        }
        (None, Some(given)) if given.get_ref() == "-" => (PathBuf::from("-"), Some(given.span())),
        (None, Some(given)) => {
            let base = request.config.and_then(Path::parent).unwrap_or(Path::new(""));
            (base.join(given.get_ref()), Some(given.span()))
        }
        (None, None) if request.config.is_none() => (PathBuf::from("-"), None),
        (None, None) => {
            let example = "path = \"src/\"".to_owned();
            return Err(ConfigError::at(
                span.clone(),
                ConfigErrorKind::Missing { key: "path", example },
            ));
        }
    };
    if path.as_os_str() == "-" {
        return Ok(Target::Stdout);
    }
    let leads = (request.leads)(&path);
    // Messages show the given path; the file has the other one.
    let given = match (request.output, &table.path) {
        (None, Some(given)) => PathBuf::from(given.get_ref()),
        _ => path.clone(),
    };
    let ends_in_slash = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    let is_folder = ends_in_slash || leads == Leads::ToFolder;
    let [given, path] = [given, path]
        .map(|path| if is_folder { path.join(backend.default_file(names)) } else { path });
    let is_configs_own = |place: &Range<usize>| !context.source.is_setting(place);
    // Otherwise the file's name would depend on whether the folder exists.
    let names_file = |path: &str| {
        let last = path.rsplit(std::path::is_separator).next().unwrap_or_default();
        !["", ".", ".."].contains(&last)
    };
    if let (Leads::ToFolder, Some(span), Some(path)) = (leads, &place, &table.path)
        && is_configs_own(span)
        && names_file(path.get_ref())
    {
        let path = path.get_ref().clone();
        return Err(ConfigError::at(span.clone(), ConfigErrorKind::PathOfFolder { path }));
    }
    if let Some(place) = place.as_ref().filter(|place| is_configs_own(place))
        && (request.is_outside)(&path)
    {
        let path = given.display().to_string();
        return Err(ConfigError::at(place.clone(), ConfigErrorKind::Outside { path }));
    }
    match leads {
        Leads::ToStdout if !is_folder => return Ok(Target::Stdout),
        Leads::ToStream if !is_folder => return Ok(Target::Stream(path)),
        _ => {}
    }
    let file_name =
        path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = plain(given.parent().unwrap_or(Path::new("")));
    let shown = path.to_string_lossy();
    if let Err(flaw) = check_line(&shown) {
        let kind = ConfigErrorKind::Text { key: "path".to_owned(), flaw };
        return Err(ConfigError { span: place, also: None, kind });
    }
    if let Some(wrong) = file_name.chars().find(|c| !is_in_file_names(*c)) {
        let clause = format!("a file's name can't contain `{wrong}`");
        return Err(ConfigError {
            span: place,
            also: None,
            kind: ConfigErrorKind::FileName(clause),
        });
    }
    // Folders are checked for a path in a config. On the command line they are the user's choice.
    let folders = match request.output {
        None => names_of(&given),
        Some(_) => Vec::new(),
    };
    let mut all = folders.into_iter().chain([file_name.clone()]);
    let refused = all.find_map(|name| unheld_on_windows(&name).map(|why| (name, why)));
    if let Some((name, why)) = refused {
        let kind = ConfigErrorKind::FileName(format!("`{name}` {why}"));
        return Err(ConfigError { span: place, also: None, kind });
    }
    let checked =
        backend.check_file_name(names, &file_name).and_then(|()| backend.check_folder(&folder));
    match checked {
        Ok(()) => Ok(Target::File(plain(&path))),
        Err(clause) => {
            Err(ConfigError { span: place, also: None, kind: ConfigErrorKind::FileName(clause) })
        }
    }
}

/// The names of a path's folders and file.
fn names_of(path: &Path) -> Vec<String> {
    let names = path.components().filter_map(|part| match part {
        std::path::Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    names.collect()
}

/// A path without `./`, as in patches.
fn plain(path: &Path) -> PathBuf {
    let parts = path.components().filter(|part| *part != std::path::Component::CurDir);
    parts.collect()
}

/// The most characters of a list in one flag, so that narrow headers have room for it.
const LIST: usize = 56;

/// Splits a flag's list into short ones.
fn short_lists(items: &[String]) -> Vec<String> {
    let mut lists: Vec<String> = Vec::new();
    for item in items {
        match lists.last_mut() {
            Some(last) if last.len() + 1 + item.len() <= LIST => last.extend([",", item]),
            _ => lists.push(item.clone()),
        }
    }
    lists
}

/// The command that generates the file: the program, then each option with its value. Its only path is the config
/// file's name.
pub(super) fn command(
    context: &Context<'_>,
    id: &str,
    language: &Language,
    table: &OutputTable,
) -> Vec<String> {
    let program = || "magicgen".to_owned();
    let Some(config) = context.request.config else {
        if context.source.is_build_scripts() {
            return vec!["cargo build".to_owned()];
        }
        let mut command = vec![program(), format!("--lang {}", language.id)];
        command
            .extend(flags(context).filter(|(key, _)| *key != "output.lang").map(|(_, flag)| flag));
        return command;
    };
    let name =
        config.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_usual = name == super::FILE_NAME;
    let has_id = table.id.is_some() || !id.is_empty();
    let config = (!is_usual).then(|| format!("--config {}", shell_word(&name)));
    let id = has_id.then(|| format!("--only {}", shell_word(id)));
    let flags = flags(context).map(|(_, flag)| flag);
    [Some(program()), config, id].into_iter().flatten().chain(flags).collect()
}

/// The flags that set keys, each with its value and its key.
fn flags<'a>(context: &'a Context<'_>) -> impl Iterator<Item = (&'a str, String)> {
    let mut before = "";
    // A flag may set several keys.
    let is_new = move |setting: &&'a Setting| {
        std::mem::replace(&mut before, &setting.shown) != setting.shown
    };
    context.source.shown().filter(is_new).flat_map(|setting| {
        let (flag, value) = setting.shown.split_at(setting.within.start);
        let values = match &setting.value {
            SettingValue::List(items) => short_lists(items),
            _ => vec![value.to_owned()],
        };
        values.into_iter().map(move |value| {
            let value = if value.is_empty() { value } else { shell_word(&value).into() };
            (setting.key.as_str(), format!("{flag}{value}"))
        })
    })
}

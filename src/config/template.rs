//! The template of an output: `template`, the files that it includes, and `spellings` are read here, so that printing
//! needs no file.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::beside::{allowed, inside};
use super::error::{ConfigError, ConfigErrorKind};
use super::request::Context;
use super::syntax::MOST_BYTES;
use super::tables::OutputTable;
use crate::render::{Language, OptionError, Options};

/// The id of the kind of data that fills in a template.
const TEMPLATE: &str = "template";

/// The most files of a template.
const MOST_FILES: usize = 32;

/// The options of a template: its files, read. Other languages have no template.
pub(super) fn with_template<'a>(
    options: Options<'a>,
    (table, output): (&OutputTable, &Range<usize>),
    language: &'static Language,
    context: &Context<'_>,
    errors: &mut Vec<ConfigError>,
) -> Options<'a> {
    let refused = |span, message: String, help: &str| {
        let error = OptionError { message, help: Some(help.to_owned()), span: None };
        ConfigError::at(span, ConfigErrorKind::Option { language: language.id, error })
    };
    if let Some(first) = table.spellings.values().map(Spanned::span).min_by_key(|at| at.start)
        && language.id != TEMPLATE
    {
        let message = format!("`spellings` has no effect, since this output is {}", language.id);
        let help = "set `lang = \"template\"`, or remove `[output.spellings]`";
        errors.push(refused(first, message, help));
    }
    let Some(name) = &table.template else {
        if language.id == TEMPLATE {
            let example = "template = \"magics.swift.jinja\"".to_owned();
            let place = table.lang.as_ref().map_or(output.clone(), Spanned::span);
            let kind = ConfigErrorKind::Missing { key: TEMPLATE, example };
            errors.push(ConfigError::at(place, kind));
        }
        return options;
    };
    if language.id != TEMPLATE {
        let message = format!("`template` has no effect, since this output is {}", language.id);
        errors.push(refused(name.span(), message, "set `lang = \"template\"`, or remove it"));
        return options;
    }
    let mut files: Vec<(String, String)> = Vec::new();
    let mut waiting = vec![name.get_ref().clone()];
    while let Some(next) = waiting.pop() {
        if files.iter().any(|(known, _)| *known == next) {
            continue;
        }
        if files.len() == MOST_FILES {
            let message = format!("the template includes more than {MOST_FILES} files");
            errors.push(refused(name.span(), message, "include fewer"));
            return options;
        }
        // The user may have named the template itself on the command line, but not the files that it includes.
        let spanned = Spanned::new(name.span(), next.clone());
        let found = if files.is_empty() {
            allowed(&spanned, (context.source, context.request))
        } else {
            inside(&spanned, context.request)
        };
        let text = found.and_then(|path| {
            (context.request.read)(&path).map_err(|why| {
                let help = "name a file, relative to the folder of the config";
                refused(name.span(), format!("`{next}` {why}"), help)
            })
        });
        match text {
            Ok(text) if text.len() > MOST_BYTES => {
                let message = format!("`{next}` has more than {MOST_BYTES} bytes");
                errors.push(refused(name.span(), message, "split it, and include its parts"));
                return options;
            }
            Ok(text) => {
                waiting.extend(included(&text).into_iter().rev());
                files.push((next, text.replace("\r\n", "\n")));
            }
            Err(error) => {
                errors.push(error);
                return options;
            }
        }
    }
    let text = |text: String| Spanned::new(name.span(), DeValue::String(text.into()));
    let list = |items: Vec<Spanned<DeValue<'a>>>| {
        let mut list = DeArray::new();
        for item in items {
            list.push(item);
        }
        Spanned::new(name.span(), DeValue::Array(list))
    };
    let files = files.into_iter().map(|(name, body)| list(vec![text(name), text(body)]));
    let mut spellings = DeTable::new();
    for (operation, pattern) in &table.spellings {
        let value = DeValue::String(pattern.get_ref().clone().into());
        let key = Spanned::new(pattern.span(), operation.clone().into());
        spellings.insert(key, Spanned::new(pattern.span(), value));
    }
    let mut options = DeTable::new();
    options.insert(
        Spanned::new(name.span(), "spellings".into()),
        Spanned::new(name.span(), DeValue::Table(spellings)),
    );
    options.insert(Spanned::new(name.span(), "files".into()), list(files.collect()));
    Some(Spanned::new(name.span(), DeValue::Table(options)))
}

/// The files that a text includes, imports or extends by name.
fn included(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for tag in text.split("{%").skip(1) {
        let tag = tag.trim_start_matches(['-', '+']).trim_start();
        let word = ["include", "import", "from", "extends"].iter().find_map(|word| {
            tag.strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace))
        });
        let Some(rest) = word.map(str::trim_start) else { continue };
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''));
        let name = quote.and_then(|quote| rest[1..].split_once(quote)).map(|(name, _)| name);
        names.extend(name.map(str::to_owned));
    }
    names
}

//! The type of a set of squares: `word` of an output, which stands for the key of this name in the language's table.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::checks::Errors;
use super::error::{ConfigError, ConfigErrorKind};
use crate::render::{Backend, Language, OptionError, word_of_wide_boards};
use magicgen_board::Mapping;

/// The languages and kinds of data whose sets may have one of several types.
const WITH_WORD: [&str; 8] =
    ["c", "cpp", "javascript", "json", "python", "rust", "template", "typescript"];

type Options<'a> = Option<Spanned<DeValue<'a>>>;

/// The language's options with the word of the output, or with the one that boards of several words need.
pub(super) fn with_word<'a>(
    options: Options<'a>,
    given: Option<&Spanned<String>>,
    language: &'static Language,
    is_wide: bool,
    errors: &mut Vec<ConfigError>,
) -> Options<'a> {
    let options = with_out(options, given, language, is_wide);
    let needed = || word_of_wide_boards(language.id).filter(|_| is_wide);
    let (word, span) = match given {
        Some(word) => (word.get_ref().clone(), word.span()),
        None => match needed() {
            Some(word) => (word.to_owned(), 0..0),
            None => return options,
        },
    };
    if !WITH_WORD.contains(&language.id) {
        let message = format!("{} has one type of sets, and no `word`", language.id);
        let error = OptionError { message, help: Some("remove `word`".to_owned()), span: None };
        let kind = ConfigErrorKind::Option { language: language.id, error };
        errors.push(ConfigError::at(span, kind));
        return options;
    }
    let mut options =
        options.unwrap_or_else(|| Spanned::new(span.clone(), DeValue::Table(DeTable::new())));
    if let DeValue::Table(table) = options.get_mut() {
        match table.get_key_value("word") {
            Some((key, _)) if given.is_some() => {
                let kind = ConfigErrorKind::Clash { key: "word", other: "output.word" };
                errors.push(ConfigError::at(key.span(), kind).with(span, "excluded by it"));
            }
            Some(_) => {}
            None => {
                let value = Spanned::new(span.clone(), DeValue::String(word.into()));
                table.insert(Spanned::new(span, "word".into()), value);
            }
        }
    }
    Some(options)
}

/// The options of JavaScript or TypeScript with `result = "out"`, where a set has several words of two halves.
fn with_out<'a>(
    options: Options<'a>,
    given: Option<&Spanned<String>>,
    language: &'static Language,
    is_wide: bool,
) -> Options<'a> {
    let is_pair = |options: &Options<'_>| {
        let table = options.as_ref().and_then(|options| options.get_ref().as_table());
        let word =
            table.and_then(|table| table.get("word")).and_then(|word| word.get_ref().as_str());
        word.or(given.map(|given| given.get_ref().as_str())) == Some("pair")
    };
    if !(is_wide && word_of_wide_boards(language.id).is_some() && is_pair(&options)) {
        return options;
    }
    let mut options = options.unwrap_or_else(|| Spanned::new(0..0, DeValue::Table(DeTable::new())));
    if let DeValue::Table(table) = options.get_mut() {
        let out = || Spanned::new(0..0, DeValue::String("out".into()));
        table.entry(Spanned::new(0..0, "result".into())).or_insert_with(out);
    }
    Some(options)
}

/// Refuses a type of sets of two words where they have another number.
pub(super) fn check_words(
    backend: &dyn Backend,
    language: &'static Language,
    mapping: &Mapping,
    errors: &mut Errors,
) {
    let Some((option, place)) = backend.of_two_words() else { return };
    let words = mapping.indices().div_ceil(64);
    if words == 2 {
        return;
    }
    let sets = if words == 1 { "one word" } else { "more words" };
    let error = OptionError {
        message: format!(
            "`{option}` is a type of sets of two words, and this board's sets have {sets}"
        ),
        help: Some("remove `word`; boards of 65 to 128 squares have sets of two words".to_owned()),
        span: None,
    };
    errors.at(place, ConfigErrorKind::Option { language: language.id, error });
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
    use crate::render::{ALL, DATA};
    use crate::shape::Shape;

    #[test]
    fn languages_with_a_word_are_known() {
        let has_word = |language: &&&Language| {
            // Its options come from the reader of configs.
            if language.id == "template" {
                return true;
            }
            let Shape::Table(keys) = (language.keys)() else { return false };
            keys.iter().any(|(name, _)| *name == "word")
        };
        let all = ALL.iter().chain(DATA).filter(has_word);
        let mut found: Vec<&str> = all.map(|language| language.id).collect();
        found.sort_unstable();
        assert_eq!(found, WITH_WORD);
    }
}

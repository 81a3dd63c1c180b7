//! The config file and the settings of the command line as one combined text, so that every value has a place to point
//! at.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::syntax::{Repaired, repair};

/// A setting of the command line, which overrides one of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key, as in `-D`: `output.variant`.
    pub key: String,
    /// The flag and its value as they are shown, such as `--variant plain`.
    pub shown: String,
    /// The position in `shown` at which the value begins.
    pub at: usize,
    /// The value.
    pub value: SettingValue,
}

/// A value on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingValue {
    /// A text that is taken as it is.
    Text(String),
    /// Texts that are taken as they are.
    List(Vec<String>),
    /// A TOML value; or a text, if it isn't valid TOML.
    Toml(String),
}

/// The key that is put before a value so that it can be parsed; it is shorter than any flag.
const KEY: &str = "k=";

impl Setting {
    /// The setting of `-D KEY=VALUE`, from `KEY=VALUE`; `None` for any other text.
    #[must_use]
    pub fn set(text: &str) -> Option<Self> {
        let (key, value) = text.split_once('=').filter(|(key, _)| !key.trim().is_empty())?;
        Some(Self {
            key: key.trim().to_owned(),
            shown: format!("-D {text}"),
            at: "-D ".len() + key.len() + 1,
            value: SettingValue::Toml(value.to_owned()),
        })
    }

    /// The setting of a flag with a value, for a key.
    #[must_use]
    pub fn flag(key: &str, flag: &str, value: SettingValue) -> Self {
        let text = match &value {
            SettingValue::Text(text) | SettingValue::Toml(text) => text.clone(),
            SettingValue::List(texts) => texts.join(","),
        };
        Self { key: key.to_owned(), shown: format!("{flag} {text}"), at: flag.len() + 1, value }
    }
}

/// A value with all of its places moved by a number of bytes: it was parsed alone and stands further on in the combined
/// text. It nests no deeper than TOML's reader allows.
fn moved(value: Spanned<DeValue<'_>>, by: usize) -> Spanned<DeValue<'_>> {
    let span = value.span();
    let value = match value.into_inner() {
        DeValue::Array(array) => {
            DeValue::Array(array.into_iter().map(|value| moved(value, by)).collect())
        }
        DeValue::Table(table) => {
            let place = |span: Range<usize>| span.start + by..span.end + by;
            let entries = table.into_iter().map(|(key, value)| {
                (Spanned::new(place(key.span()), key.into_inner()), moved(value, by))
            });
            DeValue::Table(entries.collect())
        }
        value => value,
    };
    Spanned::new(span.start + by..span.end + by, value)
}

/// A config file's text, followed by the settings of the command line.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The file's name, as the user knows it.
    pub name: String,
    /// The file's text.
    pub text: String,
    settings: Vec<PlacedSetting>,
    /// The text without its errors, if it isn't valid TOML.
    pub(super) repaired: Option<Repaired>,
}

/// A setting with its place in the combined text.
#[derive(Clone, Debug)]
struct PlacedSetting {
    setting: Setting,
    /// The position in the combined text at which the flag begins as it is shown.
    base: usize,
    /// The value behind [`KEY`], if it has to be parsed; otherwise empty.
    keyed: String,
}

/// A place to point at in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The file's name, or `command line`.
    pub name: &'a str,
    /// The text of the file, or of one setting.
    pub text: &'a str,
    /// The bytes to mark in that text.
    pub span: Range<usize>,
}

impl PlacedSetting {
    /// Whether a range of the combined text begins in this setting.
    fn holds(&self, span: &Range<usize>) -> bool {
        (self.base..=self.base + self.setting.shown.len()).contains(&span.start)
    }
}

impl Source {
    /// Combines a file and settings.
    #[must_use]
    pub fn new(name: &str, text: &str, settings: Vec<Setting>) -> Self {
        let mut source = Self {
            name: name.to_owned(),
            text: text.to_owned(),
            settings: Vec::new(),
            repaired: repair(text),
        };
        let mut base = text.len() + 1;
        for setting in settings {
            let keyed = match &setting.value {
                SettingValue::Toml(text) => KEY.to_owned() + text,
                _ => String::new(),
            };
            let next = base + setting.shown.len() + 1;
            source.settings.push(PlacedSetting { setting, base, keyed });
            base = next;
        }
        source
    }

    /// Every setting, as its key and the value that the config's reader sees.
    pub(super) fn values(&self) -> impl Iterator<Item = (&str, Spanned<DeValue<'_>>)> {
        self.settings.iter().map(|PlacedSetting { setting, base, keyed }| {
            let from = base + setting.at;
            let span = from..base + setting.shown.len();
            let text = |text: &str| DeValue::String(Cow::Owned(text.to_owned()));
            let value = match &setting.value {
                SettingValue::Text(value) => Spanned::new(span, text(value)),
                SettingValue::List(values) => {
                    let mut array = DeArray::new();
                    for value in values {
                        array.push(Spanned::new(span.clone(), text(value)));
                    }
                    Spanned::new(span, DeValue::Array(array))
                }
                SettingValue::Toml(value) => DeTable::parse(keyed)
                    .ok()
                    .filter(|table| table.get_ref().len() == 1)
                    .and_then(|table| table.into_inner().remove(KEY.trim_end_matches('=')))
                    .map_or_else(
                        || Spanned::new(span, text(value)),
                        |value| moved(value, from - KEY.len()),
                    ),
            };
            (setting.key.as_str(), value)
        })
    }

    /// Whether a place is on the command line.
    #[must_use]
    pub fn is_setting(&self, span: &Range<usize>) -> bool {
        self.settings.iter().any(|placed| placed.holds(span))
    }

    /// The place in the file or in a setting that a range of the combined text is.
    #[must_use]
    pub fn place(&self, span: &Range<usize>) -> Place<'_> {
        for placed in &self.settings {
            let PlacedSetting { setting, base, .. } = placed;
            if placed.holds(span) {
                let end = span.end.saturating_sub(*base).min(setting.shown.len());
                return Place {
                    name: "command line",
                    text: &setting.shown,
                    span: (span.start - base).min(end)..end,
                };
            }
        }
        let end = span.end.min(self.text.len());
        Place { name: &self.name, text: &self.text, span: span.start.min(end)..end }
    }

    /// The settings, in the order of the command line.
    pub fn shown(&self) -> impl Iterator<Item = &Setting> {
        self.settings.iter().map(|placed| &placed.setting)
    }
}

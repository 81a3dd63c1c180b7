//! The config file and the command line's settings as one combined text, so that every value has a place for messages.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::syntax::{Repaired, repair};
use magicgen_search::text::shell_word;

/// A setting on the command line, which overrides the file's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key, as in `-D`: `output.variant`.
    pub key: String,
    /// The setting for messages, such as `--variant plain` or `.variant("plain")`.
    pub shown: String,
    /// The position of the key in `shown`, if it is there.
    pub key_at: Option<usize>,
    /// The place of the value in `shown`.
    pub within: Range<usize>,
    /// The value.
    pub value: SettingValue,
}

/// A value on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingValue {
    /// A literal text.
    Text(String),
    /// Literal texts.
    List(Vec<String>),
    /// A TOML value, or a text if it isn't valid TOML.
    Toml(String),
}

/// The key before a value that makes it parsable; it is shorter than any flag.
const KEY: &str = "k=";

/// The flag before a key on the command line.
const SET: &str = "-D ";

impl Setting {
    /// The setting of `-D KEY=VALUE`, from `KEY=VALUE`; `None` for any other text.
    #[must_use]
    pub fn set(text: &str) -> Option<Self> {
        let (key, value) = text.split_once('=').filter(|(key, _)| !key.trim().is_empty())?;
        let before = format!("{SET}{key}=");
        let key_at = Some(SET.len() + key.len() - key.trim_start().len());
        let value = SettingValue::Toml(value.to_owned());
        Some(Self { key_at, ..Self::shown_as(key.trim(), &before, value, "") })
    }

    /// The setting of a flag with a value.
    #[must_use]
    pub fn flag(key: &str, flag: &str, value: SettingValue) -> Self {
        Self::shown_as(key, &format!("{flag} "), value, "")
    }

    /// The setting of a part of a flag's value; the whole flag is shown.
    #[must_use]
    pub fn part(key: &str, shown: &str, within: Range<usize>) -> Self {
        let value = SettingValue::Toml(shown[within.clone()].to_owned());
        Self { key: key.to_owned(), shown: shown.to_owned(), key_at: None, within, value }
    }

    /// The setting of a call in a build script, such as `.variant(` with a value.
    #[must_use]
    pub fn call(key: &str, call: &str, value: SettingValue) -> Self {
        let [before, after] = match value {
            SettingValue::List(_) => ["[", "])"],
            _ => ["\"", "\")"],
        };
        Self::shown_as(key, &format!("{call}{before}"), value, after)
    }

    /// A setting shown as its value between two texts.
    fn shown_as(key: &str, before: &str, value: SettingValue, after: &str) -> Self {
        let text = match &value {
            SettingValue::Text(text) | SettingValue::Toml(text) => text.clone(),
            SettingValue::List(texts) => texts.join(","),
        };
        let within = before.len()..before.len() + text.len();
        let shown = format!("{before}{text}{after}");
        Self { key: key.to_owned(), shown, key_at: None, within, value }
    }
}

/// A value with its places moved by `by` bytes, from its own text to its position in the combined text. It nests no
/// deeper than TOML's reader allows.
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
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's name, as the user knows it.
    pub name: String,
    /// The file's text.
    pub text: String,
    settings: Vec<PlacedSetting>,
    /// The place of the settings for messages.
    setter: &'static str,
    /// Defaults that replace the usual ones: dotted keys with their texts.
    pub(super) defaults: &'static [(&'static str, &'static str)],
    /// The text without its errors, if it isn't valid TOML.
    pub(super) repaired: Option<Repaired>,
}

const BUILD_SCRIPT: &str = "build script";

/// A setting with its place in the combined text.
#[derive(Clone, Debug)]
struct PlacedSetting {
    setting: Setting,
    /// The position of the shown setting in the combined text.
    base: usize,
    /// [`KEY`] and the value, if it has to be parsed; otherwise empty.
    keyed: String,
}

/// A place for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The file's name, or the settings' place, such as `command line`.
    pub name: &'a str,
    /// The text of the file, or of one setting.
    pub text: &'a str,
    /// The marked bytes in that text.
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
            setter: "command line",
            defaults: &[],
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

    /// The same for a build script, which makes the settings and has these defaults.
    #[must_use]
    pub fn of_build_script(self, defaults: &'static [(&'static str, &'static str)]) -> Self {
        Self { setter: BUILD_SCRIPT, defaults, ..self }
    }

    /// Whether the settings come from a build script.
    pub(super) fn is_build_scripts(&self) -> bool {
        self.setter == BUILD_SCRIPT
    }

    /// Every setting, as the parts of its key and the value for the config's reader.
    pub(super) fn values(
        &self,
    ) -> impl Iterator<Item = (Vec<Spanned<&str>>, Spanned<DeValue<'_>>)> {
        self.settings.iter().map(|PlacedSetting { setting, base, keyed }| {
            let from = base + setting.within.start;
            let span = from..base + setting.within.end;
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
            let mut at = setting.key_at.map(|at| base + at);
            let keys = setting.key.split('.').map(|part| {
                let place = at.map_or(value.span(), |at| at..at + part.len());
                at = at.map(|at| at + part.len() + 1);
                Spanned::new(place, part)
            });
            (keys.collect(), value)
        })
    }

    /// Whether a place is in a setting.
    #[must_use]
    pub fn is_setting(&self, span: &Range<usize>) -> bool {
        self.settings.iter().any(|placed| placed.holds(span))
    }

    /// The place in the file or in a setting of a range in the combined text.
    #[must_use]
    pub fn place(&self, span: &Range<usize>) -> Place<'_> {
        for placed in &self.settings {
            let PlacedSetting { setting, base, .. } = placed;
            if placed.holds(span) {
                let end = span.end.saturating_sub(*base).min(setting.shown.len());
                return Place {
                    name: self.setter,
                    text: &setting.shown,
                    span: (span.start - base).min(end)..end,
                };
            }
        }
        let end = span.end.min(self.text.len());
        Place { name: &self.name, text: &self.text, span: span.start.min(end)..end }
    }

    /// Advice as it is typed: if `-D` set the key, `key = value` becomes a `-D`.
    #[must_use]
    pub fn as_typed(&self, span: &Range<usize>, advice: String) -> String {
        let placed = self.settings.iter().find(|placed| placed.holds(span));
        let set = placed.map(|placed| &placed.setting).filter(|set| set.key_at.is_some());
        let typed = set.and_then(|Setting { key, .. }| {
            let line = format!("`{} = ", key.rsplit('.').next()?);
            let (before, rest) = advice.split_once(&line)?;
            let (value, after) = rest.split_once('`')?;
            Some(format!("{before}`{SET}{}`{after}", shell_word(&format!("{key}={value}"))))
        });
        typed.unwrap_or(advice)
    }

    /// The settings, in the order of the command line.
    pub fn shown(&self) -> impl Iterator<Item = &Setting> {
        self.settings.iter().map(|placed| &placed.setting)
    }
}

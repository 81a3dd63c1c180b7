//! The flags of a run that override its config, as settings of that config.

use serde_json::Value;

use crate::config::{Setting, SettingValue};
use crate::error::Error;

/// The flags, by the names that the command line has for them.
#[derive(Clone, Debug, Default)]
pub struct Flags<'a> {
    /// `--set`, or `-D`: `KEY=VALUE`.
    pub set: Vec<&'a str>,
    /// `--lang`.
    pub lang: Option<&'a str>,
    /// `--variant`.
    pub variant: Option<&'a str>,
    /// `--orientation`.
    pub orientation: Option<&'a str>,
    /// `--tables`.
    pub tables: Option<&'a str>,
    /// `--name`.
    pub name: Option<&'a str>,
    /// `--piece`.
    pub piece: Vec<&'a str>,
    /// `--emit`.
    pub emit: Vec<&'a str>,
    /// `--board`: files and ranks.
    pub board: Option<(&'a str, &'a str)>,
    /// `--max-bytes`.
    pub max_bytes: Option<u64>,
    /// `--seed`.
    pub seed: Option<u64>,
    /// `--effort`.
    pub effort: Option<u64>,
}

impl<'a> Flags<'a> {
    /// The flags that a JSON object has.
    pub(super) fn of(object: &'a Value) -> Self {
        let text = |name: &str| object[name].as_str();
        let texts = |name: &str| match &object[name] {
            Value::String(text) => vec![text.as_str()],
            Value::Array(values) => values.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        Self {
            set: texts("set"),
            lang: text("lang"),
            variant: text("variant"),
            orientation: text("orientation"),
            tables: text("tables"),
            name: text("name"),
            piece: texts("piece"),
            emit: texts("emit"),
            board: object["board"].as_str().and_then(|board| board.split_once('x')),
            max_bytes: object["max-bytes"].as_u64(),
            seed: object["seed"].as_u64(),
            effort: object["effort"].as_u64(),
        }
    }

    /// The settings of all flags. Those of `-D` come first, so that other flags override them.
    pub fn settings(&self) -> Result<Vec<Setting>, Error> {
        let mut settings = Vec::new();
        for set in &self.set {
            settings.push(override_of(set)?);
        }
        let texts = [
            ("output.lang", "--lang", self.lang),
            ("output.variant", "--variant", self.variant),
            ("output.orientation", "--orientation", self.orientation),
            ("output.tables", "--tables", self.tables),
            ("output.name", "--name", self.name),
        ];
        for (key, flag, value) in texts {
            if let Some(value) = value {
                settings.push(Setting::flag(key, flag, SettingValue::Text(value.to_owned())));
            }
        }
        let lists =
            [("output.pieces", "--piece", &self.piece), ("output.emit", "--emit", &self.emit)];
        for (key, flag, values) in lists {
            if !values.is_empty() {
                let values = values.iter().map(|value| (*value).to_owned()).collect();
                settings.push(Setting::flag(key, flag, SettingValue::List(values)));
            }
        }
        if let Some((width, height)) = self.board {
            let flag = format!("--board {width}x{height}");
            let (begin, middle) = ("--board ".len(), flag.len() - height.len());
            settings.push(Setting::part("board.width", &flag, begin..begin + width.len()));
            settings.push(Setting::part("board.height", &flag, middle..flag.len()));
        }
        let numbers = [
            ("output.max-bytes", "--max-bytes", self.max_bytes),
            ("search.seed", "--seed", self.seed),
            ("search.effort", "--effort", self.effort),
        ];
        for (key, flag, value) in numbers {
            if let Some(value) = value {
                settings.push(Setting::flag(key, flag, SettingValue::Toml(value.to_string())));
            }
        }
        Ok(settings)
    }
}

/// The setting of `-D KEY=VALUE`.
pub fn override_of(set: &str) -> Result<Setting, Error> {
    Setting::set(set).ok_or_else(|| Error::Usage {
        message: format!("`-D {set}` has no `KEY=VALUE`"),
        help: Some("-D output.java.package=org.example.chess".to_owned()),
    })
}

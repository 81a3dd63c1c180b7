//! How a run reports: flags that several commands share.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

/// The heading of these flags.
pub(super) const HEADING: &str = "Reporting";

/// What a run prints beside what it was asked for.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = HEADING)]
pub(super) struct Reporting {
    /// Format of the report
    #[arg(long, value_name = "FORMAT", value_parser = formats(&Format::OF_FILES), default_value = "human")]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) manner: CommonFlags,
    /// Report searches, their results and skipped files
    #[arg(short, long)]
    pub(super) verbose: bool,
}

impl Reporting {
    /// The reporting of a command without `--verbose`.
    pub(super) fn new(format: Format, manner: &CommonFlags) -> Self {
        Self { format, manner: manner.clone(), verbose: false }
    }

    /// Whether errors are printed on standard error. Formats for programs have them in the result.
    pub(super) fn says_errors(&self) -> bool {
        self.manner.quiet < 2 && matches!(self.format, Format::Human | Format::Markdown)
    }
}

/// Colours and silence: the flags that every command has.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = HEADING)]
pub(super) struct CommonFlags {
    /// Use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(super) color: Color,
    /// Print no messages but errors; twice: none at all. Results are still printed
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub(super) quiet: u8,
}

/// `--format`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text for people
    #[default]
    Human,
    /// One JSON object on standard output
    Json,
    /// A Markdown table
    Markdown,
    /// Errors as annotations of a GitHub workflow
    Github,
    /// Errors as a log in SARIF 2.1.0
    Sarif,
}

impl Format {
    /// The formats for faults in files.
    pub(super) const OF_FILES: [Self; 4] = [Self::Human, Self::Json, Self::Github, Self::Sarif];
    /// The formats of an answer.
    pub(super) const OF_ANSWERS: [Self; 2] = [Self::Human, Self::Json];
    /// The formats of a list.
    pub(super) const OF_LISTS: [Self; 3] = [Self::Human, Self::Json, Self::Markdown];
}

/// Accepts one of these formats.
pub(super) fn formats(of: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    let values = of.iter().filter_map(Format::to_possible_value);
    let names: PossibleValuesParser = values.collect::<Vec<_>>().into();
    names.map(|name| Format::from_str(&name, false).unwrap_or_default())
}

/// `--color`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` turns them on everywhere
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// The colour that these words ask for with `--color`, for errors in parsing them.
    pub(super) fn asked_for(words: impl Iterator<Item = std::ffi::OsString>) -> Self {
        let mut asked = Self::Auto;
        let mut is_value = false;
        for word in words {
            let word = word.to_string_lossy();
            let value = if is_value { Some(&*word) } else { word.strip_prefix("--color=") };
            if let Some(color) = value.and_then(|value| Self::from_str(value, false).ok()) {
                asked = color;
            }
            is_value = word == "--color";
        }
        asked
    }

    /// Sets for the whole process whether anything is coloured.
    pub(super) fn set(self) {
        match self {
            Self::Auto => {}
            Self::Always => anstream::ColorChoice::Always.write_global(),
            Self::Never => anstream::ColorChoice::Never.write_global(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_colour_among_the_words_counts() {
        let asked = |words: &[&str]| Color::asked_for(words.iter().map(std::ffi::OsString::from));
        assert_eq!(asked(&["list", "--color", "never"]), Color::Never);
        assert_eq!(asked(&["--color=never", "--color=always"]), Color::Always);
        assert_eq!(asked(&["--color", "blue", "--color"]), Color::Auto);
    }
}

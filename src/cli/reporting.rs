//! How a run reports: the flags that all commands share.

use clap::{Args, ValueEnum};

/// Reporting.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reporting")]
pub(super) struct Report {
    /// Form of what is reported
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
    /// Colour of messages
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(super) color: Color,
    /// Only errors; twice: nothing
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub(super) quiet: u8,
    /// Say what is searched, found and skipped
    #[arg(long)]
    pub(super) verbose: bool,
}

/// `--format`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    #[default]
    Human,
    /// One JSON value on standard output
    Json,
    /// A Markdown table (lists only)
    Markdown,
}

/// `--color`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// As the terminal has it
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

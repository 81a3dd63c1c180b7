//! The lookups for `explain` and `report`, taken from a config's outputs.

use std::path::PathBuf;

use clap::Args;

use super::args::{self, Cli, OutputArgs, Reproduce, What};
use super::discover::{FoundConfig, overrides};
use super::interrupt::InterruptedRun;
use super::reporting::Reporting;
use super::start::{Start, start};
use crate::config::Setting;
use crate::error::Error;

/// The config if there is none: one output.
const WITHOUT: &str = "version = 1\n\n[[output]]\nlang = \"rust\"\n";

/// Which lookups.
#[derive(Args, Clone, Debug)]
pub(super) struct LookupArgs {
    /// Lookup, as `magicgen list variants` shows them [default: the variants of the outputs]
    #[arg(long, value_name = "VARIANT", value_parser = args::variants())]
    variant: Option<String>,
    /// Order of squares [default: the config's, or a1lsb]
    #[arg(short = 'O', long, value_name = "NAME", value_parser = args::orientations())]
    orientation: Option<String>,
    /// Override a config key, e.g. -D board.width=5
    #[arg(short = 'D', long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Config file; `-` is standard input [default: nearest magicgen.toml upwards]
    #[arg(short, long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Ignore config files
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
    /// Use only the [[output]] with this id; repeatable
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    only: Vec<String>,
}

impl LookupArgs {
    /// The named config, the nearest one, or one with a single output.
    pub(super) fn found(&self) -> Result<FoundConfig, Error> {
        FoundConfig::named_or_nearest(self.config.as_deref(), self.no_config, WITHOUT)
    }

    /// The settings of all `-D KEY=VALUE`.
    pub(super) fn overrides(&self) -> Result<Vec<Setting>, Error> {
        overrides(&self.set)
    }

    /// Begins a run that writes nothing, with these pieces and this language, or else the outputs' own.
    pub(super) fn start(
        &self,
        found: FoundConfig,
        piece: Vec<String>,
        lang: Option<String>,
        report: &Reporting,
        kept: &InterruptedRun,
    ) -> Result<Start, Error> {
        // Some languages have several files, which need a folder although none is written.
        let output = lang.as_ref().filter(|_| found.config.is_none()).map(|_| "./".into());
        let what = What {
            lang,
            variant: self.variant.clone(),
            orientation: self.orientation.clone(),
            piece,
            set: self.set.clone(),
            ..What::default()
        };
        let (only, config) = (self.only.clone(), self.config.clone());
        let place = OutputArgs { output, config, only, ..OutputArgs::default() };
        let reproduce = Reproduce { dry_run: true, ..Reproduce::default() };
        start(&Cli { command: None, what, place, reproduce, report: report.clone() }, found, kept)
    }
}

//! The arguments of the command line. The doc comments of the structs are its help text.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::forgiving::{ForgivingNames, of_language, other_orders};
use super::reporting::{CommonFlags, Format, HEADING, Reporting, formats};
use crate::config::bytes;
use crate::order::Workload;
use crate::render;
use magicgen_board::Standard;
use magicgen_lookup::model::Part;
use magicgen_lookup::variant;
use magicgen_read::Slider;

/// Generate chess magic-bitboard tables as source code
///
/// Without a command, magicgen writes source files from the flags below, from --config or from the nearest magicgen.toml.
#[derive(Debug, Parser)]
#[command(
    name = "magicgen",
    version,
    long_version = LONG_VERSION,
    max_term_width = 100,
    after_long_help = "Exit status:\n\
        \x20   0  done; for prove, the question is answered\n\
        \x20   1  --check found a difference, or verify a wrong array\n\
        \x20   2  the usage, the config, the lock or the ledger is wrong\n\
        \x20   3  no factors: none found, none in the lock, or none to verify\n\
        \x20   4  a file can't be read or written\n\
        \x20   5  --check found only different line ends; see `magicgen init --gitattributes`\n\
        \x20  70  a table failed its proof; please report this bug\n\
        \x20 130  interrupted; the lock keeps finished pieces and tables, the ledger finished roots\n\n\
        Examples:\n\
        \x20 magicgen --lang java --orientation h1lsb -o src/main/java/\n\
        \x20 magicgen --lang c --variant split32 --name gba_magic -o magic.h\n\
        \x20 magicgen --check                                   # in CI",
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) what: What,
    #[command(flatten)]
    pub(super) place: OutputArgs,
    #[command(flatten)]
    pub(super) reproduce: Reproduce,
    #[command(flatten)]
    pub(super) report: Reporting,
}

/// What to generate.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "What to generate")]
pub(super) struct What {
    /// Language to generate
    #[arg(short, long, value_name = "LANG", value_parser = outputs())]
    pub(super) lang: Option<String>,
    /// Lookup, as `magicgen list variants` shows them [default: the language's own]
    #[arg(long, value_name = "VARIANT", value_parser = variants())]
    pub(super) variant: Option<String>,
    /// Order of squares [default: a1lsb]
    #[arg(short = 'O', long, value_name = "NAME", value_parser = orientations())]
    pub(super) orientation: Option<String>,
    /// rook, bishop, queen, or a piece of the config; repeatable [default: rook bishop, with the queen]
    #[arg(short, long, value_name = "PIECE", value_delimiter = ',')]
    pub(super) piece: Vec<String>,
    /// full: the tables are in the source; init: they are filled at start-up; blob: they are in a binary file beside it
    /// [default: the language's own]
    #[arg(long, value_name = "WHEN", value_parser = ["full", "init", "blob"])]
    pub(super) tables: Option<String>,
    /// Parts to generate, comma-separated [default: lookup]
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = parts())]
    pub(super) emit: Vec<String>,
    /// Name of the module, class or prefix [default: magics]
    #[arg(short, long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Files and ranks of the board, e.g. 7x7 [default: 8x8]
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = board, allow_hyphen_values = true)]
    pub(super) board: Option<(String, String)>,
    /// Use the fastest variant whose tables fit into this size, e.g. 100KiB
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(super) max_bytes: Option<u64>,
    /// Override a config key, e.g. -D output.java.package=org.example.chess; `output` means every output
    #[arg(short = 'D', long = "set", value_name = "KEY=VALUE")]
    pub(super) set: Vec<String>,
}

/// The output and the config.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Output and config")]
pub(super) struct OutputArgs {
    /// File, or folder if it ends in /; `-` is standard output [default: -, or the config's path]
    #[arg(short, long, value_name = "PATH")]
    pub(super) output: Option<PathBuf>,
    /// Config file; `-` is standard input [default: nearest magicgen.toml upwards]
    #[arg(short, long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Ignore config files
    #[arg(long, conflicts_with = "config")]
    pub(super) no_config: bool,
    /// Generate only the [[output]] with this id; repeatable
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub(super) only: Vec<String>,
    /// Allow paths outside of the config's folder
    #[arg(long)]
    pub(super) allow_outside: bool,
    /// Keep running, and generate again after each change of the config or of a file that it names
    #[arg(long, conflicts_with_all = ["check", "diff", "dry_run", "format", "no_config"])]
    pub(super) watch: bool,
    /// Also write a Makefile dependency rule to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "dry_run"])]
    pub(super) depfile: Option<PathBuf>,
}

/// Checking and reproducing.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Checking and reproducing")]
pub(super) struct Reproduce {
    /// Write nothing; exit with 1 if a generated file is missing or differs
    #[arg(long)]
    pub(super) check: bool,
    /// How --check shows a difference
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Diff::Summary, requires = "check")]
    pub(super) diff: Diff,
    /// Write nothing; list the files that would be written or changed
    #[arg(long, conflicts_with = "check")]
    pub(super) dry_run: bool,
    /// Use only factors from the lock; never search (implied by --check)
    #[arg(long)]
    pub(super) locked: bool,
    /// Lock file [default: magicgen.lock beside the config]
    #[arg(long, value_name = "FILE")]
    pub(super) lock: Option<PathBuf>,
    /// Seed of the search [default: 0]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Effort of the search: millions of candidates a square; for packed variants, units of about a second on two cores
    #[arg(long, value_name = "N")]
    pub(super) effort: Option<u64>,
    /// Search threads; the result doesn't depend on them [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,
}

impl Reproduce {
    /// Whether the run leaves the lock as it is.
    pub(super) fn keeps_lock(&self) -> bool {
        self.check || self.dry_run || self.locked
    }
}

/// `--diff`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Diff {
    /// A few lines: the tables, the number of entries, the squares
    #[default]
    Summary,
    /// A patch on standard output, for `git apply`
    Unified,
    /// Nothing but the exit status
    None,
}

/// Choices for a new config that override those found in the sources.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Wished {
    /// Language to generate [default: the language of the project or its sources]
    #[arg(short, long, value_name = "LANG", value_parser = languages())]
    pub(super) lang: Option<String>,
    /// Order of squares [default: the order in the sources]
    #[arg(short = 'O', long, value_name = "NAME", value_parser = orientations())]
    pub(super) orientation: Option<String>,
    /// Name of the module, class or prefix [default: magics]
    #[arg(short, long, value_name = "NAME")]
    pub(super) name: Option<String>,
}

/// Adopting.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Adopting")]
pub(super) struct Adopting {
    #[command(flatten)]
    pub(super) wished: Wished,
    /// Array to adopt if a piece has several, by its name or first line, or as `FILE:NAME`; the other piece has the array beside it;
    /// repeatable
    #[arg(long, value_name = "ARRAY", value_delimiter = ',')]
    pub(super) array: Vec<String>,
}

/// Choices for the first config of a project. The same flags are allowed before `init`.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Starting {
    #[command(flatten)]
    pub(super) wished: Wished,
    /// File to generate, or folder if it ends in / [default: the folder of the sources]
    #[arg(short, long, value_name = "PATH")]
    pub(super) output: Option<PathBuf>,
}

/// Commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find the magics in a lock, a list or an engine's source, and verify them
    #[command(after_long_help = "Exit status:\n\
        \x20 0  all factors hold\n\
        \x20 1  a factor is wrong, or an expected piece is missing\n\
        \x20 2  the usage is wrong\n\
        \x20 3  no file has factors\n\
        \x20 4  a file can't be read\n\n\
        Example:\n\
        \x20 magicgen verify --expect rook,bishop src/")]
    Verify {
        /// Sources, lists, locks, or folders of these; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Pieces that need factors that hold in one of the files
        #[arg(long, value_name = "PIECE", value_delimiter = ',', value_parser = sliders())]
        expect: Vec<Slider>,
        /// Write the factors to a file, and print a magicgen.toml that generates the same numbers
        #[arg(long, conflicts_with_all = ["expect", "format"])]
        adopt: bool,
        /// New file of factors; `-` prints it instead of the config [default: magicgen.known.toml]
        #[arg(short, long, value_name = "FILE", requires = "adopt")]
        output: Option<PathBuf>,
        #[command(flatten)]
        adopting: Adopting,
        /// Format of the report
        #[arg(long, value_name = "FORMAT", value_parser = formats(&Format::OF_FILES), default_value = "human",
            help_heading = HEADING)]
        format: Format,
        /// List the arrays that were skipped in the files of folders
        #[arg(short, long, help_heading = HEADING)]
        verbose: bool,
        #[command(flatten)]
        manner: CommonFlags,
    },
    /// Print a patch that moves an engine to generated tables: config, factors, changed lookup functions
    #[command(after_long_help = "`git apply` applies the patch.\n\n\
        Exit status:\n\
        \x20   0  done\n\
        \x20   1  an array doesn't hold, or the build fails with the patch only\n\
        \x20   2  the usage is wrong, a piece has several arrays, a file exists already, or the build fails without the patch\n\
        \x20   3  no factors\n\
        \x20   4  a file can't be read or written\n\
        \x20 130  interrupted\n\n\
        Examples:\n\
        \x20 magicgen adopt ~/engine | less\n\
        \x20 magicgen adopt --check-build 'make -j4 && ./engine bench' ~/engine >adopt.patch\n\
        \x20 magicgen adopt --write ~/engine\n\
        \x20 magicgen adopt --new-factors ~/engine           # an engine without factors")]
    Adopt {
        /// Folder of the engine; hidden folders and build folders are skipped
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Write magicgen.toml and magicgen.known.toml there; sources stay as they are
        #[arg(short, long)]
        write: bool,
        /// Also replace the other tables and functions of the attack module that magicgen has, and list them
        #[arg(short, long)]
        module: bool,
        /// Use magicgen's own factors, for an engine that searches its factors at start-up or computes attacks
        #[arg(long, conflicts_with = "array")]
        new_factors: bool,
        /// Run CMD by `sh -c` in a temporary copy of DIR, without the patch and with it, and compare
        #[arg(long, value_name = "CMD", conflicts_with = "write")]
        check_build: Option<String>,
        /// Print the output of CMD even if it succeeds
        #[arg(short, long, requires = "check_build", help_heading = HEADING)]
        verbose: bool,
        #[command(flatten)]
        adopting: Adopting,
        #[command(flatten)]
        manner: CommonFlags,
    },
    /// Search shorter tables for the lock; writes no source
    #[command(
        after_long_help = "With --goal, the search shortens one table until --time or --effort is spent. The lock gets the \
        table if it is proved and shorter than before.\n\n\
        Exit status:\n\
        \x20   0  done\n\
        \x20   2  the usage, the config, the lock or the pool is wrong\n\
        \x20   3  no factors to begin with\n\
        \x20   4  a file can't be read or written\n\
        \x20 130  interrupted; the checkpoint keeps the results\n\n\
        Examples:\n\
        \x20 magicgen search --effort 60                     # all tables of the lock, a little\n\
        \x20 magicgen search --goal packed --time 30m -o packed.pool --lock packed.lock   # again: goes on\n\
        \x20 magicgen search --goal packed --key constant --effort 1000 -o packed.pool --lock packed.lock\n\
        \x20 magicgen search --merge one.lock two.lock --lock best.lock\n\
        \x20 magicgen search --merge one.pool two.pool -o both.pool"
    )]
    Search(Box<super::search::SearchArgs>),
    /// Settle by complete search whether a square has a factor with N index bits
    Prove(Box<super::prove::Prove>),
    /// Bring the bits of a mask together with one multiplication, or two
    Gather(Box<super::gather::GatherArgs>),
    /// Show a lookup step by step, or explain a variant, a language, a key or an error
    Explain(Box<super::explain::Explain>),
    /// Write a page about the lookups of a config: steps, slots, sizes, sources
    Report(Box<super::page::ManualPage>),
    /// Measure lookups on this machine in the workloads of chess programs
    Bench(Box<super::bench::Bench>),
    /// Recommend a variant, and say why
    Recommend(Box<super::recommend::Recommend>),
    /// List languages, variants, orientations, pieces or magics
    List {
        /// Subject of the list
        #[arg(value_enum)]
        what: Listed,
        /// For variants: the column to sort by, best first
        #[arg(long, value_name = "COLUMN", value_parser = sorts())]
        sort: Option<Sort>,
        /// For variants and languages: show all columns
        #[arg(long)]
        wide: bool,
        /// For magics: the variant that uses them [default: fancy]
        #[arg(long, value_name = "VARIANT", value_parser = variants())]
        variant: Option<String>,
        /// For magics: override a config key, e.g. -D search.method='"kannan"'
        #[arg(short = 'D', long = "set", value_name = "KEY=VALUE")]
        set: Vec<String>,
        /// Format of the list
        #[arg(long, value_name = "FORMAT", value_parser = formats(&Format::OF_LISTS), default_value = "human",
            help_heading = HEADING)]
        format: Format,
        #[command(flatten)]
        manner: CommonFlags,
    },
    /// Write a first magicgen.toml that fits the project in this folder
    Init {
        #[command(flatten)]
        asked: Starting,
        /// Also set the line ends of generated files in .gitattributes; an existing magicgen.toml is kept
        #[arg(long)]
        gitattributes: bool,
        #[command(flatten)]
        manner: CommonFlags,
    },
    /// Print a completion script
    Completions {
        /// Shell that runs the script
        #[arg(value_enum)]
        shell: clap_complete::Shell,
        #[command(flatten)]
        manner: CommonFlags,
    },
    /// Print a manual page (roff)
    Man {
        /// Command that the page describes [default: magicgen as a whole]
        command: Option<String>,
        #[command(flatten)]
        manner: CommonFlags,
    },
}

/// What `list` lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Listed {
    /// Target languages
    Languages,
    /// Variants, with their lookups
    Variants,
    /// Orders of squares
    Orientations,
    /// Built-in pieces
    Pieces,
    /// Factors of rook and bishop as in Kannan 2007: square, factor, index bits
    Magics,
}

/// A column in whose order variants are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Tables and fields, the smallest first
    Bytes,
    /// Operations of a lookup, the fewest first
    Operations,
    /// A workload, the fastest first
    Speed(Workload),
}

fn sorts() -> impl clap::builder::TypedValueParser<Value = Sort> {
    let workloads = Workload::ALL.map(Workload::id);
    let names: PossibleValuesParser =
        ["bytes", "operations"].into_iter().chain(workloads).collect::<Vec<_>>().into();
    names.map(|name| match name.as_str() {
        "bytes" => Sort::Bytes,
        "operations" => Sort::Operations,
        name => {
            let workload = Workload::ALL.into_iter().find(|workload| workload.id() == name);
            Sort::Speed(workload.unwrap_or(Workload::Engine))
        }
    })
}

/// Splits `7x7` into the texts of width and height. The config checks whether the board is valid.
fn board(text: &str) -> Result<(String, String), String> {
    let is_number =
        |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty();
    let sides = text.split_once(['x', 'X']);
    let sides = sides.filter(|(width, height)| is_number(width) && is_number(height));
    sides
        .map(|(width, height)| (width.to_owned(), height.to_owned()))
        .ok_or_else(|| "a board is written as FILESxRANKS, e.g. `--board 7x7`".to_owned())
}

fn language(language: &'static render::Language) -> PossibleValue {
    PossibleValue::new(language.id).help(language.summary).aliases(language.aliases)
}

pub(super) fn languages() -> ForgivingNames {
    ForgivingNames::new(render::ALL.iter().copied().map(language).collect(), of_language)
}

/// Languages and kinds of data.
fn outputs() -> ForgivingNames {
    let all = render::ALL.iter().chain(render::DATA);
    ForgivingNames::new(all.copied().map(language).collect(), of_language)
}

pub(super) fn variants() -> ForgivingNames {
    let value = |variant: &variant::Variant| {
        let value = PossibleValue::new(variant.id).help(variant.summary);
        value.aliases(variant::other_names(variant.id))
    };
    ForgivingNames::new(variant::ALL.iter().map(value).collect(), |_| None)
}

pub(super) fn orientations() -> ForgivingNames {
    let value = |standard: Standard| {
        let value = PossibleValue::new(standard.id).help(standard.summary);
        value.aliases(other_orders(standard.id))
    };
    ForgivingNames::new(Standard::ALL.into_iter().map(value).collect(), |_| None)
}

fn sliders() -> impl clap::builder::TypedValueParser<Value = Slider> {
    let names: PossibleValuesParser = Slider::PIECES.map(Slider::name).into();
    names.map(|name| if name == "rook" { Slider::Rook } else { Slider::Bishop })
}

impl Listed {
    /// The `kind` of the list's JSON object.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Languages => "languages",
            Self::Variants => "variants",
            Self::Orientations => "orientations",
            Self::Pieces => "pieces",
            Self::Magics => "magics",
        }
    }
}

fn parts() -> PossibleValuesParser {
    let value = |part: Part| {
        let value = PossibleValue::new(part.id());
        match part {
            Part::Factors => value.alias("magics"),
            Part::AttackSets => value.alias("occupancy-attacks"),
            _ => value,
        }
    };
    Part::ALL.into_iter().map(value).collect::<Vec<_>>().into()
}

/// The long version. The lock format is an integer that is raised when the results of searches change.
const LONG_VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), "\nlock format 1\ndefault seed 0\nfeatures cli parallel");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_long_version_tells_the_lock_format() {
        assert!(
            LONG_VERSION.contains(&format!("lock format {}", magicgen_search::LOCK_VERSIONS[0]))
        );
        <Cli as clap::CommandFactory>::command().debug_assert();
    }
}

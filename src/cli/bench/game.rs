//! Lookups on boards of more than 64 squares, measured in positions of random games beside lookups of known programs.
//!
//! All lookups are compiled into one program (`benches/wide/main.c`), which compares each with a walk along the rays
//! before it measures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::{Command, ExitCode, Stdio};

use clap::ValueEnum;
use serde_json::json;

use super::contestant::{Toolchain, one_line, program};
use super::table::{GameFigures, LeftOut, Measurement, processor};
use super::{Bench, Measurable};
use crate::Builder;
use crate::cli::discover::overrides;
use crate::cli::envelope::enveloped;
use crate::cli::print;
use crate::cli::progress::while_waiting;
use crate::cli::reporting::{Format, Reporting};
use crate::cli::rows::printed;
use crate::cli::temporary::TemporaryFolder;
use crate::error::Error;
use crate::order::WIDE_CHOICES;
use magicgen_search::Watch;

/// The files of the program.
const FILES: [(&str, &str); 4] = [
    ("main.c", include_str!("../../../benches/wide/main.c")),
    ("games.h", include_str!("../../../benches/wide/games.h")),
    ("loop.h", include_str!("../../../benches/wide/loop.h")),
    ("peers.h", include_str!("../../../benches/wide/peers.h")),
];

/// The number of chunks of positions in a round.
const CHUNKS: u32 = 40;

/// A game whose board has more than 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Game {
    /// 9x10: rook and cannon, beside Pikafish's lookups
    Xiangqi,
    /// 9x9: rook and bishop, beside lookups of a shogi program
    Shogi,
}

impl Game {
    const fn id(self) -> &'static str {
        match self {
            Self::Xiangqi => "xiangqi",
            Self::Shogi => "shogi",
        }
    }

    /// The pieces whose lookups are measured.
    const fn pieces(self) -> [&'static str; 2] {
        match self {
            Self::Xiangqi => ["rook", "cannon"],
            Self::Shogi => ["rook", "bishop"],
        }
    }

    /// The keys of a config that say board and pieces.
    const fn keys(self) -> &'static str {
        match self {
            Self::Xiangqi => {
                "board = { width = 9, height = 10 }\n\
                 orientation = { preset = \"xiangqi\" }\n\
                 piece = [{ name = \"cannon\", moves = [{ rays = \"rook\", over = 1 }] }]\n"
            }
            Self::Shogi => {
                "board = { width = 9, height = 9 }\norientation = { preset = \"shogi-63\" }\n"
            }
        }
    }

    /// The names of the columns: three for each piece, in the order of [`Caches`](crate::order::Caches).
    const fn columns(self) -> [&'static str; 6] {
        match self {
            Self::Xiangqi => [
                "rook-again", "rook-first", "rook-dirty", "cannon-again", "cannon-first",
                "cannon-dirty",
            ],
            Self::Shogi => [
                "rook-again", "rook-first", "rook-dirty", "bishop-again", "bishop-first",
                "bishop-dirty",
            ],
        }
    }
}

/// The lookups that are measured in a game.
#[derive(Default)]
struct GameField {
    /// Includes of the generated headers, each followed by its loops.
    includes: String,
    /// The rows of the array of contestants.
    rows: String,
    left_out: Vec<(String, String)>,
}

impl GameField {
    /// Generates a lookup, whose functions begin with `prefix`.
    fn add(
        &mut self,
        (game, prefix, name): (Game, &str, &str),
        generated: Result<(), Error>,
    ) -> Result<(), Error> {
        match generated {
            Ok(()) => {}
            Err(error @ (Error::Io { .. } | Error::Refused { .. } | Error::Disproof(_))) => {
                return Err(error);
            }
            Err(error) => {
                self.left_out.push((name.to_owned(), one_line(&error.to_string())));
                return Ok(());
            }
        }
        let [first, second] = game.pieces();
        let upper = prefix.to_uppercase();
        let _ = write!(
            self.includes,
            "#define {upper}_IMPLEMENTATION\n#include \"{prefix}.h\"\n#define NAME {prefix}\n\
             #define SET {prefix}_set\n#define FIRST {prefix}_{first}_attacks\n\
             #define SECOND {prefix}_{second}_attacks\n#include \"loop.h\"\n"
        );
        let _ = write!(
            self.rows,
            "{{\"{name}\", {{{prefix}_first_loop, {prefix}_second_loop}}, {prefix}_check}},"
        );
        Ok(())
    }
}

/// Measures and prints the figures.
pub(super) fn measure(
    asked: &Bench,
    game: Game,
    toolchain: &Toolchain,
    folder: &TemporaryFolder,
    (report, watch): (&Reporting, &Watch),
) -> Result<ExitCode, Error> {
    if asked.lang != Measurable::C {
        let message = "`--game` measures C".to_owned();
        return Err(Error::Usage { message, help: Some("leave out `--lang`".to_owned()) });
    }
    if asked.factors.is_some() && game != Game::Xiangqi {
        let message = "`--factors` belongs to `--game xiangqi`".to_owned();
        return Err(Error::Usage { message, help: Some("leave out `--factors`".to_owned()) });
    }
    let settings = overrides(&asked.set)?;
    let mut field = GameField::default();
    for (number, choice) in WIDE_CHOICES.iter().enumerate() {
        let id = choice.variant().id;
        if !asked.variant.is_empty() && !asked.variant.iter().any(|other| other == id) {
            continue;
        }
        let plain = (choice.name.to_owned(), format!("v{number}"), &[][..]);
        let changed = (format!("{}+", choice.name), format!("w{number}"), &settings[..]);
        let is_changed = !settings.is_empty();
        for (name, prefix, settings) in
            [Some(plain), is_changed.then_some(changed)].into_iter().flatten()
        {
            if watch.is_stopped() {
                return Err(Error::Interrupted);
            }
            watch.begin(&format!("generating {name}"), "", &[], "");
            let pieces = game.pieces().map(|piece| format!("\"{piece}\"")).join(", ");
            let config = format!(
                "version = 1\n{}[[output]]\nlang = \"c\"\nname = \"{prefix}\"\npath = \"{prefix}.h\"\n\
                 pieces = [{pieces}]\n{}\n",
                game.keys(),
                choice.keys().join("\n")
            );
            let builder = Builder::from_text(config).settings(settings);
            let generated =
                while_waiting(report, watch, || builder.generate_to(folder.path()).map(drop));
            field.add((game, &prefix, &name), generated)?;
        }
    }
    for (name, text) in FILES {
        folder.write(name, text)?;
    }
    let has_factors = if asked.factors.is_some() { "#define HAS_FACTORS 1\n" } else { "" };
    folder.write("game.h", &format!("#define {} 1\n{has_factors}", game.id().to_uppercase()))?;
    let GameField { includes, rows, left_out } = field;
    let all = format!("{includes}static const Contestant contestants[] = {{PEERS {rows}}};\n");
    folder.write("contestants.h", &all)?;
    watch.begin("compiling the lookups", "", &[], "");
    while_waiting(report, watch, || toolchain.compile_c("main.c", folder))?;
    watch.begin("measuring", "", &[], "");
    let rounds = (u32::from(asked.rounds) * CHUNKS * u32::from(asked.amount) / 100).max(1);
    let rows = while_waiting(report, watch, || run(asked, rounds, folder))?;
    let measured = GameMeasurement { game, rounds, rows, left_out, settings: asked.set.clone() };
    print(&match asked.format {
        Format::Json => measured.json(toolchain),
        format => measured.text(toolchain, format),
    });
    Ok(ExitCode::SUCCESS)
}

/// Runs the program. Each row has a name, and nanoseconds by column.
fn run(
    asked: &Bench,
    rounds: u32,
    folder: &TemporaryFolder,
) -> Result<Vec<(String, Vec<f64>)>, Error> {
    let program = program(folder, "");
    let mut command = Command::new(&program);
    command.arg(rounds.to_string()).args(&asked.factors).stdin(Stdio::null());
    let output =
        command.output().map_err(|error| Error::Io { action: "run", path: program, error })?;
    if !output.status.success() {
        let message = one_line(&String::from_utf8_lossy(&output.stderr));
        let help = if asked.factors.is_some() {
            "check the file of `--factors`".to_owned()
        } else {
            "please report this bug".to_owned()
        };
        return Err(Error::Program { message, help });
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let row = |line: &str| {
        let (name, figures) = line.split_once(' ')?;
        let figures = figures.split(' ').map(|figure| figure.parse().ok());
        Some((name.to_owned(), figures.collect::<Option<Vec<f64>>>()?))
    };
    Ok(text.lines().filter_map(row).collect())
}

/// The figures of a game.
struct GameMeasurement {
    game: Game,
    rounds: u32,
    rows: Vec<(String, Vec<f64>)>,
    left_out: Vec<(String, String)>,
    /// The keys of the config that rows ending in `+` have set.
    settings: Vec<String>,
}

impl GameMeasurement {
    /// The form in which `benches/wide` keeps figures, or a table of Markdown.
    fn text(&self, toolchain: &Toolchain, format: Format) -> String {
        let Self { game, rounds, rows, left_out, settings } = self;
        let is_markdown = format == Format::Markdown;
        let (mark, end) = if is_markdown { ("", "  \n") } else { ("# ", "\n") };
        let mut text = format!(
            "{mark}Nanoseconds of a lookup in {}; medians of {rounds} chunks.{end}{mark}c: {}{end}",
            game.id(),
            toolchain.title()
        );
        if let Some(processor) = processor() {
            let _ = write!(text, "{mark}{processor}{end}");
        }
        if !settings.is_empty() {
            let settings = settings.iter().map(|setting| format!(" -D {setting}"));
            let _ = write!(text, "{mark}+ stands for{}{end}", settings.collect::<String>());
        }
        let columns = game.columns();
        if is_markdown {
            let row = |(name, figures): &(String, Vec<f64>)| {
                let mut cells = vec![("lookup", json!(format!("`{name}`")))];
                let figures = figures.iter().map(|figure| json!(format!("{figure:.2}")));
                cells.extend(columns.into_iter().zip(figures));
                cells
            };
            text.push('\n');
            text += &printed(&rows.iter().map(row).collect::<Vec<_>>(), format);
        } else {
            let widest = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            let _ = writeln!(text, "{:widest$}  {}", "lookup", columns.join("  "));
            for (name, figures) in rows {
                let cells = figures.iter().zip(columns);
                let cells = cells.map(|(figure, name)| format!("{figure:>0$.2}", name.len()));
                let _ = writeln!(text, "{name:widest$}  {}", cells.collect::<Vec<_>>().join("  "));
            }
        }
        for (name, why) in left_out {
            let _ =
                writeln!(text, "{}without {name}: {why}", if is_markdown { "* " } else { "# " });
        }
        text
    }

    fn json(&self, toolchain: &Toolchain) -> String {
        let columns = self.game.columns();
        let row = |(name, figures): &(String, Vec<f64>)| GameFigures {
            name: name.clone(),
            nanoseconds: columns
                .iter()
                .copied()
                .zip(figures.iter().copied())
                .collect::<BTreeMap<_, _>>(),
        };
        let left_out = |(variant, why): &(String, String)| LeftOut {
            variant: variant.clone(),
            why: why.clone(),
        };
        let measurement = Measurement::MeasuredGame {
            game: self.game.id(),
            compiler: toolchain.title(),
            processor: processor(),
            rounds: self.rounds,
            settings: self.settings.clone(),
            rows: self.rows.iter().map(row).collect(),
            left_out: self.left_out.iter().map(left_out).collect(),
        };
        enveloped(&measurement, &[])
    }
}

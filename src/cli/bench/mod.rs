//! `magicgen bench`: measures lookups on this machine, in workloads of chess programs, with the compiler that it finds.
//!
//! A contestant is a program: a small chess engine (`benches/field/engine.c` and `engine.rs`) compiled with the
//! generated lookup of one variant. All contestants run at once and answer requests in turn, so that other load on the
//! machine affects all of them alike.

#![expect(clippy::cast_precision_loss, reason = "figures of two digits are shown")]

mod contestant;
mod game;
mod plot;
mod rounds;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::discover::overrides;
use super::envelope::{Payload as _, failed};
use super::interrupt::{InterruptedRun, interruptible};
use super::progress::while_waiting;
use super::reporting::{CommonFlags, Format, Reporting, formats};
use super::write::is_for_a_file;
use super::{args, diagnostic, is_chatty, print, say};
use crate::emit::{commit_all, stage};
use crate::error::Error;
use magicgen_lookup::variant::ALL;
#[cfg(test)]
pub(super) use table::Measurement;

use contestant::{Contestant, Toolchain, new_folder, program};
use game::Game;

/// What is measured, and how.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = "Workloads:\n\
    \x20 stream    random boards, twelve queens each\n\
    \x20 games     the positions of twelve games in order\n\
    \x20 hash      the same, with a probe of a 256 MiB table for each position\n\
    \x20 latency   the same positions; each lookup waits for the one before\n\
    \x20 pressure  the same positions; 256 KiB of other memory are read before each four, in time that isn't counted\n\
    \x20 engine    perft and a search on 20 positions; the geometric mean of both\n\n\
    A figure says how many times as fast as fancy a variant is. The table has fancy twice: its second row shows the noise.\n\n\
    With --game, figures are nanoseconds of a lookup, in positions of random games:\n\
    \x20 again   1024 lookups a second time, so that their entries are in the caches\n\
    \x20 first   the first time, after as many of all other lookups\n\
    \x20 dirty   32 lookups after 512 KiB of other memory were written\n\n\
    Exit status:\n\
    \x20   0  done\n\
    \x20   2  the usage is wrong\n\
    \x20   4  there is no compiler, or a program doesn't compile or run\n\
    \x20 130  interrupted; the finished rounds are printed\n\n\
    Examples:\n\
    \x20 magicgen bench                                       # C, all variants, a few minutes\n\
    \x20 magicgen bench --variant fancy,packed,pext --rounds 21 --plot speed.svg\n\
    \x20 magicgen bench --lang rust --flags '-O -C target-cpu=x86-64'\n\
    \x20 magicgen bench --game xiangqi --factors Pikafish/src/magics.h\n\
    \x20 magicgen bench --variant packed -D output.lookup.key=constant    # packed, and packed+ with the key")]
pub(super) struct Bench {
    /// Language whose generated code is measured
    #[arg(short, long, value_enum, default_value_t = Measurable::C)]
    lang: Measurable,
    /// Variants to measure beside fancy [default: all variants of the language]
    #[arg(long, value_name = "VARIANT", value_delimiter = ',', value_parser = args::variants())]
    variant: Vec<String>,
    /// Also measure each variant with this config key, in a row that ends in `+`, e.g. -D output.style.fields=records
    #[arg(short = 'D', long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Compiler [default: $CC or the first of cc, gcc, clang; rustc]
    #[arg(long, value_name = "COMMAND")]
    compiler: Option<String>,
    /// Options of the compiler, separated by blanks
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    flags: Option<String>,
    /// Number of rounds; figures are medians. A round runs each workload once with each program
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u16).range(1..=999))]
    rounds: u16,
    /// Amount of work in percent of the usual: less is faster and noisier
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=1000))]
    amount: u16,
    /// Also measure another program that answers the same requests; repeatable
    #[arg(long, value_name = "NAME=COMMAND")]
    beside: Vec<String>,
    /// Also draw the figures as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Measure on the board of another game, with more than 64 squares, beside lookups of its programs; in C
    #[arg(long, value_enum, value_name = "GAME", conflicts_with_all = ["beside", "plot"])]
    game: Option<Game>,
    /// Also measure Pikafish's products of 128 bits, with the factors in its src/magics.h
    #[arg(long, value_name = "FILE", requires = "game")]
    factors: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_name = "FORMAT", value_parser = formats(&Format::OF_LISTS), default_value = "human")]
    format: Format,
    #[command(flatten)]
    manner: CommonFlags,
}

/// A language that has an engine to measure with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Measurable {
    /// A C compiler, by default with -O3 -march=native
    C,
    /// rustc, by default with -C opt-level=3 -C target-cpu=native -C codegen-units=1 -C panic=abort
    Rust,
}

/// Measures, prints the figures, and returns the exit status.
pub(super) fn bench(asked: Bench) -> ExitCode {
    let report = Reporting::new(asked.format, &asked.manner);
    let reporting = report.clone();
    // A round that has begun ends within this time.
    interruptible(&report, table::Measurement::KIND, Duration::from_secs(10), move |kept| {
        match measure(&asked, &reporting, kept) {
            Ok(status) => status,
            Err(error) => {
                diagnostic::say(&error, &reporting);
                if asked.format == Format::Json {
                    print(&failed(table::Measurement::KIND, &error));
                }
                ExitCode::from(error.status())
            }
        }
    })
}

fn measure(asked: &Bench, report: &Reporting, kept: &InterruptedRun) -> Result<ExitCode, Error> {
    if let Some(path) = &asked.plot {
        is_for_a_file(path)?;
    }
    let toolchain = Toolchain::find(asked)?;
    let folder = new_folder()?;
    if let Some(game) = asked.game {
        return game::measure(asked, game, &toolchain, &folder, (report, &kept.watch));
    }
    let watch = &kept.watch;
    let (mut contestants, mut left_out) = (Vec::new(), Vec::new());
    let ids: Vec<&str> = ALL.iter().map(|variant| variant.id).collect();
    let wanted =
        |id: &str| asked.variant.is_empty() || asked.variant.iter().any(|other| other == id);
    let settings = overrides(&asked.set)?;
    for id in ids.into_iter().filter(|id| *id == "fancy" || wanted(id)) {
        let plain = (id.to_owned(), &[][..]);
        let changed = (format!("{id}+"), &settings[..]);
        let is_changed = !settings.is_empty() && wanted(id);
        for (name, settings) in [Some(plain), is_changed.then_some(changed)].into_iter().flatten() {
            if watch.is_stopped() {
                return Err(Error::Interrupted);
            }
            watch.begin(&format!("compiling {name}"), "", &[], "");
            match while_waiting(report, watch, || toolchain.build(id, &name, settings, &folder))? {
                Ok(program) => contestants.push(Contestant::start(&name, &program, &folder)?),
                Err(why) => left_out.push((name, why)),
            }
        }
    }
    if !settings.is_empty() && !contestants.iter().any(|one| one.name.ends_with('+')) {
        let whys = left_out.iter().filter(|(name, _)| name.ends_with('+')).map(|(_, why)| why);
        let why = whys.map(String::as_str).next().unwrap_or_default();
        let message = format!("these settings allow no variant: {why}");
        let help =
            "change `-D` or `--variant`; `magicgen -D KEY=VALUE --variant ID` shows the reason"
                .to_owned();
        return Err(Error::Usage { message, help: Some(help) });
    }
    let again = program(&folder, "fancy");
    contestants.push(Contestant::start(table::CONTROL, &[again.into_os_string()], &folder)?);
    for beside in &asked.beside {
        let Some((name, command)) = beside.split_once('=') else {
            let message = format!("`--beside {beside}` has no command");
            return Err(Error::Usage { message, help: Some("--beside NAME=COMMAND".to_owned()) });
        };
        let command: Vec<_> = command.split_whitespace().map(Into::into).collect();
        contestants.push(Contestant::start(name, &command, &folder)?);
    }
    watch.begin("measuring", "", &[], "");
    let measured = while_waiting(report, watch, || {
        rounds::measure(&mut contestants, asked.rounds, asked.amount, watch)
    })?;
    let beside_figures = table::BenchSettings { settings: asked.set.clone(), left_out };
    print(&match asked.format {
        Format::Json => table::json(&measured, &toolchain, &beside_figures),
        Format::Markdown => table::markdown(&measured, &toolchain, &beside_figures),
        _ => table::text(&measured, &toolchain, &beside_figures),
    });
    if let Some(path) = &asked.plot {
        commit_all(vec![stage(path, plot::svg(&measured, &toolchain).as_bytes())?])?;
        if is_chatty(report) {
            say(&format!("wrote {}", path.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

//! Harness for a config's text and the settings of the command line.

use std::path::Path;

use magicgen::Error;
use magicgen::config::{Request, Setting, Source, on_board, resolve};
use magicgen_board::{Problem, Walk};

/// The most subsets of a problem that is enumerated.
const SUBSETS: u64 = 1 << 12;

/// Runs an input: a config up to the first NUL, and a `-D` argument after each NUL.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut parts = text.split('\0');
    let text = parts.next().unwrap_or_default();
    let settings = parts.filter_map(Setting::set).collect();
    let source = Source::new("magicgen.toml", text, settings);
    let request = Request {
        config: Some(Path::new("magicgen.toml")),
        lock: Some(Path::new("magicgen.lock")),
        ..Request::default()
    };
    match resolve(&source, &request) {
        Ok(plan) => {
            for job in &plan.jobs {
                for piece in &job.pieces {
                    let walk = Walk::new(&piece.piece, &job.mapping);
                    let masks = job.mapping.board().squares().filter_map(|at| job.mapping.bit(at));
                    let subsets: u64 = masks.map(|bit| 1 << walk.mask(bit).count_ones()).sum();
                    if subsets <= SUBSETS {
                        let problem = Problem::new(&walk, job.mapping.squares());
                        assert!(problem.is_ok(), "the config's reader let it through");
                    }
                }
            }
        }
        Err(errors) => {
            assert!(!errors.is_empty(), "refused without a reason");
            super::say(&Error::Config { source: Box::new(source.clone()), errors });
        }
    }
    // `prove` reads a config by the same functions, so that one input in four suffices.
    if bytes.len().is_multiple_of(4)
        && let Err(errors) = on_board(&source, "rook", &Request::default())
    {
        assert!(!errors.is_empty(), "refused without a reason");
        super::say(&Error::Config { source: Box::new(source), errors });
    }
}

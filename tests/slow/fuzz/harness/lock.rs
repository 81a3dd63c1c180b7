//! Harness for a lock, and for outputs that are made from its factors.

use std::path::PathBuf;
use std::sync::OnceLock;

use magicgen::Error;
use magicgen::config::{Job, Plan, Request, Source, resolve};
use magicgen::generate::{Solver, module};
use magicgen_search::{Lock, LockError};

/// A config with an output for each way in which a lock holds factors, on a board so small that entries are proved at
/// once.
const CONFIG: &str = include_str!("../small.toml");

fn plan() -> &'static Plan {
    static PLAN: OnceLock<Plan> = OnceLock::new();
    PLAN.get_or_init(|| {
        let source = Source::new("small.toml", CONFIG, Vec::new());
        let request = Request::default();
        resolve(&source, &request).unwrap_or_else(|errors| panic!("{errors:?}"))
    })
}

/// The lock that the small config's outputs make.
#[must_use]
pub fn small() -> String {
    let plan = plan();
    let mut solver = Solver::new(plan.effort.clone());
    solver.choices = plan.choices.clone();
    for job in &plan.jobs {
        if let Err(error) = module(job, &mut solver) {
            panic!("{}: {error}", job.id);
        }
    }
    solver.lock.to_string()
}

/// Runs an input: the text of a lock.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let path = PathBuf::from("magicgen.lock");
    let lock = match text.parse::<Lock>() {
        Ok(lock) => lock,
        Err(error) => return super::say(&Error::Lock { path, text: text.to_owned(), error }),
    };
    let written = lock.to_string();
    let again = written.parse::<Lock>();
    let again =
        again.unwrap_or_else(|error: LockError| panic!("what was written isn't read: {error}"));
    assert_eq!(again.to_string(), written, "what was written is read differently");
    let mut solver = Solver::new(plan().effort.clone());
    solver.choices = plan().choices.clone();
    solver.is_locked = true;
    solver.lock = lock;
    solver.origin = Some((path, text.to_owned()));
    for job in &plan().jobs {
        made(job, &mut solver);
    }
}

/// Makes an output from the lock alone. It must be made or refused.
fn made(job: &Job, solver: &mut Solver) {
    match module(job, solver) {
        Ok(_) | Err(Error::NotLocked { .. }) => {}
        // Factors of a lock are proved before a lookup is made of them, so that a disproof of the lookup is a bug.
        Err(error @ Error::Disproof(_)) => panic!("{}: {error}", job.id),
        Err(error) => super::say(&error),
    }
}

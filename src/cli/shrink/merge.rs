//! Merges locks into a lock with the shorter table of each kind, and pools into a pool with the best factors.

use std::fmt::Write as _;
use std::path::Path;

use super::args::Shrinking;
use super::asked::ShrinkRequest;
use super::file::{existing_pool, missing, pool, read_lock, refuse, replace, turn};
use super::{ShrinkOutput, ShrinkResult, is_pool, resume, usage};
use crate::cli::args::Cli;
use crate::cli::envelope::enveloped;
use crate::cli::start::lock_text;
use crate::error::Error;
use crate::generate::{Solver, packed_goal};
use magicgen_board::Problem;
use magicgen_lab::shrink::file::{Begun, PoolFile, key_id};
use magicgen_lab::shrink::{Ground, Shrink};
use magicgen_lookup::variant;
use magicgen_lookup::variant::Form;
use magicgen_search::Lock;
use magicgen_search::packing::Packing;
use serde::Serialize;

/// Merges the files that the arguments name.
pub(super) fn merge(shrinking: &Shrinking, cli: &Cli) -> Result<ShrinkOutput, Error> {
    let files = &shrinking.merge;
    let pools = files.iter().filter(|path| is_pool(path)).count();
    match (pools, &shrinking.output, &cli.reproduce.lock) {
        (0, None, Some(lock)) => locks(shrinking, cli, lock),
        (0, ..) => Err(usage("`--merge` of locks needs `--lock FILE`", "--lock best.lock")),
        (count, Some(output), None) if count == files.len() => merge_pools(shrinking, cli, output),
        (count, ..) if count == files.len() => {
            Err(usage("`--merge` of pools needs `-o FILE`", "-o both.pool"))
        }
        _ => Err(usage("`--merge` accepts locks or pools, not both", "--merge one.lock two.lock")),
    }
}

/// Keeps the shorter table of each kind. All tables are proved first, so that an error writes nothing.
fn locks(shrinking: &Shrinking, cli: &Cli, output: &Path) -> Result<ShrinkOutput, Error> {
    let _turn = turn(output);
    let mut tables = Vec::new();
    let mut text = String::new();
    let mut merged = Solver::new(magicgen_search::Effort::default());
    read_lock(output, &mut merged)?;
    let kinds = kinds(shrinking, cli)?;
    let mut sources = Vec::new();
    for path in &shrinking.merge {
        if lock_text(path)?.is_none() {
            return Err(missing(path));
        }
        let mut solver = Solver::new(magicgen_search::Effort::default());
        read_lock(path, &mut solver)?;
        sources.push((path, solver));
    }
    for asked in &kinds {
        let (site, problems) = (asked.site(), asked.problems());
        let held = |solver: &Solver| solver.held_packing(site, asked.axes, &problems);
        let mut best: Option<(Packing, Option<&(_, Solver)>)> =
            held(&merged)?.map(|own| (own, None));
        for source in &sources {
            let Some(packing) = held(&source.1)? else { continue };
            if best.as_ref().is_none_or(|(best, _)| packing.entries < best.entries) {
                best = Some((packing, Some(source)));
            }
        }
        let Some((packing, source)) = best else { continue };
        let from = source.map_or(output, |(path, _)| path);
        let shown = from.display();
        let _ = writeln!(text, "{}: {} entries, of {shown}", asked.shown, packing.entries);
        let (table, of) = (asked.shown.clone(), shown.to_string());
        tables.push(ShortestTable { table, entries: packing.entries, of });
        if let Some((_, source)) = source {
            take(&mut merged.lock, &source.lock, asked);
        }
    }
    if tables.is_empty() {
        let message = "the locks have no packed table of these pieces on this board";
        return Err(usage(message, "name their config with `--config`"));
    }
    replace(output, &merged.lock.to_string())?;
    let json = enveloped(&ShrinkResult::Locks(MergedLocks::Merged { tables }), &[]);
    Ok(ShrinkOutput { status: 0, text, json })
}

/// What came of merging locks.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(in crate::cli) enum MergedLocks {
    /// They are merged.
    Merged {
        /// The shortest table of each kind.
        tables: Vec<ShortestTable>,
    },
}

/// A table that was the shortest.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Kept"))]
pub(in crate::cli) struct ShortestTable {
    /// The table.
    table: String,
    /// Its entries.
    entries: usize,
    /// The lock that has it.
    of: String,
}

/// What came of merging pools.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(in crate::cli) enum MergedPools {
    /// They are merged.
    Merged {
        /// The number of factors in the new pool.
        factors: usize,
    },
}

/// Every kind of packed table, for the pieces on the board.
fn kinds(shrinking: &Shrinking, cli: &Cli) -> Result<Vec<ShrinkRequest>, Error> {
    let mut kinds: Vec<ShrinkRequest> = Vec::new();
    for variant in variant::ALL {
        let Form::Axes(axes) = variant.form else { continue };
        if packed_goal(axes).is_none() {
            continue;
        }
        for key in ["white", "black", "constant"] {
            let (key, cell) = (Some(key.to_owned()), shrinking.cell.clone());
            let fold = shrinking.fold.clone();
            let own = Shrinking { key, fold, cell, ..Shrinking::default() };
            let asked = ShrinkRequest::new(&own, cli, variant.id)?;
            let is_wanted = shrinking.goal.as_ref().is_none_or(|goal| goal == variant.id);
            if is_wanted && kinds.iter().all(|kind| kind.method != asked.method) {
                kinds.push(asked);
            }
        }
    }
    Ok(kinds)
}

/// Copies the entries of a table from one lock to another.
fn take(to: &mut Lock, from: &Lock, asked: &ShrinkRequest) {
    let hash = |problem: &&Problem| magicgen_search::problem_hash(problem);
    let hashes: Vec<String> = asked.problems().iter().map(hash).collect();
    for (at, hash) in hashes.iter().enumerate() {
        let table = magicgen_search::table_hash(&hashes, at);
        if let Some(entry) = from.entry_in(hash, asked.method, Some(&table)) {
            to.insert(entry.clone());
        }
    }
}

/// Keeps the best factors of all pools. The new file has no search to resume.
fn merge_pools(shrinking: &Shrinking, cli: &Cli, output: &Path) -> Result<ShrinkOutput, Error> {
    let mut pools = Vec::new();
    for path in &shrinking.merge {
        pools.push((path, existing_pool(path)?.without_search()));
    }
    let key = pools.first().map_or(magicgen_search::Key::White, |(_, pool)| pool.key);
    let own = Shrinking { key: Some(key_id(key).to_owned()), ..Shrinking::default() };
    let asked = ShrinkRequest::new(&own, cli, shrinking.goal.as_deref().unwrap_or("packed"))?;
    let ground = Ground::new(&asked.problems()).map_err(|error| asked.not_packed(error))?;
    let mut shrink =
        Shrink::new(&ground, asked.goal, 0).map_err(|error| asked.not_packed(error))?;
    let begun = Begun { method: asked.method, seed: 0 };
    let _turn = turn(output);
    // A file that isn't a pool of this kind is never replaced.
    if let Some((old, _)) = pool(output)? {
        old.expect(&ground, key).map_err(refuse(output))?;
    }
    for (path, pool) in &pools {
        resume(&mut shrink, &ground, begun, pool).map_err(refuse(path))?;
    }
    shrink.trim();
    let state = shrink.state();
    let count = state.pool.len();
    let file = PoolFile::new(&ground, &asked.names(), begun, state).without_search();
    replace(output, &file.to_string())?;
    let json = enveloped(&ShrinkResult::Pools(MergedPools::Merged { factors: count }), &[]);
    Ok(ShrinkOutput { status: 0, text: format!("{count} factors in {}\n", output.display()), json })
}

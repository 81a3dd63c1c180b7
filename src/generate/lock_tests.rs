//! Tests that a lock with one changed number is refused, or that the number has no effect beside the others.

use std::ops::Range;
use std::path::PathBuf;

use super::{Solver, generate};
use crate::config::{Job, Plan, Request, Source, resolve};
use crate::error::Error;
use magicgen_lookup::axes::Axes;
use magicgen_lookup::variant::{ALL, Variant};
use magicgen_search::Lock;

/// Lookups beside the presets, which hold factors in other ways.
const OTHERS: [(&str, &str); 8] = [
    ("offset-in-factor", "shift = \"in-factor\""),
    ("shared-slots", "key = \"black\""),
    ("shared-slots", "key = \"constant\""),
    ("direction", "combine = \"shift-add\""),
    ("shift-add", "shift = \"constant\""),
    ("split32", "bishop-multiplies = 1"),
    ("split32", "combine = \"add\""),
    ("group", "placement = \"overlapped\"\npost-mask = false"),
];

/// A board on which proving an entry takes microseconds, and bit indices have gaps. Lookups by bytes need a stride of
/// 8.
fn plan(variant: &str, lookup: &str) -> Plan {
    let has_factor = ALL.iter().any(|other| other.id == variant && has_factor(other));
    let stride = if has_factor { 4 } else { 8 };
    let config = format!(
        "version = 1\nboard = {{ width = 3, height = 3, stride = {stride} }}\nsearch = {{ effort = 1 }}\n[[output]]\n\
         lang = \"c\"\npath = \"m.h\"\nvariant = \"{variant}\"\n[output.lookup]\n{lookup}\n"
    );
    let source = Source::new("small.toml", &config, Vec::new());
    resolve(&source, &Request::default()).unwrap_or_else(|errors| panic!("{variant} {errors:?}"))
}

fn has_factor(variant: &Variant) -> bool {
    variant.form.axes().is_some_and(Axes::has_factor)
}

fn solver(plan: &Plan) -> Solver {
    let mut solver = Solver::new(plan.effort.clone());
    solver.choices = plan.choices.clone();
    solver
}

/// The output's file from a lock's text alone.
fn file_from(plan: &Plan, text: &str) -> Result<String, Error> {
    let path = PathBuf::from("magicgen.lock");
    let lock = text.parse::<Lock>();
    let lock =
        lock.map_err(|error| Error::Lock { path: path.clone(), text: text.into(), error })?;
    let origin = Some((path, text.to_owned()));
    let mut solver = Solver { is_locked: true, lock, origin, ..solver(plan) };
    file(&plan.jobs[0], &mut solver)
}

fn file(job: &Job, solver: &mut Solver) -> Result<String, Error> {
    let made = generate(job, solver)?;
    Ok(made.artifacts.into_iter().map(|artifact| artifact.text).collect())
}

/// The numbers of a lock's entries, each with its key. Texts such as hashes don't count.
fn numbers(lock: &str) -> Vec<(&str, Range<usize>)> {
    let mut numbers = Vec::new();
    let (mut start, mut key) = (0, "");
    for line in lock.split_inclusive('\n') {
        let mut value = start;
        if let Some((name, _)) = line.split_once(" = ") {
            key = &lock[start..start + name.len()];
            value += name.len() + 3;
        }
        let end = start + line.len();
        start = end;
        if ![
            "seed", "effort", "found", "entries", "factor", "shift", "before", "constant", "offset",
        ]
        .contains(&key)
        {
            continue;
        }
        let is_of_number = |at: &usize| lock.as_bytes()[*at].is_ascii_alphanumeric();
        while let Some(first) = (value..end).find(is_of_number) {
            value = (first..end).find(|at| !is_of_number(at)).unwrap_or(end);
            // The next entry's head is a word.
            if lock.as_bytes()[first].is_ascii_digit() {
                numbers.push((key, first..value));
            }
        }
    }
    numbers
}

/// Replacements for the number at this position among all.
fn others(number: &str, position: usize) -> Vec<String> {
    if let Some(digits) = number.strip_prefix("0x") {
        let word = u64::from_str_radix(digits, 16).unwrap();
        let bits = [position * 7 % 64, 58 + position % 6, position % 16, 63];
        return bits.map(|bit| format!("0x{:016x}", word ^ 1 << bit)).to_vec();
    }
    let number: u64 = number.parse().unwrap();
    let mut others = vec![number + 1, number + 8];
    others.extend(number.checked_sub(1));
    others.iter().map(u64::to_string).collect()
}

/// The index of the lock's entry that has this byte.
fn entry_of(lock: &str, at: usize) -> usize {
    lock[..at].matches("[[problem]]").count()
}

/// Changes each number. Numbers about the source of factors change nothing else. Numbers that follow from others are
/// refused, and so are factors that don't work, each with a place in the lock. Returns the number of refusals.
fn change_each(variant: &str, lookup: &str) -> usize {
    let plan = plan(variant, lookup);
    let mut first = solver(&plan);
    let right = file(&plan.jobs[0], &mut first).unwrap();
    let lock = first.lock.to_string();
    assert_eq!(file_from(&plan, &lock).unwrap(), right, "{variant} {lookup}");
    let without_seed = |text: &str| {
        let lines = text.lines().filter(|line| !line.contains("seed "));
        lines.map(str::to_owned).collect::<Vec<String>>()
    };
    let mut refused = 0;
    for (position, (key, range)) in numbers(&lock).into_iter().enumerate() {
        for other in others(&lock[range.clone()], position) {
            let changed = format!("{}{other}{}", &lock[..range.start], &lock[range.end..]);
            let what = format!(
                "{variant} {lookup}: {key} {} for {other}\n{changed}",
                &lock[range.clone()]
            );
            let error = match file_from(&plan, &changed) {
                Ok(made) => {
                    match key {
                        "effort" => assert_eq!(made, right, "{what}"),
                        "seed" => assert_eq!(without_seed(&made), without_seed(&right), "{what}"),
                        // Another working factor, or a range that has room elsewhere.
                        "factor" | "before" | "constant" | "offset" => {}
                        // A longer index range that has room in the packed table.
                        "shift" if lock.contains("\noffset = ") => {}
                        _ => panic!("{what}"),
                    }
                    continue;
                }
                Err(error) => error,
            };
            assert_eq!(error.status(), 2, "{error:?}\n{what}");
            let span = match &error {
                Error::Lock { error, .. } => error.span(),
                Error::LockClash { span, .. } | Error::LockTable { span, .. } => span.clone(),
                error => panic!("{error:?}\n{what}"),
            };
            let span = span.filter(|span| !span.is_empty());
            let span = span.unwrap_or_else(|| panic!("{error:?}\n{what}"));
            // If two ranges clash, either may be wrong.
            if !matches!(error, Error::LockTable { .. }) {
                let entries = [range.start, span.start].map(|at| entry_of(&changed, at));
                assert_eq!(entries[0], entries[1], "{error:?}\n{what}");
            }
            assert!(format!("{error:?}").contains("--> magicgen.lock:"), "{error:?}");
            refused += 1;
        }
    }
    refused
}

#[test]
#[ignore = "slow"]
fn a_lock_with_one_other_number_is_refused_or_right() {
    for variant in ALL {
        let refused = change_each(variant.id, "");
        assert_eq!(refused > 20, has_factor(variant), "{} {refused}", variant.id);
    }
    for (variant, lookup) in OTHERS {
        let refused = change_each(variant, lookup);
        assert!(refused > 20, "{variant} {lookup} {refused}");
    }
}

/// The variants whose factors contain other numbers or must have a form.
#[test]
fn numbers_that_a_factor_holds_are_compared() {
    for (variant, lookup) in [("shift-in-factor", ""), ("shift-add", ""), OTHERS[0]] {
        assert!(change_each(variant, lookup) > 20);
    }
}

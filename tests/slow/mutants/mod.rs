//! Flips single bits of outputs, and checks that every change of a lookup is noticed.
//!
//! A mutant is a module with a flipped bit in a factor, a mask, a shift, an offset, a constant or a table entry. Its
//! lookups run over every subset of every mask and over occupancies outside the masks. If a lookup is wrong, the proof
//! that is run before every file is written has to refuse the module; if none is, the proof has to pass. `--check` has
//! to find every mutant in the text of a file.
//!
//! `MUTANTS=1000 cargo test --release -p tests-slow --test slow -- mutants` also makes 1,000 mutants of each variant on the
//! chess board, tries some with `verify`, and prints the table of `docs/mutants.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::mutation::{Kind, Random, mutations};
use crate::subject::{self, Subject};
use crate::verified::examine;
use magicgen::cli::compare::{Difference, compare};
use magicgen::generate::Solver;
use magicgen::render;
use magicgen_lookup::variant;
use magicgen_read::Status;
use magicgen_search::Effort;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        what_changes_a_lookup_on_a_small_board_is_noticed,
        what_changes_other_lookups_on_a_small_board_is_noticed,
        what_changes_a_lookup_on_the_chess_board_is_noticed,
    ]
}

/// A small board with a longer stride, on which every variant is possible and every search is quick.
const SMALL: &str = "[board]\nwidth = 5\nheight = 4\nstride = 8\n[search]\neffort = 1\n";

/// The number of mutants of a kind, and the numbers of their outcomes.
#[derive(Clone, Copy, Default)]
struct Count {
    mutants: usize,
    wrong: usize,
    disproved: usize,
    checked: usize,
    tried: usize,
    verified: usize,
}

type Counts = BTreeMap<Kind, Count>;

/// The number of mutants of each variant in a long run; `None` in a short run.
fn asked_for() -> Option<usize> {
    let number = std::env::var_os("MUTANTS")?;
    Some(number.to_string_lossy().parse().expect("MUTANTS is a number"))
}

/// Makes mutants, and checks that the proof refuses exactly those with a wrong lookup.
fn attack(subject: &mut Subject, number: usize, random: &mut Random, counts: &mut Counts) {
    for mutation in mutations(subject, number, random) {
        let is_wrong = subject.with(&mutation, Subject::is_wrong);
        let disproof = subject.with(&mutation, Subject::disproof);
        let name = &subject.name;
        assert_eq!(is_wrong, disproof.is_some(), "{name}: {mutation:?}: {disproof:?}");
        let count = counts.entry(mutation.kind).or_default();
        count.mutants += 1;
        count.wrong += usize::from(is_wrong);
        count.disproved += usize::from(disproof.is_some());
    }
}

/// Makes mutants, and checks that `--check` finds each, whether it changes a lookup or not.
fn check(subject: &mut Subject, number: usize, random: &mut Random, counts: &mut Counts) {
    for mutation in mutations(subject, number, random) {
        let text = subject.with(&mutation, |subject, _| subject.text());
        let seen = compare(Some(text.as_bytes()), subject.right.as_bytes(), &subject.tables);
        let Difference::Content { tables, lines, .. } = &seen else {
            panic!("{}: {mutation:?}: {seen:?}", subject.name);
        };
        assert!(!tables.is_empty() || *lines > 0, "{}: {mutation:?}: {seen:?}", subject.name);
        let is_wrong = subject.with(&mutation, Subject::is_wrong);
        counts.entry(mutation.kind).or_default().checked += usize::from(is_wrong);
    }
}

fn what_changes_a_lookup_on_a_small_board_is_noticed() {
    small_board(0);
}

fn what_changes_other_lookups_on_a_small_board_is_noticed() {
    small_board(1);
}

/// On a small board, every second variant, from this one on, in every language: two cores take the halves side by side.
fn small_board(first: usize) {
    let number = asked_for().unwrap_or(20);
    // In a short run the variants take turns with a few languages each.
    let languages = asked_for().map_or(4, |_| render::ALL.len());
    let mut solver = Solver::new(Effort::default());
    for (at, variant) in variant::ALL.iter().enumerate().skip(first).step_by(2) {
        let mut random = Random(at as u64);
        let made = |language: &&render::Language| {
            let keys = format!("variant = \"{}\"\ntables = \"full\"\n", variant.id);
            let name = format!("{} in {}", variant.id, language.id);
            Subject::new(&mut solver, &subject::config(SMALL, language.id, &keys), &name)
        };
        let turn = render::ALL.iter().cycle().skip(at * languages).take(render::ALL.len());
        let mut subjects: Vec<Subject> = turn.filter_map(made).take(languages).collect();
        assert!(!subjects.is_empty(), "no language has {}", variant.id);
        let mut counts = Counts::new();
        let share = |place: usize| number * place / subjects.len();
        let shares: Vec<usize> = (0..subjects.len()).map(|at| share(at + 1) - share(at)).collect();
        for (subject, share) in subjects.iter_mut().zip(shares) {
            let before = random.0;
            attack(subject, share, &mut random, &mut counts);
            // A switch prints programs that were made from the one that is changed here, which so stays unseen in its text.
            if !variant.form.is_switch() {
                check(subject, share, &mut Random(before), &mut counts);
            }
        }
        for (kind, count) in counts.iter().filter(|_| !variant.form.is_switch()) {
            assert_eq!(count.wrong, count.checked, "{} {kind:?}", variant.id);
        }
        show("5 x 4", variant.id, &counts);
    }
}

/// Long runs also make mutants on the chess board, where `verify` can read factors.
fn what_changes_a_lookup_on_the_chess_board_is_noticed() {
    let Some(number) = asked_for() else { return };
    let mut solver = Solver::new(Effort::default());
    for (at, variant) in variant::ALL.iter().enumerate() {
        let mut random = Random(1000 + at as u64);
        let pieces = if variant.id == "group" { "pieces = [\"bishop\"]\n" } else { "" };
        let keys = format!("variant = \"{}\"\ntables = \"full\"\n{pieces}", variant.id);
        let subject = Subject::new(&mut solver, &subject::config("", "c", &keys), variant.id);
        let mut subject = subject.expect("C has every variant");
        let mut counts = Counts::new();
        attack(&mut subject, number, &mut random, &mut counts);
        verify(&mut subject, number / 100, &mut random, &mut counts);
        show("8 x 8", variant.id, &counts);
    }
}

/// Makes mutants, and examines their text by `verify`, if it can read the text without a mutation.
fn verify(subject: &mut Subject, number: usize, random: &mut Random, counts: &mut Counts) {
    if examine(&subject.right).status() != Status::Holds {
        return;
    }
    for mutation in mutations(subject, number, random) {
        if !subject.with(&mutation, Subject::is_wrong) {
            continue;
        }
        let text = subject.with(&mutation, |subject, _| subject.text());
        let seen = compare(Some(text.as_bytes()), subject.right.as_bytes(), &subject.tables);
        assert_ne!(seen, Difference::None, "{}: {mutation:?}", subject.name);
        let count = counts.entry(mutation.kind).or_default();
        count.tried += 1;
        count.checked += 1;
        count.verified += usize::from(examine(&text).status() == Status::Wrong);
    }
}

/// Prints a variant's rows of the table.
#[expect(clippy::print_stdout, reason = "the figures are what a long run is for")]
fn show(board: &str, id: &str, counts: &Counts) {
    if asked_for().is_none() {
        return;
    }
    let mut text = String::new();
    for (kind, count) in counts {
        let Count { mutants, wrong, disproved, checked, tried, verified } = count;
        let _ = write!(
            text,
            "\n| {board} {id} | {kind} | {mutants} | {wrong} | {disproved} | {checked} |"
        );
        let _ = write!(text, " {verified} of {tried} |");
    }
    println!("{text}");
}

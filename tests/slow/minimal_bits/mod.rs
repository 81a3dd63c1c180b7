//! The least number of index bits of each square: checks that `config/known/minimal-bits.toml` and
//! `docs/minimal-bits.md` follow from ledgers, published factors and Fiekas' statements.
//!
//! `just update` writes both files anew; otherwise tests never write.

mod facts;
mod ledgers;
mod remaining;
mod table;
mod toml;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use facts::Fiekas;
use ledgers::{Board, Certificate};
use magicgen_lab::prove::RULES;
use magicgen_lab::prove::run::Runner;
use remaining::Estimates;

use crate::golden::compare;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        the_least_index_bits_are_what_is_known,
        searches_of_different_versions_agree,
        a_slice_of_version_2_comes_out_the_same_again,
        a_slice_of_version_3_comes_out_the_same_again,
        small_searches_come_out_the_same_again,
    ]
}

/// The most nodes that a test may visit, which take ten seconds of one core in the dev profile.
const NODES: u64 = 2_500_000;

fn root() -> PathBuf {
    PathBuf::from(crate::ROOT)
}

fn known() -> PathBuf {
    root().join("config/known")
}

/// Reading refuses ledgers of another search version or plan, and every factor is tested.
fn the_least_index_bits_are_what_is_known() {
    let boards = Board::both();
    let ledgers = Certificate::all(&known().join("ledgers"), &boards);
    let fiekas = Fiekas::read(&known().join("fiekas-disproved.toml"));
    let estimates = Estimates::read(&known().join("estimates.toml"));
    let squares = facts::squares(&boards, &ledgers, &fiekas);
    let text = toml::toml(&squares, &ledgers);
    let parsed: ::toml::Table = text.parse().unwrap();
    let counts = ["rook", "bishop"].map(|piece| parsed[piece].as_table().unwrap().len());
    assert_eq!(counts, [64, 64]);
    compare(&known().join("minimal-bits.toml"), &text);
    let facts = table::Facts {
        squares: &squares,
        ledgers: &ledgers,
        fiekas: &fiekas,
        estimates: &estimates,
    };
    compare(&root().join("docs/minimal-bits.md"), &table::page(&facts));
}

/// Version 2 asks the rule "packing", version 3 looks at one of two mirror images. Each visits fewer nodes than the one before, and comes
/// to the same answers.
fn searches_of_different_versions_agree() {
    let ledgers = Certificate::all(&known().join("ledgers"), &Board::both());
    let mut compared = Vec::new();
    for (index, new) in ledgers.iter().enumerate() {
        for old in ledgers.iter().skip(index + 1).chain(&ledgers[..index]) {
            if old.header().search >= new.header().search || !old.asks_the_same(new) {
                continue;
            }
            assert!(old.is_whole() && new.is_whole(), "{} and {}", old.file, new.file);
            let [was_found, is_found] = [old, new].map(|ledger| ledger.tally.witness.is_some());
            assert_eq!(was_found, is_found, "{} and {}", old.file, new.file);
            assert!(new.tally.all_nodes() < old.tally.all_nodes(), "{} saves nothing", new.file);
            compared.push((new.header().square.as_str(), old.header().search, new.header().search));
        }
    }
    for versions in [("a1", 1, 2), ("a1", 2, 3), ("b1", 2, 3), ("b2", 1, 2), ("b2", 2, 3)] {
        assert!(compared.contains(&versions), "{versions:?} of {compared:?}");
    }
}

/// A search that asks the rule "packing" visits the same nodes again. The slice with the fewest is repeated.
fn a_slice_of_version_2_comes_out_the_same_again() {
    comes_out_the_same_again(2);
}

/// The same with one of two mirror images.
fn a_slice_of_version_3_comes_out_the_same_again() {
    comes_out_the_same_again(3);
}

fn comes_out_the_same_again(version: u32) {
    let ledgers = Certificate::all(&known().join("ledgers"), &Board::both());
    let rule = RULES.iter().position(|rule| *rule == "packing").unwrap();
    let asks =
        |ledger: &&Certificate| ledger.header().search == version && ledger.tally.prunes[rule] > 0;
    let slices = ledgers
        .iter()
        .filter(asks)
        .flat_map(|ledger| ledger.ledger.lines().iter().map(move |line| (ledger, line)));
    let (ledger, line) = slices.min_by_key(|(_, line)| line.tally.all_nodes()).unwrap();
    let never = AtomicBool::new(false);
    let again = Runner::new(&ledger.case, 1).again(&line.roots, &never, |_| {}).unwrap();
    assert_eq!(again.tally, line.tally, "{} {:?}", ledger.file, line.roots);
}

/// The smallest searches, including those of bishops on d1 and c1, are repeated, and all counts are compared.
fn small_searches_come_out_the_same_again() {
    let mut ledgers = Certificate::all(&known().join("ledgers"), &Board::both());
    ledgers.retain(Certificate::is_whole);
    // These two were open questions in May 2026, and come before the smallest searches.
    let is_first = |ledger: &Certificate| {
        ["bishop-d1-4-none.jsonl", "bishop-c1-4-none.jsonl"].contains(&ledger.file.as_str())
    };
    ledgers.sort_by_key(|ledger| (!is_first(ledger), ledger.tally.all_nodes()));
    let never = AtomicBool::new(false);
    let mut nodes = 0;
    let mut count = 0;
    for ledger in ledgers.iter().filter(|ledger| ledger.ledger.lines()[0].how.is_none()) {
        nodes += ledger.tally.all_nodes();
        if nodes > NODES {
            break;
        }
        let roots = 0..ledger.case.plan.roots();
        let again = Runner::new(&ledger.case, 1).again(&roots, &never, |_| {}).unwrap();
        assert_eq!(again.tally, ledger.tally, "{}", ledger.file);
        count += 1;
    }
    assert!(count >= 2, "bishops d1 and c1 take 2.4 million nodes");
}

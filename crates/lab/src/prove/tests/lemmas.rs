//! Compares each lemma that prunes, at every node of small trees, with all factors of the node's box. The rule
//! "packing" isn't asked in small trees; its own tests ask it.

use pulp::Arch;

use super::small_question;
use crate::prove::node::{KeyOrder, NodeTable, TreeNode};
use crate::prove::plan::{KnownBits, TreeLevel};
use crate::prove::tally::Rule;
use crate::prove::tree::Sight;
use crate::prove::{Constant, Question, RULES, SEARCH_VERSION, SearchPlan, Searcher};
use magicgen_board::subsets;
use magicgen_search::Stream;

/// Keys are entered without a look at a window in between.
const WHOLE: Option<fn(&[u16]) -> bool> = None;

/// Counts of the situations that were met, which show that no lemma goes untested.
#[derive(Debug, Default)]
struct Met {
    nodes: u64,
    /// The number of nodes that each rule ended.
    pruned: [u64; RULES.len()],
    /// The number of boxes that shrank.
    shrunk: u64,
    /// The number of nodes with open keys.
    open: u64,
    found: u64,
    /// The number of candidates that windows excluded, growing down and up.
    killed: [u64; 2],
    /// The number of factors that keep the active keys apart.
    apart: u64,
}

/// All pairs of a factor and a constant of a box.
fn members(node: &TreeNode, keys: &KeyOrder) -> impl Iterator<Item = (u64, u64)> {
    let (node, step) = (*node, 1_u64 << keys.zeros);
    let offsets = move |most: u64| (0..=most / step).map(move |offset| offset * step);
    offsets(node.spread).flat_map(move |factor| {
        offsets(node.reach).map(move |constant| (node.factor + factor, node.constant + constant))
    })
}

fn slot(keys: &KeyOrder, index: usize, (factor, constant): (u64, u64)) -> usize {
    (keys.key[index].wrapping_mul(factor).wrapping_add(constant) >> keys.shift) as usize
}

/// Whether a factor and a constant keep the first `count` keys apart.
fn keeps_apart(keys: &KeyOrder, count: usize, member: (u64, u64), held: &mut Vec<u16>) -> bool {
    held.clear();
    held.resize(1 << (64 - keys.shift), 0);
    (0..count).all(|index| {
        let held = &mut held[slot(keys, index, member)];
        let is_free = *held == 0 || *held == keys.class[index];
        *held = keys.class[index];
        is_free
    })
}

/// Checks "clash" and "box": a factor that keeps the active keys apart stays in the node's box, and puts keys into the
/// slots that the table says.
fn check_table(sight: &Sight, met: &mut Met) {
    let Sight { keys, before, after, .. } = sight;
    let active = 1 << sight.level.active;
    let mut held = Vec::new();
    let is_by_table = matches!(sight.pruned, Some(Rule::Clash | Rule::Box));
    let is_looked_at = sight.pruned != Some(Rule::Ahead);
    for member in members(before, keys) {
        if !keeps_apart(keys, active, member, &mut held) {
            continue;
        }
        met.apart += 1;
        assert!(!is_by_table, "{:?} lost {member:x?} of {before:x?}", sight.pruned);
        if !is_looked_at {
            continue;
        }
        assert!(
            (after.factor..=after.factor + after.spread).contains(&member.0)
                && (after.constant..=after.constant + after.reach).contains(&member.1),
            "{member:x?} kept keys apart and left the box {after:x?}"
        );
        for (known, held) in sight.class_of_slot.iter().zip(&held) {
            assert!(*known == 0 || known == held, "{known} isn't in a slot under {member:x?}");
        }
    }
    if is_by_table || !is_looked_at {
        return;
    }
    let is_exact = before.reach == 0 && keys.key.len() == active;
    met.shrunk += u64::from((before.spread, before.reach) != (after.spread, after.reach));
    met.open += u64::from(!sight.open.is_empty());
    // A node of two mirror images may decide a key that only one of them decides. Nothing is found there.
    if keys.is_mirrored && !is_exact {
        return;
    }
    let is_decided = |index: &usize| !sight.open.contains(&(*index as u32));
    let decided: Vec<usize> = (0..active).filter(is_decided).collect();
    for member in members(after, keys) {
        for index in &decided {
            let known = sight.class_of_slot[slot(keys, *index, member)];
            assert_eq!(known, keys.class[*index], "key {index} isn't open under {member:x?}");
        }
    }
}

/// Checks "window-ahead" and "window": no factor with a candidate that was excluded keeps the active and the new keys
/// apart.
fn check_window(sight: &Sight, met: &mut Met) {
    let Sight { keys, before, .. } = sight;
    let Some(next) = sight.next else { return };
    let count = 1 << next.active;
    let (candidates, moved) = match next.step {
        KnownBits::Up(by) => (1 << by, next.high + 1 - by),
        _ => (1, 0),
    };
    let mut held = Vec::new();
    let mut was_possible = vec![false; 1 << 8];
    for (factor, constant) in members(before, keys) {
        for above in 0..candidates {
            let member = (factor | above << moved, constant);
            let candidate = match next.step {
                KnownBits::Root | KnownBits::Down(_) => (factor - before.prefix) >> next.low,
                KnownBits::Up(_) => above,
                KnownBits::Cell => constant >> next.cell & 1,
            };
            was_possible[candidate as usize] = true;
            if !sight.children.contains(&(candidate as u16)) && !sight.is_found {
                let is_lost = keeps_apart(keys, count, member, &mut held);
                assert!(!is_lost, "{:?} lost {member:x?} of {before:x?}", sight.pruned);
            }
        }
    }
    if sight.is_window && !matches!(sight.pruned, Some(Rule::Clash | Rule::Box)) {
        let possible = was_possible.iter().filter(|is| **is).count();
        let killed = (possible - sight.children.len()) as u64;
        met.killed[usize::from(matches!(next.step, KnownBits::Up(_)))] += killed;
    }
}

/// Checks that every factor and constant of a box answers the question if all squares are active and no key is open.
fn check_found(sight: &Sight) {
    let Sight { question, keys, .. } = sight;
    for (factor, constant) in members(&sight.after, keys) {
        assert!(question.holds(factor >> keys.zeros, constant >> keys.zeros));
    }
}

fn check(question: &Question, plan: &SearchPlan, met: &mut Met) {
    let mut searcher = Searcher::hasty(question, plan);
    searcher.watch(&mut |sight| {
        met.nodes += 1;
        if let Some(rule) = sight.pruned {
            met.pruned[rule as usize] += 1;
        }
        check_table(sight, met);
        check_window(sight, met);
        if sight.is_found {
            met.found += 1;
            check_found(sight);
        }
    });
}

/// Checks small random questions, each with two plans.
fn check_all(constant: Constant, words: std::ops::Range<u8>, bits: [usize; 2], rounds: u8) -> Met {
    let mut stream = Stream::new(0, "prove lemmas", bits[0] as u8, constant as u64);
    let mut met = Met::default();
    for round in 0..rounds {
        let word = words.start + round % (words.end - words.start);
        let bits = bits[0] + stream.pick(bits[1]);
        let squares = (bits + stream.pick(3)).max(2);
        let question = small_question(&mut stream, word, squares, bits as u8, constant);
        check(&question, &SearchPlan::new(&question), &mut met);
        let plans = SearchPlan::unsplit(&question, SEARCH_VERSION);
        check(&question, &plans[stream.pick(plans.len())], &mut met);
    }
    met
}

#[test]
fn nodes_lose_no_white_factor() {
    let met = check_all(Constant::None, 8..17, [2, 4], 90);
    assert!(met.pruned[..4].iter().all(|count| *count > 20), "{met:?}");
    assert!(met.killed.iter().all(|count| *count > 100), "{met:?}");
    assert!(met.shrunk > 100 && met.open > 100 && met.found > 100 && met.apart > 1000, "{met:?}");
}

#[test]
fn nodes_lose_no_factor_with_a_constant() {
    let met = check_all(Constant::Free, 8..11, [1, 4], 60);
    assert!(met.pruned[..4].iter().all(|count| *count > 20), "{met:?}");
    assert!(met.killed.iter().all(|count| *count > 100), "{met:?}");
    assert!(met.shrunk > 100 && met.open > 100 && met.found > 100 && met.apart > 1000, "{met:?}");
}

/// A random factor and constant, with a question that they answer: the subsets in one slot get the same class.
fn planted(stream: &mut Stream, constant: Constant) -> (Question, u64, u64) {
    let word = if stream.pick(2) == 0 { 64 } else { 16 + stream.pick(48) as u8 };
    let squares = 3 + stream.pick(8);
    let bits = (squares - stream.pick(3)) as u8;
    let mut mask = 0_u64;
    while (mask.count_ones() as usize) < squares {
        mask |= 1 << stream.pick(usize::from(word));
    }
    let is_free = constant != Constant::None;
    let (factor, added) = (stream.word(), if is_free { stream.word() } else { 0 });
    let in_word = u64::MAX >> (64 - word);
    let modulus = 2 + stream.pick(60) as u64;
    let class_of_slot: Vec<u16> =
        (0..1 << bits).map(|_| (stream.word() % modulus) as u16).collect();
    let classes: Vec<u16> = subsets(mask)
        .map(|subset| subset.wrapping_mul(factor).wrapping_add(added) & in_word)
        .map(|product| class_of_slot[(product >> (word - bits)) as usize])
        .collect();
    let question = Question::of_classes(mask, &classes, bits, word, constant);
    (question, factor & in_word, added & in_word)
}

/// In small words factors differ so much that a threshold that is wrong by one goes unnoticed. So this test has words
/// of 64 bits, with eight keys whose products lie close to one boundary between slots. The last key is sometimes half a
/// slot away, so that its slot is known.
#[test]
fn thresholds_are_exact() {
    let mut stream = Stream::new(0, "prove thresholds", 0, 0);
    let question = Question::of_classes(0b111, &[0; 8], 6, 64, Constant::Free);
    let (shift, mut met) = (64 - question.bits, [Met::default(), Met::default()]);
    for round in 0..6_000 {
        let mut key: Vec<u64> = (0..64).collect();
        stream.shuffle(&mut key);
        key.truncate(8);
        if stream.pick(4) > 0 {
            key[7] = 1 << (shift - 7);
        }
        let factor = if stream.pick(2) == 0 { 64 } else { 64_u64.wrapping_neg() };
        let boundary = stream.word() >> shift << shift;
        let is_mirrored = round % 6 == 5;
        let before = TreeNode {
            prefix: 0,
            cell: 0,
            factor,
            spread: stream.pick(16) as u64,
            constant: boundary.wrapping_add(stream.pick(6_000) as u64).wrapping_sub(3_000),
            reach: match round % 6 {
                5 => 1,
                1 | 3 => stream.pick(64) as u64,
                _ => 0,
            },
        };
        // The class of a key is its slot under some factor and constant of the box, which thus keep the keys apart.
        let planted = (
            factor.wrapping_add(stream.pick(before.spread as usize + 1) as u64),
            before.constant.wrapping_add(stream.pick(before.reach as usize + 1) as u64),
        );
        let product = |key: &u64| key.wrapping_mul(planted.0).wrapping_add(planted.1);
        let class = key.iter().map(|key| 1 + (product(key) >> shift & 1) as u16).collect();
        let keys = KeyOrder { key, class, set: vec![0; 3], shift, zeros: 0, is_mirrored };
        let mut after = before;
        let mut table = NodeTable::new(1 << question.bits, None);
        let entered = table.enter(None, 0..8, &keys, &mut after, Arch::new(), WHOLE);
        let level = TreeLevel { step: KnownBits::Root, low: 0, high: 63, cell: 0, active: 3 };
        let sight = Sight {
            question: &question,
            level,
            next: None,
            keys: &keys,
            before,
            after,
            pruned: entered.err(),
            is_found: false,
            is_window: false,
            children: &[],
            class_of_slot: &table.class_of_slot,
            open: &table.open,
        };
        check_table(&sight, &mut met[round % 2]);
    }
    let is_enough = |met: &Met| met.shrunk > 200 && met.apart > 10_000;
    assert!(met.iter().all(is_enough) && met[1].open > 200, "{met:?}");
}

#[test]
#[ignore = "slow"]
fn planted_factors_survive() {
    for constant in [Constant::None, Constant::Free] {
        let mut stream = Stream::new(0, "prove planted", 0, constant as u64);
        for round in 0..600 {
            let (question, factor, added) = planted(&mut stream, constant);
            assert!(question.holds(factor, added));
            let plans = SearchPlan::unsplit(&question, SEARCH_VERSION);
            for plan in [&SearchPlan::new(&question), &plans[round % plans.len()]] {
                let mut searcher = Searcher::unlearned(&question, plan).asking(3..=5);
                assert!(
                    searcher.survives(factor, added),
                    "{round}: {factor:#x} + {added:#x} by {plan} for {question:?}"
                );
            }
        }
    }
}

#[test]
fn what_keeps_no_keys_apart_survives_nowhere() {
    let mut stream = Stream::new(0, "prove planted", 0, 0);
    for _ in 0..200 {
        let (question, factor, _) = planted(&mut stream, Constant::None);
        let other = question.in_word(factor ^ stream.word());
        let plan = SearchPlan::new(&question);
        let survives = Searcher::unlearned(&question, &plan).survives(other, 0);
        assert_eq!(survives, question.holds(other, 0), "{other:#x} by {plan} for {question:?}");
    }
}

/// The table above excludes further keys exactly if one of them comes to a slot of another class under the whole box.
#[test]
fn keys_are_excluded_by_what_is_held_above() {
    let mut stream = Stream::new(0, "prove excluded", 0, 0);
    let mut found = [0; 2];
    for round in 0..400 {
        let question = small_question(&mut stream, 20, 7, 8, Constant::None);
        let shift = 64 - question.bits;
        let key: Vec<u64> = subsets(question.mask).map(|key| key << 44).collect();
        let class: Vec<u16> = question.classes.iter().map(|class| class + 1).collect();
        let set = vec![0; 1 + usize::from(*class.iter().max().unwrap())];
        let keys = KeyOrder { key, class, set, shift, zeros: 44, is_mirrored: true };
        let mut node = TreeNode {
            prefix: 0,
            cell: 0,
            factor: stream.word() >> 44,
            spread: [0, 1 << 10][round % 2],
            constant: stream.word(),
            reach: 0,
        };
        let mut table = NodeTable::new(1 << question.bits, None);
        let held = 1 + stream.pick(40) as u32;
        if table.enter(None, 0..held, &keys, &mut node, Arch::new(), WHOLE).is_err() {
            continue;
        }
        let is_excluded = |index: usize| {
            let largest = (node.factor + node.spread, node.constant);
            let [first, last] = [(node.factor, node.constant), largest]
                .map(|member| table.class_of_slot[slot(&keys, index, member)]);
            let is_one_slot =
                slot(&keys, index, (node.factor, node.constant)) == slot(&keys, index, largest);
            is_one_slot && first == last && first != 0 && first != keys.class[index]
        };
        let wanted = (held as usize..keys.key.len()).any(is_excluded);
        let is_excluded = table.excludes(held..keys.key.len() as u32, &keys, &node, Arch::new());
        assert_eq!(is_excluded, wanted, "{round}: {node:x?}");
        found[usize::from(wanted)] += 1;
    }
    assert!(found.iter().all(|count| *count > 20), "{found:?}");
}

//! Compares every lemma with brute force, in words small enough to try every factor and every constant.

mod arithmetic;
mod lemmas;
mod survival;

use std::sync::atomic::AtomicBool;

use crate::prove::node::KeyOrder;
use crate::prove::tally::Rule;
use crate::prove::{
    Constant, Question, RULES, SEARCH_VERSION, SearchPlan, Searcher, Tally, Until, Witness,
};
use magicgen_board::{Bitboard, Mapping, Piece, Problem, Standard, Walk, compress, subsets};
use magicgen_search::Stream;

/// A question in a small word: a random mask of `squares` bits, with either classes like a slider's, which depend on
/// the nearest blockers, or random classes.
pub(super) fn small_question(
    stream: &mut Stream,
    word: u8,
    squares: usize,
    bits: u8,
    constant: Constant,
) -> Question {
    let mut mask: Bitboard = 0;
    while (mask.count_ones() as usize) < squares {
        mask |= 1 << stream.pick(usize::from(word));
    }
    let kept: Vec<u64> = (0..1 << squares).map(|_| stream.word()).collect();
    let modulus = 2 + stream.pick(5) as u64;
    let is_slider = stream.pick(2) == 0;
    let class = |index: usize| -> u16 {
        if is_slider {
            // The class depends on the nearest blocker of each of two rays.
            let low = index & ((1 << (squares / 2)) - 1);
            let high = index >> (squares / 2);
            let nearest = |ray: usize| if ray == 0 { 8 } else { ray.trailing_zeros() };
            (nearest(low) * 9 + nearest(high)) as u16
        } else {
            (kept[index] % modulus) as u16
        }
    };
    Question::of_classes(
        mask,
        &(0..1 << squares).map(class).collect::<Vec<_>>(),
        bits,
        word,
        constant,
    )
}

/// The keys of a question, with its squares in this order.
pub(super) fn keys_of(question: &Question, order: &[u8]) -> KeyOrder {
    let subset = |index: u64| {
        let squares = order.iter().enumerate();
        squares.map(|(at, square)| (index >> at & 1) << square).fold(0, |all, bit| all | bit)
    };
    let key: Vec<u64> = (0..1_u64 << order.len()).map(subset).collect();
    let class = |key: &u64| question.classes[compress(*key, question.mask) as usize] + 1;
    KeyOrder {
        class: key.iter().map(class).collect(),
        key,
        set: Vec::new(),
        shift: 64 - question.bits,
        zeros: 64 - question.word,
        is_mirrored: false,
    }
}

fn all(question: &Question) -> Tally {
    let plan = SearchPlan::new(question);
    let mut searcher = Searcher::hasty(question, &plan);
    let mut tally = Tally::new(plan.levels());
    for root in 0..plan.roots() {
        assert!(searcher.search(root, Until::All, &AtomicBool::new(false), &mut tally));
    }
    assert!(
        tally.all_nodes() >= tally.prunes.iter().sum::<u64>(),
        "a node ends by one rule at most"
    );
    tally
}

/// The number of factors in normal form, whose high bits, which no product depends on, are 0.
pub(super) fn normal_factors(question: &Question) -> u64 {
    1 << (question.word - question.mask.trailing_zeros() as u8)
}

#[test]
fn white_factors_are_counted_as_by_brute_force() {
    let mut stream = Stream::new(0, "prove white", 0, 0);
    let mut found = 0;
    for round in 0..300 {
        let word = 8 + (round % 9) as u8;
        let squares = 2 + stream.pick(5);
        let bits = 1 + stream.pick(squares.min(6)) as u8;
        let question = small_question(&mut stream, word, squares, bits, Constant::None);
        let wanted =
            (0..normal_factors(&question)).filter(|factor| question.holds(*factor, 0)).count();
        let tally = all(&question);
        assert_eq!(
            tally.factors,
            wanted as u128,
            "{round}: {question:?} {}",
            SearchPlan::new(&question)
        );
        found += usize::from(wanted > 0);
    }
    assert!((50..250).contains(&found), "{found} of 300 have a factor: too many are alike");
}

#[test]
#[ignore = "slow"]
fn factors_with_a_constant_are_counted_as_by_brute_force() {
    let mut stream = Stream::new(0, "prove free", 0, 0);
    let mut found = 0;
    for round in 0..200 {
        let word = 8 + (round % 4) as u8;
        let squares = 2 + stream.pick(4);
        let bits = 1 + stream.pick(squares.min(5)) as u8;
        let question = small_question(&mut stream, word, squares, bits, Constant::Free);
        // A constant matters only modulo a slot, and mirror images leave only the lower half.
        let constants = 1_u64 << (question.shift() - 1);
        let pairs = (0..normal_factors(&question))
            .flat_map(|factor| (0..constants).map(move |constant| (factor, constant)));
        let wanted = pairs.filter(|(factor, constant)| question.holds(*factor, *constant)).count();
        let tally = all(&question);
        assert_eq!(
            tally.factors,
            wanted as u128,
            "{round}: {question:?} {}",
            SearchPlan::new(&question)
        );
        found += usize::from(wanted > 0);
    }
    assert!((40..180).contains(&found), "{found} of 200 have a factor: too many are alike");
}

#[test]
fn black_factors_are_counted_as_by_brute_force() {
    let mut stream = Stream::new(0, "prove black", 0, 0);
    let mut found = 0;
    for round in 0..200 {
        let word = 8 + (round % 5) as u8;
        let squares = 2 + stream.pick(4);
        let bits = 1 + stream.pick(squares.min(5)) as u8;
        let question = small_question(&mut stream, word, squares, bits, Constant::Black);
        let holds = |factor: &u64| question.holds(*factor, question.constant_of(*factor));
        let wanted = (0..1_u64 << word).filter(holds).count();
        let tally = all(&question);
        assert_eq!(tally.factors, wanted as u128, "{round}: {question:?}");
        if let Some(Witness { factor, constant }) = tally.witness {
            assert_eq!(constant, question.constant_of(factor));
            assert!(question.holds(factor, constant));
            found += 1;
        }
    }
    assert!((40..180).contains(&found), "{found} of 200 have a factor: too many are alike");
}

/// The number of nodes in the trees of some questions, and the number of nodes that each rule ended. With fewer rules,
/// or fewer repetitions of them, the results would be the same but take longer.
#[test]
fn trees_have_no_node_more() {
    let found = [Constant::None, Constant::Free, Constant::Black].map(|constant| {
        let mut stream = Stream::new(0, "prove nodes", 0, 0);
        let (mut nodes, mut prunes) = (0, 0);
        for round in 0..60 {
            let squares = 3 + stream.pick(3);
            let bits = 2 + stream.pick(squares - 1) as u8;
            let question = small_question(&mut stream, 8 + round % 5, squares, bits, constant);
            let tally = all(&question);
            nodes += tally.all_nodes();
            prunes += tally.prunes.iter().sum::<u64>();
        }
        (nodes, prunes)
    });
    assert_eq!(found, [(23_833, 19_645), (63_674, 41_885), (63_674, 41_885)]);
}

/// Of each factor and its negative one is below a root, and it is below one root only.
#[test]
fn mirrored_roots_have_each_factor_once() {
    let mut stream = Stream::new(0, "prove roots", 0, 0);
    let mut own_images = [0; 3];
    for round in 0..100 {
        let word = 8 + (round % 5) as u8;
        let squares = 2 + stream.pick(4);
        let question =
            small_question(&mut stream, word, squares, 1 + (round % 2) as u8, Constant::None);
        for plan in SearchPlan::unsplit(&question, SEARCH_VERSION) {
            let searcher = Searcher::unlearned(&question, &plan);
            let (zeros, itself) = (64 - word, 1_u64 << (64 - question.bits));
            let known = u64::MAX >> (63 - plan.known_at_root().1);
            own_images[plan.own_images().count()] += 1;
            for factor in 0..1_u64 << word {
                let factor = factor << zeros & known;
                let images =
                    [(factor, itself), (factor.wrapping_neg() & known, itself - (1 << zeros))];
                let is_below = |(root, (factor, constant)): &(u64, (u64, u64))| {
                    let node = searcher.root(*root);
                    (node.factor..=node.factor + node.spread).contains(factor)
                        && (node.constant..=node.constant + node.reach).contains(constant)
                };
                let roots = 0..plan.roots();
                let below = roots.flat_map(|root| images.map(|image| (root, image)));
                assert_eq!(below.filter(is_below).count(), 1, "{factor:#x} by {plan}");
            }
        }
    }
    assert!(own_images[0] == 0 && own_images[1] > 20 && own_images[2] > 20, "{own_images:?}");
}

#[test]
fn windows_lose_no_factor() {
    let mut stream = Stream::new(0, "prove windows", 0, 0);
    let (mut prunes, mut found) = ([0; RULES.len()], 0);
    for round in 0..40 {
        let bits = 3 + (round % 3) as u8;
        let squares = usize::from(bits) + stream.pick(3);
        let question = small_question(&mut stream, 18, squares, bits, Constant::None);
        let wanted =
            (0..normal_factors(&question)).filter(|factor| question.holds(*factor, 0)).count();
        let tally = all(&question);
        assert_eq!(
            tally.factors,
            wanted as u128,
            "{round}: {question:?} {}",
            SearchPlan::new(&question)
        );
        prunes.iter_mut().zip(tally.prunes).for_each(|(all, more)| *all += more);
        found += usize::from(wanted > 0);
    }
    assert!(prunes[..4].iter().all(|count| *count > 20), "a rule is hardly tested: {prunes:?}");
    assert!((8..32).contains(&found), "{found} of 40 have a factor: too many are alike");
}

/// The question whether a rook on a1 has a white factor with `bits` index bits.
fn rook_on_a1(bits: u8) -> Question {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problem = Problem::new(&Walk::new(&Piece::rook(), &mapping), 1).unwrap();
    Question::new(&problem, problem.squares()[0], bits, Constant::None).unwrap()
}

/// Large trees ask the rule "packing", as version 1 didn't, and visit fewer nodes.
#[test]
#[ignore = "slow"]
fn the_rule_packing_is_asked_where_it_pays() {
    let question = rook_on_a1(10);
    let [without, with] = [1, 2].map(|version| {
        let plan = SearchPlan::of_version(&question, version);
        let mut searcher = Searcher::new(&question, &plan);
        let mut tally = Tally::new(plan.levels());
        for root in 2_000..2_004 {
            assert!(searcher.search(root, Until::All, &AtomicBool::new(false), &mut tally));
        }
        let samples = searcher.samples(200, 0);
        let refuted = samples.iter().filter(|sample| searcher.ask(**sample)).count();
        let is_mixed = 0 < refuted && refuted < samples.len();
        assert!(if version == 1 { samples.is_empty() } else { is_mixed }, "{refuted} refuted");
        tally
    });
    assert_eq!(without.prunes[Rule::Packing as usize], 0);
    assert!(with.prunes[Rule::Packing as usize] > 0);
    assert!(with.all_nodes() * 2 < without.all_nodes(), "{:?} {:?}", with.nodes, without.nodes);
}

/// A window that is asked after half of the new keys ends nodes that further keys end in version 3, and no other nodes.
#[test]
#[ignore = "slow"]
fn windows_asked_by_halves_leave_the_same_nodes() {
    let question = rook_on_a1(11);
    let [whole, halves] = [3, 4].map(|version| {
        let plan = SearchPlan::of_version(&question, version);
        let mut searcher = Searcher::hasty(&question, &plan);
        let mut tally = Tally::new(plan.levels());
        assert!(searcher.search(2_048, Until::All, &AtomicBool::new(false), &mut tally));
        tally
    });
    assert_eq!((&whole.nodes, &whole.sums), (&halves.nodes, &halves.sums));
    let of = |tally: &Tally, rule: Rule| tally.prunes[rule as usize];
    let all = [&whole, &halves].map(|tally| tally.prunes.iter().sum::<u64>());
    assert_eq!(all[0], all[1]);
    assert!(of(&halves, Rule::Window) > of(&whole, Rule::Window) + 1_000, "{whole:?} {halves:?}");
    assert!(of(&halves, Rule::Clash) < of(&whole, Rule::Clash), "{whole:?} {halves:?}");
}

#[test]
fn holds_looks_at_every_subset() {
    let question = Question::of_classes(0b110, &[0, 1, 2, 3], 2, 8, Constant::None);
    assert_eq!(subsets(question.mask).count(), 4);
    assert!(question.holds(0x20, 0));
    assert!(!question.holds(0x10, 0));
}

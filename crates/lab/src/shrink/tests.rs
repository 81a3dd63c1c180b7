use std::collections::BTreeMap;

use super::finder::Finder;
use super::image::Shaped;
use super::packer::Tools;
use super::pool::{FactorPool, POOL};
use super::table::{SlotTable, SlotTenant};
use super::*;
use magicgen_board::{Bitboard, Board, Mapping, Order, Piece, Standard, Walk};
use magicgen_search::packing::{PackEffort, Sharing, bitmap, pack};
use magicgen_search::{Hash, Key, Magic};

pub(super) fn problems(files: u8, ranks: u8) -> Vec<Problem> {
    let order = Order::Standard { standard: Standard::ALL[0], stride: files };
    let mapping = Mapping::new(Board::new(files, ranks).unwrap(), order).unwrap();
    let problem = |piece| Problem::new(&Walk::new(piece, &mapping), mapping.squares()).unwrap();
    [Piece::rook(), Piece::bishop()].iter().map(problem).collect()
}

pub(super) fn goal(key: Key, shift: ShiftGoal, sharing: Sharing) -> Goal {
    Goal { hash: Hash::Multiply, key, shift, sharing }
}

/// Goals of every key, every shift and every sharing.
fn goals() -> [Goal; 5] {
    let (own, constant) = (ShiftGoal::Own, ShiftGoal::Constant);
    [
        goal(Key::White, own, Sharing::None),
        goal(Key::Constant, own, Sharing::None),
        goal(Key::Black, constant, Sharing::None),
        goal(Key::Constant, own, Sharing::PostMask),
        goal(Key::White, own, Sharing::PostMask),
    ]
}

/// A search from nothing, after some units.
pub(super) fn searched<'a>(
    ground: &'a Ground<'a>,
    goal: Goal,
    seed: u64,
    units: u64,
) -> Shrink<'a> {
    let mut shrink = Shrink::new(ground, goal, seed).unwrap();
    shrink.begin(&Watch::default()).unwrap();
    for _ in 0..units {
        shrink.unit();
    }
    shrink
}

/// Calls `each` with the packer of a search and its tools.
pub(super) fn with_tools<R>(
    shrink: &mut Shrink<'_>,
    stream: &mut Stream,
    each: impl FnOnce(&mut Packer<'_>, &mut Tools) -> R,
) -> R {
    let (large, couples) = (shrink.large(), shrink.blocks());
    let (large, couples) = (&large[..], &couples[..]);
    let Shrink { packer, pools, gauge, least, .. } = shrink;
    each(packer, &mut Tools { pools, gauge, stream, least, large, couples })
}

/// The units after which the first packing has been annealed for a while.
const UNITS: u64 = 30;

#[test]
#[ignore = "slow"]
fn what_is_found_is_proved_and_no_longer_than_what_packing_finds() {
    let problems = problems(5, 4);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    for goal in goals() {
        let shrink = searched(&ground, goal, 0, UNITS);
        let best = shrink.best().unwrap();
        assert_eq!(prove(&problems, best), Ok(best.entries), "{goal:?}");
        assert!(!best.has_negative_offset(), "{goal:?}");
        let usual = pack(&problems, goal, &[], &PackEffort::default()).unwrap();
        assert!(best.entries <= usual.entries, "{goal:?}: {} {}", best.entries, usual.entries);
        let curve: Vec<usize> = shrink.curve().iter().map(|gain| gain.entries).collect();
        assert!(curve.is_sorted_by(|one, next| next < one), "{curve:?}");
        assert_eq!(curve.last(), Some(&best.entries));
    }
}

/// The same seed and as many units give the same packing everywhere. Lengths change with any change of the method.
#[test]
#[ignore = "slow"]
fn lengths_of_five_goals() {
    let problems = problems(5, 4);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    let found = goals().map(|goal| searched(&ground, goal, 7, UNITS).best().unwrap().entries);
    assert_eq!(found, [346, 332, 339, 208, 224]);
}

#[test]
#[ignore = "slow"]
fn a_search_that_is_stopped_at_every_unit_finds_the_same() {
    let problems = problems(5, 4);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    for goal in [goals()[1], goals()[2], goals()[3]] {
        let whole = searched(&ground, goal, 3, UNITS);
        let mut state = searched(&ground, goal, 3, 0).state();
        for _ in 0..UNITS {
            let mut shrink = Shrink::new(&ground, goal, 3).unwrap();
            shrink.resume(&state).unwrap();
            assert!(shrink.state() == state, "{goal:?}");
            shrink.unit();
            state = shrink.state();
        }
        assert!(whole.state() == state, "{goal:?}");
    }
}

#[test]
#[ignore = "slow"]
fn the_number_of_threads_changes_nothing() {
    let problems = problems(5, 4);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    for goal in [goals()[1], goals()[3]] {
        let [one, three] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| searched(&ground, goal, 3, UNITS).state())
        });
        assert!(one == three, "{goal:?}");
    }
}

#[test]
fn seeds_give_different_packings() {
    let problems = problems(5, 4);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    let best = |seed| searched(&ground, goals()[0], seed, UNITS).best().cloned();
    assert_ne!(best(0), best(1));
}

#[test]
fn a_state_that_was_tampered_with_is_refused() {
    let problems = problems(5, 4);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    for goal in [goals()[0], goals()[3]] {
        let state = searched(&ground, goal, 0, UNITS).state();
        let resume = |state: &ShrinkState| Shrink::new(&ground, goal, 0).unwrap().resume(state);
        assert_eq!(resume(&state), Ok(()));
        let mut wrong = state.clone();
        wrong.pool[5].magic.factor = 0;
        assert_eq!(resume(&wrong), Err(StateError::Factor(wrong.pool[5])));
        wrong = state.clone();
        wrong.pool[5].bit = 63;
        assert!(resume(&wrong).is_err());
        wrong = state.clone();
        wrong.best[3].factor.magic.shift = 0;
        assert_eq!(resume(&wrong), Err(StateError::Factor(wrong.best[3].factor)));
        for far in [wrong.best[4].position, usize::MAX / 2] {
            wrong = state.clone();
            wrong.best[3].position = far;
            wrong.now[3].position = far;
            assert_eq!(resume(&wrong), Err(StateError::Seats));
        }
        wrong = state.clone();
        wrong.now.pop();
        assert_eq!(resume(&wrong), Err(StateError::Seats));
    }
}

/// A packing that is known is the start, and is only replaced by a shorter one.
#[test]
#[ignore = "slow"]
fn a_start_is_never_made_longer() {
    let problems = problems(5, 4);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    for goal in goals() {
        let usual = pack(&problems, goal, &[], &PackEffort::default()).unwrap();
        let mut shrink = Shrink::new(&ground, goal, 0).unwrap();
        shrink.start(&usual);
        shrink.add_known(&usual);
        assert_eq!(shrink.best(), Some(&usual));
        shrink.begin(&Watch::default()).unwrap();
        for _ in 0..UNITS {
            shrink.unit();
        }
        let best = shrink.best().unwrap();
        assert!(best.entries < usual.entries || *best == usual, "{goal:?}");
        let mut wrong = usual.clone();
        wrong.pieces[0][2].offset += 1;
        wrong.entries -= 1;
        let mut shrink = Shrink::new(&ground, goal, 0).unwrap();
        shrink.start(&wrong);
        assert_eq!(shrink.best(), None);
    }
}

/// Among packings of one length, the packing with the fewest slots and edges is kept. Scattered images stay within the
/// shifts of their piece.
#[test]
#[ignore = "slow"]
fn packings_of_one_length_get_better_and_no_wider() {
    let problems = problems(6, 5);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    let mut equal = 0;
    for (goal, seed) in [(goals()[0], 2), (goals()[1], 2), (goals()[0], 3), (goals()[1], 3)] {
        let mut shrink = searched(&ground, goal, seed, 25);
        let mut before = (usize::MAX, i64::MAX);
        for _ in 0..30 {
            let state = shrink.state();
            if matches!(shrink.task(), UnitTask::Pack { .. }) {
                let length = shrink.best().unwrap().entries;
                let now = (length, shrink.packer.filling_of(&shrink.packer.best));
                assert!(now <= before, "{now:?} after {before:?}");
                equal += usize::from(now.0 == before.0 && now < before);
                before = now;
            }
            for seated in &state.best {
                let Factor { piece, magic, .. } = seated.factor;
                assert!(magic.shift >= shrink.least[piece], "{seated:?}");
            }
            shrink.unit();
        }
    }
    assert!(equal > 0, "no packing got better without getting shorter");
}

/// Some images of a square, found by annealing nothing: starts alone.
pub(super) fn images(ground: &Ground, goal: Goal, at: usize) -> Vec<Arc<SlotImage>> {
    let mut gauge = Gauge::new(goal.hash);
    let mut pool = FactorPool::default();
    let mut stream = Stream::new(5, "test", at as u8, 0);
    for _ in 0..3 {
        let square = &ground.squares[at];
        let (gauge, stream) = (&mut gauge, &mut stream);
        Finder { square, goal, constant_shift: None, gauge, stream, spreads: false }
            .anneal(&mut pool);
    }
    let image = |shaped| SlotImage::of(&ground.squares[at], goal, shaped);
    pool.shaped().map(image).collect()
}

/// The slots of a square's image at a position, each with its attack set.
fn slots(square: &Square, image: &SlotImage, position: usize) -> BTreeMap<usize, Bitboard> {
    let indices = square.indices(Hash::Multiply, image.magic);
    indices
        .map(|index| position + index - image.low)
        .zip(square.attacks().iter().copied())
        .collect()
}

/// Compares every test, and every count, with one that looks at one slot after another.
#[test]
fn bitmaps_tell_what_slots_tell() {
    let problems = problems(6, 5);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    for goal in [goals()[1], goals()[3]] {
        let mut table = SlotTable::new(goal.sharing);
        let mut seated: Vec<(usize, Arc<SlotImage>, usize)> = Vec::new();
        let tenant = |square: usize, image: &'_ Arc<SlotImage>| {
            let reach = ground.squares[square].square.reach;
            // The images live as long as the test.
            let image: &SlotImage = Box::leak(Box::new(Arc::clone(image)));
            SlotTenant { square, reach, image }
        };
        let mut shared = 0;
        for turn in 0..36 {
            let square = turn * 7 % ground.squares.len();
            let Some(image) = images(&ground, goal, square).pop() else { continue };
            let new = tenant(square, &image);
            let end = table.end();
            table.reserve(&image, end);
            let mut contents = BTreeMap::<usize, Vec<(Bitboard, Bitboard)>>::new();
            for (square, image, position) in &seated {
                let old = &ground.squares[*square];
                for (slot, set) in slots(old, image, *position) {
                    contents.entry(slot).or_default().push((set, old.square.reach));
                }
            }
            let suits = |slot: usize, set: Bitboard| match (goal.sharing, contents.get(&slot)) {
                (_, None) => true,
                (Sharing::None, Some(_)) => false,
                (Sharing::PostMask, Some(users)) => {
                    users.iter().all(|(other, reach)| (other ^ set) & reach & new.reach == 0)
                }
            };
            let own = slots(&ground.squares[square], &image, 0);
            let wanted: Vec<usize> = (0..=end)
                .filter(|position| own.iter().all(|(slot, set)| suits(position + slot, *set)))
                .collect();
            let mut found = Vec::new();
            assert!(table.fits(new, 0, end + 1, |position| {
                found.push(position);
                true
            }));
            assert_eq!(found, wanted, "{goal:?}");
            let position = found[turn % found.len().min(4)];
            let used = table.used;
            let gain = table.gain(&image, position);
            let fresh =
                own.keys().filter(|slot| !contents.contains_key(&(position + *slot))).count();
            assert_eq!(gain.used, fresh as i64);
            shared += own.len() - fresh;
            table.insert(new, position);
            assert_eq!(table.used, used + gain.used);
            seated.push((square, image, position));
            let is_taken = |slot: usize, seated: &[(usize, Arc<SlotImage>, usize)]| {
                seated.iter().any(|(_, image, position)| {
                    slot.checked_sub(*position).is_some_and(|at| {
                        at < image.length() && image.words[at / 64] >> (at % 64) & 1 == 1
                    })
                })
            };
            // The slot below the first counts as taken. The edge that it has in an empty table isn't counted.
            let marks: Vec<bool> =
                (0..table.end() + 2).map(|slot| is_taken(slot, &seated)).collect();
            let edges = marks.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert_eq!(table.edges, edges as i64 - i64::from(marks[0]));
            if turn % 3 == 2 {
                let (square, image, position) = seated.remove(turn % seated.len());
                let before = (table.used, table.edges);
                let old = tenant(square, &image);
                table.remove(old, position);
                let bitmap::AddedSlots { used, edges } = table.gain(&image, position);
                assert_eq!((table.used + used, table.edges + edges), before);
            }
        }
        assert_eq!(shared > 0, goal.sharing == Sharing::PostMask);
    }
}

/// With a free constant, the shape is the best among all rotations of the index.
#[test]
fn a_free_constant_turns_the_largest_gap_out_of_the_range() {
    let problems = problems(5, 5);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    let goal = goals()[1];
    let mut gauge = Gauge::new(goal.hash);
    let mut stream = Stream::new(1, "test", 0, 0);
    let (mut tried, mut shorter) = (0, 0);
    while tried < 60 {
        let square = &ground.squares[stream.pick(25)];
        let shift = 64 - square.square.bits() - 1;
        let factor = stream.word() & stream.word() & stream.word();
        let magic = Magic { constant: stream.word(), ..Magic::white(factor, shift) };
        let Some(turned) = gauge.shape(square, goal, magic, true) else { continue };
        tried += 1;
        let width = 1_u64 << (64 - shift);
        let all = (0..width).map(|by| {
            let constant = magic.constant.wrapping_add(by << shift);
            gauge.shape(square, goal, Magic { constant, ..magic }, false).unwrap()
        });
        let all: Vec<Shaped> = all.collect();
        assert!(all.iter().all(|other| other.shape.used == turned.shape.used));
        assert_eq!(all.iter().map(|other| other.shape.length).min(), Some(turned.shape.length));
        let best = all.iter().filter(|other| other.shape.length == turned.shape.length);
        assert!(best.into_iter().any(|other| other.shape == turned.shape));
        let plain = gauge.shape(square, goal, magic, false).unwrap();
        shorter += usize::from(turned.shape.length < plain.shape.length);
        let image = SlotImage::of(square, goal, turned);
        assert_eq!((image.low, image.length()), (0, turned.shape.length as usize));
    }
    assert!(shorter > 10, "{shorter}");
}

#[test]
fn a_pool_keeps_the_best_by_each_measure() {
    let goal = goals()[0];
    let mut pool = FactorPool::default();
    let shaped = |used, runs, length, factor| Shaped {
        magic: Magic::white(factor, 52),
        shape: magicgen_search::packing::image::ImageShape { used, runs, length },
    };
    for factor in 0..1_000_u64 {
        let spread = (factor * 389 % 1_000) as u32;
        assert!(pool.add(goal, shaped(500 + spread, 10, 4_000 - 2 * spread, factor)));
    }
    assert!(!pool.add(goal, shaped(500, 10, 4_000, 5)), "the same shape");
    pool.trim();
    assert_eq!(pool.len(), POOL);
    let least = |of: fn(&Shaped) -> u32| pool.shaped().map(|shaped| of(&shaped)).min();
    assert_eq!(least(|shaped| shaped.shape.used), Some(500));
    assert_eq!(least(|shaped| shaped.shape.length), Some(4_000 - 2 * 999));
    let order: Vec<Shaped> = pool.shaped().collect();
    let mut again = FactorPool::default();
    for shaped in order.iter().rev() {
        again.add(goal, *shaped);
    }
    again.trim();
    assert_eq!(again.shaped().collect::<Vec<_>>(), order);
}

/// The pool keeps the same factors whatever the order in which they come.
#[test]
fn a_pool_keeps_few_alike_of_those_with_few_slots() {
    let mut stream = Stream::new(3, "spread", 0, 0);
    let all: Vec<Shaped> = (0..6_000)
        .map(|factor| {
            let mut below = |most| stream.below(most);
            let (used, runs, length) = (400 + below(300), below(200), 700 + below(1_500));
            let shape = magicgen_search::packing::image::ImageShape { used, runs, length };
            Shaped { magic: Magic::white(factor, 52), shape }
        })
        .collect();
    let kept = |all: &[Shaped]| {
        let mut pool = FactorPool::default();
        for shaped in all {
            pool.add_spread(*shaped);
        }
        pool.spread().to_vec()
    };
    let some = kept(&all);
    assert!(some.is_sorted_by_key(|shaped| shaped.shape.used));
    assert!(some.len() > 500 && some.len() < 1_000, "{}", some.len());
    let reversed: Vec<Shaped> = all.iter().rev().copied().collect();
    assert_eq!(kept(&reversed), some);
    assert_eq!(kept(&some), some);
    let kind = |shaped: &Shaped| {
        (shaped.shape.used / 16, shaped.shape.length / 128, shaped.shape.runs / 16)
    };
    let alike = |one: &Shaped| some.iter().filter(|other| kind(one) == kind(other)).count();
    assert_eq!(some.iter().map(alike).max(), Some(2));
}

/// Couples are apart, slot by slot, and as much shorter as they say.
#[test]
fn couples_lie_in_the_holes_of_one_another() {
    let problems = problems(6, 5);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    let mut shrink = searched(&ground, goals()[1], 1, 24);
    let couples = shrink.couples.clone();
    assert!(couples.len() > 5, "{}", couples.len());
    assert!(couples.is_sorted_by(|one, next| one.gain >= next.gain));
    for (couple, block) in couples.iter().zip(shrink.blocks()) {
        let slots = block.each_ref().map(|(_, seat)| {
            let used = seat.image.scattered.iter();
            used.map(|at| seat.position + *at as usize).collect::<std::collections::BTreeSet<_>>()
        });
        assert!(slots[0].is_disjoint(&slots[1]), "{couple:?}");
        assert_eq!(slots.iter().filter_map(|slots| slots.first()).min(), Some(&0));
        let length = slots.iter().filter_map(|slots| slots.last()).max().unwrap() + 1;
        let [one, other] = block.map(|(at, _)| shrink.pools[at].shortest().unwrap() as usize);
        assert!(couple.gain > 0 && length + couple.gain >= one + other, "{couple:?}");
    }
    let state = shrink.state();
    let resume = |state: &ShrinkState| Shrink::new(&ground, goals()[1], 1).unwrap().resume(state);
    assert_eq!(resume(&state), Ok(()));
    let mut wrong = state.clone();
    wrong.couples[0].seats[0].position = wrong.couples[0].seats[1].position;
    wrong.couples[0].seats[0].factor = wrong.couples[0].seats[1].factor;
    assert_eq!(resume(&wrong), Err(StateError::Couple(wrong.couples[0])));
    wrong = state.clone();
    wrong.spread[0].magic.factor = 0;
    assert_eq!(resume(&wrong), Err(StateError::Factor(wrong.spread[0])));
    // Couples serve where slots are shared, too.
    let mut other = Shrink::new(&ground, goals()[3], 1).unwrap();
    assert_eq!(other.add_pool(&state), Ok(()));
    assert_eq!(other.couples, couples);
}

/// Renewal counts the slots that couples save anew once shorter ranges are known, and drops couples that save nothing.
#[test]
fn couples_are_renewed() {
    let problems = problems(6, 5);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    let mut shrink = searched(&ground, goals()[1], 1, 24);
    let couples = shrink.couples.clone();
    for couple in &mut shrink.couples {
        couple.gain += 1_000;
    }
    shrink.renew_couples();
    let kept = |couple: &&Couple| couples.iter().any(|other| other.seats == couple.seats);
    assert_eq!(shrink.couples.iter().filter(kept).count(), shrink.couples.len());
    assert!(!shrink.couples.is_empty() && shrink.couples.len() <= couples.len());
    for (couple, block) in shrink.couples.clone().iter().zip(shrink.blocks()) {
        let joined = block.iter().map(|(_, seat)| seat.end()).max().unwrap();
        let apart = block.map(|(at, _)| shrink.pools[at].shortest().unwrap() as usize);
        assert_eq!(couple.gain, apart.iter().sum::<usize>() - joined);
    }
}

/// Each square counts in one couple, and no couple saves more of two squares than theirs.
#[test]
fn each_square_saves_in_one_couple() {
    let problems = problems(6, 5);
    let problems: Vec<&Problem> = problems.iter().collect();
    let ground = Ground::new(&problems).unwrap();
    let shrink = searched(&ground, goals()[3], 1, 24);
    let large = shrink.large();
    let saved = shrink.saved(&large);
    let of = |couple: &Couple| {
        let squares = couple.seats.map(|seated| ground.at(seated.factor.piece, seated.factor.bit));
        squares.map(|at| saved[large.binary_search(&at.unwrap()).unwrap()])
    };
    let half = |couple: &Couple| couple.gain as u64 / 2;
    let is_theirs = |couple: &&Couple| of(couple) == [half(couple); 2];
    let all: u64 = shrink.couples.iter().filter(is_theirs).map(|couple| 2 * half(couple)).sum();
    assert!(all > 0 && saved.iter().sum::<u64>() <= all, "{saved:?}");
    for couple in &shrink.couples {
        assert!(of(couple).into_iter().max() >= Some(half(couple)), "{couple:?} {saved:?}");
    }
}

/// A factor that is known with two bits more than its square needs isn't tried with three, which no lock takes back.
#[test]
fn known_factors_get_no_wider() {
    let problems = problems(5, 4);
    let ground = Ground::new(&problems.iter().collect::<Vec<_>>()).unwrap();
    let goal = goal(Key::Constant, ShiftGoal::Own, Sharing::None);
    for square in &ground.squares {
        let bits = square.square.bits();
        for more in 0..=2 {
            let shift = 64 - (bits + more).max(1);
            for magic in adapt(square, goal, None, Magic::white(0x0102_0408_1020_4081, shift)) {
                assert!(64 - magic.shift <= (bits + 2).max(1), "{bits} {more} {magic:?}");
            }
        }
    }
}

//! Finds, for each difference of two subsets, the widest gap between bad pairs and the shortest arcs of good ones.

use pulp::NullaryFnOnce;

use super::pairs::{LANES, Mask, Pairs};
use super::{Positions, SLOT};

/// The number of shortest arcs that are found for many steps at once: the arc of two good pairs, of three and so on. If
/// all of them are within the gap, further ones are found one by one.
const MORE: usize = 12;

/// A subset with its position within a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Point {
    pub(super) at: u16,
    pub(super) key: u16,
}

/// Distances by step, rounded to the safe side.
#[derive(Clone, Debug, Default)]
pub(super) struct Distances {
    /// The widest arc without a bad pair, or more.
    pub(super) gap: Vec<u16>,
    /// For each step with good pairs, the end of its part of `arc`.
    end: Vec<usize>,
    /// For each step with good pairs, the shortest arc with two of them and no wrong pair, the shortest with three and
    /// so on, or less. Arcs longer than the gap are left out.
    arc: Vec<u16>,
    lists: ArcLists,
}

/// The working memory of the arcs of one step.
#[derive(Clone, Debug, Default)]
struct ArcLists {
    /// The positions of its pairs, and whether they are good.
    members: Vec<(u16, bool)>,
    /// The positions of its good pairs, the last one first.
    good: Vec<u16>,
}

impl Distances {
    /// The shortest arcs of a step with good pairs.
    pub(super) fn arcs(&self, step: u16) -> &[u16] {
        let step = usize::from(step);
        let start = step.checked_sub(1).map_or(0, |before| self.end[before]);
        &self.arc[start..self.end[step]]
    }
}

/// Computes the distances, compiled for each kind of processor.
pub(super) struct DistanceScan<'a> {
    pub(super) pairs: &'a Pairs,
    pub(super) positions: &'a Positions<'a>,
    pub(super) into: &'a mut Distances,
}

impl NullaryFnOnce for DistanceScan<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
    fn call(self) {
        let Self { pairs, positions, into } = self;
        let keys = positions.points.len();
        let Distances { gap, end, arc, lists } = into;
        gap.clear();
        end.clear();
        arc.clear();
        for bad in pairs.bad.chunks_exact(keys) {
            gap.extend(gaps(positions, bad));
        }
        let kinds = pairs.good.chunks_exact(keys).zip(pairs.wrong.chunks_exact(keys));
        for (block, ((good, wrong), most)) in kinds.zip(&pairs.most).enumerate() {
            let gaps = &gap[block * LANES..][..LANES];
            let widest = gaps.iter().fold(0, |most, gap| most.max(*gap));
            let levels = most.saturating_sub(1).min(MORE);
            let arcs = &arcs(positions, good, wrong, widest, levels)[..levels];
            for (lane, gap) in gaps.iter().enumerate() {
                let start = arc.len();
                arc.extend(arcs.iter().map(|arc| arc[lane]).take_while(|arc| arc <= gap));
                if arc.len() - start == MORE {
                    arc.truncate(start);
                    long_arcs(pairs, block * LANES + lane, positions, *gap, lists, arc);
                }
                end.push(arc.len());
            }
        }
    }
}

/// Appends the shortest arcs of a step, however many pairs they have.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
fn long_arcs(
    pairs: &Pairs,
    step: usize,
    positions: &Positions,
    gap: u16,
    lists: &mut ArcLists,
    into: &mut Vec<u16>,
) {
    let Positions { points, error, .. } = *positions;
    let ArcLists { members, good } = lists;
    members.resize(2 * points.len(), (0, false));
    let mut count = 0;
    for point in points {
        let is_good = pairs.is_good(step, point.key);
        members[count] = (1 + point.at, is_good == Some(true));
        count += usize::from(is_good.is_some());
    }
    for member in 0..count {
        let (at, is_good) = members[member];
        members[count + member] = (at + SLOT, is_good);
    }
    let members = &members[..2 * count];
    let longest = (gap + error).min(SLOT - 1);
    let start = into.len();
    into.resize(start + count, u16::MAX);
    let arcs = &mut into[start..];
    // The points from `head` to `end` may begin an arc, the point that was met last first.
    good.resize(2 * count, 0);
    let (mut head, mut end, mut from, mut behind) = (good.len(), good.len(), 1, 0);
    for (at, is_good) in members.iter().take_while(|(at, _)| *at <= 1 + SLOT + longest) {
        while members[behind].0 + error <= *at {
            let (wrong, is_good) = members[behind];
            from = if is_good { from } else { wrong.saturating_sub(error) + 1 };
            behind += 1;
        }
        if !is_good {
            continue;
        }
        while head < end && (good[end - 1] < from || at - good[end - 1] > longest) {
            end -= 1;
        }
        for (least, begin) in arcs.iter_mut().zip(&good[head..end]) {
            *least = (*least).min(at - begin);
        }
        head -= 1;
        good[head] = *at;
    }
    for least in &mut into[start..] {
        *least = least.saturating_sub(error);
    }
    let fitting = into[start..].iter().take_while(|length| **length <= gap).count();
    into.truncate(start + fitting);
}

/// The widest gaps between bad pairs.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
fn gaps(positions: &Positions, bad: &[Mask]) -> Mask {
    let (mut gap, mut first, mut last) = ([0; LANES], [u16::MAX; LANES], [u16::MAX; LANES]);
    for point in positions.points {
        let bad = &bad[usize::from(point.key)];
        for lane in 0..LANES {
            let since = point.at.saturating_sub(last[lane]) & bad[lane];
            gap[lane] = gap[lane].max(since);
            first[lane] = first[lane].min(point.at | !bad[lane]);
            last[lane] = if bad[lane] == 0 { last[lane] } else { point.at };
        }
    }
    for lane in 0..LANES {
        // Without a bad pair, nothing limits the gap.
        let around = if first[lane] == u16::MAX { SLOT } else { SLOT - last[lane] + first[lane] };
        gap[lane] = (gap[lane].max(around) + positions.error).min(SLOT);
    }
    gap
}

/// The shortest arcs of good pairs. Arcs that are longer than `widest` needn't be exact.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the processor that it runs on")]
fn arcs(
    positions: &Positions,
    good: &[Mask],
    wrong: &[Mask],
    widest: u16,
    levels: usize,
) -> [Mask; MORE] {
    let Positions { points, error, .. } = *positions;
    let mut arc = [[u16::MAX; LANES]; MORE];
    // The good points met last, counted from 1, or 0 for none.
    let mut last = [[0; LANES]; MORE];
    // An arc may begin here, since no wrong point after it is surely within the arc.
    let mut from = [1; LANES];
    let laps = || [1, 1 + SLOT].into_iter().flat_map(|lap| points.iter().map(move |at| (lap, at)));
    let mut behind = laps();
    let mut next = behind.next();
    for (lap, point) in laps() {
        if lap > 1 && point.at > widest + error {
            break;
        }
        let at = lap + point.at;
        while let Some((lap, point)) = next.filter(|(lap, point)| lap + point.at + error <= at) {
            let wrong = &wrong[usize::from(point.key)];
            let begin = (lap + point.at).saturating_sub(error) + 1;
            for lane in 0..LANES {
                from[lane] = if wrong[lane] == 0 { from[lane] } else { begin };
            }
            next = behind.next();
        }
        let good = &good[usize::from(point.key)];
        let mut before = [at; LANES];
        for (arc, last) in arc[..levels].iter_mut().zip(&mut last) {
            for lane in 0..LANES {
                let begin = last[lane];
                // A checked subtraction would keep the compiler from using vectors here.
                let length = if begin < from[lane] { u16::MAX } else { at.saturating_sub(begin) };
                arc[lane] = arc[lane].min(length | !good[lane]);
                last[lane] = if good[lane] == 0 { begin } else { before[lane] };
                before[lane] = begin;
            }
        }
    }
    for arc in &mut arc {
        for arc in arc {
            *arc = arc.saturating_sub(error);
        }
    }
    arc
}

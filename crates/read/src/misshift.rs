//! Tells a wrong number in a list of shifts from a wrong factor and from a wrong offset.

use super::offsets::FEW_CLASHES;
use super::probe::Prober;
use super::settle::{FEW, Settled, Settler};

/// Marks the wrong numbers in lists of shifts: with the index bits that the square needs instead, its factor works and
/// its index range fits at its offset.
pub(super) fn mark(settler: &mut Settler, runs: &mut [Vec<Settled>]) {
    for run in 0..runs.len() {
        for part in 0..runs[run].len() {
            for position in wrong(settler, runs, run, part) {
                runs[run][part].wrong_shift[position] = true;
            }
        }
    }
}

/// The positions of a part whose shift is wrong.
fn wrong(settler: &mut Settler, runs: &[Vec<Settled>], run: usize, part: usize) -> Vec<usize> {
    let settled = &runs[run][part];
    let suspects: Vec<(usize, u8)> = (0..64).filter_map(|at| needed(settled, at)).collect();
    if settled.shifts.is_none()
        || settled.mask.is_some()
        || settled.wrong_shift.contains(&true)
        || !(1..=FEW).contains(&suspects.len())
    {
        return Vec::new();
    }
    let mut mended = settled.clone();
    for (at, needed) in &suspects {
        mended.bits[*at] = Some(*needed);
    }
    let is_short = |at: usize| settled.bits[at] < mended.bits[at];
    let mut others: Vec<&Settled> = runs[run].iter().collect();
    others.remove(part);
    // Pieces with arrays of their own may share one table.
    let apart = runs.iter().enumerate().filter(|(other, _)| *other != run);
    let apart = apart
        .flat_map(|(_, run)| run)
        .filter(|one| one.offsets.is_some() && one.guess.piece != settled.guess.piece);
    let all: Vec<&Settled> = others.iter().copied().chain(apart).collect();
    let clashing = |settler: &mut Settler, part: &Settled, others: &[&Settled]| {
        let parts: Vec<&Settled> = std::iter::once(part).chain(others.iter().copied()).collect();
        let (placement, tenants) = settler.place(&parts, FEW_CLASHES).0?;
        let clashing = placement.clashes.iter().flat_map(|clash| clash.tenants);
        let own = clashing.map(|tenant| tenants[tenant]).filter(|(part, _)| *part == 0);
        Some(own.map(|(_, position)| position).collect::<Vec<usize>>())
    };
    let table = [all, others].into_iter().find_map(|others| {
        let after = clashing(settler, &mended, &others)?;
        Some((clashing(settler, settled, &others)?, after))
    });
    let is_wrong = |at: usize| {
        if let Some((before, after)) = &table {
            return (is_short(at) || before.contains(&at)) && !after.contains(&at);
        }
        let is_usual = mended.bits[at] <= Some(relevant(settled, at));
        settled.offsets.is_none() && is_short(at) && is_usual
    };
    suspects.into_iter().map(|(at, _)| at).filter(|at| is_wrong(*at)).collect()
}

/// A position whose shift seems wrong, with the index bits that it needs. Too few bits rise to the fewest with which
/// its factor works. Too many fall to the number of relevant squares.
fn needed(settled: &Settled, at: usize) -> Option<(usize, u8)> {
    let (bits, fewest) = (settled.bits[at]?, settled.guess.fewest[at]?);
    let relevant = relevant(settled, at);
    if bits < fewest {
        Some((at, fewest))
    } else {
        (bits > relevant && fewest <= relevant).then_some((at, relevant))
    }
}

/// The number of relevant squares of a position.
fn relevant(settled: &Settled, at: usize) -> u8 {
    Prober::square(settled.guess.piece, settled.guess.bit[at]).bits()
}

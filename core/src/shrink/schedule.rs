//! What each unit of a search does: it finds factors or packs, at a heat.
//!
//! The schedule has no end, so that more effort goes on where less has stopped. It is a row of cycles, each longer than
//! the one before: first factors are found, then the best packing is heated and annealed anew. A cold packing gets
//! stuck: a hot start moves it, with the factors that were found since.

use super::packer::Slope;
use crate::packing::Sharing;

/// The units of the first cycle that find factors, those that find couples, and those that pack.
const FIRST: Cycle = Cycle { find: 12, couple: 12, pack: 24 };

/// The most units of a cycle of each kind.
const LAST: Cycle = Cycle { find: 240, couple: 240, pack: 720 };

/// The heats at which packings of later cycles begin, by turns.
const HEATS: [i64; 4] = [260, 120, 320, 60];

/// The heat at which the first packing begins.
const FIRST_HEAT: i64 = 120;

/// The numbers of units in a cycle.
#[derive(Clone, Copy)]
struct Cycle {
    find: u64,
    couple: u64,
    pack: u64,
}

/// What a unit does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// Finds factors.
    Find,
    /// Finds couples.
    Couple,
    /// Packs; the first unit of an annealing begins with the best packing.
    Pack { begins: bool, slope: Slope },
}

/// The task of a unit, counted from 0.
pub(super) fn task(unit: u64, sharing: Sharing, has_couples: bool) -> Task {
    let (mut cycle, mut begin, mut number) = (FIRST, 0, 0_usize);
    if !has_couples {
        cycle.couple = 0;
    }
    loop {
        let Cycle { find, couple, pack } = cycle;
        let at = unit - begin;
        if at < find {
            return Task::Find;
        }
        if at < find + couple {
            return Task::Couple;
        }
        if at < find + couple + pack {
            let hottest = match number {
                0 => FIRST_HEAT,
                _ => HEATS[(number - 1) % HEATS.len()],
            };
            let at = at - find - couple;
            let heat = |at: u64| hottest * (pack - at) as i64 / pack as i64;
            // Prices are those that the heats were tried with.
            let used = if sharing == Sharing::PostMask && number > 0 { 3 } else { 2 };
            let slope = Slope { heat: (scaled(heat(at)), scaled(heat(at + 1))), used };
            return Task::Pack { begins: at == 0, slope };
        }
        begin += find + couple + pack;
        number += 1;
        cycle = Cycle {
            find: (find * 3 / 2).min(LAST.find),
            couple: (couple * 3 / 2).min(LAST.couple),
            pack: (pack * 3 / 2).min(LAST.pack),
        };
    }
}

/// A heat in the sense of exp(-price / heat), for variates whose mean is 1.44.
fn scaled(heat: i64) -> i64 {
    heat * 100 / 144
}

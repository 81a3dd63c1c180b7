//! The search for factors and couples is cut into lanes, which any number of threads may take.
//!
//! Each lane has its own stream of random numbers and its own copy of the state that the unit before has left. The
//! results of lanes are put together in the order of the lanes, so that the number of threads doesn't change them.

use rayon::prelude::*;

use super::finder::Finder;
use super::image::Gauge;
use super::pool::FactorPool;
use super::{Ground, Shrink};
use magicgen_search::Stream;
use magicgen_search::packing::Goal;

/// The number of lanes.
pub(super) const LANES: u8 = 4;

/// The input of one lane of a unit.
pub(super) struct Lane<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) goal: Goal,
    /// The shift of each piece, where all its squares have the same.
    shifts: &'a [Option<u8>],
    pub(super) pools: &'a [FactorPool],
    /// The squares that may be parts of couples.
    pub(super) large: &'a [usize],
    /// The slots that each of them has saved so far, by the couple that it is in.
    pub(super) saved: &'a [u64],
    pub(super) stream: Stream,
}

impl Shrink<'_> {
    /// The random numbers of a lane of the unit at hand.
    pub(super) fn stream(&self, lane: u8) -> Stream {
        Stream::new(self.seed, &format!("shrink {:?}", self.goal), lane, self.units)
    }

    /// Finds factors until `work` is done.
    pub(super) fn find(&mut self, work: u64) {
        let found = self.lanes(|lane| lane.find(work / u64::from(LANES)));
        for found in found {
            for (pool, found) in self.pools.iter_mut().zip(&found) {
                pool.add_all(self.goal, found);
            }
        }
    }

    /// Finds couples until `work` is done.
    pub(super) fn find_couples(&mut self, work: u64) {
        self.renew_couples();
        let found = self.lanes(|lane| lane.find_couples(work / u64::from(LANES)));
        for couple in found.into_iter().flatten() {
            self.add_couple(couple);
        }
    }

    /// The results of all lanes, in the order of the lanes.
    fn lanes<T: Send>(&self, part: impl Fn(Lane) -> T + Send + Sync) -> Vec<T> {
        let large = self.large();
        let saved = self.saved(&large);
        let lane = |lane| Lane {
            ground: self.ground,
            goal: self.goal,
            shifts: &self.shifts,
            pools: &self.pools,
            large: &large,
            saved: &saved,
            stream: self.stream(lane),
        };
        let lanes: Vec<Lane> = (0..LANES).map(lane).collect();
        lanes.into_par_iter().map(part).collect()
    }
}

impl Lane<'_> {
    /// Finds factors until `work` is done. Squares with many subsets, and squares with long ranges, get more of it.
    fn find(mut self, work: u64) -> Vec<FactorPool> {
        let mut pools = self.pools.to_vec();
        let mut gauge = Gauge::new(self.goal.hash);
        while gauge.bench.work < work {
            let weights: Vec<u64> =
                (0..pools.len()).map(|at| self.weight(at, &pools[at])).collect();
            let at = self.stream.pick_by(&weights);
            let square = &self.ground.squares[at];
            if square.square.mask == 0 {
                gauge.bench.work += 1 << 10;
                continue;
            }
            let mut finder = Finder {
                square,
                goal: self.goal,
                constant_shift: self.shifts[square.piece],
                gauge: &mut gauge,
                stream: &mut self.stream,
                spreads: self.large.binary_search(&at).is_ok(),
            };
            finder.anneal(&mut pools[at]);
        }
        pools
    }

    fn weight(&self, at: usize, pool: &FactorPool) -> u64 {
        let bits = u32::from(self.ground.squares[at].square.bits());
        let length = (64 * u64::from(pool.shortest().unwrap_or(0))) >> bits;
        let is_short = length < 46;
        (1 << (bits * 3 / 4)) * (16 + length * 3 / 2 - if is_short { length / 2 } else { 0 })
    }
}

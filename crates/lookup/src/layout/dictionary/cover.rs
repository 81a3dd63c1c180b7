//! Finds few words that serve all attack sets under a post-mask, and each square's window on these words.
//!
//! A word can serve an attack set if the two agree on every square that both the slider and the word's users so far
//! care about. To use few words is to cover a graph by few cliques, or to colour its complement. The method is iterated
//! greedy colouring (Culberson, "Iterated Greedy Graph Coloring and the Difficulty Landscape", 1992). A pass takes the
//! words apart one after another, in any order. Each attack set goes to the first word that fits, or at worst back to
//! its old place, so that no pass needs more words than the one before. A pass drops each empty place, and the windows
//! behind it slide. Between passes, windows slide within their slack, and words change places.
//!
//! No pass moves a square far, so the first order of squares decides much. The best orders have neighbours on one
//! diagonal, since rooks on one line hardly share a word.

use std::ops::Range;

use super::WINDOW;
use magicgen_board::{Bitboard, bits};
use magicgen_search::Stream;

/// The longest stride that is tried when squares are put in order.
const STRIDES: usize = 24;

/// A square and the attack sets that its words have to serve.
pub(super) struct Demand {
    /// The slider's bit index.
    pub(super) bit: u8,
    /// The squares that the post-mask leaves.
    pub(super) reach: Bitboard,
    /// The distinct attack sets, at most [`WINDOW`].
    pub(super) sets: Vec<Bitboard>,
}

/// The window of a square and the words that serve it.
pub(super) struct ServedSquare {
    /// The position of the first word in the window.
    pub(super) base: usize,
    /// For each attack set of the demand, its word's position relative to the base.
    pub(super) ids: Vec<u16>,
}

/// The words, and how they serve all squares.
pub(super) struct WordCover {
    pub(super) words: Vec<Bitboard>,
    /// One entry for each demand.
    pub(super) squares: Vec<ServedSquare>,
}

/// An attack set, by the index of its square among the demands and its own index among the square's sets.
#[derive(Clone, Copy)]
struct DemandedSet {
    square: u16,
    set: u16,
}

/// A word and the attack sets that it serves.
#[derive(Clone, Default)]
struct CoverWord {
    value: Bitboard,
    /// The squares on which `value` matters to at least one of `sets`.
    care: Bitboard,
    sets: Vec<DemandedSet>,
}

/// An index that finds the words which agree with an attack set, 64 words at a time.
#[derive(Default)]
struct Index {
    chunks: Vec<Chunk>,
}

/// 64 words, each of which is one bit in the masks below.
#[derive(Clone)]
struct Chunk {
    /// For each square of the board: the words that need it attacked.
    attacked: [u64; 64],
    /// For each square of the board: the words that need it not attacked.
    spared: [u64; 64],
    /// The words that aren't empty.
    used: u64,
}

impl Index {
    fn put(&mut self, place: usize, attacks: Bitboard, reach: Bitboard) {
        let empty = Chunk { attacked: [0; 64], spared: [0; 64], used: 0 };
        if self.chunks.len() <= place / 64 {
            self.chunks.resize(place / 64 + 1, empty);
        }
        let (chunk, word) = (&mut self.chunks[place / 64], 1 << (place % 64));
        chunk.used |= word;
        for square in bits(reach) {
            let words =
                if attacks >> square & 1 == 0 { &mut chunk.spared } else { &mut chunk.attacked };
            words[usize::from(square)] |= word;
        }
    }

    /// The words of a chunk that lie in a window and agree with an attack set. Empty words are never among them.
    fn agreeing(
        &self,
        at: usize,
        window: &Range<usize>,
        attacks: Bitboard,
        reach: Bitboard,
    ) -> u64 {
        let Some(chunk) = self.chunks.get(at) else { return 0 };
        let begin = window.start.saturating_sub(64 * at).min(63);
        let end = window.end.saturating_sub(64 * at).clamp(1, 64);
        let mut left = chunk.used & u64::MAX << begin & u64::MAX >> (64 - end);
        for square in bits(reach) {
            if left == 0 {
                break;
            }
            let opposed = if attacks >> square & 1 == 0 { &chunk.attacked } else { &chunk.spared };
            left &= !opposed[usize::from(square)];
        }
        left
    }

    /// The positions of all words in a window that agree with an attack set, ascending.
    fn fits(
        &self,
        window: Range<usize>,
        attacks: Bitboard,
        reach: Bitboard,
    ) -> impl Iterator<Item = usize> {
        chunks(&window).flat_map(move |at| {
            let set = self.agreeing(at, &window, attacks, reach);
            bits(set).map(move |bit| 64 * at + usize::from(bit))
        })
    }

    /// The last position of a word in a window that agrees with an attack set.
    fn last(&self, window: Range<usize>, attacks: Bitboard, reach: Bitboard) -> Option<usize> {
        chunks(&window).rev().find_map(|at| {
            let set = self.agreeing(at, &window, attacks, reach);
            Some(64 * at + set.checked_ilog2()? as usize)
        })
    }
}

fn chunks(window: &Range<usize>) -> Range<usize> {
    if window.is_empty() { 0..0 } else { window.start / 64..window.end.div_ceil(64) }
}

/// Finds a cover, which depends on demands, passes and seed alone.
pub(super) fn cover(demands: &[Demand], passes: u32, seed: u64) -> WordCover {
    let mut search = CoverSearch::start(demands);
    let mut stream = Stream::new(seed, "dictionary", 0, 0);
    for _ in 0..passes {
        search.slide(&mut stream);
        search.swap(&mut stream);
        search.take_apart(&mut stream);
        search.drop_empty();
    }
    search.finish()
}

struct CoverSearch<'a> {
    demands: &'a [Demand],
    words: Vec<CoverWord>,
    /// The first position of each demand's window.
    base: Vec<usize>,
}

impl<'a> CoverSearch<'a> {
    /// The best start among several orders of squares, which differ in the stride over bit indices: on the chess board
    /// strides of 7 and 9 go along diagonals.
    fn start(demands: &'a [Demand]) -> Self {
        let indices = demands.iter().map(|demand| usize::from(demand.bit) + 1).max().unwrap_or(1);
        let mut best: Option<Self> = None;
        for stride in (1..=STRIDES.min(indices)).filter(|stride| coprime(*stride, indices)) {
            let mut turn = vec![0; indices];
            for (at, index) in (0..indices).enumerate() {
                turn[index * stride % indices] = at;
            }
            let mut order: Vec<usize> = (0..demands.len()).collect();
            order.sort_by_key(|square| turn[usize::from(demands[*square].bit)]);
            let most = best.as_ref().map_or(usize::MAX, |best| best.words.len());
            best = Self::in_order(demands, &order, most).or(best);
        }
        best.unwrap_or(Self { demands, words: Vec::new(), base: Vec::new() })
    }

    /// Serves one square after another, each in the last window that there is; `None` where that takes `most` words.
    fn in_order(demands: &'a [Demand], order: &[usize], most: usize) -> Option<Self> {
        let mut index = Index::default();
        let mut search = Self { demands, words: Vec::new(), base: vec![0; demands.len()] };
        for square in order {
            let mut base = search.words.len().saturating_sub(WINDOW);
            // Words that have to be appended push the window on, and then more may be needed. A window of new words
            // alone is always enough.
            let (places, end) = loop {
                let (places, end) = search.append(&index, &demands[*square], base);
                if end - base <= WINDOW {
                    break (places, end);
                }
                base = (end - WINDOW).min(search.words.len());
            };
            if end >= most {
                return None;
            }
            search.words.resize(end, CoverWord::default());
            search.base[*square] = base;
            for (set, place) in places.into_iter().enumerate() {
                search.put(&mut index, place, *square, set);
            }
        }
        Some(search)
    }

    /// A position from `base` on for each attack set, and the number of words, including the words to append.
    fn append(&self, index: &Index, demand: &Demand, base: usize) -> (Vec<usize>, usize) {
        let mut taken = vec![false; self.words.len()];
        let mut end = self.words.len();
        let places = demand.sets.iter().map(|set| {
            let mut fits = index.fits(base..self.words.len(), *set, demand.reach);
            if let Some(place) = fits.find(|place| !taken[*place]) {
                taken[place] = true;
                return place;
            }
            end += 1;
            end - 1
        });
        (places.collect(), end)
    }

    fn put(&mut self, index: &mut Index, place: usize, square: usize, set: usize) {
        let demand = &self.demands[square];
        index.put(place, demand.sets[set], demand.reach);
        let word = &mut self.words[place];
        word.value |= demand.sets[set];
        word.care |= demand.reach;
        word.sets.push(DemandedSet { square: square as u16, set: set as u16 });
    }

    /// Moves each window to a random place that still shows all words that the square uses.
    fn slide(&mut self, stream: &mut Stream) {
        let mut used = vec![(usize::MAX, 0); self.demands.len()];
        for (place, word) in self.words.iter().enumerate() {
            for set in &word.sets {
                let (first, last) = &mut used[usize::from(set.square)];
                *first = place.min(*first);
                *last = place.max(*last);
            }
        }
        let end = self.words.len().saturating_sub(WINDOW);
        for (base, (first, last)) in self.base.iter_mut().zip(used) {
            let lowest = (last + 1).saturating_sub(WINDOW);
            let highest = first.min(end).max(lowest);
            *base = lowest + stream.pick(highest - lowest + 1);
        }
    }

    /// Exchanges words whose squares all see both positions.
    fn swap(&mut self, stream: &mut Stream) {
        for _ in 0..self.words.len() {
            let one = stream.pick(self.words.len());
            let (start, end) = self.seen(one);
            let other = start + stream.pick(end - start);
            let (start, end) = self.seen(other);
            if (start..end).contains(&one) {
                self.words.swap(one, other);
            }
        }
    }

    /// The positions that all squares of a word see.
    fn seen(&self, place: usize) -> (usize, usize) {
        let bases = self.words[place].sets.iter().map(|set| self.base[usize::from(set.square)]);
        bases.fold((0, self.words.len()), |(start, end), base| {
            (start.max(base), end.min(base + WINDOW))
        })
    }

    /// Takes all words apart in a random kind of order, and lets each of their sets go to another word.
    fn take_apart(&mut self, stream: &mut Stream) {
        let mut order: Vec<usize> = (0..self.words.len()).collect();
        match stream.below(10) {
            0..4 => stream.shuffle(&mut order),
            4 => order.reverse(),
            5..9 => {
                let size = |word: &CoverWord| word.sets.len() * (8 + stream.pick(8));
                let sizes: Vec<usize> = self.words.iter().map(size).collect();
                order.sort_by_key(|place| std::cmp::Reverse(sizes[*place]));
            }
            _ => order.sort_by_key(|place| self.words[*place].sets.len()),
        }
        let choice = stream.below(3);
        let mut old = std::mem::take(&mut self.words);
        self.words.resize(old.len(), CoverWord::default());
        let mut index = Index::default();
        for place in order {
            for DemandedSet { square, set } in std::mem::take(&mut old[place].sets) {
                let (square, set) = (usize::from(square), usize::from(set));
                let Demand { reach, sets, .. } = &self.demands[square];
                let base = self.base[square];
                let window = base..(base + WINDOW).min(self.words.len());
                let found = match choice {
                    0 => index.fits(window, sets[set], *reach).next(),
                    1 => index.last(window, sets[set], *reach),
                    _ => index.fits(window, sets[set], *reach).max_by_key(|at| {
                        // Prefer words with squares that matter already, so that others stay free for different sets.
                        (self.words[*at].care & reach).count_ones()
                    }),
                };
                self.put(&mut index, found.unwrap_or(place), square, set);
            }
        }
    }

    fn drop_empty(&mut self) {
        let mut left = 0;
        let new_place: Vec<usize> = self
            .words
            .iter()
            .map(|word| {
                left += usize::from(!word.sets.is_empty());
                left - usize::from(!word.sets.is_empty())
            })
            .collect();
        for base in &mut self.base {
            *base = new_place.get(*base).copied().unwrap_or(left);
        }
        self.words.retain(|word| !word.sets.is_empty());
    }

    fn finish(self) -> WordCover {
        let mut squares: Vec<ServedSquare> = self
            .demands
            .iter()
            .zip(self.base)
            .map(|(demand, base)| ServedSquare { base, ids: vec![0; demand.sets.len()] })
            .collect();
        for (place, word) in self.words.iter().enumerate() {
            for DemandedSet { square, set } in &word.sets {
                let served = &mut squares[usize::from(*square)];
                served.ids[usize::from(*set)] = (place - served.base) as u16;
            }
        }
        WordCover { words: self.words.into_iter().map(|word| word.value).collect(), squares }
    }
}

fn coprime(mut a: usize, mut b: usize) -> bool {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

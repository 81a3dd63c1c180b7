//! Random words for the search of one square, decided by the seed, the method and the square alone.

use magicgen_board::Bitboard;

/// The start of the hashed input. Another text means other factors, so a change here needs a line in the CHANGELOG and
/// a new `lock-version`.
const TAG: &[u8] = b"magicgen search 1";

/// Words that are read at a time, after the first and smaller reading.
const WORDS: usize = 64;

/// One square's own random numbers: the extended output of BLAKE3 (O'Connor, Aumasson, Neves,
/// Wilcox-O'Hearn, 2020) over seed, method and square, as little-endian words.
pub struct Stream {
    reader: blake3::OutputReader,
    words: [u64; WORDS],
    next: usize,
    end: usize,
    /// The unused pieces of a word that [`Self::below`] uses in pieces of 15 bits.
    rest: u64,
}

impl Stream {
    /// The stream of the square `bit`, for this method; streams that differ in one of the four have other numbers.
    #[must_use]
    pub fn new(seed: u64, method: &str, bit: u8, mask: Bitboard) -> Self {
        let mut input = Vec::with_capacity(64);
        input.extend_from_slice(TAG);
        input.extend_from_slice(&seed.to_le_bytes());
        input.push(bit);
        input.extend_from_slice(&mask.to_le_bytes());
        input.extend_from_slice(method.as_bytes());
        let mut hasher = blake3::Hasher::new();
        hasher.update(&input);
        Self { reader: hasher.finalize_xof(), words: [0; WORDS], next: 0, end: 0, rest: 0 }
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        if self.next == self.end {
            self.fill();
        }
        self.next += 1;
        self.words[(self.next - 1) % WORDS]
    }

    /// A random number below `end`, which is at most 64. It is made of 15 random bits, so that the probabilities of
    /// different numbers differ by at most two in a thousand.
    #[inline]
    pub fn below(&mut self, end: u32) -> u32 {
        if self.rest == 0 {
            // Four pieces of 15 bits. The bit set above them marks the end, so that pieces of zeros aren't lost.
            self.rest = self.word() >> 4 | 1 << 60;
        }
        let piece = (self.rest & 0x7fff) as u32;
        self.rest >>= 15;
        if self.rest == 1 {
            self.rest = 0;
        }
        (piece * end) >> 15
    }

    /// A random number below any `end`, made of one whole word.
    pub fn pick(&mut self, end: usize) -> usize {
        ((u128::from(self.word()) * end as u128) >> u64::BITS) as usize
    }

    /// A random place among weights, at least one of them above 0. Each place is as likely as its weight.
    pub fn pick_by(&mut self, weights: &[u64]) -> usize {
        let mut left = self.pick(weights.iter().sum::<u64>() as usize) as u64;
        let mut at = 0;
        while left >= weights[at] {
            left -= weights[at];
            at += 1;
        }
        at
    }

    /// One whole word modulo `end`. The division is of all 64 bits, whatever the width of `usize`.
    pub fn modulo(&mut self, end: usize) -> usize {
        (self.word() % end as u64) as usize
    }

    /// Puts `items` in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for left in (1..items.len()).rev() {
            items.swap(left, self.pick(left + 1));
        }
    }

    /// Reads more words. Most squares need few, so the first reading is one block of 64 bytes.
    fn fill(&mut self) {
        let count = if self.end == 0 { WORDS / 8 } else { WORDS };
        let mut bytes = [0; WORDS * 8];
        let bytes = &mut bytes[..count * 8];
        self.reader.fill(bytes);
        for (word, bytes) in self.words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        }
        (self.next, self.end) = (0, count);
    }
}

//! Seed, method and square in; a stream of random words that nothing else decides out.

use crate::geometry::Bitboard;

/// Part of what is hashed: another text means other factors, so changing it is a line in the CHANGELOG and a new
/// `lock-version`.
const TAG: &[u8] = b"magicgen search 1";

/// Words read at a time, once a search isn't over quickly.
const WORDS: usize = 64;

/// One square's own random numbers: the extended output of BLAKE3 (O'Connor, Aumasson, Neves,
/// Wilcox-O'Hearn, 2020) over seed, method and square, as little-endian words.
pub(crate) struct Stream {
    reader: blake3::OutputReader,
    words: [u64; WORDS],
    next: usize,
    end: usize,
    /// What is left of a word that is used in small pieces.
    rest: u64,
}

impl Stream {
    pub(crate) fn new(seed: u64, method: &str, bit: u8, mask: Bitboard) -> Self {
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

    pub(crate) fn word(&mut self) -> u64 {
        if self.next == self.end {
            self.fill();
        }
        self.next += 1;
        self.words[(self.next - 1) % WORDS]
    }

    /// A number below `end`, which is at most 64: 15 bits make it uneven by two in a thousand at most.
    #[inline]
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        if self.rest == 0 {
            // Four pieces of 15 bits; the bit above them is set, so that zeros count.
            self.rest = self.word() >> 4 | 1 << 60;
        }
        let piece = (self.rest & 0x7fff) as u32;
        self.rest >>= 15;
        if self.rest == 1 {
            self.rest = 0;
        }
        (piece * end) >> 15
    }

    /// A number below any `end`, from a word of its own.
    pub(crate) fn pick(&mut self, end: usize) -> usize {
        ((u128::from(self.word()) * end as u128) >> u64::BITS) as usize
    }

    /// The rest of a word of its own after division by `end`: of all 64 bits, however wide a `usize` is.
    pub(crate) fn modulo(&mut self, end: usize) -> usize {
        (self.word() % end as u64) as usize
    }

    /// Puts `items` in any order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for left in (1..items.len()).rev() {
            items.swap(left, self.pick(left + 1));
        }
    }

    /// A block is 64 bytes; most squares need few, so reading begins small.
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

//! Makes mutants of kept inputs; each number gives the same mutant every time.

/// The words by which numbers and marks are replaced.
const WORDS: [&str; 22] = [
    "", "0", "-1", "1", "64", "255", "65536", "4294967295", "9223372036854775807",
    "18446744073709551615", "1e308", "0xffffffffffffffff", "\"", "[", "]", "{", "}", "\n", "\0",
    "=", "\u{202e}", "\\",
];

/// The next random number, by `SplitMix64`.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// An input with a few changes: bytes, words, and lines that are dropped, doubled or taken from another input.
pub(crate) fn mutant(kept: &[&[u8]], number: u64) -> Vec<u8> {
    let mut state = number;
    let mut below = |bound: usize| (next(&mut state) % bound.max(1) as u64) as usize;
    let mut input = kept[below(kept.len())].to_vec();
    for _ in 0..=below(4) {
        let at = below(input.len() + 1);
        match below(6) {
            0 if at < input.len() => input[at] ^= 1 << below(8),
            1 => {
                let (from, to) = run(&input, at, |byte| byte.is_ascii_alphanumeric());
                input.splice(from..to, WORDS[below(WORDS.len())].bytes());
            }
            2 => {
                let (from, to) = run(&input, at, |byte| byte != b'\n');
                input.drain(from..to);
            }
            3 => {
                let (from, to) = run(&input, at, |byte| byte != b'\n');
                let line: Vec<u8> = b"\n".iter().chain(&input[from..to]).copied().collect();
                input.splice(to..to, line);
            }
            4 => {
                let other = kept[below(kept.len())];
                let (from, to) = run(other, below(other.len() + 1), |byte| byte != b'\n');
                let (_, end) = run(&input, at, |byte| byte != b'\n');
                let line: Vec<u8> = b"\n".iter().chain(&other[from..to]).copied().collect();
                input.splice(end..end, line);
            }
            _ => input.truncate(at),
        }
    }
    input
}

/// The bytes about `at` that belong together.
fn run(input: &[u8], at: usize, belongs: impl Fn(u8) -> bool) -> (usize, usize) {
    let before = input[..at].iter().rposition(|byte| !belongs(*byte));
    let after = input[at..].iter().position(|byte| !belongs(*byte));
    (before.map_or(0, |before| before + 1), after.map_or(input.len(), |after| at + after))
}

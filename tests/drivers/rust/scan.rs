//! Compares bit scans of a generated module with the standard library's: all words of 8 and 16 bits, random longer
//! ones.

mod magics;

use std::process::ExitCode;

/// SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

fn check(width: u32, word: u64, forward: u32, reverse: u32) -> Result<(), String> {
    let right = (word.trailing_zeros(), 63 - word.leading_zeros());
    if (forward, reverse) == right {
        return Ok(());
    }
    Err(format!("{width} bits, {word:#x}: {forward} and {reverse} instead of {right:?}"))
}

fn check_32(word: u32) -> Result<(), String> {
    let (forward, reverse) = (magics::bit_scan_forward32(word), magics::bit_scan_reverse32(word));
    check(32, u64::from(word), forward, reverse)
}

fn check_64(word: u64) -> Result<(), String> {
    check(64, word, magics::bit_scan_forward64(word), magics::bit_scan_reverse64(word))
}

fn compare() -> Result<(), String> {
    for word in 1..=u8::MAX {
        let (forward, reverse) = (magics::bit_scan_forward8(word), magics::bit_scan_reverse8(word));
        check(8, u64::from(word), forward, reverse)?;
    }
    for word in 1..=u16::MAX {
        let (forward, reverse) =
            (magics::bit_scan_forward16(word), magics::bit_scan_reverse16(word));
        check(16, u64::from(word), forward, reverse)?;
    }
    let mut state = 1;
    for _ in 0..100_000 {
        let word = random(&mut state);
        // Words with bits at either end are tried as well.
        for by in [0, 7, 31, 33, 63] {
            for word in [word | 1, word & word.wrapping_neg(), word >> by | 1 << (63 - by), word << by | 1 << by]
            {
                check_64(word)?;
                let low = (word >> 32 ^ word) as u32;
                check_32(low | 1 << (by & 31))?;
            }
        }
    }
    for bit in 0..64 {
        check_64(1 << bit)?;
        check_64(u64::MAX << bit)?;
        check_32(1 << (bit & 31))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match compare() {
        Ok(()) => println!("magicgen-driver ok bitscan"),
        Err(message) => {
            println!("magicgen-driver failed: {message}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

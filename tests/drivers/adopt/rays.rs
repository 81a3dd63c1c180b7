//! Writes the tables of an engine by walking rays, and prints a digest of each of its functions on random boards.

pub const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub const SLANTED: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The squares up to the first blocker, or without the last square of each ray.
fn walk(ways: [(i32, i32); 4], square: usize, occupied: u64, is_mask: bool) -> u64 {
    let is_on_board = |file: i32, rank: i32| (0..8).contains(&file) && (0..8).contains(&rank);
    let mut found = 0;
    for (right, up) in ways {
        let (mut file, mut rank) = (square as i32 % 8 + right, square as i32 / 8 + up);
        while is_on_board(file, rank) {
            let bit = 1_u64 << (rank * 8 + file);
            (file, rank) = (file + right, rank + up);
            if !is_mask || is_on_board(file, rank) {
                found |= bit;
            }
            if occupied & bit != 0 {
                break;
            }
        }
    }
    found
}

/// Writes masks and a table, each to a file of its name.
pub fn write(ways: [(i32, i32); 4], shift: u32, factors: &[u64; 64], [mask_file, file]: [&str; 2]) {
    let mut masks = [0_u64; 64];
    let mut table = vec![0_u64; 64 << (64 - shift)];
    for square in 0..64 {
        let mask = walk(ways, square, 0, true);
        masks[square] = mask;
        let mut occupied = 0_u64;
        loop {
            let index = (occupied.wrapping_mul(factors[square]) >> shift) as usize;
            table[(square << (64 - shift)) + index] = walk(ways, square, occupied, false);
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
    }
    for (name, words) in [(mask_file, &masks[..]), (file, &table)] {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        std::fs::write(format!("src/{name}.bin"), bytes).unwrap();
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
fn random_word(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

pub fn digest(name: &str, function: impl Fn(usize, u64, u64) -> u64) {
    let (mut state, mut hash) = (1, 0xcbf2_9ce4_8422_2325_u64);
    for _ in 0..10_000 {
        let occupied = random_word(&mut state) & random_word(&mut state);
        let own = occupied & random_word(&mut state);
        for square in 0..64 {
            hash = (hash ^ function(square, occupied, own)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("digest {name} {hash:016x}");
}

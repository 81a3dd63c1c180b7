//! Compares every lookup of a generated module with rays walked over files and ranks. The tests compile it once, for all
//! programs that [`run`] what they have generated.
//!
//! Arguments: width, height, then the bit index of a1, b1, ..., a2, ... (`-` for a hole).

use std::process::ExitCode;

/// A lookup function: square and occupancy in, attack set out.
type Lookup = fn(usize, u64) -> u64;

/// A piece: its name, its lookup, its rays as files and ranks, and the most steps along a ray.
pub struct Piece {
    pub name: &'static str,
    pub lookup: Lookup,
    pub rays: &'static [(i32, i32)],
    pub range: i32,
}

/// What is compared: the pieces with factors, and those whose lookups are unions of others; the function that makes a
/// square of a file and a rank; and some squares, as file, rank and constant.
pub struct Compared {
    pub pieces: &'static [Piece],
    pub unions: &'static [Piece],
    pub square: fn(usize, usize) -> usize,
    pub corners: &'static [(i32, i32, usize)],
}

struct Board {
    width: i32,
    height: i32,
    bits: Vec<Option<u32>>,
}

impl Board {
    fn read(mut arguments: impl Iterator<Item = String>) -> Option<Self> {
        let width: i32 = arguments.next()?.parse().ok()?;
        let height: i32 = arguments.next()?.parse().ok()?;
        let bits: Vec<Option<u32>> = arguments.map(|text| text.parse().ok()).collect();
        (bits.len() == (width * height) as usize).then_some(Self { width, height, bits })
    }

    fn bit(&self, file: i32, rank: i32) -> Option<u32> {
        if file < 0 || rank < 0 || file >= self.width || rank >= self.height {
            return None;
        }
        self.bits[(rank * self.width + file) as usize]
    }

    /// The squares along each ray, on an empty board.
    fn paths(&self, piece: &Piece, file: i32, rank: i32) -> Vec<Vec<u32>> {
        let path = |(files, ranks): &(i32, i32)| {
            (1..=piece.range)
                .map_while(|step| self.bit(file + files * step, rank + ranks * step))
                .collect()
        };
        piece.rays.iter().map(path).collect()
    }
}

fn walk(paths: &[Vec<u32>], occupied: u64) -> u64 {
    let mut attacks = 0;
    for path in paths {
        for bit in path {
            attacks |= 1 << bit;
            if occupied & (1 << bit) != 0 {
                break;
            }
        }
    }
    attacks
}

/// SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The state of a run: the digest of all attack sets so far, and the random numbers.
struct Run {
    digest: u64,
    state: u64,
}

impl Run {
    /// Compares one piece on one square, and returns the number of subsets of its mask.
    fn square(
        &mut self,
        board: &Board,
        piece: &Piece,
        bit: u32,
        at: (i32, i32),
    ) -> Result<u64, String> {
        let square = bit as usize;
        let paths = board.paths(piece, at.0, at.1);
        let mask: u64 =
            paths.iter().flat_map(|path| path.iter().rev().skip(1)).map(|bit| 1_u64 << bit).sum();
        let check = |occupied: u64| {
            let (found, right) = ((piece.lookup)(square, occupied), walk(&paths, occupied));
            if found == right {
                return Ok(found);
            }
            let name = piece.name;
            Err(format!("{name} on {bit} under {occupied:#x}: {found:#x} instead of {right:#x}"))
        };
        let mut subset: u64 = 0;
        let mut count = 0;
        loop {
            for byte in check(subset)?.to_le_bytes() {
                self.digest = (self.digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
            check(subset | (random(&mut self.state) & !mask) | (1 << bit))?;
            check(subset | !mask)?;
            count += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        for _ in 0..256 {
            let word = random(&mut self.state);
            check(word)?;
            check(word & random(&mut self.state))?;
        }
        Ok(count)
    }
}

/// The number of moves on random positions, counted as in tests/data/moves.py.
fn moves(board: &Board, positions: usize, pieces: [&Piece; 3]) -> u32 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let squares: Vec<u32> = board.bits.iter().flatten().copied().collect();
    let mapped = |word: u64| -> u64 {
        squares.iter().enumerate().map(|(square, bit)| ((word >> square) & 1) << bit).sum()
    };
    let mut moves = 0;
    for position in 0..positions {
        let both = next() & next();
        let white = both & next();
        let (occupied, own) = (mapped(both), mapped(white));
        for (square, bit) in squares.iter().enumerate() {
            if (white >> square) & 1 != 0 {
                let lookup = pieces[(square + position) % 3].lookup;
                moves += (lookup(*bit as usize, occupied) & !own).count_ones();
            }
        }
    }
    moves
}

fn compare(board: &Board, compared: &Compared) -> Result<String, String> {
    let mut squares = Vec::new();
    for rank in 0..board.height {
        for file in 0..board.width {
            if let Some(bit) = board.bit(file, rank) {
                squares.push((bit, (file, rank)));
                let (file, rank) = (file as usize, rank as usize);
                if (compared.square)(file, rank) != bit as usize {
                    return Err(format!("square({file}, {rank}) is not {bit}"));
                }
            }
        }
    }
    squares.sort_unstable();
    for (file, rank, constant) in compared.corners {
        if board.bit(*file, *rank).map(|bit| bit as usize) != Some(*constant) {
            return Err(format!("the constant of file {file} and rank {rank} is {constant}"));
        }
    }
    let mut run = Run { digest: 0xcbf2_9ce4_8422_2325, state: 1 };
    let mut line = "magicgen-driver ok".to_owned();
    for piece in compared.pieces {
        let mut count = 0;
        for (bit, at) in &squares {
            count += run.square(board, piece, *bit, *at)?;
        }
        line.push_str(&format!(" {}={count}", piece.name));
    }
    line.push_str(&format!(" digest={:016x}", run.digest));
    if let ([rook, bishop], [queen]) = (compared.pieces, compared.unions) {
        line.push_str(&format!(" moves={}", moves(board, 10_000, [rook, bishop, queen])));
    }
    // Unions come last and aren't part of the digest.
    for piece in compared.unions {
        for (bit, at) in &squares {
            let paths = board.paths(piece, at.0, at.1);
            for _ in 0..4096 {
                let word = random(&mut run.state) & random(&mut run.state);
                let found = (piece.lookup)(*bit as usize, word);
                if found != walk(&paths, word) {
                    return Err(format!("{} on {bit} under {word:#x}: {found:#x}", piece.name));
                }
            }
        }
    }
    Ok(line)
}

/// Compares what a program has, on several threads, and prints one line.
pub fn run(compared: &Compared) -> ExitCode {
    let Some(board) = Board::read(std::env::args().skip(1)) else {
        println!("usage: driver WIDTH HEIGHT BIT...");
        return ExitCode::FAILURE;
    };
    // Several threads start at once: tables that are filled at the first lookup must be complete for each.
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| compare(&board, compared))).collect();
        threads.into_iter().map(|thread| thread.join()).collect()
    });
    let mut lines = Vec::new();
    for result in results {
        match result {
            Ok(Ok(line)) => lines.push(line),
            Ok(Err(message)) => {
                println!("magicgen-driver failed: {message}");
                return ExitCode::FAILURE;
            }
            Err(_) => return ExitCode::FAILURE,
        }
    }
    println!("{}", lines[0]);
    ExitCode::SUCCESS
}

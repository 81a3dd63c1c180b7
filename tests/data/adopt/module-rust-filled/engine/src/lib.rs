
pub static ORTH_MAGICS: [u64; 64] = [ 0x0100102080004100, 0x0200110020804200, 0x0200200812004080, 0x0200082004401200, 0x0100050002100800, 0x0200010810020004, 0x0200008402000108, 0x0200004080220104, 0x0000802040008000, 0x0000401000200040, 0x0000802000801000, 0x0001000820100100, 0x0002000a00200410, 0x0001000400090002, 0x0004000104081002, 0x0002000102008044, 0x0000410020800100, 0x0000220041020080, 0x0010002000240800, 0x0010008008008010, 0x0002020008042010, 0x0004008004020080, 0x0000040010020801, 0x0000020004008041, 0x0002004200208100, 0x0040002020100800, 0x0000401200220080, 0x0002002200081040, 0x0008010100081004, 0x0002008080020400, 0x0002000200040108, 0x0000008200040041, 0x0080008101002040, 0x0040081000202000, 0x0020010011004020, 0x00000a0022001040, 0x0002000412002008, 0x0004004100400200, 0x0000081004000102, 0x0000008402000041, 0x0000804000208000, 0x0040004081010020, 0x0000200010008080, 0x0002004010220008, 0x0002000804220010, 0x0002008004008002, 0x0000081001040002, 0x0000008400420001, 0x0001008040220200, 0x0001004200208200, 0x0000402200801200, 0x0002004008201200, 0x0000110008000500, 0x0004000200410040, 0x0000020801100400, 0x0000008401004200, 0x0080002100801041, 0x0002002080401102, 0x0020004008102101, 0x0002000840041022, 0x0002002008100402, 0x0001000204000801, 0x0000080082011004, 0x0000002080440102 ];
pub static DIAG_MAGICS: [u64; 64] = [ 0x0002021002020040, 0x0010040100420000, 0x0004040082000000, 0x0004040080000000, 0x0002021000000000, 0x0002080404000000, 0x0000420804400000, 0x0002020044040400, 0x0000080808080040, 0x0000200802008020, 0x0000100080810000, 0x0000040400800000, 0x0000020210000000, 0x0000020802080000, 0x0000004404044000, 0x0000002401041000, 0x0008002008100080, 0x0020000404008200, 0x0001000802002200, 0x0000800802004000, 0x0000800400a00000, 0x0000200200900800, 0x0000400101082000, 0x0000800200440200, 0x0002080040100400, 0x0010100004040080, 0x0001010010040020, 0x0004004004010002, 0x0000404004010040, 0x0002020000209000, 0x0008008000440400, 0x0000810000210800, 0x0010080800200200, 0x0002021000200100, 0x0001080800010040, 0x0000020080080080, 0x0040004100001100, 0x0020080080004040, 0x0008080100008080, 0x0002020020020080, 0x0008021010000400, 0x0000440404002000, 0x0000082090000800, 0x0000004208000080, 0x0000080104000040, 0x0001011000800100, 0x0008020404000040, 0x0010020041000040, 0x0002011008040000, 0x0002010082100000, 0x0000002108080000, 0x0000000084040000, 0x0000001002020000, 0x0000200401020000, 0x0010200801004000, 0x0010020801002000, 0x0000402804100400, 0x0000010082100200, 0x0000000042080400, 0x0000000000840400, 0x0000000010020200, 0x0000000404080200, 0x0000080810040040, 0x0020080200404200 ];
pub static ORTH_MASK: [u64; 64] = [0; 64];
pub static DIAG_MASK: [u64; 64] = [0; 64];
pub static ORTH: [[u64; 4096]; 64] = [[0; 4096]; 64];
pub static DIAG: [[u64; 512]; 64] = [[0; 512]; 64];
pub fn orth_attacks(sq: Square, occ: u64) -> u64 { ORTH[sq.index()][((occ & ORTH_MASK[sq.index()]).wrapping_mul(ORTH_MAGICS[sq.index()]) >> 52) as usize] }
pub fn diag_attacks(sq: Square, occ: u64) -> u64 { DIAG[sq.index()][((occ & DIAG_MASK[sq.index()]).wrapping_mul(DIAG_MAGICS[sq.index()]) >> 55) as usize] }


#[derive(Clone, Copy)]
pub struct Square(pub u8);

impl Square {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy)]
pub struct Bitboard(pub u64);

const STEPS: [[i32; 2]; 8] = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];

const fn knights() -> [Bitboard; 64] {
    let mut all = [Bitboard(0); 64];
    let mut square = 0;
    while square < 64 {
        let mut set = 0u64;
        let mut step = 0;
        while step < 8 {
            let rank = square as i32 / 8 + STEPS[step][0];
            let file = square as i32 % 8 + STEPS[step][1];
            if rank >= 0 && rank < 8 && file >= 0 && file < 8 {
                set |= 1 << (rank * 8 + file);
            }
            step += 1;
        }
        all[square] = Bitboard(set);
        square += 1;
    }
    all
}

pub static KNIGHTS: [Bitboard; 64] = knights();

pub fn king_attacks(square: Square) -> Bitboard {
    let mut set = 0u64;
    for rank in -1..=1 {
        for file in -1..=1 {
            let (to_rank, to_file) = (square.index() as i32 / 8 + rank, 0);
            let to_file = to_file + square.index() as i32 % 8 + file;
            if (rank != 0 || file != 0) && (0..8).contains(&to_rank) && (0..8).contains(&to_file) {
                set |= 1 << (to_rank * 8 + to_file);
            }
        }
    }
    Bitboard(set)
}

pub fn pawn_attacks(square: Square, is_black: bool) -> Bitboard {
    let pawn = 1u64 << square.index();
    let sides = ((pawn & 0x7f7f_7f7f_7f7f_7f7f) << 1) | ((pawn & 0xfefe_fefe_fefe_fefe) >> 1);
    Bitboard(if is_black { sides >> 8 } else { sides << 8 })
}

pub fn between(from: Square, to: Square) -> u64 {
    for direction in 0..9 {
        if direction == 4 {
            continue;
        }
        let mut rank = from.index() as i32 / 8 + direction / 3 - 1;
        let mut file = from.index() as i32 % 8 + direction % 3 - 1;
        let mut set = 0;
        while rank >= 0 && rank < 8 && file >= 0 && file < 8 {
            if rank * 8 + file == to.index() as i32 {
                return set;
            }
            set |= 1u64 << (rank * 8 + file);
            rank += direction / 3 - 1;
            file += direction % 3 - 1;
        }
    }
    0
}

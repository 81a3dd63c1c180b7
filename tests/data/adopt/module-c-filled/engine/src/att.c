#include <stdint.h>
typedef uint64_t U64;
enum { WHITE, BLACK };
enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };
extern U64 rookMask[64], bishopMask[64], rookTable[64][4096], bishopTable[64][512];
static const U64 rookMagic[64] = { 0x0100102080004100, 0x0200110020804200, 0x0200200812004080, 0x0200082004401200, 0x0100050002100800, 0x0200010810020004, 0x0200008402000108, 0x0200004080220104, 0x0000802040008000, 0x0000401000200040, 0x0000802000801000, 0x0001000820100100, 0x0002000a00200410, 0x0001000400090002, 0x0004000104081002, 0x0002000102008044, 0x0000410020800100, 0x0000220041020080, 0x0010002000240800, 0x0010008008008010, 0x0002020008042010, 0x0004008004020080, 0x0000040010020801, 0x0000020004008041, 0x0002004200208100, 0x0040002020100800, 0x0000401200220080, 0x0002002200081040, 0x0008010100081004, 0x0002008080020400, 0x0002000200040108, 0x0000008200040041, 0x0080008101002040, 0x0040081000202000, 0x0020010011004020, 0x00000a0022001040, 0x0002000412002008, 0x0004004100400200, 0x0000081004000102, 0x0000008402000041, 0x0000804000208000, 0x0040004081010020, 0x0000200010008080, 0x0002004010220008, 0x0002000804220010, 0x0002008004008002, 0x0000081001040002, 0x0000008400420001, 0x0001008040220200, 0x0001004200208200, 0x0000402200801200, 0x0002004008201200, 0x0000110008000500, 0x0004000200410040, 0x0000020801100400, 0x0000008401004200, 0x0080002100801041, 0x0002002080401102, 0x0020004008102101, 0x0002000840041022, 0x0002002008100402, 0x0001000204000801, 0x0000080082011004, 0x0000002080440102 };
static const U64 bishopMagic[64] = { 0x0002021002020040, 0x0010040100420000, 0x0004040082000000, 0x0004040080000000, 0x0002021000000000, 0x0002080404000000, 0x0000420804400000, 0x0002020044040400, 0x0000080808080040, 0x0000200802008020, 0x0000100080810000, 0x0000040400800000, 0x0000020210000000, 0x0000020802080000, 0x0000004404044000, 0x0000002401041000, 0x0008002008100080, 0x0020000404008200, 0x0001000802002200, 0x0000800802004000, 0x0000800400a00000, 0x0000200200900800, 0x0000400101082000, 0x0000800200440200, 0x0002080040100400, 0x0010100004040080, 0x0001010010040020, 0x0004004004010002, 0x0000404004010040, 0x0002020000209000, 0x0008008000440400, 0x0000810000210800, 0x0010080800200200, 0x0002021000200100, 0x0001080800010040, 0x0000020080080080, 0x0040004100001100, 0x0020080080004040, 0x0008080100008080, 0x0002020020020080, 0x0008021010000400, 0x0000440404002000, 0x0000082090000800, 0x0000004208000080, 0x0000080104000040, 0x0001011000800100, 0x0008020404000040, 0x0010020041000040, 0x0002011008040000, 0x0002010082100000, 0x0000002108080000, 0x0000000084040000, 0x0000001002020000, 0x0000200401020000, 0x0010200801004000, 0x0010020801002000, 0x0000402804100400, 0x0000010082100200, 0x0000000042080400, 0x0000000000840400, 0x0000000010020200, 0x0000000404080200, 0x0000080810040040, 0x0020080200404200 };

U64 knight_table[64];
U64 king_table[64];
U64 pawn_table[2][64];
U64 between_table[64][64];
U64 PseudoAttacks[6][64];
U64 line_table[64][64];
U64 ring_table[64];
static int is_ready;

static int is_on_board(int rank, int file)
{
    return rank >= 0 && rank < 8 && file >= 0 && file < 8;
}

/* Entry by entry, with a bit at a time. */
void init_leapers(void)
{
    static const int steps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    int square, step;
    for (square = 0; square < 64; square++) {
        int rank = square / 8, file = square % 8;
        for (step = 0; step < 8; step++) {
            int to_rank = rank + steps[step][0], to_file = file + steps[step][1];
            if (is_on_board(to_rank, to_file))
                knight_table[square] |= 1ULL << (to_rank * 8 + to_file);
        }
        for (int up = -1; up <= 1; up++) {
            for (int right = -1; right <= 1; right++) {
                if (up == 0 && right == 0)
                    continue;
                if (is_on_board(rank + up, file + right))
                    king_table[square] |= 1ULL << ((rank + up) * 8 + file + right);
            }
        }
    }
}

U64 mask_pawn(int side, int square)
{
    U64 pawn = 1ULL << square;
    U64 sides = ((pawn & 0x7f7f7f7f7f7f7f7fULL) << 1) | ((pawn & 0xfefefefefefefefeULL) >> 1);
    return side == WHITE ? sides << 8 : sides >> 8;
}

/* By a function that has no loops. */
void init_pawns(void)
{
    for (int square = 0; square < 64; square++) {
        pawn_table[WHITE][square] = mask_pawn(WHITE, square);
        pawn_table[BLACK][square] = mask_pawn(BLACK, square);
    }
}

/* By a walk from each square in each direction. */
void init_between(void)
{
    for (int from = 0; from < 64; from++) {
        for (int direction = 0; direction < 9; direction++) {
            int up = direction / 3 - 1, right = direction % 3 - 1;
            int rank = from / 8 + up, file = from % 8 + right;
            U64 passed = 0;
            if (direction == 4)
                continue;
            while (is_on_board(rank, file)) {
                between_table[from][rank * 8 + file] = passed;
                passed |= 1ULL << (rank * 8 + file);
                rank += up;
                file += right;
            }
        }
    }
}

/* Rows of one array by piece. */
void init_pieces(void)
{
    for (int s = 0; s < 64; s++) {
        PseudoAttacks[KNIGHT][s] = knight_table[s];
        PseudoAttacks[KING][s] = king_table[s];
    }
}

/* More than tables. */
void init_rings(void)
{
    for (int s = 0; s < 64; s++)
        ring_table[s] = king_table[s];
    is_ready = 1;
}

/* Changed by code that isn't run. */
void init_lines(int from, int to, U64 squares)
{
    line_table[from][to] = squares;
}

void init_attacks(void)
{
    init_leapers();
    init_pawns();
    init_between();
    init_pieces();
    init_rings();
}

U64 rook_attacks(int s, U64 occ);
U64 bishop_attacks(int s, U64 occ);
U64 rook_attacks(int s, U64 occ) { return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52]; }
U64 bishop_attacks(int s, U64 occ) { return bishopTable[s][((occ & bishopMask[s]) * bishopMagic[s]) >> 55]; }

U64 knight_attacks(int s)
{
    return knight_table[s];
}

U64 between(int a, int b)
{
    return between_table[a][b];
}

/* By loops. */
U64 king_walk(int s)
{
    U64 all = 0;
    for (int to = 0; to < 64; to++) {
        int up = to / 8 - s / 8, right = to % 8 - s % 8;
        if (to != s && up * up <= 1 && right * right <= 1)
            all |= 1ULL << to;
    }
    return all;
}

U64 pawn_attacks(int side, int s) { return pawn_table[side][s]; }
U64 knight_pseudo(int s) { return PseudoAttacks[KNIGHT][s]; }
U64 king_pseudo(int s) { return PseudoAttacks[KING][s]; }
int ready(void) { return is_ready; }
U64 ring(int s) { return is_ready ? ring_table[s] : 0; }
U64 line(int a, int b) { return line_table[a][b]; }

#include "att.h"

static U64 rookMask[64], bishopMask[64];
static U64 rookMagic[64], bishopMagic[64];
static int rookShift[64], bishopShift[64];
static U64 rookTable[64][4096];
static U64 bishopTable[64][512];

static int count(U64 set)
{
    int bits = 0;
    for (; set; set &= set - 1) {
        bits++;
    }
    return bits;
}

static void fill_square(int s, int is_bishop)
{
    U64 edges = ((0xffULL | 0xffULL << 56) & ~(0xffULL << (s & 56)))
              | ((0x0101010101010101ULL | 0x8080808080808080ULL) & ~(0x0101010101010101ULL << (s & 7)));
    U64 mask = (is_bishop ? bishop_rays(s, 0) : rook_rays(s, 0)) & ~edges;
    U64 occ = 0;
    int bits = count(mask);
    U64 magic = find_magic(s, mask, bits, is_bishop);
    if (is_bishop) {
        bishopMask[s] = mask;
        bishopMagic[s] = magic;
        bishopShift[s] = 64 - bits;
    } else {
        rookMask[s] = mask;
        rookMagic[s] = magic;
        rookShift[s] = 64 - bits;
    }
    do {
        if (is_bishop) {
            bishopTable[s][(occ * magic) >> (64 - bits)] = bishop_rays(s, occ);
        } else {
            rookTable[s][(occ * magic) >> (64 - bits)] = rook_rays(s, occ);
        }
        occ = (occ - mask) & mask;
    } while (occ);
}

void init_attacks(void)
{
    for (int s = 0; s < 64; s++) {
        fill_square(s, 0);
        fill_square(s, 1);
    }
}

U64 rook_attacks(int s, U64 occ)
{
    occ &= rookMask[s];
    occ *= rookMagic[s];
    occ >>= rookShift[s];
    return rookTable[s][occ];
}

U64 bishop_attacks(int s, U64 occ)
{
    return bishopTable[s][((occ & bishopMask[s]) * bishopMagic[s]) >> bishopShift[s]];
}

U64 queen_attacks(int s, U64 occ)
{
    return rook_attacks(s, occ) | bishop_attacks(s, occ);
}

int rook_mobility(int s, U64 occ, U64 own)
{
    return count(rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> rookShift[s]] & ~own);
}

/* The index alone is no attack set. */
unsigned rook_index(int s, U64 occ);
unsigned rook_index(int s, U64 occ)
{
    return (unsigned)(((occ & rookMask[s]) * rookMagic[s]) >> rookShift[s]);
}

#include "att.h"

#define BIT(sq) ((U64)1 << (sq))

static U64 ray(int s, U64 occ, int df, int dr)
{
    U64 found = 0;
    int f = s % 8 + df, r = s / 8 + dr;
    for (; f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) {
        U64 bit = BIT(r * 8 + f);
        found |= bit;
        if (occ & bit) {
            break;
        }
    }
    return found;
}

U64 rook_rays(int s, U64 occ)
{
    return ray(s, occ, 1, 0) | ray(s, occ, -1, 0) | ray(s, occ, 0, 1) | ray(s, occ, 0, -1);
}

U64 bishop_rays(int s, U64 occ)
{
    return ray(s, occ, 1, 1) | ray(s, occ, -1, 1) | ray(s, occ, 1, -1) | ray(s, occ, -1, -1);
}

static U64 seed = 0x9e3779b97f4a7c15ULL;

static U64 random_word(void)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return seed * 0x2545f4914f6cdd1dULL;
}

U64 find_magic(int s, U64 mask, int bits, int is_bishop)
{
    static U64 used[4096];
    static int tries[4096];
    static int now;
    for (;;) {
        U64 magic = random_word() & random_word() & random_word(), occ = 0;
        int is_right = 1;
        now++;
        do {
            U64 index = (occ * magic) >> (64 - bits);
            U64 attacks = is_bishop ? bishop_rays(s, occ) : rook_rays(s, occ);
            if (tries[index] == now && used[index] != attacks) {
                is_right = 0;
                break;
            }
            tries[index] = now;
            used[index] = attacks;
            occ = (occ - mask) & mask;
        } while (occ);
        if (is_right) {
            return magic;
        }
    }
}

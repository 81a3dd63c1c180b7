/* Compares lookups on a 6502 with rays that are walked. A set of squares is 8 bytes, one for each rank. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char square, occupied[8], attacks[8];
void rook_attacks(void);
void bishop_attacks(void);

static const signed char STEPS[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static unsigned char right[8];

static void walk(unsigned char ray)
{
    signed char file = square & 7, rank = square >> 3;
    for (;;) {
        file += STEPS[ray][0];
        rank += STEPS[ray][1];
        if (file < 0 || file > 7 || rank < 0 || rank > 7)
            return;
        right[rank] |= 1 << file;
        if (occupied[rank] & 1 << file)
            return;
    }
}

static unsigned char differs(unsigned char first)
{
    unsigned char ray;
    memset(right, 0, 8);
    for (ray = first; ray < first + 4; ++ray)
        walk(ray);
    return memcmp(right, attacks, 8) != 0;
}

int main(void)
{
    unsigned char turn, rank;
    for (square = 0; square < 64; ++square) {
        for (turn = 0; turn < 12; ++turn) {
            for (rank = 0; rank < 8; ++rank) {
                occupied[rank] = turn == 0 ? 0 : turn == 1 ? 255 : rand();
                if (turn % 2 == 0)
                    occupied[rank] &= rand();
            }
            rook_attacks();
            if (differs(0)) {
                printf("rook on %d\n", square);
                return 1;
            }
            bishop_attacks();
            if (differs(4)) {
                printf("bishop on %d\n", square);
                return 1;
            }
        }
    }
    return 0;
}

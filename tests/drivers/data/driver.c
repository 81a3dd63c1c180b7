/* Compares lookups that an assembler has made with rays that are walked. */

#include <stdint.h>
#include <stdio.h>

uint64_t rook_attacks(unsigned square, uint64_t occupied);
uint64_t bishop_attacks(unsigned square, uint64_t occupied);

static const int STEPS[2][4][2] = {
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
    {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
};

static uint64_t walk(int square, uint64_t occupied, int piece)
{
    uint64_t attacks = 0;
    for (int ray = 0; ray < 4; ray++) {
        int file = square % 8, rank = square / 8;
        for (;;) {
            file += STEPS[piece][ray][0];
            rank += STEPS[piece][ray][1];
            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            uint64_t bit = (uint64_t)1 << (rank * 8 + file);
            attacks |= bit;
            if (occupied & bit)
                break;
        }
    }
    return attacks;
}

static uint64_t state = 88172645463325252u;

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

int main(void)
{
    for (int square = 0; square < 64; square++) {
        for (int turn = 0; turn < 200; turn++) {
            uint64_t occupied = turn == 0 ? 0 : turn == 1 ? ~(uint64_t)0 : next();
            if (turn % 2 == 0)
                occupied &= next();
            if (rook_attacks(square, occupied) != walk(square, occupied, 0)
                || bishop_attacks(square, occupied) != walk(square, occupied, 1)) {
                printf("square %d, occupied 0x%016llx\n", square, (unsigned long long)occupied);
                return 1;
            }
        }
    }
    return 0;
}

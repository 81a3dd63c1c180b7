/*
 * Times generated lookups beside the fancy lookup by hand, as https://www.chessprogramming.org/Magic_Bitboards has it:
 * on the tables of the same header, or on those of reference.h with -DAPART, where the header's variant has others.
 * Prints lines `c <what> <ns generated> <ns reference> <ratio reference/generated>`.
 */
#define _POSIX_C_SOURCE 199309L

#define MAGICS_IMPLEMENTATION
#include "magics.h"

#ifdef APART
#include "reference.h"
#define TABLE(name) REFERENCE_##name
#else
#define TABLE(name) MAGICS_##name
#endif

#include <stdio.h>
#include <time.h>

enum { COUNT = 4096, REPEATS = 64, ROUNDS = 51 };

static uint64_t occupied[COUNT];
static unsigned squares[COUNT];

static uint64_t rook_by_hand(unsigned square, uint64_t occ)
{
    occ &= TABLE(ROOK_MASKS)[square];
    occ *= TABLE(ROOK_FACTORS)[square];
    occ >>= TABLE(ROOK_SHIFTS)[square];
    return TABLE(ATTACKS)[TABLE(ROOK_OFFSETS)[square] + occ];
}

static uint64_t bishop_by_hand(unsigned square, uint64_t occ)
{
    occ &= TABLE(BISHOP_MASKS)[square];
    occ *= TABLE(BISHOP_FACTORS)[square];
    occ >>= TABLE(BISHOP_SHIFTS)[square];
    return TABLE(ATTACKS)[TABLE(BISHOP_OFFSETS)[square] + occ];
}

static uint64_t queen_by_hand(unsigned square, uint64_t occ)
{
    return rook_by_hand(square, occ) | bishop_by_hand(square, occ);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* A loop of its own for each lookup, so that it is inlined as in an engine. */
#define TIMED(name, lookup) \
    static double name(uint64_t *sum) \
    { \
        double start = now(); \
        int repeat, at; \
        for (repeat = 0; repeat < REPEATS; repeat++) { \
            for (at = 0; at < COUNT; at++) { \
                *sum ^= lookup(squares[at], occupied[at]); \
            } \
            *sum = *sum << 1 | *sum >> 63; \
        } \
        return (now() - start) / ((double)COUNT * REPEATS); \
    }

TIMED(rook_generated, magics_rook_attacks)
TIMED(rook_reference, rook_by_hand)
TIMED(queen_generated, magics_queen_attacks)
TIMED(queen_reference, queen_by_hand)

static int compare(const char *what, double (*generated)(uint64_t *), double (*reference)(uint64_t *))
{
    double best[2] = {1e9, 1e9};
    int round;

    for (round = 0; round < ROUNDS; round++) {
        uint64_t sums[2] = {0, 0};
        int turn;

        for (turn = 0; turn < 2; turn++) {
            int which = (turn + round) % 2;
            double time = (which == 0 ? generated : reference)(&sums[which]);

            if (time < best[which]) {
                best[which] = time;
            }
        }
        if (sums[0] != sums[1]) {
            fprintf(stderr, "c %s: sums %016llx and %016llx\n", what, (unsigned long long)sums[0],
                (unsigned long long)sums[1]);
            return 1;
        }
    }
    printf("c %s%s %.3f %.3f %.2f\n", what, KIND, best[0], best[1], best[1] / best[0]);
    return 0;
}

int main(void)
{
    uint64_t state = 0x9e3779b97f4a7c15ULL;
    int at;

#ifdef INIT
    magics_init();
#endif
    for (at = 0; at < COUNT; at++) {
        uint64_t words[2];
        int turn;

        for (turn = 0; turn < 2; turn++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            words[turn] = state;
        }
        occupied[at] = words[0] & words[1];
        squares[at] = (unsigned)(words[1] >> 58);
    }
    return compare("rook", rook_generated, rook_reference) | compare("queen", queen_generated, queen_reference);
}

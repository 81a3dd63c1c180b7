/*
 * Compares every lookup of a generated header with rays walked over files and ranks.
 *
 * It is written in C89 for all standards: sets are pairs of halves here, whatever they are in the header. The
 * cell writes `pieces.h`, which includes the header and lists the pieces:
 *
 *     LOOKUP(rook)                                         -- defines lookup_rook
 *     static const struct piece pieces[] = { ... };        -- in the order of the digest
 *     UNION is a lookup that is the union of all pieces; optional
 *
 * With a union, moves on random positions are counted as tests/data/moves.py does.
 *
 * Arguments: width, height, then the bit of every square a1, b1, ..., `-` for a hole.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if UINT_MAX == 0xFFFFFFFFUL
typedef unsigned int half;
#else
typedef unsigned long half;
#endif

struct set {
    half lo, hi;
};

struct piece {
    const char *name;
    struct set (*lookup)(unsigned square, struct set occupied);
    int range;
    int count;
    int rays[8][2];
};

#ifdef PAIRS
#define LOOKUP(piece) \
    static struct set lookup_##piece(unsigned square, struct set occupied) \
    { \
        magics_u64 word; \
        struct set set; \
        word.lo = occupied.lo; \
        word.hi = occupied.hi; \
        word = magics_##piece##_attacks(square, word); \
        set.lo = word.lo; \
        set.hi = word.hi; \
        return set; \
    }
#else
#define LOOKUP(piece) \
    static struct set lookup_##piece(unsigned square, struct set occupied) \
    { \
        uint64_t word = magics_##piece##_attacks(square, (uint64_t)occupied.hi << 32 | occupied.lo); \
        struct set set; \
        set.lo = (half)(word & 0xffffffffUL); \
        set.hi = (half)(word >> 32); \
        return set; \
    }
#endif

#include "pieces.h"

static int width, height;
static int bit_of[64];
static int file_of[64], rank_of[64];

static int has(struct set set, int bit)
{
    return (int)((bit < 32 ? set.lo >> bit : set.hi >> (bit - 32)) & 1);
}

static struct set with(struct set set, int bit)
{
    if (bit < 32) {
        set.lo |= (half)1 << bit;
    } else {
        set.hi |= (half)1 << (bit - 32);
    }
    return set;
}

/* The bit one step on, or -1 beyond the board and in a hole. */
static int step(int *file, int *rank, const int *ray)
{
    *file += ray[0];
    *rank += ray[1];
    if (*file < 0 || *file >= width || *rank < 0 || *rank >= height) {
        return -1;
    }
    return bit_of[*rank * width + *file];
}

static struct set walk(const struct piece *piece, int square, struct set occupied)
{
    struct set set = {0, 0};
    int i, n;

    for (i = 0; i < piece->count; i++) {
        int file = file_of[square], rank = rank_of[square];

        for (n = 0; n < piece->range; n++) {
            int bit = step(&file, &rank, piece->rays[i]);

            if (bit < 0) {
                break;
            }
            set = with(set, bit);
            if (has(occupied, bit)) {
                break;
            }
        }
    }
    return set;
}

/* Every square of each ray but the last. */
static struct set mask_of(const struct piece *piece, int square)
{
    struct set set = {0, 0};
    int i, n;

    for (i = 0; i < piece->count; i++) {
        int file = file_of[square], rank = rank_of[square], before = -1;

        for (n = 0; n < piece->range; n++) {
            int bit = step(&file, &rank, piece->rays[i]);

            if (bit < 0) {
                break;
            }
            if (before >= 0) {
                set = with(set, before);
            }
            before = bit;
        }
    }
    return set;
}

/* FNV-1a of 64 bits in quarters of 16, the lowest first. */
static half digest[4] = {0x2325, 0x8422, 0x9ce4, 0xcbf2};

static void eat_byte(half byte)
{
    half sum[4];
    half carry = 0;
    int i;

    digest[0] ^= byte;
    /* The prime is 2^40 + 0x1b3. */
    for (i = 0; i < 4; i++) {
        sum[i] = digest[i] * 0x1b3U;
    }
    sum[2] += (digest[0] & 0xffU) << 8;
    sum[3] += (digest[1] & 0xffU) << 8 | digest[0] >> 8;
    for (i = 0; i < 4; i++) {
        sum[i] += carry;
        digest[i] = sum[i] & 0xffffU;
        carry = sum[i] >> 16;
    }
}

static void eat(struct set set)
{
    int i;

    for (i = 0; i < 32; i += 8) {
        eat_byte((set.lo >> i) & 0xffU);
    }
    for (i = 0; i < 32; i += 8) {
        eat_byte((set.hi >> i) & 0xffU);
    }
}

static half random_half(void)
{
    static half state = 0x9e3779b9U;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void wrong(const char *name, int square, struct set occupied, struct set found, struct set right)
{
    printf("magicgen-driver failed: %s on %d under %08lx%08lx: found %08lx%08lx, right %08lx%08lx\n", name, square,
        (unsigned long)occupied.hi, (unsigned long)occupied.lo, (unsigned long)found.hi,
        (unsigned long)found.lo, (unsigned long)right.hi, (unsigned long)right.lo);
    exit(1);
}

static void check(const struct piece *piece, int square, struct set occupied)
{
    struct set found = piece->lookup((unsigned)square, occupied);
    struct set right = walk(piece, square, occupied);

    if (found.lo != right.lo || found.hi != right.hi) {
        wrong(piece->name, square, occupied, found, right);
    }
#ifdef UNION
    {
        size_t i;

        right.lo = right.hi = 0;
        for (i = 0; i < sizeof pieces / sizeof *pieces; i++) {
            struct set one = walk(&pieces[i], square, occupied);

            right.lo |= one.lo;
            right.hi |= one.hi;
        }
        found = UNION((unsigned)square, occupied);
        if (found.lo != right.lo || found.hi != right.hi) {
            wrong("the union", square, occupied, found, right);
        }
    }
#endif
}

static unsigned long check_square(const struct piece *piece, int square)
{
    struct set mask = mask_of(piece, square);
    struct set occupied = {0, 0};
    unsigned long count = 0;
    int i;

    do {
        struct set junk;
        half borrow = occupied.lo < mask.lo ? 1 : 0;

        count++;
        check(piece, square, occupied);
        eat(piece->lookup((unsigned)square, occupied));
        junk.lo = occupied.lo | (random_half() & ~mask.lo);
        junk.hi = occupied.hi | (random_half() & ~mask.hi);
        /* The last square of a ray doesn't matter, nor does the slider's own. */
        check(piece, square, with(junk, square));
        occupied.lo = (occupied.lo - mask.lo) & mask.lo;
        occupied.hi = (occupied.hi - mask.hi - borrow) & mask.hi;
    } while (occupied.lo != 0 || occupied.hi != 0);
    for (i = 0; i < 64; i++) {
        occupied.lo = random_half();
        occupied.hi = random_half();
        check(piece, square, occupied);
    }
    return count;
}

static void check_names(void)
{
#ifdef SQUARES
    int file, rank;

    for (rank = 0; rank < height; rank++) {
        for (file = 0; file < width; file++) {
            int bit = bit_of[rank * width + file];

            if (bit >= 0 && magics_square((unsigned)file, (unsigned)rank) != (unsigned)bit) {
                printf("magicgen-driver failed: magics_square(%d, %d)\n", file, rank);
                exit(1);
            }
        }
    }
#endif
#ifdef CHESS
    if (MAGICS_A1 != bit_of[0] || MAGICS_H1 != bit_of[7] || MAGICS_A8 != bit_of[56]
        || MAGICS_H8 != bit_of[63]) {
        printf("magicgen-driver failed: constants of squares\n");
        exit(1);
    }
#endif
}

#ifdef SELF_TEST
static void check_self_test(void)
{
    unsigned square;
#ifdef PAIRS
    magics_u64 occupied;
#else
    uint64_t occupied;
#endif
    int which = magics_self_test(&square, &occupied);

    if (which != 0) {
#ifdef PAIRS
        printf("magics_self_test: lookup %d on %u under %08lx%08lx\n", which, square,
            (unsigned long)occupied.hi, (unsigned long)occupied.lo);
#else
        printf("magics_self_test: lookup %d on %u under %08lx%08lx\n", which, square,
            (unsigned long)(occupied >> 32), (unsigned long)(occupied & 0xffffffffUL));
#endif
        exit(1);
    }
}
#endif

#ifdef UNION
/* Marsaglia's xorshift of 64 bits with the shifts 13, 7, 17. */
static struct set random_set(void)
{
    static struct set state = {0x7f4a7c15U, 0x9e3779b9U};

    state.hi ^= state.hi << 13 | state.lo >> 19;
    state.lo ^= state.lo << 13;
    state.lo ^= state.lo >> 7 | state.hi << 25;
    state.hi ^= state.hi >> 7;
    state.hi ^= state.hi << 17 | state.lo >> 15;
    state.lo ^= state.lo << 17;
    return state;
}

static unsigned long moves(int positions)
{
    unsigned long count = 0;
    int position, at, to;

    for (position = 0; position < positions; position++) {
        struct set first = random_set(), both = random_set(), white = random_set();
        struct set occupied = {0, 0}, own = {0, 0};

        both.lo &= first.lo;
        both.hi &= first.hi;
        white.lo &= both.lo;
        white.hi &= both.hi;
        for (at = 0; at < 64; at++) {
            if (has(both, at)) {
                occupied = with(occupied, bit_of[at]);
            }
            if (has(white, at)) {
                own = with(own, bit_of[at]);
            }
        }
        for (at = 0; at < 64; at++) {
            unsigned square = (unsigned)bit_of[at];
            int kind = (at + position) % 3;

            if (has(white, at)) {
                struct set targets = kind == 2 ? UNION(square, occupied) : pieces[kind].lookup(square, occupied);

                for (to = 0; to < 64; to++) {
                    count += has(targets, to) && !has(own, to) ? 1 : 0;
                }
            }
        }
    }
    return count;
}
#endif

/* Another file of the program, which looks up too. */
struct set other_lookup(unsigned square, struct set occupied);

int main(int argc, char **argv)
{
    size_t i;
    int at, square;

    if (argc < 3) {
        return 2;
    }
    width = atoi(argv[1]);
    height = atoi(argv[2]);
    if (argc != 3 + width * height) {
        return 2;
    }
    for (square = 0; square < 64; square++) {
        file_of[square] = -1;
    }
    for (at = 0; at < width * height; at++) {
        bit_of[at] = -1;
        if (strcmp(argv[3 + at], "-") != 0) {
            square = atoi(argv[3 + at]);
            bit_of[at] = square;
            file_of[square] = at % width;
            rank_of[square] = at / width;
        }
    }
#ifdef INIT
    magics_init();
    magics_init();
#endif
#ifdef SELF_TEST
    check_self_test();
#endif
    check_names();
    {
        struct set occupied = {0x10204081U, 0x81422418U};
        unsigned first = (unsigned)bit_of[0 <= bit_of[0] ? 0 : 1];
        struct set here = pieces[0].lookup(first, occupied);
        struct set there = other_lookup(first, occupied);

        if (here.lo != there.lo || here.hi != there.hi) {
            printf("magicgen-driver failed: two files look up different sets\n");
            return 1;
        }
    }
    printf("magicgen-driver ok");
    for (i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        unsigned long count = 0;

        for (square = 0; square < 64; square++) {
            if (file_of[square] >= 0) {
                count += check_square(&pieces[i], square);
            }
        }
        printf(" %s=%lu", pieces[i].name, count);
    }
    printf(" digest=%04x%04x%04x%04x", (unsigned)digest[3], (unsigned)digest[2], (unsigned)digest[1],
        (unsigned)digest[0]);
#ifdef UNION
    printf(" moves=%lu", moves(10000));
#endif
    printf("\n");
    return 0;
}

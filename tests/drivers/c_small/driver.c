/*
 * Compares lookups of a generated header with rays walked over files and ranks, on processors with little memory.
 *
 * It has no arguments, no heap and no structure that is passed by value. The cell writes `cell.h`:
 *
 *     #include "magics.h"
 *     #define STEP 31                                -- every so manieth subset of each mask, and one at least
 *     #define SCANS                                  -- bit scans are there
 *     #define WORDS                                  -- bitboards are words
 *     #define POINTERS                               -- lookups take pairs by their address
 *     #define POSITIONS 10                           -- random positions whose moves are counted
 *     static const unsigned char bit_of[64] = {...}; -- the bits of a1, b1, ..., h8
 *
 * But for step, positions and bits, each is optional. A file beside this one writes to the simulator's console.
 */
#include <limits.h>

#include "cell.h"
#include "console.h"

#if UINT_MAX == 0xFFFFFFFFUL
typedef unsigned int half;
#else
typedef unsigned long half;
#endif

struct set {
    half lo, hi;
};

/* Among the first so many subsets of a mask is one that is compared. */
#if STEP < 32
#define PHASES STEP
#else
#define PHASES 32
#endif

typedef void lookup(unsigned square, const struct set *occupied, struct set *attacks);

#if defined(WORDS)
#define LOOKUP(piece) \
    static void look_up_##piece(unsigned square, const struct set *occupied, struct set *attacks) \
    { \
        uint64_t set = magics_##piece##_attacks(square, (uint64_t)occupied->hi << 32 | occupied->lo); \
        attacks->lo = (half)(set & 0xffffffffUL); \
        attacks->hi = (half)(set >> 32); \
    }
#define SCAN(which) \
    static unsigned scan_##which(const struct set *set) \
    { \
        return magics_bit_scan_##which##64((uint64_t)set->hi << 32 | set->lo); \
    }
#elif defined(POINTERS)
#define LOOKUP(piece) \
    static void look_up_##piece(unsigned square, const struct set *occupied, struct set *attacks) \
    { \
        magics_u64 word; \
        magics_u64 set; \
        word.lo = occupied->lo; \
        word.hi = occupied->hi; \
        magics_##piece##_attacks(square, &word, &set); \
        attacks->lo = set.lo; \
        attacks->hi = set.hi; \
    }
#define SCAN(which) \
    static unsigned scan_##which(const struct set *set) \
    { \
        magics_u64 word; \
        word.lo = set->lo; \
        word.hi = set->hi; \
        return magics_bit_scan_##which##64(&word); \
    }
#else
#define LOOKUP(piece) \
    static void look_up_##piece(unsigned square, const struct set *occupied, struct set *attacks) \
    { \
        magics_u64 word; \
        magics_u64 set; \
        word.lo = occupied->lo; \
        word.hi = occupied->hi; \
        set = magics_##piece##_attacks(square, word); \
        attacks->lo = set.lo; \
        attacks->hi = set.hi; \
    }
#define SCAN(which) \
    static unsigned scan_##which(const struct set *set) \
    { \
        magics_u64 word; \
        word.lo = set->lo; \
        word.hi = set->hi; \
        return magics_bit_scan_##which##64(word); \
    }
#endif

LOOKUP(rook)
LOOKUP(bishop)
LOOKUP(queen)
#ifdef SCANS
SCAN(forward)
SCAN(reverse)
#endif

static const signed char rook_rays[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const signed char bishop_rays[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

static half ones[32];
static unsigned char file_of[64], rank_of[64];

static int has(const struct set *set, unsigned bit)
{
    return bit < 32 ? (set->lo & ones[bit]) != 0 : (set->hi & ones[bit - 32]) != 0;
}

static void add(struct set *set, unsigned bit)
{
    if (bit < 32) {
        set->lo |= ones[bit];
    } else {
        set->hi |= ones[bit - 32];
    }
}

static void put_text(const char *text)
{
    while (*text != '\0') {
        put(*text++);
    }
}

static void put_number(unsigned long number)
{
    char digits[11];
    int at = 10;

    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number != 0);
    put_text(digits + at);
}

static void put_hex(half number, int digits)
{
    while (digits-- > 0) {
        put("0123456789abcdef"[(unsigned)(number >> (4 * digits)) & 15]);
    }
}

static void put_set(const char *what, const struct set *set)
{
    put_text(what);
    put_hex(set->hi, 8);
    put_hex(set->lo, 8);
}

static void compare(const char *name, unsigned square, const struct set *occupied,
    const struct set *found, const struct set *right)
{
    if (found->lo == right->lo && found->hi == right->hi) {
        return;
    }
    put_text("magicgen-driver failed: ");
    put_text(name);
    put_text(" on ");
    put_number(square);
    put_set(" under ", occupied);
    put_set(": found ", found);
    put_set(", right ", right);
    put('\n');
    stop(1);
}

static void walk(const signed char rays[4][2], unsigned square, const struct set *occupied,
    struct set *attacks)
{
    int i;

    attacks->lo = 0;
    attacks->hi = 0;
    for (i = 0; i < 4; i++) {
        int file = file_of[square] + rays[i][0];
        int rank = rank_of[square] + rays[i][1];

        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            unsigned bit = bit_of[rank * 8 + file];

            add(attacks, bit);
            if (has(occupied, bit)) {
                break;
            }
            file += rays[i][0];
            rank += rays[i][1];
        }
    }
}

/* Every square of each ray but the last. */
static void find_mask(const signed char rays[4][2], unsigned square, struct set *mask)
{
    int i;

    mask->lo = 0;
    mask->hi = 0;
    for (i = 0; i < 4; i++) {
        int file = file_of[square] + rays[i][0];
        int rank = rank_of[square] + rays[i][1];
        int next_file = file + rays[i][0];
        int next_rank = rank + rays[i][1];

        while (next_file >= 0 && next_file < 8 && next_rank >= 0 && next_rank < 8) {
            add(mask, bit_of[rank * 8 + file]);
            file = next_file;
            rank = next_rank;
            next_file += rays[i][0];
            next_rank += rays[i][1];
        }
    }
}

/* FNV-1a of 64 bits in quarters of 16, the lowest first; the prime is 2^40 + 0x1b3. */
static half digest[4] = {0x2325U, 0x8422U, 0x9ce4U, 0xcbf2U};

static void eat(half set)
{
    int i, at;

    for (at = 0; at < 4; at++) {
        half first, second, carry = 0;

        digest[0] ^= set & 0xffU;
        first = digest[0];
        second = digest[1];
        for (i = 0; i < 4; i++) {
            digest[i] = digest[i] * 0x1b3U + carry;
            if (i == 2) {
                digest[i] += (first & 0xffU) << 8;
            } else if (i == 3) {
                digest[i] += (second & 0xffU) << 8 | first >> 8;
            }
            carry = digest[i] >> 16;
            digest[i] &= 0xffffU;
        }
        set >>= 8;
    }
}

static half random_half(void)
{
    static half state = 0x9e3779b9UL;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* Every so manieth subset of each mask, from another one on each square; returns how many. */
static unsigned long check(const char *name, lookup *look_up, const signed char rays[4][2])
{
    unsigned long count = 0;
    unsigned square;

    for (square = 0; square < 64; square++) {
        struct set mask, occupied;
        unsigned at = square % PHASES;

        find_mask(rays, square, &mask);
        occupied.lo = 0;
        occupied.hi = 0;
        do {
            half borrow;

            if (at == 0) {
                struct set found, right, junk;

                count++;
                walk(rays, square, &occupied, &right);
                look_up(square, &occupied, &found);
                compare(name, square, &occupied, &found, &right);
                eat(found.lo);
                eat(found.hi);
                /* The last square of a ray doesn't matter, nor does the slider's own. */
                junk.lo = occupied.lo | (random_half() & ~mask.lo);
                junk.hi = occupied.hi | (random_half() & ~mask.hi);
                add(&junk, square);
                look_up(square, &junk, &found);
                compare(name, square, &junk, &found, &right);
                at = STEP;
            }
            at--;
            borrow = occupied.lo < mask.lo ? 1 : 0;
            occupied.lo = (occupied.lo - mask.lo) & mask.lo;
            occupied.hi = (occupied.hi - mask.hi - borrow) & mask.hi;
        } while (occupied.lo != 0 || occupied.hi != 0);
    }
    return count;
}

static struct set state = {0x7f4a7c15UL, 0x9e3779b9UL};

/* The next word of the generator with the shifts 13, 7, 17, combined with `set` by and. */
static void and_random(struct set *set)
{
    state.hi ^= state.hi << 13 | state.lo >> 19;
    state.lo ^= state.lo << 13;
    state.lo ^= state.lo >> 7 | state.hi << 25;
    state.hi ^= state.hi >> 7;
    state.hi ^= state.hi << 17 | state.lo >> 15;
    state.lo ^= state.lo << 17;
    set->lo &= state.lo;
    set->hi &= state.hi;
}

/* The moves on random positions, as tests/data/moves.py counts them. */
static unsigned long moves(void)
{
    unsigned long count = 0;
    unsigned position, at, other;

    for (position = 0; position < POSITIONS; position++) {
        struct set drawn, own_drawn, occupied, own;

        drawn.lo = drawn.hi = 0xffffffffUL;
        and_random(&drawn);
        and_random(&drawn);
        own_drawn.lo = drawn.lo;
        own_drawn.hi = drawn.hi;
        and_random(&own_drawn);
        occupied.lo = occupied.hi = own.lo = own.hi = 0;
        for (at = 0; at < 64; at++) {
            if (has(&drawn, at)) {
                add(&occupied, bit_of[at]);
            }
            if (has(&own_drawn, at)) {
                add(&own, bit_of[at]);
            }
        }
        for (at = 0; at < 64; at++) {
            struct set attacks;

            if (!has(&own_drawn, at)) {
                continue;
            }
            if ((at + position) % 3 == 0) {
                look_up_rook(bit_of[at], &occupied, &attacks);
            } else if ((at + position) % 3 == 1) {
                look_up_bishop(bit_of[at], &occupied, &attacks);
            } else {
                look_up_queen(bit_of[at], &occupied, &attacks);
            }
            attacks.lo &= ~own.lo;
            attacks.hi &= ~own.hi;
            for (other = 0; other < 64; other++) {
                count += (unsigned long)has(&attacks, other);
            }
        }
    }
    return count;
}

#ifdef SCANS
static void scanned(const char *which, unsigned width, unsigned found, unsigned right)
{
    if (found == right) {
        return;
    }
    put_text("magicgen-driver failed: bit scan ");
    put_text(which);
    put_number(width);
    put_text(" finds ");
    put_number(found);
    put_text(" for ");
    put_number(right);
    put('\n');
    stop(1);
}

/* Each bit with others above it, and with others below it. */
static void check_scans(void)
{
    unsigned bit;

    for (bit = 0; bit < 64; bit++) {
        struct set above, below;

        above.lo = above.hi = below.lo = below.hi = 0;
        if (bit < 32) {
            below.lo = random_half() & (ones[bit] - 1);
            above.lo = random_half() & ~(ones[bit] - 1);
            above.hi = random_half();
        } else {
            below.lo = random_half();
            below.hi = random_half() & (ones[bit - 32] - 1);
            above.hi = random_half() & ~(ones[bit - 32] - 1);
        }
        add(&above, bit);
        add(&below, bit);
        scanned("forward", 64, scan_forward(&above), bit);
        scanned("reverse", 64, scan_reverse(&below), bit);
        if (bit < 32) {
            scanned("forward", 32, magics_bit_scan_forward32(above.lo), bit);
            scanned("reverse", 32, magics_bit_scan_reverse32(below.lo), bit);
        }
        if (bit < 16) {
            scanned("forward", 16, magics_bit_scan_forward16(above.lo & 0xffffU), bit);
            scanned("reverse", 16, magics_bit_scan_reverse16(below.lo & 0xffffU), bit);
        }
        if (bit < 8) {
            scanned("forward", 8, magics_bit_scan_forward8(above.lo & 0xffU), bit);
            scanned("reverse", 8, magics_bit_scan_reverse8(below.lo & 0xffU), bit);
        }
    }
}
#endif

int main(void)
{
    unsigned at;
    half one = 1;

    start();
    magics_init();
    for (at = 0; at < 32; at++) {
        ones[at] = one;
        one <<= 1;
    }
    for (at = 0; at < 64; at++) {
        file_of[bit_of[at]] = (unsigned char)(at % 8);
        rank_of[bit_of[at]] = (unsigned char)(at / 8);
        if (magics_square(at % 8, at / 8) != bit_of[at]) {
            put_text("magicgen-driver failed: magics_square\n");
            stop(1);
        }
    }
    if (MAGICS_A1 != bit_of[0] || MAGICS_H1 != bit_of[7] || MAGICS_A8 != bit_of[56]
        || MAGICS_H8 != bit_of[63]) {
        put_text("magicgen-driver failed: constants of squares\n");
        stop(1);
    }
#ifdef SCANS
    check_scans();
#endif
    put_text("magicgen-driver ok rook=");
    put_number(check("rook", look_up_rook, rook_rays));
    put_text(" bishop=");
    put_number(check("bishop", look_up_bishop, bishop_rays));
    put_text(" digest=");
    for (at = 4; at > 0; at--) {
        put_hex(digest[at - 1], 4);
    }
    put_text(" moves=");
    put_number(moves());
    put('\n');
    stop(0);
    return 0;
}

/* Measures lookups on a board of more than 64 squares, in positions of random games. `magicgen bench --board` writes
   `contestants.h` beside this file, which defines the game and includes `loop.h` for each lookup. Columns:

   again  a chunk of 1024 lookups a second time, so that its entries are in the caches
   first  a chunk the first time, after chunks of all other lookups
   dirty  32 lookups of another game after 512 KiB of other memory were written

   Each line of the output has a name and nanoseconds: the medians of again, first and dirty of the first piece, then
   those of the second one. */

#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game.h"
#include "games.h"

typedef struct {
    uint64_t w[2];
} Set;

typedef struct {
    Set occupied;
    uint32_t square, file, rank;
} Look;

enum { LOOKS = 200000, CHUNK = 1024, FEW = 32, DIRT = 512 * 1024 };

static Look looks[2][LOOKS];
static size_t filled[2];

/* The bit of a square: rank by rank in xiangqi; in shogi file by file, without bit 63. */
static unsigned bit_of(int file, int rank) {
#ifdef XIANGQI
    return (unsigned)(rank * 9 + file);
#else
    const unsigned number = (unsigned)(file * 9 + rank);
    return number + (number > 62);
#endif
}

static int has(Set set, unsigned bit) {
    return (int)(set.w[bit / 64] >> bit % 64 & 1);
}

static void insert(Set *set, unsigned bit) {
    set->w[bit / 64] |= 1ULL << bit % 64;
}

/* The squares that a ray passes up to its end: behind `hurdles` occupied squares, up to the next one. */
static void walk_ray(Set *set, Set occupied, int f, int r, const int step[2], int hurdles) {
    for (f += step[0], r += step[1]; is_on(f, r); f += step[0], r += step[1]) {
        if (hurdles == 0) insert(set, bit_of(f, r));
        if (has(occupied, bit_of(f, r)) && hurdles-- == 0) return;
    }
}

/* What the first or the second piece of the game attacks. */
static Set walk(int piece, int file, int rank, Set occupied) {
    Set set = {{0, 0}};
    for (int way = 0; way < 4; way++) {
#ifdef XIANGQI
        walk_ray(&set, occupied, file, rank, STRAIGHT[way], piece);
#else
        walk_ray(&set, occupied, file, rank, piece == 0 ? STRAIGHT[way] : DIAGONAL[way], 0);
#endif
    }
    return set;
}

static void collect(void) {
    while (filled[0] < LOOKS || filled[1] < LOOKS) {
        Position p = start();
        for (int ply = 0; ply < 160 && play(&p); ply++) {
            Set occupied = {{0, 0}};
            for (int f = 0; f < FILES; f++)
                for (int r = 0; r < RANKS; r++)
                    if (p.at[f][r] != EMPTY) insert(&occupied, bit_of(f, r));
            for (int f = 0; f < FILES; f++)
                for (int r = 0; r < RANKS; r++) {
#ifdef XIANGQI
                    const int kind = p.at[f][r] & 15, piece = kind == ROOK ? 0 : kind == CANNON ? 1 : 2;
#else
                    const int kind = p.at[f][r] & 7, piece = kind == ROOK ? 0 : kind == BISHOP ? 1 : 2;
#endif
                    if (p.at[f][r] == EMPTY || piece == 2 || filled[piece] == LOOKS) continue;
                    looks[piece][filled[piece]++] = (Look){occupied, bit_of(f, r), (uint32_t)f, (uint32_t)r};
                }
        }
    }
}

typedef uint64_t (*Loop)(const Look *all, size_t count);
typedef size_t (*Check)(void);

typedef struct {
    const char *name;
    Loop loops[2];
    Check check;
} Contestant;

#include "peers.h"
#include "contestants.h"

enum { COUNT = sizeof contestants / sizeof *contestants, COLUMNS = 6 };

static double nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static volatile uint64_t sink;
static unsigned char *memory;

/* What reading the clock takes. */
static double of_clock = 0;

static double timed(const Contestant *one, int piece, const Look *all, size_t count) {
    const double before = nanoseconds();
    sink += one->loops[piece](all, count);
    return (nanoseconds() - before - of_clock) / (double)count;
}

static void measure_clock(void) {
    double least = 1e9;
    for (int time = 0; time < 1000; time++) {
        const double before = nanoseconds(), passed = nanoseconds() - before;
        if (passed < least) least = passed;
    }
    of_clock = least;
}

/* Writes to 512 KiB of 8 MiB, another part each time. */
static void write_memory(void) {
    static size_t from = 0;
    for (size_t at = 0; at < DIRT; at += 64) memory[(from + at) % (16 * DIRT)]++;
    from = (from + DIRT) % (16 * DIRT);
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 300;
    double *times = malloc(sizeof(double) * COUNT * COLUMNS * (size_t)rounds);
    memory = calloc(16, DIRT);
    if (rounds < 1 || times == NULL || memory == NULL) return 2;
    collect();
    prepare_peers(argc > 2 ? argv[2] : NULL);
    for (size_t at = 0; at < COUNT; at++) {
        const size_t wrong = contestants[at].check();
        if (wrong != 0) {
            fprintf(stderr, "%s looks up %zu wrong attack sets\n", contestants[at].name, wrong);
            return 3;
        }
    }
    measure_clock();
    for (int round = 0; round < rounds; round++) {
        const size_t start = (size_t)round * CHUNK % (LOOKS - CHUNK);
        for (size_t turn = 0; turn < COUNT; turn++) {
            /* Nobody always follows the same one. */
            const size_t place = (turn + (size_t)round * 3) % COUNT, at = round % 2 ? COUNT - 1 - place : place;
            const Contestant *one = &contestants[at];
            double *own = times + at * COLUMNS * (size_t)rounds + round;
            for (int piece = 0; piece < 2; piece++) {
                double *of_piece = own + 3 * piece * rounds;
                of_piece[rounds] = timed(one, piece, looks[piece] + start, CHUNK);
                of_piece[0] = timed(one, piece, looks[piece] + start, CHUNK);
                write_memory();
                /* The positions themselves are at hand. */
                Look few[FEW];
                memcpy(few, looks[piece] + (start + LOOKS / 2) % (LOOKS - FEW), sizeof few);
                of_piece[2 * rounds] = timed(one, piece, few, FEW);
            }
        }
    }
    for (size_t at = 0; at < COUNT; at++) {
        printf("%s", contestants[at].name);
        for (size_t column = 0; column < COLUMNS; column++) {
            double *all = times + (at * COLUMNS + column) * (size_t)rounds;
            qsort(all, (size_t)rounds, sizeof *all, compare);
            printf(" %.3f", all[rounds / 2]);
        }
        printf("\n");
    }
    return 0;
}

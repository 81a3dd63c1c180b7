/*
 * Times the same lookups with printed tables, with filled ones, and with filled ones on one huge page, all in one program, rounds by
 * turns. Prints lines `<variant> <piece>-<how> <ns, printed> <control> <filled> <control> <huge>`; the last four say how many times as
 * fast as printed. Controls are other copies of the same. A tenth of the rounds are faster than the one that counts.
 */
#define _GNU_SOURCE
#define PRINTED_IMPLEMENTATION
#define AGAIN_IMPLEMENTATION
#define FILLED_IMPLEMENTATION
#define REFILLED_IMPLEMENTATION
#define HUGE_IMPLEMENTATION
#include "again.h"
#include "filled.h"
#include "huge.h"
#include "printed.h"
#include "refilled.h"

#include <sys/mman.h>

enum { COUNT = 4096, REPEATS = 8, ROUNDS = 201, FORMS = 5 };
#include "../fields/compare.h"

static uint64_t occupied[COUNT];
static unsigned squares[COUNT];
static uint64_t state = 0x9e3779b97f4a7c15ULL;

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Lookups that don't depend on one another, and lookups of which each waits for the one before. A round without a clock goes before, so that
 * the fields and the table are in the caches as they are in all rounds of this form. The sum is a variable of its own: through a pointer it
 * could be a word of a filled table, as far as a compiler knows. */
#define TIMED(form, piece, how, lookup) \
    static double form##_##piece##_##how(uint64_t *sum) \
    { \
        double start = 0; \
        uint64_t found = *sum; \
        int repeat, at; \
        for (repeat = -1; repeat < REPEATS; repeat++) { \
            if (repeat == 0) { \
                start = now(CLOCK_THREAD_CPUTIME_ID); \
            } \
            for (at = 0; at < COUNT; at++) { \
                found lookup; \
            } \
            found = found << 1 | found >> 63; \
        } \
        *sum = found; \
        return (now(CLOCK_THREAD_CPUTIME_ID) - start) / ((double)COUNT * REPEATS); \
    }
#define BOTH(form, piece) \
    TIMED(form, piece, throughput, ^= form##_##piece##_attacks(squares[at], occupied[at])) \
    TIMED(form, piece, latency, = form##_##piece##_attacks(squares[at], occupied[at] ^ (found & 1)))

#define FORM(form) BOTH(form, rook) BOTH(form, bishop) BOTH(form, queen)
FORM(printed)
FORM(again)
FORM(filled)
FORM(refilled)
FORM(huge)

#define COMPARED(piece, how) \
    { \
        double (*const forms[FORMS])(uint64_t *) = {printed_##piece##_##how, again_##piece##_##how, filled_##piece##_##how, \
            refilled_##piece##_##how, huge_##piece##_##how}; \
        if (compare(#piece "-" #how, forms) != 0) { \
            return 1; \
        } \
    }
#define EACH(how) COMPARED(rook, how) COMPARED(bishop, how) COMPARED(queen, how)

int main(void)
{
    int at;

    for (at = 0; at < COUNT; at++) {
        occupied[at] = next();
        occupied[at] &= next();
        squares[at] = (unsigned)(next() >> 58);
    }
    if (madvise(HUGE_ATTACKS, sizeof HUGE_ATTACKS, MADV_HUGEPAGE) != 0) {
        perror("huge pages");
        return 1;
    }
    filled_init();
    refilled_init();
    huge_init();
    EACH(throughput)
    EACH(latency)
    return 0;
}

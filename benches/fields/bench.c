/*
 * Times the same lookups with fields in each form, all in one program, rounds by turns. Prints lines
 * `<variant> <piece>-<how> <ns, arrays> <control> <records> <pointers> <square-records> <square-pointers>`; the last five
 * say how many times as fast as arrays. A tenth of the rounds are faster than the one that counts. The control is arrays
 * once more, from other copies of the fields. All forms read one table.
 */
#define _POSIX_C_SOURCE 199309L

#define ARRAYS_IMPLEMENTATION
#define AGAIN_IMPLEMENTATION
#define RECORDS_IMPLEMENTATION
#define POINTERS_IMPLEMENTATION
#define SQUARE_RECORDS_IMPLEMENTATION
#define SQUARE_POINTERS_IMPLEMENTATION
#include "again.h"
#include "arrays.h"
#include "pointers.h"
#include "records.h"
#include "square_pointers.h"
#include "square_records.h"

/* Under cache pressure, 256 KiB of other data are written before each 16 positions. */
enum { COUNT = 4096, REPEATS = 16, ROUNDS = 101, FORMS = 6, FEW = 16, OTHER = 256 * 1024 / 64 };
#include "compare.h"

static uint64_t occupied[COUNT];
static unsigned squares[COUNT];
static volatile uint64_t other[OTHER * 8];

/* Lookups that don't depend on one another, lookups of which each waits for the one before, and lookups whose entries have left
 * the first cache. The first two are timed by the thread's own processor time, the last by a clock that takes little time itself. */
#define TIMED(form, piece) \
    static double form##_##piece##_throughput(uint64_t *sum) \
    { \
        double start = now(CLOCK_THREAD_CPUTIME_ID); \
        int repeat, at; \
        for (repeat = 0; repeat < REPEATS; repeat++) { \
            for (at = 0; at < COUNT; at++) { \
                *sum ^= form##_##piece##_attacks(squares[at], occupied[at]); \
            } \
            *sum = *sum << 1 | *sum >> 63; \
        } \
        return (now(CLOCK_THREAD_CPUTIME_ID) - start) / ((double)COUNT * REPEATS); \
    } \
    static double form##_##piece##_latency(uint64_t *sum) \
    { \
        double start = now(CLOCK_THREAD_CPUTIME_ID); \
        int repeat, at; \
        for (repeat = 0; repeat < REPEATS; repeat++) { \
            for (at = 0; at < COUNT; at++) { \
                *sum = form##_##piece##_attacks(squares[at], occupied[at] ^ (*sum & 1)); \
            } \
        } \
        return (now(CLOCK_THREAD_CPUTIME_ID) - start) / ((double)COUNT * REPEATS); \
    } \
    static double form##_##piece##_pressure(uint64_t *sum) \
    { \
        double spent = 0; \
        int at, line; \
        for (at = 0; at < COUNT; at += FEW) { \
            double start; \
            int one; \
            for (line = 0; line < OTHER; line++) { \
                other[8 * line]++; \
            } \
            start = now(CLOCK_MONOTONIC); \
            for (one = at; one < at + FEW; one++) { \
                *sum ^= form##_##piece##_attacks(squares[one], occupied[one]); \
            } \
            spent += now(CLOCK_MONOTONIC) - start; \
        } \
        return spent / COUNT; \
    }

#define FORM(form) TIMED(form, rook) TIMED(form, bishop) TIMED(form, queen)
FORM(arrays)
FORM(again)
FORM(records)
FORM(pointers)
FORM(square_records)
FORM(square_pointers)

#define COMPARED(piece, how) \
    { \
        double (*const forms[FORMS])(uint64_t *) = {arrays_##piece##_##how, again_##piece##_##how, \
            records_##piece##_##how, pointers_##piece##_##how, square_records_##piece##_##how, \
            square_pointers_##piece##_##how}; \
        if (compare(#piece "-" #how, forms) != 0) { \
            return 1; \
        } \
    }
#define EACH(how) COMPARED(rook, how) COMPARED(bishop, how) COMPARED(queen, how)

int main(void)
{
    uint64_t state = 0x9e3779b97f4a7c15ULL;
    int at;

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
        squares[at] = (unsigned)(state >> 58);
    }
    EACH(throughput)
    EACH(latency)
    EACH(pressure)
    return 0;
}

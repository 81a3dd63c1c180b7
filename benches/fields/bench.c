/*
 * Times the same lookups with fields as arrays, records and pointers, all in one program, rounds by turns, by the
 * thread's own processor time. Prints lines `<variant> <what> <ns, arrays> <arrays / records> <arrays / pointers>`,
 * from medians; the last column but these is a control, arrays once more from another copy of the table.
 */
#define _POSIX_C_SOURCE 199309L

#define ARRAYS_IMPLEMENTATION
#define AGAIN_IMPLEMENTATION
#define RECORDS_IMPLEMENTATION
#define POINTERS_IMPLEMENTATION
#include "again.h"
#include "arrays.h"
#include "pointers.h"
#include "records.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COUNT = 4096, REPEATS = 16, ROUNDS = 101, FORMS = 4 };

static uint64_t occupied[COUNT];
static unsigned squares[COUNT];

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Lookups that don't depend on one another, and lookups of which each waits for the one before. */
#define TIMED(form, piece) \
    static double form##_##piece##_throughput(uint64_t *sum) \
    { \
        double start = now(); \
        int repeat, at; \
        for (repeat = 0; repeat < REPEATS; repeat++) { \
            for (at = 0; at < COUNT; at++) { \
                *sum ^= form##_##piece##_attacks(squares[at], occupied[at]); \
            } \
            *sum = *sum << 1 | *sum >> 63; \
        } \
        return (now() - start) / ((double)COUNT * REPEATS); \
    } \
    static double form##_##piece##_latency(uint64_t *sum) \
    { \
        double start = now(); \
        int repeat, at; \
        for (repeat = 0; repeat < REPEATS; repeat++) { \
            for (at = 0; at < COUNT; at++) { \
                *sum = form##_##piece##_attacks(squares[at], occupied[at] ^ (*sum & 1)); \
            } \
        } \
        return (now() - start) / ((double)COUNT * REPEATS); \
    }

#define FORM(form) TIMED(form, rook) TIMED(form, bishop) TIMED(form, queen)
FORM(arrays)
FORM(again)
FORM(records)
FORM(pointers)

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

static int compare(const char *what, double (*const forms[FORMS])(uint64_t *))
{
    static double times[FORMS][ROUNDS];
    double medians[FORMS];
    int round, turn;

    for (round = 0; round < ROUNDS; round++) {
        uint64_t sums[FORMS] = {0};

        for (turn = 0; turn < FORMS; turn++) {
            int form = (turn * (round % 2 == 0 ? 1 : 3) + round) % FORMS;

            times[form][round] = forms[form](&sums[form]);
        }
        for (turn = 1; turn < FORMS; turn++) {
            if (sums[turn] != sums[0]) {
                fprintf(stderr, "%s: form %d finds other sets\n", what, turn);
                return 1;
            }
        }
    }
    for (turn = 0; turn < FORMS; turn++) {
        qsort(times[turn], ROUNDS, sizeof times[turn][0], by_value);
        medians[turn] = times[turn][ROUNDS / 2];
    }
    printf("%s %s %.3f %.3f %.3f %.3f\n", VARIANT, what, medians[0], medians[0] / medians[1],
        medians[0] / medians[2], medians[0] / medians[3]);
    return 0;
}

#define COMPARED(piece, how) \
    { \
        double (*const forms[FORMS])(uint64_t *) = {arrays_##piece##_##how, again_##piece##_##how, \
            records_##piece##_##how, pointers_##piece##_##how}; \
        if (compare(#piece "-" #how, forms) != 0) { \
            return 1; \
        } \
    }

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
    COMPARED(rook, throughput)
    COMPARED(bishop, throughput)
    COMPARED(queen, throughput)
    COMPARED(rook, latency)
    COMPARED(bishop, latency)
    COMPARED(queen, latency)
    return 0;
}

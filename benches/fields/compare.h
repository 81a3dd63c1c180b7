/*
 * Times forms of one lookup by turns and prints how many times as fast as the first each is. The file that includes this defines FORMS
 * and ROUNDS. A tenth of the rounds are faster than the one that counts.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

static int compare(const char *what, double (*const forms[FORMS])(uint64_t *))
{
    static double times[FORMS][ROUNDS];
    double found[FORMS];
    int round, turn;

    for (round = 0; round < ROUNDS; round++) {
        uint64_t sums[FORMS] = {0};

        for (turn = 0; turn < FORMS; turn++) {
            int form = (turn * (round % 2 == 0 ? 1 : FORMS - 1) + round) % FORMS;

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
        found[turn] = times[turn][ROUNDS / 10];
    }
    printf("%s %s %.3f", VARIANT, what, found[0]);
    for (turn = 1; turn < FORMS; turn++) {
        printf(" %.3f", found[0] / found[turn]);
    }
    puts("");
    return 0;
}

/*
 * Counts the move sequences of janggi with generated lookups, and compares the counts with published ones.
 *
 *   magicgen && cc -O2 -o perft perft.c && ./perft 4 < positions.txt
 */
#define JANGGI_IMPLEMENTATION
#include "janggi.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef janggi_set set;

enum kind { KING, ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, SOLDIER, KINDS };
enum side { SOUTH, NORTH };

struct position {
    set pieces[2][KINDS];
    set all[2];
    enum side side;
    /* How many of the last moves were passes, and in how many of the last positions the kings faced each other. */
    int passes, facings;
};

static set single(unsigned square)
{
    return square < 64 ? janggi_pack(UINT64_C(1) << square, 0) : janggi_pack(0, UINT64_C(1) << (square - 64));
}

static set both(set a, set b) { return janggi_pack(a.w[0] & b.w[0], a.w[1] & b.w[1]); }
static set either(set a, set b) { return janggi_pack(a.w[0] | b.w[0], a.w[1] | b.w[1]); }
static set without(set a, set b) { return janggi_pack(a.w[0] & ~b.w[0], a.w[1] & ~b.w[1]); }
static int meet(set a, set b) { return ((a.w[0] & b.w[0]) | (a.w[1] & b.w[1])) != 0; }
static int is_empty(set a) { return (a.w[0] | a.w[1]) == 0; }

/* The first square of a set that isn't empty. */
static unsigned first(set a)
{
    unsigned square = a.w[0] ? 0 : 64;
    uint64_t word = a.w[0] ? a.w[0] : a.w[1];

    for (; !(word & 1); word >>= 1) square++;
    return square;
}

/* Removes the first square. */
static unsigned take(set *a)
{
    const unsigned square = first(*a);

    *a = without(*a, single(square));
    return square;
}

static set occupied(const struct position *p) { return either(p->all[0], p->all[1]); }

/* A cannon jumps one piece and captures another, but neither may be a cannon. */
static set cannon(const struct position *p, unsigned from)
{
    const set cannons = either(p->pieces[0][CANNON], p->pieces[1][CANNON]);
    const set any = janggi_cannon_attacks(from, occupied(p));

    return both(any, janggi_cannon_attacks(from, without(occupied(p), cannons)));
}

/* The squares that a piece of the side to move may go to. */
static set targets(const struct position *p, enum kind kind, unsigned from)
{
    const set own = p->all[p->side], all = occupied(p);

    switch (kind) {
    case KING:
    case ADVISOR: return without(janggi_guard_attacks(from, all), own);
    case ELEPHANT: return without(janggi_elephant_attacks(from, all), own);
    case HORSE: return without(janggi_horse_attacks(from, all), own);
    case CHARIOT: return without(janggi_chariot_attacks(from, all), own);
    case CANNON: return without(without(cannon(p, from), own), p->pieces[!p->side][CANNON]);
    default:
        return without(p->side == SOUTH ? janggi_south_soldier_attacks(from, all)
                                        : janggi_north_soldier_attacks(from, all), own);
    }
}

/* Whether the king of a side is attacked. */
static int is_in_check(const struct position *p, enum side side)
{
    const set *by = p->pieces[!side];
    const set all = occupied(p);
    const unsigned king = first(p->pieces[side][KING]);

    return meet(janggi_chariot_attacks(king, all), by[CHARIOT]) || meet(cannon(p, king), by[CANNON])
        || meet(janggi_horse_to_attacks(king, all), by[HORSE])
        || meet(janggi_elephant_to_attacks(king, all), by[ELEPHANT])
        || meet(side == SOUTH ? janggi_north_soldier_to_attacks(king, all)
                              : janggi_south_soldier_to_attacks(king, all), by[SOLDIER]);
}

/* Whether the kings face each other on an open file: bikjang. */
static int are_facing(const struct position *p)
{
    const unsigned king = first(p->pieces[0][KING]), other = first(p->pieces[1][KING]);

    return king % 9 == other % 9 && meet(janggi_chariot_attacks(king, occupied(p)), p->pieces[1][KING]);
}

/* Moves a piece. False if the move isn't legal: it leaves the king attacked, or the kings facing each other. */
static int move(struct position *p, enum kind kind, unsigned from, unsigned to)
{
    const enum side side = p->side;
    const set target = single(to);

    if (meet(p->all[!side], target)) {
        for (int k = 0; k < KINDS; k++) p->pieces[!side][k] = without(p->pieces[!side][k], target);
        p->all[!side] = without(p->all[!side], target);
    }
    p->pieces[side][kind] = either(without(p->pieces[side][kind], single(from)), target);
    p->all[side] = either(without(p->all[side], single(from)), target);
    p->side = !side;
    p->passes = 0;
    if (!are_facing(p)) p->facings = 0;
    else if (p->facings++) return 0;
    return !is_in_check(p, side);
}

static unsigned long long perft(const struct position *p, int depth)
{
    unsigned long long count = 0;

    if (depth == 0) return 1;
    /* The game is over. */
    if (p->passes == 2 || p->facings == 2) return 0;
    /* A pass while the kings face each other ends the game, so that a check doesn't matter. */
    if (p->facings || !is_in_check(p, p->side)) {
        struct position next = *p;

        next.side = !p->side;
        next.passes++;
        next.facings = p->facings ? p->facings + 1 : 0;
        count += perft(&next, depth - 1);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        for (set pieces = p->pieces[p->side][kind]; !is_empty(pieces);) {
            const unsigned from = take(&pieces);

            for (set to = targets(p, kind, from); !is_empty(to);) {
                struct position next = *p;

                if (move(&next, kind, from, take(&to))) count += perft(&next, depth - 1);
            }
        }
    }
    return count;
}

/* Reads a position: ranks from the top, and the side to move. */
static struct position read_position(const char *text)
{
    struct position p;
    unsigned rank = 9, file = 0;

    memset(&p, 0, sizeof p);
    for (; *text != ' '; text++) {
        if (*text == '/') {
            rank--;
            file = 0;
        } else if (isdigit((unsigned char)*text)) {
            file += (unsigned)(*text - '0');
        } else {
            const enum side side = islower((unsigned char)*text) ? NORTH : SOUTH;
            const char *kinds = "kabnrcp";
            const enum kind kind = (enum kind)(strchr(kinds, tolower((unsigned char)*text)) - kinds);
            const set square = single(rank * 9 + file++);

            p.pieces[side][kind] = either(p.pieces[side][kind], square);
            p.all[side] = either(p.all[side], square);
        }
    }
    p.side = text[1] == 'b' ? NORTH : SOUTH;
    p.facings = are_facing(&p);
    return p;
}

int main(int argc, char **argv)
{
    const int most = argc > 1 ? atoi(argv[1]) : 4;
    char line[512];
    int wrong = 0;

    janggi_init();
    while (fgets(line, sizeof line, stdin)) {
        const struct position p = read_position(line);

        for (const char *at = strchr(line, ';'); at; at = strchr(at + 1, ';')) {
            int depth;
            unsigned long long right;

            if (sscanf(at, "; D%d %llu", &depth, &right) != 2 || depth > most) continue;
            const unsigned long long found = perft(&p, depth);

            printf("%.*s depth %d: %llu\n", (int)strcspn(line, ";"), line, depth, found);
            if (found != right) {
                printf("that should be %llu\n", right);
                wrong = 1;
            }
        }
    }
    return wrong;
}

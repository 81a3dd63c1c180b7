/*
 * Counts the move sequences of xiangqi with generated lookups, and compares the counts with published ones.
 *
 *   magicgen && cc -O2 -o perft perft.c && ./perft 4 < positions.txt
 */
#define XIANGQI_IMPLEMENTATION
#include "xiangqi.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef xiangqi_set set;

enum kind { KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN, KINDS };
enum side { RED, BLACK };

struct position {
    set pieces[2][KINDS];
    set all[2];
    enum side side;
};

static set single(unsigned square)
{
    return square < 64 ? xiangqi_pack(UINT64_C(1) << square, 0) : xiangqi_pack(0, UINT64_C(1) << (square - 64));
}

static set both(set a, set b) { return xiangqi_pack(a.w[0] & b.w[0], a.w[1] & b.w[1]); }
static set either(set a, set b) { return xiangqi_pack(a.w[0] | b.w[0], a.w[1] | b.w[1]); }
static set without(set a, set b) { return xiangqi_pack(a.w[0] & ~b.w[0], a.w[1] & ~b.w[1]); }
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

/* The squares that a piece of the side to move may go to. */
static set targets(const struct position *p, enum kind kind, unsigned from)
{
    const set own = p->all[p->side], other = p->all[!p->side], occupied = either(own, other);

    switch (kind) {
    case KING: return without(xiangqi_king_attacks(from, occupied), own);
    case ADVISOR: return without(xiangqi_advisor_attacks(from, occupied), own);
    case ELEPHANT: return without(xiangqi_elephant_attacks(from, occupied), own);
    case HORSE: return without(xiangqi_horse_attacks(from, occupied), own);
    case ROOK: return without(xiangqi_rook_attacks(from, occupied), own);
    case CANNON:
        return either(xiangqi_cannon_quiets(from, occupied), both(xiangqi_cannon_captures(from, occupied), other));
    default:
        return without(p->side == RED ? xiangqi_red_pawn_attacks(from, occupied)
                                      : xiangqi_black_pawn_attacks(from, occupied), own);
    }
}

/* Whether the king of a side is attacked. A king attacks the other one along an open file. */
static int is_in_check(const struct position *p, enum side side)
{
    const set *by = p->pieces[!side];
    const set occupied = either(p->all[0], p->all[1]);
    const unsigned king = first(p->pieces[side][KING]);
    const set rook = xiangqi_rook_attacks(king, occupied);

    if (meet(rook, by[ROOK]) || meet(xiangqi_cannon_captures(king, occupied), by[CANNON])
        || meet(xiangqi_horse_to_attacks(king, occupied), by[HORSE]))
        return 1;
    if (meet(rook, by[KING]) && king % 9 == first(by[KING]) % 9) return 1;
    return meet(side == RED ? xiangqi_black_pawn_to_attacks(king, occupied)
                            : xiangqi_red_pawn_to_attacks(king, occupied), by[PAWN]);
}

/* Moves a piece. False if the move isn't legal. */
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
    return !is_in_check(p, side);
}

static unsigned long long perft(const struct position *p, int depth)
{
    unsigned long long count = 0;

    for (int kind = 0; kind < KINDS; kind++) {
        for (set pieces = p->pieces[p->side][kind]; !is_empty(pieces);) {
            const unsigned from = take(&pieces);

            for (set to = targets(p, kind, from); !is_empty(to);) {
                struct position next = *p;

                if (move(&next, kind, from, take(&to))) count += depth == 1 ? 1 : perft(&next, depth - 1);
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
            const enum side side = islower((unsigned char)*text) ? BLACK : RED;
            const char *kinds = "kabnrcp";
            const enum kind kind = (enum kind)(strchr(kinds, tolower((unsigned char)*text)) - kinds);
            const set square = single(rank * 9 + file++);

            p.pieces[side][kind] = either(p.pieces[side][kind], square);
            p.all[side] = either(p.all[side], square);
        }
    }
    p.side = text[1] == 'b' ? BLACK : RED;
    return p;
}

int main(int argc, char **argv)
{
    const int most = argc > 1 ? atoi(argv[1]) : 4;
    char line[512];
    int wrong = 0;

    xiangqi_init();
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

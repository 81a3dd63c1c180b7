/*
 * Counts the move sequences of Capablanca chess with generated lookups, and compares the counts with published ones.
 *
 *   magicgen && cc -O2 -o perft perft.c && ./perft 4 < positions.txt
 */
#define CAPABLANCA_IMPLEMENTATION
#include "capablanca.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef capablanca_set set;

enum kind { PAWN, KNIGHT, BISHOP, ROOK, ARCHBISHOP, CHANCELLOR, QUEEN, KING, KINDS };
enum side { WHITE, BLACK };

struct position {
    set pieces[2][KINDS];
    set all[2];
    enum side side;
    set passed;  /* the square that a pawn passed by a double step */
    set unmoved; /* the kings and rooks that may still castle */
};

static set single(unsigned square)
{
    return square < 64 ? capablanca_pack(UINT64_C(1) << square, 0) : capablanca_pack(0, UINT64_C(1) << (square - 64));
}

static set either(set a, set b) { return capablanca_pack(a.w[0] | b.w[0], a.w[1] | b.w[1]); }
static set without(set a, set b) { return capablanca_pack(a.w[0] & ~b.w[0], a.w[1] & ~b.w[1]); }
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

static void put(struct position *p, enum side side, enum kind kind, unsigned square)
{
    p->pieces[side][kind] = either(p->pieces[side][kind], single(square));
    p->all[side] = either(p->all[side], single(square));
}

static void take_away(struct position *p, enum side side, unsigned square)
{
    for (int kind = 0; kind < KINDS; kind++) p->pieces[side][kind] = without(p->pieces[side][kind], single(square));
    p->all[side] = without(p->all[side], single(square));
}

/* The squares that a piece other than a pawn attacks. */
static set attacks(enum kind kind, unsigned square, set occupied)
{
    switch (kind) {
    case KNIGHT: return capablanca_knight_attacks(square, occupied);
    case BISHOP: return capablanca_bishop_attacks(square, occupied);
    case ROOK: return capablanca_rook_attacks(square, occupied);
    case ARCHBISHOP: return capablanca_archbishop_attacks(square, occupied);
    case CHANCELLOR: return capablanca_chancellor_attacks(square, occupied);
    case QUEEN: return capablanca_queen_attacks(square, occupied);
    default: return capablanca_king_attacks(square, occupied);
    }
}

/* The given squares that a pawn of a side captures on. */
static set captures(enum side side, unsigned square, set of)
{
    return side == WHITE ? capablanca_white_pawn_captures(square, of) : capablanca_black_pawn_captures(square, of);
}

/* Whether the other side attacks a square, where a king of the given side stands or would stand. */
static int is_attacked(const struct position *p, enum side side, unsigned square)
{
    const set *by = p->pieces[!side];
    const set occupied = either(p->all[0], p->all[1]);

    for (int kind = KNIGHT; kind < KINDS; kind++) {
        if (meet(attacks((enum kind)kind, square, occupied), by[kind])) return 1;
    }
    return !is_empty(captures(side, square, by[PAWN]));
}

/* The squares to which the king castles: three files to a side, out of no check and through none. */
static set castles(const struct position *p)
{
    const unsigned home = p->side == WHITE ? 5 : 75;
    const set occupied = either(p->all[0], p->all[1]);
    set found = capablanca_pack(0, 0);

    for (int is_right = 0; is_right < 2 && meet(p->unmoved, single(home)); is_right++) {
        const unsigned corner = is_right ? home + 4 : home - 5;
        const unsigned first_step = is_right ? home + 1 : home - 1, second_step = is_right ? home + 2 : home - 2;

        if (meet(p->unmoved, single(corner)) && meet(capablanca_rook_attacks(corner, occupied), single(home))
            && !is_attacked(p, p->side, home) && !is_attacked(p, p->side, first_step)
            && !is_attacked(p, p->side, second_step))
            found = either(found, single(is_right ? home + 3 : home - 3));
    }
    return found;
}

/* The squares that a piece of the side to move may go to. */
static set targets(const struct position *p, enum kind kind, unsigned from)
{
    const set own = p->all[p->side], other = p->all[!p->side], occupied = either(own, other);

    if (kind == KING) return either(without(attacks(KING, from, occupied), own), castles(p));
    if (kind != PAWN) return without(attacks(kind, from, occupied), own);
    return either(p->side == WHITE ? capablanca_white_pawn_quiets(from, occupied)
                                   : capablanca_black_pawn_quiets(from, occupied),
                  captures(p->side, from, either(other, p->passed)));
}

/* Makes a move. False if the move isn't legal. */
static int make(struct position *p, enum kind kind, unsigned from, unsigned to, enum kind becomes)
{
    const enum side side = p->side;

    take_away(p, !side, to);
    if (kind == PAWN && meet(p->passed, single(to))) take_away(p, !side, side == WHITE ? to - 10 : to + 10);
    take_away(p, side, from);
    put(p, side, becomes, to);
    if (kind == KING && (from + 3 == to || to + 3 == from)) {
        take_away(p, side, to < from ? from - 5 : from + 4);
        put(p, side, ROOK, to < from ? to + 1 : to - 1);
    }
    p->unmoved = without(p->unmoved, either(single(from), single(to)));
    p->passed = capablanca_pack(0, 0);
    if (kind == PAWN && (from + 20 == to || to + 20 == from)) p->passed = single((from + to) / 2);
    p->side = !side;
    return !is_attacked(p, side, first(p->pieces[side][KING]));
}

static unsigned long long perft(const struct position *p, int depth)
{
    unsigned long long count = 0;

    for (int kind = 0; kind < KINDS; kind++) {
        for (set pieces = p->pieces[p->side][kind]; !is_empty(pieces);) {
            const unsigned from = take(&pieces);

            for (set left = targets(p, kind, from); !is_empty(left);) {
                const unsigned to = take(&left);
                const int promotes = kind == PAWN && (to < 10 || to >= 70);

                for (int becomes = promotes ? KNIGHT : kind; becomes <= (promotes ? QUEEN : kind); becomes++) {
                    struct position next = *p;

                    if (make(&next, kind, from, to, becomes)) count += depth == 1 ? 1 : perft(&next, depth - 1);
                }
            }
        }
    }
    return count;
}

/* Reads a position: ranks from the top, the side to move, and where the sides may castle. */
static struct position read_position(const char *text)
{
    const char *kinds = "pnbracqk";
    struct position p;
    unsigned rank = 7, file = 0, free_files = 0;

    memset(&p, 0, sizeof p);
    for (; *text != ' '; text++) {
        if (isdigit((unsigned char)*text)) {
            free_files = free_files * 10 + (unsigned)(*text - '0');
            continue;
        }
        file += free_files;
        free_files = 0;
        if (*text == '/') {
            rank--;
            file = 0;
        } else {
            const enum kind kind = (enum kind)(strchr(kinds, tolower((unsigned char)*text)) - kinds);

            put(&p, islower((unsigned char)*text) ? BLACK : WHITE, kind, rank * 10 + file++);
        }
    }
    p.side = text[1] == 'b' ? BLACK : WHITE;
    for (text += 3; isalpha((unsigned char)*text); text++) {
        const unsigned home = islower((unsigned char)*text) ? 75 : 5;
        const unsigned corner = tolower((unsigned char)*text) == 'k' ? home + 4 : home - 5;

        p.unmoved = either(p.unmoved, either(single(home), single(corner)));
    }
    return p;
}

int main(int argc, char **argv)
{
    const int most = argc > 1 ? atoi(argv[1]) : 4;
    char line[512];
    int wrong = 0;

    capablanca_init();
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

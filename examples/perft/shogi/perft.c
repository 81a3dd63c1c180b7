/*
 * Counts the move sequences of shogi with generated lookups, and compares the counts with published ones.
 *
 *   magicgen && cc -O2 -o perft perft.c && ./perft 4 < positions.txt
 */
#define SHOGI_IMPLEMENTATION
#include "shogi.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef shogi_set set;

/* The kinds that can be in hand, the king, and the promoted ones in the same order. */
enum kind { PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING, PROMOTED, HORSE = PROMOTED + BISHOP, DRAGON, KINDS };
enum side { BLACK, WHITE };
enum { HAND = 99, MOST_MOVES = 600 };

struct position {
    set pieces[2][KINDS];
    set all[2];
    int hand[2][GOLD + 1];
    enum side side;
};

struct move {
    unsigned from, to; /* `HAND` is where drops come from. */
    enum kind kind, becomes;
};

static set single(unsigned square)
{
    return square < 64 ? shogi_pack(UINT64_C(1) << square, 0) : shogi_pack(0, UINT64_C(1) << (square - 64));
}

static set either(set a, set b) { return shogi_pack(a.w[0] | b.w[0], a.w[1] | b.w[1]); }
static set without(set a, set b) { return shogi_pack(a.w[0] & ~b.w[0], a.w[1] & ~b.w[1]); }
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

/* The number of a square file by file. Bit 63 is no square. */
static unsigned number(unsigned square) { return square - (square > 63); }
static unsigned bit(unsigned file, unsigned rank) { return file * 9 + rank + (file * 9 + rank > 62); }
static unsigned file_of(unsigned square) { return number(square) / 9; }

/* The number of ranks before a square, seen by a side: 0 for the last rank that its pieces reach. */
static unsigned rank_of(unsigned square, enum side side)
{
    return side == BLACK ? number(square) % 9 : 8 - number(square) % 9;
}

/* The squares that a piece attacks. */
static set attacks(enum kind kind, enum side side, unsigned square, set occupied)
{
    switch (kind) {
    case PAWN:
        return side == BLACK ? shogi_pawn_attacks(square, occupied) : shogi_white_pawn_attacks(square, occupied);
    case LANCE:
        return side == BLACK ? shogi_lance_up_attacks(square, occupied) : shogi_lance_down_attacks(square, occupied);
    case KNIGHT:
        return side == BLACK ? shogi_knight_attacks(square, occupied) : shogi_white_knight_attacks(square, occupied);
    case SILVER:
        return side == BLACK ? shogi_silver_attacks(square, occupied) : shogi_white_silver_attacks(square, occupied);
    case BISHOP: return shogi_bishop_attacks(square, occupied);
    case ROOK: return shogi_rook_attacks(square, occupied);
    case KING: return shogi_king_attacks(square, occupied);
    case HORSE: return shogi_horse_attacks(square, occupied);
    case DRAGON: return shogi_dragon_attacks(square, occupied);
    default:
        return side == BLACK ? shogi_gold_attacks(square, occupied) : shogi_white_gold_attacks(square, occupied);
    }
}

/* Whether the king of a side is attacked: a piece of that side would attack the attacker. */
static int is_in_check(const struct position *p, enum side side)
{
    const set king = p->pieces[side][KING];
    const set occupied = either(p->all[0], p->all[1]);

    for (int kind = 0; kind < KINDS && !is_empty(king); kind++) {
        const set pieces = p->pieces[!side][kind];

        if (!is_empty(pieces) && meet(attacks((enum kind)kind, side, first(king), occupied), pieces)) return 1;
    }
    return 0;
}

static void put(struct position *p, enum side side, enum kind kind, unsigned square)
{
    p->pieces[side][kind] = either(p->pieces[side][kind], single(square));
    p->all[side] = either(p->all[side], single(square));
}

static void take_away(struct position *p, enum side side, enum kind kind, unsigned square)
{
    p->pieces[side][kind] = without(p->pieces[side][kind], single(square));
    p->all[side] = without(p->all[side], single(square));
}

/* Makes a move. False if the own king is attacked then. */
static int make(struct position *p, struct move move)
{
    const enum side side = p->side;

    for (int kind = 0; kind < KINDS; kind++) {
        if (meet(p->pieces[!side][kind], single(move.to))) {
            take_away(p, !side, kind, move.to);
            if (kind != KING) p->hand[side][kind < KING ? kind : kind - PROMOTED]++;
        }
    }
    if (move.from == HAND)
        p->hand[side][move.kind]--;
    else
        take_away(p, side, move.kind, move.from);
    put(p, side, move.becomes, move.to);
    p->side = !side;
    return !is_in_check(p, side);
}

/* Whether an unpromoted piece could never move from a square. */
static int is_stuck(enum kind kind, enum side side, unsigned square)
{
    const unsigned rank = rank_of(square, side);

    return ((kind == PAWN || kind == LANCE) && rank == 0) || (kind == KNIGHT && rank < 2);
}

/* All moves but for the safety of the king and mate by a pawn's drop. */
static int generate(const struct position *p, struct move *moves)
{
    const enum side side = p->side;
    const set occupied = either(p->all[0], p->all[1]);
    int count = 0;

    for (int kind = 0; kind < KINDS; kind++) {
        for (set pieces = p->pieces[side][kind]; !is_empty(pieces);) {
            const unsigned from = take(&pieces);

            for (set to = without(attacks(kind, side, from, occupied), p->all[side]); !is_empty(to);) {
                const struct move move = { from, take(&to), kind, kind };

                if (kind <= ROOK && (rank_of(from, side) < 3 || rank_of(move.to, side) < 3)) {
                    moves[count] = move;
                    moves[count++].becomes = (enum kind)(kind + PROMOTED);
                }
                if (!is_stuck(kind, side, move.to)) moves[count++] = move;
            }
        }
    }
    for (int kind = 0; kind <= GOLD; kind++) {
        unsigned files_with_pawns = 0;

        if (p->hand[side][kind] == 0) continue;
        for (set pawns = p->pieces[side][PAWN]; kind == PAWN && !is_empty(pawns);)
            files_with_pawns |= 1u << file_of(take(&pawns));
        for (unsigned file = 0; file < 9; file++) {
            for (unsigned rank = 0; rank < 9 && !(files_with_pawns >> file & 1); rank++) {
                const struct move move = { HAND, bit(file, rank), kind, kind };

                if (!meet(occupied, single(move.to)) && !is_stuck(kind, side, move.to)) moves[count++] = move;
            }
        }
    }
    return count;
}

/* Whether a move is legal, and the position behind it. A pawn's drop mustn't mate. */
static int is_legal(const struct position *p, struct move move, struct position *next)
{
    struct move replies[MOST_MOVES];
    struct position escape;

    *next = *p;
    if (!make(next, move)) return 0;
    if (move.from != HAND || move.kind != PAWN || !is_in_check(next, next->side)) return 1;
    for (int i = generate(next, replies); i-- > 0;) {
        escape = *next;
        if (make(&escape, replies[i])) return 1;
    }
    return 0;
}

static unsigned long long perft(const struct position *p, int depth)
{
    struct move moves[MOST_MOVES];
    const int length = generate(p, moves);
    unsigned long long count = 0;

    for (int i = 0; i < length; i++) {
        struct position next;

        if (is_legal(p, moves[i], &next)) count += depth == 1 ? 1 : perft(&next, depth - 1);
    }
    return count;
}

/* Reads a position in SFEN: ranks from the top, files from the left, the side to move, pieces in hand. */
static struct position read_position(const char *text)
{
    const char *kinds = "plnsbrgk";
    struct position p;
    unsigned rank = 0, file = 8, is_promoted = 0;
    int number = 0;

    memset(&p, 0, sizeof p);
    for (; *text != ' '; text++) {
        if (*text == '/') {
            rank++;
            file = 8;
        } else if (isdigit((unsigned char)*text)) {
            file -= (unsigned)(*text - '0');
        } else if (*text == '+') {
            is_promoted = 1;
        } else {
            const int kind = (int)(strchr(kinds, tolower((unsigned char)*text)) - kinds);

            put(&p, islower((unsigned char)*text) ? WHITE : BLACK,
                (enum kind)(is_promoted ? kind + PROMOTED : kind), bit(file--, rank));
            is_promoted = 0;
        }
    }
    p.side = text[1] == 'w' ? WHITE : BLACK;
    for (text += 3; *text && *text != ';'; text++) {
        const char *kind = strchr(kinds, tolower((unsigned char)*text));

        if (isdigit((unsigned char)*text)) {
            number = number * 10 + *text - '0';
        } else if (kind) {
            p.hand[islower((unsigned char)*text) ? WHITE : BLACK][kind - kinds] = number ? number : 1;
            number = 0;
        }
    }
    return p;
}

int main(int argc, char **argv)
{
    const int most = argc > 1 ? atoi(argv[1]) : 4;
    char line[512];
    int wrong = 0;

    shogi_init();
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

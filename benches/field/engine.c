/* A small chess engine whose every slider's attack set comes from one lookup: the workloads of benches/field.
 *
 * engine.rs is the same program in Rust, move for move: both visit the same nodes in the same order. Its comments say what
 * the parts are for.
 *
 * It is compiled beside two generated headers: magics.h, the lookup that is measured, and board.h, whose attack sets of
 * knights, kings and pawns and squares between and in line are those of every lookup. */
#define MAGICS_IMPLEMENTATION
#include "magics.h"
#define BOARD_IMPLEMENTATION
#include "board.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* For functions whose code shall not depend on what stands beside their calls. */
#if defined(__GNUC__) || defined(__clang__)
#define NEVER_INLINED __attribute__((noinline))
#else
#define NEVER_INLINED
#endif

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NONE = 64, MATE = 30000 };
static const int VALUES[6] = {100, 320, 330, 500, 900, 0};

/* Origin in bits 0 to 5, target in 6 to 11, in 12 to 14 the piece that a pawn becomes, or 0. */
typedef uint16_t Move;

typedef struct {
    uint64_t pieces[6], sides[2], hash, castling;
    unsigned side, en_passant;
} Board;

typedef struct {
    Move list[256];
    int count, is_check;
} Moves;

static uint64_t KEYS[768];

static uint64_t key(uint64_t number)
{
    uint64_t z = (number + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

static inline unsigned first(uint64_t set)
{
#if defined(__GNUC__) || defined(__clang__)
    return (unsigned)__builtin_ctzll(set);
#else
    unsigned square = 0;
    while (!(set >> square & 1)) square++;
    return square;
#endif
}

static inline int population(uint64_t set)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_popcountll(set);
#else
    int count = 0;
    for (; set; set &= set - 1) count++;
    return count;
#endif
}

static inline unsigned pop(uint64_t *set)
{
    unsigned square = first(*set);
    *set &= *set - 1;
    return square;
}

static inline void push(Moves *moves, unsigned from, unsigned to, unsigned becomes)
{
    moves->list[moves->count++] = (Move)(from | to << 6 | becomes << 12);
}

static inline void push_all(Moves *moves, unsigned from, uint64_t targets)
{
    while (targets) push(moves, from, pop(&targets), 0);
}

static inline void flip(Board *board, unsigned side, unsigned piece, unsigned square)
{
    board->pieces[piece] ^= 1ULL << square;
    board->sides[side] ^= 1ULL << square;
    board->hash ^= KEYS[(side * 6 + piece) * 64 + square];
}

static inline unsigned piece_on(const Board *board, unsigned square)
{
    unsigned piece = 0;
    while (piece < 6 && !(board->pieces[piece] >> square & 1)) piece++;
    return piece;
}

static Board parse(const char *fen)
{
    Board board = {{0}, {0}, 0, 0, 0, NONE};
    unsigned file = 0, rank = 7;
    const char *at = fen;
    for (; *at && *at != ' '; at++) {
        if (*at == '/') {
            file = 0;
            rank--;
        } else if (*at >= '1' && *at <= '8') {
            file += (unsigned)(*at - '0');
        } else {
            const char *letter = strchr("pnbrqk", *at | 32);
            if (!letter) exit(2);
            flip(&board, *at >= 'a', (unsigned)(letter - "pnbrqk"), rank * 8 + file++);
        }
    }
    at++;
    board.side = *at == 'b';
    for (at += 2; *at && *at != ' '; at++) {
        if (*at == 'K') board.castling |= 1ULL << 7;
        if (*at == 'Q') board.castling |= 1ULL;
        if (*at == 'k') board.castling |= 1ULL << 63;
        if (*at == 'q') board.castling |= 1ULL << 56;
    }
    at++;
    if (*at >= 'a' && *at <= 'h') board.en_passant = (unsigned)(at[0] - 'a') + 8 * (unsigned)(at[1] - '1');
    return board;
}

static uint64_t signature(const Board *board)
{
    return board->hash ^ key(1000 + board->side) ^ key(2000 + board->en_passant)
        ^ board->castling * 0x9e3779b97f4a7c15ULL;
}

static int is_attacked(const Board *board, unsigned square, uint64_t occupied, unsigned by)
{
    uint64_t by_side = board->sides[by];
    return (board_pawn_attacks(1 - by, square) & board->pieces[PAWN] & by_side) != 0
        || (board_knight_attacks(square) & board->pieces[KNIGHT] & by_side) != 0
        || (board_king_attacks(square) & board->pieces[KING] & by_side) != 0
        || (magics_bishop_attacks(square, occupied) & (board->pieces[BISHOP] | board->pieces[QUEEN]) & by_side) != 0
        || (magics_rook_attacks(square, occupied) & (board->pieces[ROOK] | board->pieces[QUEEN]) & by_side) != 0;
}

static void en_passant(const Board *board, Moves *moves, unsigned from, unsigned king, uint64_t evasions,
                       uint64_t occupied)
{
    uint64_t their = board->sides[1 - board->side];
    unsigned to = board->en_passant, taken = to ^ 8;
    if (!((evasions >> to | evasions >> taken) & 1)) return;
    uint64_t after = occupied ^ 1ULL << from ^ 1ULL << to ^ 1ULL << taken;
    uint64_t diagonal = (board->pieces[BISHOP] | board->pieces[QUEEN]) & their;
    uint64_t straight = (board->pieces[ROOK] | board->pieces[QUEEN]) & their;
    if (!(magics_bishop_attacks(king, after) & diagonal) && !(magics_rook_attacks(king, after) & straight))
        push(moves, from, to, 0);
}

static void castle(const Board *board, Moves *moves, unsigned king, uint64_t occupied)
{
    uint64_t rooks = board->castling & board->sides[board->side];
    while (rooks) {
        unsigned rook = pop(&rooks);
        unsigned to = rook > king ? king + 2 : king - 2;
        if (!(board_between(king, rook) & occupied) && !is_attacked(board, (king + to) / 2, occupied, 1 - board->side)
            && !is_attacked(board, to, occupied, 1 - board->side))
            push(moves, king, to, 0);
    }
}

NEVER_INLINED static void generate(const Board *board, Moves *moves)
{
    unsigned us = board->side, them = 1 - us;
    uint64_t own = board->sides[us], their = board->sides[them], occupied = own | their;
    unsigned king = first(board->pieces[KING] & own);
    uint64_t diagonal = (board->pieces[BISHOP] | board->pieces[QUEEN]) & their;
    uint64_t straight = (board->pieces[ROOK] | board->pieces[QUEEN]) & their;
    uint64_t checkers = (board_pawn_attacks(us, king) & board->pieces[PAWN] & their)
        | (board_knight_attacks(king) & board->pieces[KNIGHT] & their)
        | (magics_bishop_attacks(king, occupied) & diagonal) | (magics_rook_attacks(king, occupied) & straight);
    moves->count = 0;
    moves->is_check = checkers != 0;

    uint64_t targets = board_king_attacks(king) & ~own;
    while (targets) {
        unsigned to = pop(&targets);
        if (!is_attacked(board, to, occupied ^ 1ULL << king, them)) push(moves, king, to, 0);
    }
    if (checkers & (checkers - 1)) return;
    uint64_t evasions = checkers ? board_between(king, first(checkers)) | checkers : ~0ULL;

    uint64_t pinned = 0;
    uint64_t snipers = (magics_bishop_attacks(king, their) & diagonal) | (magics_rook_attacks(king, their) & straight);
    while (snipers) {
        uint64_t blockers = board_between(king, pop(&snipers)) & own;
        if (!(blockers & (blockers - 1))) pinned |= blockers;
    }
#define FREE(from) (pinned >> (from) & 1 ? evasions & board_line(king, from) : evasions)

    uint64_t knights = board->pieces[KNIGHT] & own & ~pinned;
    while (knights) {
        unsigned from = pop(&knights);
        push_all(moves, from, board_knight_attacks(from) & ~own & evasions);
    }
    uint64_t bishops = (board->pieces[BISHOP] | board->pieces[QUEEN]) & own;
    while (bishops) {
        unsigned from = pop(&bishops);
        push_all(moves, from, magics_bishop_attacks(from, occupied) & ~own & FREE(from));
    }
    uint64_t rooks = (board->pieces[ROOK] | board->pieces[QUEEN]) & own;
    while (rooks) {
        unsigned from = pop(&rooks);
        push_all(moves, from, magics_rook_attacks(from, occupied) & ~own & FREE(from));
    }

    uint64_t pawns = board->pieces[PAWN] & own;
    while (pawns) {
        unsigned from = pop(&pawns);
        targets = board_pawn_pushes(us, from, occupied) | (board_pawn_attacks(us, from) & their);
        targets &= FREE(from);
        while (targets) {
            unsigned to = pop(&targets);
            if (to < 8 || to >= 56) {
                for (unsigned becomes = KNIGHT; becomes <= QUEEN; becomes++) push(moves, from, to, becomes);
            } else {
                push(moves, from, to, 0);
            }
        }
        if (board->en_passant != NONE && board_pawn_attacks(us, from) >> board->en_passant & 1)
            en_passant(board, moves, from, king, evasions, occupied);
    }
    if (!checkers) castle(board, moves, king, occupied);
}

static Board after(const Board *before, Move chosen)
{
    Board board = *before;
    unsigned from = chosen & 63, to = chosen >> 6 & 63, becomes = chosen >> 12, us = before->side;
    unsigned piece = piece_on(before, from);
    if (before->sides[1 - us] >> to & 1) flip(&board, 1 - us, piece_on(before, to), to);
    flip(&board, us, piece, from);
    flip(&board, us, becomes ? becomes : piece, to);
    board.en_passant = NONE;
    if (piece == PAWN) {
        if (to == before->en_passant) flip(&board, 1 - us, PAWN, to ^ 8);
        if ((from ^ to) == 16) board.en_passant = (from + to) / 2;
    } else if (piece == KING) {
        if (from + 2 == to) {
            flip(&board, us, ROOK, to + 1);
            flip(&board, us, ROOK, to - 1);
        } else if (to + 2 == from) {
            flip(&board, us, ROOK, to - 2);
            flip(&board, us, ROOK, to + 1);
        }
        board.castling &= us ? ~(0xffULL << 56) : ~0xffULL;
    }
    board.castling &= ~(1ULL << from | 1ULL << to);
    board.side = 1 - us;
    return board;
}

NEVER_INLINED static int evaluate(const Board *board)
{
    uint64_t occupied = board->sides[0] | board->sides[1];
    int scores[2] = {0, 0};
    for (unsigned side = 0; side < 2; side++) {
        uint64_t own = board->sides[side];
        int score = 0;
        for (unsigned piece = 0; piece < 6; piece++) score += VALUES[piece] * population(board->pieces[piece] & own);
        uint64_t bishops = board->pieces[BISHOP] & own;
        while (bishops) score += 4 * population(magics_bishop_attacks(pop(&bishops), occupied) & ~own);
        uint64_t rooks = board->pieces[ROOK] & own;
        while (rooks) score += 2 * population(magics_rook_attacks(pop(&rooks), occupied) & ~own);
        uint64_t queens = board->pieces[QUEEN] & own;
        while (queens) {
            unsigned from = pop(&queens);
            score += population((magics_rook_attacks(from, occupied) | magics_bishop_attacks(from, occupied)) & ~own);
        }
        scores[side] = score;
    }
    return board->side ? scores[1] - scores[0] : scores[0] - scores[1];
}

NEVER_INLINED static uint64_t paths(const Board *board, unsigned depth)
{
    Moves moves;
    generate(board, &moves);
    if (depth == 1) return (uint64_t)moves.count;
    uint64_t count = 0;
    for (int at = 0; at < moves.count; at++) {
        Board next = after(board, moves.list[at]);
        count += paths(&next, depth - 1);
    }
    return count;
}

/* What the search has found: bound is 0 for nothing, 1 for exact, 2 for at least, 3 for at most. */
typedef struct {
    uint64_t signature;
    Move best;
    int16_t score;
    int8_t depth;
    uint8_t bound;
} Entry;

enum { ENTRIES = 1 << 20 };
static Entry *table;
static uint64_t nodes;

static void choose(const Board *board, Moves *moves, int at, Move best)
{
    int highest = -1, place = at;
    for (int other = at; other < moves->count; other++) {
        Move chosen = moves->list[other];
        unsigned to = chosen >> 6 & 63;
        int priority;
        if (chosen == best) {
            priority = 1 << 20;
        } else if (board->sides[1 - board->side] >> to & 1) {
            priority = 1024 + 16 * (int)piece_on(board, to) - (int)piece_on(board, chosen & 63);
        } else {
            priority = chosen >> 12;
        }
        if (priority > highest) {
            highest = priority;
            place = other;
        }
    }
    Move chosen = moves->list[place];
    memmove(moves->list + at + 1, moves->list + at, (size_t)(place - at) * sizeof(Move));
    moves->list[at] = chosen;
}

NEVER_INLINED static int captures(const Board *board, int alpha, int beta)
{
    nodes++;
    int best = evaluate(board);
    if (best >= beta) return best;
    if (best > alpha) alpha = best;
    Moves moves;
    generate(board, &moves);
    uint64_t their = board->sides[1 - board->side];
    int count = 0;
    for (int at = 0; at < moves.count; at++) {
        Move chosen = moves.list[at];
        if (their >> (chosen >> 6 & 63) & 1 || chosen >> 12 == QUEEN) moves.list[count++] = chosen;
    }
    moves.count = count;
    for (int at = 0; at < count; at++) {
        choose(board, &moves, at, 0);
        Board next = after(board, moves.list[at]);
        int score = -captures(&next, -beta, -alpha);
        if (score > best) best = score;
        if (score > alpha) alpha = score;
        if (alpha >= beta) break;
    }
    return best;
}

NEVER_INLINED static int search(const Board *board, int depth, int alpha, int beta, int ply)
{
    if (depth == 0) return captures(board, alpha, beta);
    nodes++;
    uint64_t position = signature(board);
    Entry *entry = table + (position & (ENTRIES - 1));
    int is_known = entry->signature == position && entry->bound != 0;
    Move known = is_known ? entry->best : 0;
    if (is_known && ply > 0 && entry->depth >= depth) {
        int score = entry->score;
        if (entry->bound == 1 || (entry->bound == 2 && score >= beta) || (entry->bound == 3 && score <= alpha))
            return score;
    }
    Moves moves;
    generate(board, &moves);
    if (!moves.count) return moves.is_check ? ply - MATE : 0;
    int reached = alpha, best = -MATE - 1;
    Move best_move = 0;
    for (int at = 0; at < moves.count; at++) {
        choose(board, &moves, at, known);
        Board next = after(board, moves.list[at]);
        int score = -search(&next, depth - 1, -beta, -reached, ply + 1);
        if (score > best) {
            best = score;
            best_move = moves.list[at];
        }
        if (score > reached) reached = score;
        if (reached >= beta) break;
    }
    entry->signature = position;
    entry->best = best_move;
    entry->score = (int16_t)best;
    entry->depth = (int8_t)depth;
    entry->bound = best >= beta ? 2 : best > alpha ? 1 : 3;
    return best;
}

/* Marsaglia's xorshift96 with the seeds of the stream that is quoted most (Gigantua's Chess_Movegen, 2021). */
static uint32_t state[3];

static inline uint32_t random32(void)
{
    uint32_t last = state[0];
    last ^= last << 16;
    last ^= last >> 5;
    last ^= last << 1;
    state[0] = state[1];
    state[1] = state[2];
    state[2] ^= last ^ state[0];
    return state[2];
}

static inline uint64_t random64(void)
{
    uint64_t upper = random32();
    return upper << 32 | random32();
}

static uint64_t queen(unsigned square, uint64_t occupied)
{
    return magics_rook_attacks(square, occupied) | magics_bishop_attacks(square, occupied);
}

NEVER_INLINED static uint64_t stream(uint64_t boards, uint64_t *sum)
{
    state[0] = 123456789;
    state[1] = 362436069;
    state[2] = 521288629;
    uint64_t sink = 0;
    for (uint64_t board = 0; board < boards; board++) {
        uint64_t occupied = random64();
        occupied &= random64();
        for (int count = 0; count < 12; count++) sink ^= queen(random32() & 63, occupied);
    }
    *sum = sink;
    return boards * 12;
}

enum { MAX_BOARDS = 4096, FEW = 4, OTHER_WORDS = 32768 };
static struct {
    uint64_t occupied;
    int start, end;
} boards[MAX_BOARDS];
static uint8_t squares[MAX_BOARDS * 20];
static int board_count, square_count;

static FILE *open_in(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    return file;
}

static void read_games(const char *folder)
{
    FILE *file = open_in(folder, "games.txt");
    static char line[8192];
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        Board board = parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        for (char *text = strtok(line, " \r\n"); text && board_count < MAX_BOARDS; text = strtok(NULL, " \r\n")) {
            unsigned from = (unsigned)(text[0] - 'a') + 8 * (unsigned)(text[1] - '1');
            unsigned to = (unsigned)(text[2] - 'a') + 8 * (unsigned)(text[3] - '1');
            const char *letter = text[4] ? strchr("pnbrq", text[4]) : NULL;
            unsigned becomes = letter ? (unsigned)(letter - "pnbrq") : 0;
            board = after(&board, (Move)(from | to << 6 | becomes << 12));
            boards[board_count].occupied = board.sides[0] | board.sides[1];
            boards[board_count].start = square_count;
            uint64_t askers = boards[board_count].occupied & ~board.pieces[PAWN] & ~board.pieces[KNIGHT];
            while (askers) squares[square_count++] = (uint8_t)pop(&askers);
            boards[board_count++].end = square_count;
        }
    }
    fclose(file);
}

NEVER_INLINED static uint64_t play(uint64_t rounds, const uint64_t *hash, uint64_t *sum)
{
    uint64_t sink = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        for (int at = 0; at < board_count; at++) {
            uint64_t occupied = boards[at].occupied;
            if (hash) sink ^= hash[(occupied ^ round) * 0x9e3779b97f4a7c15ULL >> 39];
            for (int place = boards[at].start; place < boards[at].end; place++)
                sink = (sink << 1 | sink >> 63) ^ queen(squares[place], occupied);
        }
    }
    *sum = sink;
    return rounds * (uint64_t)square_count;
}

/* As play, but each lookup waits for the one before. */
NEVER_INLINED static uint64_t chain(uint64_t rounds, uint64_t *sum)
{
    volatile uint64_t unknown = 0;
    uint64_t zero = unknown, last = 0, sink = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        for (int at = 0; at < board_count; at++) {
            for (int place = boards[at].start; place < boards[at].end; place++) {
                last = queen(squares[place], boards[at].occupied ^ (last & zero));
                sink = (sink << 1 | sink >> 63) ^ last;
            }
        }
    }
    *sum = sink;
    return rounds * (uint64_t)square_count;
}

/* Nanoseconds. */
static int64_t now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* As play, but before each four positions 256 KiB of other memory are read. That time isn't counted, and of the lookups
 * of these positions the fastest round counts: the others have waited for other programs, too. */
NEVER_INLINED static uint64_t press(uint64_t rounds, const uint64_t *other, uint64_t *sum, double *seconds)
{
    static int64_t fastest[MAX_BOARDS / FEW + 1];
    uint64_t sink = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        for (int few = 0; few * FEW < board_count; few++) {
            int end = (few + 1) * FEW < board_count ? (few + 1) * FEW : board_count;
            for (int line = 0; line < OTHER_WORDS; line += 8) sink ^= other[line];
            int64_t start = now();
            for (int at = few * FEW; at < end; at++) {
                for (int place = boards[at].start; place < boards[at].end; place++)
                    sink = (sink << 1 | sink >> 63) ^ queen(squares[place], boards[at].occupied);
            }
            int64_t taken = now() - start;
            if (round == 0 || taken < fastest[few]) fastest[few] = taken;
        }
    }
    *seconds = 0;
    for (int few = 0; few * FEW < board_count; few++) *seconds += (double)fastest[few] * 1e-9 * (double)rounds;
    *sum = sink;
    return rounds * (uint64_t)square_count;
}

static struct {
    Board board;
    unsigned depth;
    uint64_t paths;
    int search;
} positions[64];
static int position_count;

static void read_positions(const char *folder)
{
    FILE *file = open_in(folder, "positions.txt");
    static char line[1024];
    while (fgets(line, sizeof line, file) && position_count < 64) {
        char *fields = strchr(line, ';');
        unsigned long long paths;
        if (line[0] == '#' || !fields) continue;
        positions[position_count].board = parse(line);
        if (sscanf(fields, ";%u;%llu;%d", &positions[position_count].depth, &paths, &positions[position_count].search) != 3)
            exit(2);
        positions[position_count++].paths = paths;
    }
    fclose(file);
}

static uint64_t perft(unsigned less)
{
    uint64_t count = 0;
    for (int at = 0; at < position_count; at++) {
        unsigned depth = positions[at].depth > less + 1 ? positions[at].depth - less : 1;
        uint64_t found = paths(&positions[at].board, depth);
        if (less == 0 && found != positions[at].paths) {
            fprintf(stderr, "%llu paths, not %llu\n", (unsigned long long)found, (unsigned long long)positions[at].paths);
            exit(1);
        }
        count += found;
    }
    return count;
}

static uint64_t search_all(int less, uint64_t *sum)
{
    nodes = 0;
    *sum = 0;
    for (int at = 0; at < position_count; at++) {
        int deepest = positions[at].search > less + 1 ? positions[at].search - less : 1;
        for (int depth = 1; depth <= deepest; depth++)
            *sum = *sum * 31 + (uint64_t)(int64_t)search(&positions[at].board, depth, -MATE, MATE, 0);
    }
    return nodes;
}

int main(int count, char **arguments)
{
    if (count < 2) return 2;
    for (uint64_t number = 0; number < 768; number++) KEYS[number] = key(number);
    magics_init();
    read_games(arguments[1]);
    read_positions(arguments[1]);
    char workload[16];
    unsigned long long amount;
    while (scanf("%15s %llu", workload, &amount) == 2) {
        uint64_t *other = NULL, done = 0, sum = 0;
        int is_hash = !strcmp(workload, "hash"), is_pressure = !strcmp(workload, "pressure");
        if (is_hash || is_pressure) {
            /* Filled, so that none of its pages is new while time is taken. */
            size_t words = is_hash ? (size_t)1 << 25 : OTHER_WORDS;
            other = malloc(words * sizeof *other);
            if (!other) return 2;
            for (size_t place = 0; place < words; place++) other[place] = 0x0123456789abcdefULL;
        }
        if (!strcmp(workload, "search")) {
            table = malloc(ENTRIES * sizeof *table);
            if (!table) return 2;
            for (size_t place = 0; place < ENTRIES; place++) table[place] = (Entry){0, 0, 0, -1, 0};
        }
        double seconds = 0;
        clock_t start = clock();
        if (!strcmp(workload, "stream")) done = stream(amount, &sum);
        if (!strcmp(workload, "games") || is_hash) done = play(amount, other, &sum);
        if (!strcmp(workload, "latency")) done = chain(amount, &sum);
        if (is_pressure) done = press(amount, other, &sum, &seconds);
        if (!strcmp(workload, "perft")) done = sum = perft((unsigned)amount);
        if (!strcmp(workload, "search")) done = search_all((int)amount, &sum);
        if (!is_pressure) seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        printf("%llu %016llx %.6f\n", (unsigned long long)done, (unsigned long long)sum, seconds);
        fflush(stdout);
        free(other);
        free(table);
        table = NULL;
    }
    return 0;
}

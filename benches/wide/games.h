/* Random games of xiangqi and shogi, for positions in which lookups are measured. Moves are made on an array of
   squares, by rules of their own: no lookup is used. */

enum { EMPTY = -1, MOST_SQUARES = 90, MOST_MOVES = 1200 };

#ifdef XIANGQI
enum { FILES = 9, RANKS = 10 };
#else
enum { FILES = 9, RANKS = 9 };
#endif

/* A piece is its kind, and 16 more for the second side. */
enum { KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN };
enum { GOLD = 1, SILVER, KNIGHT, BISHOP = 5, LANCE = 7, PROMOTED = 8 };

typedef struct {
    int at[FILES][RANKS];
    int hand[2][16];
    int side;
} Position;

/* From a square to another one; `drop` is a kind, or EMPTY. */
typedef struct {
    int from[2], to[2], drop, promotes;
} Move;

static uint64_t random_state = 88172645463325252ULL;

static uint64_t random_word(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

static int is_on(int file, int rank) {
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

static int side_of(int piece) {
    return piece >> 4;
}

/* Adds a move if its square is there and has no own piece. True if the piece may go on. */
static int add(const Position *p, Move *moves, int *count, int f, int r, int tf, int tr) {
    if (!is_on(tf, tr)) return 0;
    const int there = p->at[tf][tr];
    if (there != EMPTY && side_of(there) == p->side) return 0;
    moves[(*count)++] = (Move){{f, r}, {tf, tr}, EMPTY, 0};
    return there == EMPTY;
}

static void slide(const Position *p, Move *moves, int *count, int f, int r, int df, int dr) {
    for (int steps = 1; add(p, moves, count, f, r, f + steps * df, r + steps * dr); steps++) {}
}

static const int STRAIGHT[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
static const int DIAGONAL[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

#ifdef XIANGQI

static int is_palace(int f, int r) {
    return f >= 3 && f <= 5 && (r <= 2 || r >= 7);
}

static void moves_of(const Position *p, Move *m, int *n, int f, int r) {
    const int forward = p->side == 0 ? 1 : -1, own_half = r > 4;
    for (int way = 0; way < 4; way++) {
        const int df = STRAIGHT[way][0], dr = STRAIGHT[way][1];
        const int xf = DIAGONAL[way][0], xr = DIAGONAL[way][1];
        switch (p->at[f][r] & 15) {
        case KING:
            if (is_palace(f + df, r + dr)) add(p, m, n, f, r, f + df, r + dr);
            /* Kings that face each other along a file. */
            for (int rank = r + dr; df == 0 && is_on(f, rank); rank += dr) {
                const int there = p->at[f][rank];
                if (there != EMPTY && (there & 15) == KING) add(p, m, n, f, r, f, rank);
                if (there != EMPTY) break;
            }
            break;
        case ADVISOR:
            if (is_palace(f + xf, r + xr)) add(p, m, n, f, r, f + xf, r + xr);
            break;
        case ELEPHANT:
            if (is_on(f + 2 * xf, r + 2 * xr) && p->at[f + xf][r + xr] == EMPTY && (r + 2 * xr > 4) == own_half)
                add(p, m, n, f, r, f + 2 * xf, r + 2 * xr);
            break;
        case HORSE:
            if (!is_on(f + df, r + dr) || p->at[f + df][r + dr] != EMPTY) break;
            for (int aside = -1; aside <= 1; aside += 2)
                add(p, m, n, f, r, f + 2 * df + aside * dr, r + 2 * dr + aside * df);
            break;
        case ROOK:
            slide(p, m, n, f, r, df, dr);
            break;
        case CANNON: {
            int steps = 1;
            while (is_on(f + steps * df, r + steps * dr) && p->at[f + steps * df][r + steps * dr] == EMPTY)
                add(p, m, n, f, r, f + steps * df, r + steps * dr), steps++;
            steps++;
            while (is_on(f + steps * df, r + steps * dr) && p->at[f + steps * df][r + steps * dr] == EMPTY) steps++;
            add(p, m, n, f, r, f + steps * df, r + steps * dr);
            break;
        }
        default:
            if (dr == forward || (dr == 0 && own_half == (p->side == 0))) add(p, m, n, f, r, f + df, r + dr);
        }
    }
}

static Position start(void) {
    static const int BACK[9] = {ROOK, HORSE, ELEPHANT, ADVISOR, KING, ADVISOR, ELEPHANT, HORSE, ROOK};
    Position p;
    memset(&p, 0, sizeof p);
    for (int f = 0; f < FILES; f++)
        for (int r = 0; r < RANKS; r++) {
            const int near = r < 5 ? r : 9 - r, side = r < 5 ? 0 : 16;
            int kind = EMPTY;
            if (near == 0) kind = BACK[f];
            if (near == 2 && (f == 1 || f == 7)) kind = CANNON;
            if (near == 3 && f % 2 == 0) kind = PAWN;
            p.at[f][r] = kind == EMPTY ? EMPTY : kind + side;
        }
    return p;
}

#else

/* Side 0 begins at high ranks and goes to low ones. */
static void step(const Position *p, Move *m, int *n, int f, int r, int df, int dr) {
    add(p, m, n, f, r, f + df, r + (p->side == 0 ? dr : -dr));
}

static void moves_of(const Position *p, Move *m, int *n, int f, int r) {
    const int kind = p->at[f][r] & 15, first = *n;
    const int is_gold = kind == GOLD || (kind > PROMOTED && kind != PROMOTED + ROOK && kind != PROMOTED + BISHOP);
    for (int way = 0; way < 4; way++) {
        const int df = STRAIGHT[way][0], dr = STRAIGHT[way][1];
        const int xf = DIAGONAL[way][0], xr = DIAGONAL[way][1];
        if ((kind & 7) == ROOK) slide(p, m, n, f, r, df, dr);
        if ((kind & 7) == BISHOP) slide(p, m, n, f, r, xf, xr);
        if (kind == KING || is_gold || kind == PROMOTED + BISHOP) step(p, m, n, f, r, df, dr);
        if (kind == KING || kind == SILVER || kind == PROMOTED + ROOK || (is_gold && xr < 0)) step(p, m, n, f, r, xf, xr);
    }
    if (kind == SILVER || kind == PAWN) step(p, m, n, f, r, 0, -1);
    if (kind == KNIGHT) step(p, m, n, f, r, -1, -2), step(p, m, n, f, r, 1, -2);
    if (kind == LANCE) slide(p, m, n, f, r, 0, p->side == 0 ? -1 : 1);
    /* What can promote does. */
    for (int at = first; at < *n; at++) {
        const int here = p->side == 0 ? m[at].from[1] < 3 : m[at].from[1] > 5;
        const int there = p->side == 0 ? m[at].to[1] < 3 : m[at].to[1] > 5;
        m[at].promotes = (here || there) && kind != KING && kind != GOLD && kind < PROMOTED;
    }
}

static void drops(const Position *p, Move *m, int *n) {
    for (int kind = 0; kind < 8; kind++)
        for (int f = 0; p->hand[p->side][kind] > 0 && f < FILES; f++) {
            int pawns = 0;
            for (int r = 0; r < RANKS; r++) pawns += p->at[f][r] == PAWN + 16 * p->side;
            for (int r = 0; r < RANKS && !(kind == PAWN && pawns > 0); r++) {
                const int left = p->side == 0 ? r : RANKS - 1 - r;
                if (p->at[f][r] == EMPTY && left >= (kind == KNIGHT ? 2 : kind == PAWN || kind == LANCE))
                    m[(*n)++] = (Move){{f, r}, {f, r}, kind, 0};
            }
        }
}

static Position start(void) {
    static const int BACK[9] = {LANCE, KNIGHT, SILVER, GOLD, KING, GOLD, SILVER, KNIGHT, LANCE};
    Position p;
    memset(&p, 0, sizeof p);
    for (int f = 0; f < FILES; f++)
        for (int r = 0; r < RANKS; r++) {
            const int near = r > 4 ? 8 - r : r, side = r > 4 ? 0 : 16;
            int kind = EMPTY;
            if (near == 0) kind = BACK[f];
            if (near == 2) kind = PAWN;
            if (near == 1 && (f == 1 || f == 7)) kind = (f == 1) == (side == 0) ? ROOK : BISHOP;
            p.at[f][r] = kind == EMPTY ? EMPTY : kind + side;
        }
    return p;
}

#endif

static int all_moves(const Position *p, Move *moves) {
    int count = 0;
    for (int f = 0; f < FILES; f++)
        for (int r = 0; r < RANKS; r++)
            if (p->at[f][r] != EMPTY && side_of(p->at[f][r]) == p->side) moves_of(p, moves, &count, f, r);
#ifndef XIANGQI
    drops(p, moves, &count);
#endif
    return count;
}

/* Makes a move. True unless the opponent can take the king then. */
static int make(Position *p, Move move) {
    static Move answers[MOST_MOVES];
    int *to = &p->at[move.to[0]][move.to[1]];
    if (move.drop != EMPTY) {
        p->hand[p->side][move.drop]--;
        *to = move.drop + 16 * p->side;
    } else {
        int *from = &p->at[move.from[0]][move.from[1]];
        if (*to != EMPTY) p->hand[p->side][*to & 7]++;
        *to = *from + (move.promotes ? PROMOTED : 0);
        *from = EMPTY;
    }
    p->side ^= 1;
    for (int at = all_moves(p, answers) - 1; at >= 0; at--)
        if (answers[at].drop == EMPTY) {
            const int taken = p->at[answers[at].to[0]][answers[at].to[1]];
            if (taken != EMPTY && (taken & 15) == KING) return 0;
        }
    return 1;
}

/* Makes a random legal move; false if there is none. */
static int play(Position *p) {
    static Move moves[MOST_MOVES];
    for (int count = all_moves(p, moves); count > 0; count--) {
        const int at = (int)(random_word() % (uint64_t)count);
        Position next = *p;
        if (make(&next, moves[at])) {
            *p = next;
            return 1;
        }
        moves[at] = moves[count - 1];
    }
    return 0;
}

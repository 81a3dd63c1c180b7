#include "src/att.c"
#include "rays.h"

static int other(U64 occ) { return (int)((occ * 0x9e3779b97f4a7c15u) >> 58); }

static U64 rook(int s, U64 occ, U64 own) { (void)own; return rook_attacks(s, occ); }
static U64 bishop(int s, U64 occ, U64 own) { (void)own; return bishop_attacks(s, occ); }
static U64 knight(int s, U64 occ, U64 own) { (void)occ; (void)own; return knight_attacks(s); }
static U64 king(int s, U64 occ, U64 own) { (void)occ; (void)own; return king_attacks(s); }
static U64 pawn(int s, U64 occ, U64 own) { (void)own; return pawn_attacks(other(occ) & 1, s); }
static U64 black(int s, U64 occ, U64 own) { (void)occ; (void)own; return black_pawn_attacks(s); }
static U64 two(int s, U64 occ, U64 own) { (void)own; return between(s, other(occ)); }
static U64 whole(int s, U64 occ, U64 own) { (void)own; return line(s, other(occ)); }

int main(void)
{
    fill_tables();
    digest("rook_attacks", rook);
    digest("bishop_attacks", bishop);
    digest("knight_attacks", knight);
    digest("king_attacks", king);
    digest("pawn_attacks", pawn);
    digest("black_pawn_attacks", black);
    digest("between", two);
    digest("line", whole);
}

#include "src/att.c"
#include "rays.h"

static int other(U64 occ) { return (int)((occ * 0x9e3779b97f4a7c15u) >> 58); }

static U64 rook(int s, U64 occ, U64 own) { (void)own; return rook_attacks(s, occ); }
static U64 bishop(int s, U64 occ, U64 own) { (void)own; return bishop_attacks(s, occ); }
static U64 knight(int s, U64 occ, U64 own) { (void)occ; (void)own; return knight_attacks(s) ^ knight_table[s] ^ knight_pseudo(s); }
static U64 king(int s, U64 occ, U64 own) { (void)occ; (void)own; return king_walk(s) ^ king_table[s] ^ king_pseudo(s); }
static U64 pawn(int s, U64 occ, U64 own) { (void)own; return pawn_attacks(other(occ) & 1, s); }
static U64 white(int s, U64 occ, U64 own) { (void)own; return mask_pawn(other(occ) & 1, s); }
static U64 two(int s, U64 occ, U64 own) { (void)own; return between(s, other(occ)) ^ between_table[other(occ)][s]; }
static U64 close(int s, U64 occ, U64 own) { (void)occ; (void)own; return ring(s) + (U64)ready(); }

int main(void)
{
    fill_tables();
    init_attacks();
    digest("rook_attacks", rook);
    digest("bishop_attacks", bishop);
    digest("knight_attacks", knight);
    digest("king_walk", king);
    digest("pawn_attacks", pawn);
    digest("mask_pawn", white);
    digest("between", two);
    digest("ring", close);
}

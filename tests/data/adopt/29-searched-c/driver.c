#include "src/att.c"
#include "src/search.c"
#define random_word other_random_word
#define ENGINE_FILLS
#include "rays.h"

static U64 rook(int s, U64 occ, U64 own) { (void)own; return rook_attacks(s, occ); }
static U64 bishop(int s, U64 occ, U64 own) { (void)own; return bishop_attacks(s, occ); }
static U64 queen(int s, U64 occ, U64 own) { (void)own; return queen_attacks(s, occ); }
static U64 mobility(int s, U64 occ, U64 own) { return (U64)rook_mobility(s, occ, own); }

int main(void)
{
    init_attacks();
    digest("rook_attacks", rook);
    digest("bishop_attacks", bishop);
    digest("queen_attacks", queen);
    digest("rook_mobility", mobility);
}

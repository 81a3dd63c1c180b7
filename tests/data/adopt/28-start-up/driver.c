#include "src/att.c"
/* The engine's own arrays have these names. */
#define rookMask otherRookMask
#define bishopMask otherBishopMask
#define rookTable otherRookTable
#define bishopTable otherBishopTable
#include "rays.h"

static U64 rook(int s, U64 occ, U64 own) { (void)own; return rook_attacks(s, occ); }
static U64 bishop(int s, U64 occ, U64 own) { (void)own; return bishop_attacks(s, occ); }

int main(void)
{
    init_attacks();
    fill_tables();
    digest("rook_attacks", rook);
    digest("bishop_attacks", bishop);
}

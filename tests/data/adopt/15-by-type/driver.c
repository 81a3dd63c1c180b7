#include "src/att.c"
#include "rays.h"

static U64 rook(int s, U64 occ, U64 own) { (void)own; return attacks(ROOK, s, occ); }
static U64 bishop(int s, U64 occ, U64 own) { (void)own; return attacks(BISHOP, s, occ); }
static U64 queen(int s, U64 occ, U64 own) { (void)own; return attacks(QUEEN, s, occ); }

int main(void)
{
    fill_tables();
    digest("attacks(ROOK)", rook);
    digest("attacks(BISHOP)", bishop);
    digest("attacks(QUEEN)", queen);
}

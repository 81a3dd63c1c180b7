#include "src/att.c"
#include "rays.h"
static U64 rook(int s, U64 occ, U64 own) { (void)own; return rookAttacks(occ, s); }
static U64 bishop(int s, U64 occ, U64 own) { (void)own; return bishopAttacks(s, occ); }
static U64 checked(int s, U64 occ, U64 own) { (void)own; return checkedBishopAttacks(s, occ); }
int main(void) {
    fill_tables();
    for (int s = 0; s < 64; s++) {
        rook_magics[s] = (Magic){ rookTable[s], rookMask[s], rookMagic[s], 52 };
    }
    digest("rookAttacks", rook);
    digest("bishopAttacks", bishop);
    digest("checkedBishopAttacks", checked);
    return 0;
}

#include "src/att.c"
#include "rays.h"
static U64 rook(int s, U64 occ, U64 own) { (void)own; return rookAttacks(s, occ); }
static U64 bishop(int s, U64 occ, U64 own) { (void)own; return bishopAttacks(s, occ); }
static U64 queen(int s, U64 occ, U64 own) { (void)own; return queenAttacks(s, occ); }
static U64 all(int s, U64 occ, U64 own) { return s ? 0 : allRooks(own, occ); }
int main(void) {
    fill_tables();
    for (int s = 0; s < 64; s++) {
        rook_magics[s] = (Magic){ rookMask[s], rookMagic[s], rookTable[s], 52 };
        bishop_magics[s] = (Magic){ bishopMask[s], bishopMagic[s], bishopTable[s], 55 };
    }
    digest("rookAttacks", rook);
    digest("bishopAttacks", bishop);
    digest("queenAttacks", queen);
    digest("allRooks", all);
    return 0;
}
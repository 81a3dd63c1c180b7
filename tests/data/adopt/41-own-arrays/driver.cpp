#include "src/att.cpp"
#include "rays.h"

int main()
{
    fill_tables();
    for (int s = 0; s < 64; s++) {
        Square sq(s);
        rookTables[sq] = rookTable[s], rookMasks[sq] = rookMask[s], rookMagics[sq] = rookMagic[s], rookBits[sq] = 52;
        bishopTables[sq] = bishopTable[s], bishopMasks[sq] = bishopMask[s], bishopMagics[sq] = bishopMagic[s], bishopBits[sq] = 55;
    }
    digest("rookAttacks", [](int s, U64 occ, U64) { return rookAttacks(Square(s), occ); });
    digest("bishopAttacks", [](int s, U64 occ, U64) { return bishopAttacks(Square(s), occ); });
}

#include "src/att.cpp"
#include "rays.h"

static Color side(U64 occ) { return Color((occ * 0x9e3779b97f4a7c15u) >> 63); }

int main()
{
    fill_tables();
    digest("rookAttacks", [](int s, U64 occ, U64) { return rookAttacks(Square(s), occ); });
    digest("bishopAttacks", [](int s, U64 occ, U64) { return bishopAttacks(Square(s), occ); });
    digest("king", [](int s, U64, U64) { return attacks::king(Square(s)); });
    digest("knight", [](int s, U64, U64) { return attacks::knight(Square(s)); });
    digest("pawn", [](int s, U64 occ, U64) { return attacks::pawn(side(occ), Square(s)); });
    digest("pawnOfOther", [](int s, U64 occ, U64) { return attacks::pawnOfOther(Square(s), side(occ)); });
    digest("forks", [](int s, U64 occ, U64) { return attacks::forks(Square(s), occ); });
}

#include "src/att.cpp"
#include "rays.h"

int main()
{
    fill_tables();
    digest("rookMoves", [](int s, U64 occ, U64 own) { return Board{own}.rookMoves(Square(s), occ); });
    digest("bishopMoves", [](int s, U64 occ, U64 own) { return Board{own}.bishopMoves(Square(s), occ); });
}

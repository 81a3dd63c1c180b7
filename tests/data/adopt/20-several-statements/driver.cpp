#include "src/att.cpp"
#include "rays.h"

int main()
{
    fill_tables();
    digest("rook_moves", [](int s, U64 occ, U64 own) { return rook_moves(Square(s), occ, own); });
    digest("bishop_mobility", [](int s, U64 occ, U64) -> U64 { return U64(bishop_mobility(Square(s), occ)); });
    digest("bishop_moves", [](int s, U64 occ, U64 own) { return bishop_moves(Square(s), occ, own); });
    digest("rook_x", [](int s, U64 occ, U64) { return rook_x(Square(s), occ); });
    digest("queen_moves", [](int s, U64 occ, U64) { return queen_moves(Square(s), occ); });
}

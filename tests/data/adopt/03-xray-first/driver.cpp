#include "src/att.cpp"
#include "rays.h"

int main()
{
    fill_tables();
    digest("rook_xray_attacks", [](int s, U64 occ, U64) { return rook_xray_attacks(Square(s), occ); });
    digest("rook_attacks", [](int s, U64 occ, U64) { return rook_attacks(Square(s), occ); });
    digest("bishop_attacks", [](int s, U64 occ, U64) { return bishop_attacks(Square(s), occ); });
}

#include "src/att.hpp"
#include "rays.h"

int main()
{
    fill_tables();
    digest("rook", [](int s, U64 occ, U64) { return attacks::rook(Square(s), occ); });
    digest("bishop", [](int s, U64 occ, U64) { return attacks::bishop(Square(s), occ); });
}

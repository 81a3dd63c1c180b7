#include "src/att.cpp"
#include "rays.h"

int main()
{
    fill_tables();
    digest("attack_index_rook", [](int s, U64 occ, U64) -> U64 { return attack_index_rook(Square(s), occ); });
    digest("attack_index_bishop", [](int s, U64 occ, U64) -> U64 { return attack_index_bishop(Square(s), occ); });
    digest("rook", [](int s, U64 occ, U64) { return rook(Square(s), occ); });
    digest("bishop", [](int s, U64 occ, U64) { return bishop(Square(s), occ); });
}

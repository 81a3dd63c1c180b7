#include "src/att.cpp"
#include "rays.h"

int main()
{
    fill_tables();
    digest("rookAttacks", [](int s, uint64_t occ, uint64_t) { return rookAttacks(Square(s), occ).bits(); });
    digest("bishopAttacks", [](int s, uint64_t occ, uint64_t) { return bishopAttacks(Square(s), occ).bits(); });
}

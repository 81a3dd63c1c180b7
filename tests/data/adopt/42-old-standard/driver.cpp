#include "src/att.cpp"
#include "rays.h"

int main()
{
    fill_tables();
    digest("rookAttacks", [](int s, U64 occ, U64) { return rookAttacks(s, occ); });
    digest("bishopAttacks", [](int s, U64 occ, U64) { return bishopAttacks(s, occ); });
}

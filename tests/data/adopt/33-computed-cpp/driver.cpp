#include "src/att.cpp"
#define ENGINE_FILLS
#include "rays.h"

int main()
{
    digest("ratt", [](int s, uint64_t occ, uint64_t) { return ratt(s, occ); });
    digest("batt", [](int s, uint64_t occ, uint64_t) { return batt(s, occ); });
    digest("rooks_north", [](int, uint64_t occ, uint64_t own) { return rooks_north(own, ~occ); });
    digest("rook_attacks", [](int s, uint64_t occ, uint64_t) { return rook_attacks(s, occ); });
    digest("bishop_relevant", [](int s, uint64_t occ, uint64_t) { return bishop_relevant(s, occ); });
    digest("calls", [](int, uint64_t, uint64_t) { return uint64_t(calls); });
}

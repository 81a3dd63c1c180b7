#include "src/att.cpp"
#include "rays.h"
int main() { fill_tables();
    digest("rook_attacks", [](int s, U64 occ, U64) -> U64 { return rook_attacks(s, occ); });
    digest("late", [](int s, U64 occ, U64) -> U64 { return late(s, occ); });
    digest("paren", [](int s, U64 occ, U64) -> U64 { return paren(s, occ); });
    digest("cond", [](int s, U64 occ, U64 own) -> U64 { return cond(s, occ, own); });
    digest("test", [](int s, U64 occ, U64) -> U64 { return test(s, occ); });
    digest("generate", [](int s, U64 occ, U64 own) -> U64 { return s ? 0 : generate(own, occ, own); });
    digest("fill", [](int s, U64 occ, U64 own) -> U64 { return fill(s, occ, own); });
    digest("store", [](int s, U64 occ, U64 own) -> U64 { return store(s, occ, own); });
    digest("alias", [](int s, U64 occ, U64) -> U64 { return alias(s, occ); });
    digest("alias_in_loop", [](int s, U64 occ, U64) -> U64 { return alias_in_loop(s, occ); });
    digest("auto_in_loop", [](int s, U64 occ, U64) -> U64 { return auto_in_loop(s, occ); });
    digest("shadow", [](int s, U64 occ, U64) -> U64 { return shadow(s, occ); });
    digest("step", [](int s, U64 occ, U64) -> U64 { return step(s, occ); });
    digest("count", [](int s, U64 occ, U64) -> U64 { return count(s, occ); });
}
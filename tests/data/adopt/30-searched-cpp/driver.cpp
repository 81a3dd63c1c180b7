#include "src/att.cpp"
#define ENGINE_FILLS
#include "rays.h"

int main()
{
    Bitboards::init();
    digest("attacks_bb<ROOK>", [](int s, uint64_t occ, uint64_t) { return attacks_bb<ROOK>(s, occ); });
    digest("attacks_bb<BISHOP>", [](int s, uint64_t occ, uint64_t) { return attacks_bb<BISHOP>(s, occ); });
    digest("attacks_bb KNIGHT", [](int s, uint64_t occ, uint64_t) { return attacks_bb(KNIGHT, s, occ); });
    digest("attacks_bb BISHOP", [](int s, uint64_t occ, uint64_t) { return attacks_bb(BISHOP, s, occ); });
    digest("attacks_bb ROOK", [](int s, uint64_t occ, uint64_t) { return attacks_bb(ROOK, s, occ); });
    digest("attacks_bb QUEEN", [](int s, uint64_t occ, uint64_t) { return attacks_bb(QUEEN, s, occ); });
    digest("xray_rook", [](int s, uint64_t occ, uint64_t own) { return xray_rook(s, occ, own); });
}

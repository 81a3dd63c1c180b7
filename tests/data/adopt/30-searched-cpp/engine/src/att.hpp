#pragma once
#include <cstdint>

using Bitboard = std::uint64_t;

enum PieceType { KNIGHT, BISHOP, ROOK, QUEEN };

// Filled at start-up, with factors that are searched there.
struct Magic {
    Bitboard mask;
    Bitboard magic;
    Bitboard *attacks;
    unsigned shift;

    unsigned index(Bitboard occupied) const { return unsigned(((occupied & mask) * magic) >> shift); }
};

extern Magic RookMagics[64];
extern Magic BishopMagics[64];
extern Bitboard KnightAttacks[64];

namespace Bitboards {
void init();
}

constexpr Bitboard square_bb(int s) { return Bitboard(1) << s; }

template <PieceType Pt>
inline Bitboard attacks_bb(int s, Bitboard occupied)
{
    const Magic &m = Pt == ROOK ? RookMagics[s] : BishopMagics[s];
    return m.attacks[m.index(occupied)];
}

inline Bitboard attacks_bb(PieceType pt, int s, Bitboard occupied)
{
    switch (pt) {
    case BISHOP: return BishopMagics[s].attacks[BishopMagics[s].index(occupied)];
    case ROOK: return RookMagics[s].attacks[RookMagics[s].index(occupied)];
    case QUEEN: return attacks_bb<BISHOP>(s, occupied) | attacks_bb<ROOK>(s, occupied);
    default: return KnightAttacks[s];
    }
}

// What a rook attacks behind the first own blockers.
inline Bitboard xray_rook(int s, Bitboard occupied, Bitboard blockers)
{
    const Magic &m = RookMagics[s];
    Bitboard attacks = m.attacks[m.index(occupied)];
    blockers &= attacks;
    return attacks ^ m.attacks[m.index(occupied ^ blockers)];
}

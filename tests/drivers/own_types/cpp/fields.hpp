// Types without conversions and constructors, whose numbers are read in fields.
#include <cstdint>

namespace chess {

enum PieceType { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };

constexpr PieceType pawn = PAWN;
constexpr PieceType rook = ROOK;

struct Square {
  int index;
};

struct Bitboard {
  std::uint64_t bits;
};

inline std::uint64_t bits_of(const Bitboard &set) { return set.bits; }

}  // namespace chess

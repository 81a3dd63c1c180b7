// Types without conversions, whose numbers are read by methods. The methods aren't constexpr.
#include <cstdint>

namespace chess {

enum class PieceType { pawn, knight, bishop, rook, queen, king };

constexpr PieceType pawn = PieceType::pawn;
constexpr PieceType rook = PieceType::rook;

class Square {
 public:
  explicit Square(int index) : index_(index) {}
  int Index() const { return index_; }

 private:
  int index_;
};

class Bitboard {
 public:
  explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t Bits() const { return bits_; }

 private:
  std::uint64_t bits_;
};

inline std::uint64_t bits_of(const Bitboard &set) { return set.Bits(); }

}  // namespace chess

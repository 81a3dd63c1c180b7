#define MAGICS_IMPLEMENTATION
#include "magics.hpp"

#include <cstdio>

int main() {
  using chess::Bitboard;
  using chess::Square;
  const std::uint64_t word = 0x8100240000240081;
  bool is_same = true;
  for (int index = 0; index < 64; ++index) {
    const unsigned at = static_cast<unsigned>(index);
    const Square square{index};
    const Bitboard occupied{word};
    const Bitboard queen = magics::typed::queen_attacks(square, occupied);
    const Bitboard between = magics::typed::between(square, Square{0});
    is_same &= bits_of(queen) == magics::queen_attacks(at, word);
    is_same &= bits_of(between) == magics::between(at, 0);
  }
  const Bitboard empty{0};
  const Bitboard rook = magics::typed::rook_attacks(Square{1}, empty);
  const Bitboard other =
      magics::typed::attacks_of(chess::rook, Square{0}, empty);
  is_same &= bits_of(magics::typed::attacks_of(chess::pawn, Square{0}, empty)) == 0;
  std::printf("%llx %d\n", static_cast<unsigned long long>(bits_of(rook) ^ bits_of(other)),
              is_same);
}

// Times generated lookups beside the lookup as the wiki has it, on the same masks, factors and table.
#include "magics.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <vector>

namespace {

using word = std::uint64_t;

constexpr int rounds = 101;
constexpr unsigned occupancies = 4096;

struct square_magic {
  word mask;
  word factor;
  unsigned shift;
  unsigned offset;
};

std::array<square_magic, 64> rooks;
std::array<square_magic, 64> bishops;
std::vector<word> table;
std::vector<word> boards;
// All squares in no order, as they come in a game.
std::array<unsigned, 64> squares;

inline word look_up(const square_magic &m, word occupied) {
  return table[m.offset + (((occupied & m.mask) * m.factor) >> m.shift)];
}

inline word rook_reference(unsigned square, word occupied) { return look_up(rooks[square], occupied); }

inline word queen_reference(unsigned square, word occupied) {
  return look_up(rooks[square], occupied) | look_up(bishops[square], occupied);
}

word result = 0;

template <typename Lookup> double time(Lookup lookup) {
  const auto start = std::chrono::steady_clock::now();
  word all = 0;
  for (const word occupied : boards) {
    for (const unsigned square : squares) {
      all ^= lookup(square, occupied);
    }
  }
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  result = result * 31 + all;
  return took.count() / (64.0 * occupancies);
}

template <typename Lookup, typename Reference> void compare(const char *what, Lookup lookup, Reference reference) {
  double generated = 1e9;
  double referred = 1e9;
  for (int round = 0; round < rounds; ++round) {
    generated = std::min(generated, time(lookup));
    referred = std::min(referred, time(reference));
  }
  std::printf("cpp %s %.3f %.3f %.2f\n", what, generated, referred, referred / generated);
}

} // namespace

int main() {
  for (unsigned square = 0; square < 64; ++square) {
    squares[square] = square * 37 % 64;
    rooks[square] = {magics::rook_masks[square], magics::rook_factors[square], magics::rook_shifts[square],
                     magics::rook_offsets[square]};
    bishops[square] = {magics::bishop_masks[square], magics::bishop_factors[square], magics::bishop_shifts[square],
                       magics::bishop_offsets[square]};
  }
#ifdef INIT
  magics::init();
#endif
  table.assign(magics::attack_table.begin(), magics::attack_table.end());
  word state = 0x9e3779b97f4a7c15;
  for (unsigned at = 0; at < occupancies; ++at) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    boards.push_back(state & (state >> 21 | state << 43));
  }
  compare(
      "rook-" FORM, [](unsigned square, word occupied) { return magics::rook_attacks(square, occupied); },
      [](unsigned square, word occupied) { return rook_reference(square, occupied); });
  compare(
      "queen-" FORM, [](unsigned square, word occupied) { return magics::queen_attacks(square, occupied); },
      [](unsigned square, word occupied) { return queen_reference(square, occupied); });
  std::fprintf(stderr, "%016llx\n", static_cast<unsigned long long>(result));
}

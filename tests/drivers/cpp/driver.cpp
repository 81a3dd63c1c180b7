// Compares rook, bishop and queen on the chess board with pieces walked over files and ranks, and makes moves.
#define MAGICS_IMPLEMENTATION
#include "magics.hpp"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

// Of another file of the program.
std::uint64_t rook_elsewhere(unsigned square, std::uint64_t occupied);

namespace {

using word = std::uint64_t;
using rays = std::vector<std::pair<int, int>>;
using lookup = word (*)(unsigned, word);

std::array<int, 64> bits;
word state = 0x9e3779b97f4a7c15;
word digest = 0xcbf29ce484222325;

int bit_of(int file, int rank) {
  const bool is_inside = 0 <= file && file < 8 && 0 <= rank && rank < 8;
  return is_inside ? bits[static_cast<unsigned>(8 * rank + file)] : -1;
}

// The squares attacked, or those of them behind which there is another.
word walk(const rays &of, unsigned square, word occupied, bool is_mask) {
  int place = 0;
  while (bit_of(place % 8, place / 8) != static_cast<int>(square)) {
    ++place;
  }
  word result = 0;
  for (const auto &ray : of) {
    const int files = ray.first;
    const int ranks = ray.second;
    for (int step = 1; step < 8; ++step) {
      const int at = bit_of(place % 8 + step * files, place / 8 + step * ranks);
      if (at < 0) {
        break;
      }
      const int next = bit_of(place % 8 + (step + 1) * files, place / 8 + (step + 1) * ranks);
      if (!is_mask || next >= 0) {
        result |= word{1} << at;
      }
      if (!is_mask && (occupied >> at & 1) != 0) {
        break;
      }
    }
  }
  return result;
}

// Marsaglia's xorshift, as tests/data/moves.py has it.
word next() {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

void same(const char *what, word found, word wanted) {
  if (found != wanted) {
    std::printf("%s: %016" PRIx64 " instead of %016" PRIx64 "\n", what, found, wanted);
    std::exit(1);
  }
}

void compare_random(const char *name, lookup of, const rays &walked, unsigned square) {
  for (int turn = 0; turn < 500; ++turn) {
    word occupied = next();
    for (int thinner = turn % 4; thinner > 0; --thinner) {
      occupied &= next();
    }
    same(name, of(square, occupied), walk(walked, square, occupied, false));
  }
}

int compare(const char *name, lookup of, const rays &walked) {
  int count = 0;
  for (unsigned square = 0; square < 64; ++square) {
    const word mask = walk(walked, square, 0, true);
    word subset = 0;
    do {
      const word attacks = walk(walked, square, subset, false);
      const word found = of(square, subset);
      same(name, found, attacks);
      same(name, of(square, subset | (next() & ~mask) | word{1} << square), attacks);
      for (int at = 0; at < 64; at += 8) {
        digest = (digest ^ (found >> at & 0xff)) * 0x100000001b3;
      }
      ++count;
      subset = (subset - mask) & mask;
    } while (subset != 0);
    compare_random(name, of, walked, square);
  }
  return count;
}

int moves(int positions, const std::array<lookup, 3> &lookups) {
  state = 0x9e3779b97f4a7c15;
  int count = 0;
  for (int position = 0; position < positions; ++position) {
    const word first = next();
    const word both = first & next();
    const word white = both & next();
    word occupied = 0;
    word own = 0;
    for (unsigned square = 0; square < 64; ++square) {
      occupied |= (both >> square & 1) << bits[square];
      own |= (white >> square & 1) << bits[square];
    }
    for (unsigned square = 0; square < 64; ++square) {
      if ((white >> square & 1) != 0) {
        const auto of = lookups[(square + static_cast<unsigned>(position)) % 3];
        for (word targets = of(static_cast<unsigned>(bits[square]), occupied) & ~own; targets != 0;
             targets &= targets - 1) {
          ++count;
        }
      }
    }
  }
  return count;
}

} // namespace

int main(int, char **arguments) {
  for (unsigned place = 0; place < 64; ++place) {
    bits[place] = std::atoi(arguments[3 + place]);
  }
  magics::init();
  magics::init();
  if (const auto wrong = magics::self_test()) {
    std::printf("the %s on square %u\n", wrong->piece, wrong->square);
    return 1;
  }
  for (unsigned rank = 0; rank < 8; ++rank) {
    for (unsigned file = 0; file < 8; ++file) {
      same("square", magics::square(file, rank), static_cast<word>(bits[8 * rank + file]));
    }
  }
  same("a1", magics::a1, static_cast<word>(bits[0]));
  same("h1", magics::h1, static_cast<word>(bits[7]));
  same("a8", magics::a8, static_cast<word>(bits[56]));
  same("h8", magics::h8, static_cast<word>(bits[63]));
  const rays rook{{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
  const rays bishop{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
  rays queen = rook;
  queen.insert(queen.end(), bishop.begin(), bishop.end());
  const int rooks = compare("rook", rook_elsewhere, rook);
  const int bishops = compare("bishop", magics::bishop_attacks, bishop);
  for (unsigned square = 0; square < 64; ++square) {
    compare_random("queen", magics::queen_attacks, queen, square);
  }
  const word found = digest;
  const int moved = moves(10000, {{magics::rook_attacks, magics::bishop_attacks, magics::queen_attacks}});
  std::printf("magicgen-driver ok rook=%d bishop=%d digest=%016" PRIx64 " moves=%d\n", rooks, bishops, found, moved);
}

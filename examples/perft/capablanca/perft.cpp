// Counts the move sequences of Capablanca chess with generated lookups, and compares the counts with published ones.
//
//   magicgen && c++ -std=c++17 -O2 -o perft perft.cpp && ./perft 4 < positions.txt
#define CAPABLANCA_IMPLEMENTATION
#include "capablanca.hpp"

#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

using set = capablanca::bitboard;

enum kind { pawn, knight, bishop, rook, archbishop, chancellor, queen, king, kinds };
enum side { white, black };

const std::string letters = "pnbracqk";

static set single(unsigned square) {
  return square < 64 ? set{{std::uint64_t{1} << square, 0}} : set{{0, std::uint64_t{1} << (square - 64)}};
}

static bool is_empty(set a) { return a == set{}; }

// Removes the first square of a set that isn't empty.
static unsigned take(set &a) {
  unsigned square = a.w[0] ? 0 : 64;

  for (std::uint64_t word = a.w[0] ? a.w[0] : a.w[1]; !(word & 1); word >>= 1) ++square;
  a = a & ~single(square);
  return square;
}

struct position {
  std::array<std::array<set, kinds>, 2> pieces{};
  std::array<set, 2> all{};
  int mover = white;
  set passed{};   // the square that a pawn passed by a double step
  set unmoved{};  // the kings and rooks that may still castle

  void put(int side, int kind, unsigned square) {
    pieces[side][kind] = pieces[side][kind] | single(square);
    all[side] = all[side] | single(square);
  }

  void remove(int side, unsigned square) {
    for (set &of_kind : pieces[side]) of_kind = of_kind & ~single(square);
    all[side] = all[side] & ~single(square);
  }

  // The squares that a piece other than a pawn attacks.
  static set attacks(int kind, unsigned square, set occupied) {
    switch (kind) {
      case knight: return capablanca::knight_attacks(square, occupied);
      case bishop: return capablanca::bishop_attacks(square, occupied);
      case rook: return capablanca::rook_attacks(square, occupied);
      case archbishop: return capablanca::archbishop_attacks(square, occupied);
      case chancellor: return capablanca::chancellor_attacks(square, occupied);
      case queen: return capablanca::queen_attacks(square, occupied);
      default: return capablanca::king_attacks(square, occupied);
    }
  }

  // The pieces that a pawn of a side captures on the given squares.
  static set captures(int side, unsigned square, set of) {
    return side == white ? capablanca::white_pawn_captures(square, of) : capablanca::black_pawn_captures(square, of);
  }

  set targets(int kind, unsigned from) const {
    const set occupied = all[white] | all[black];

    if (kind == king) return (attacks(king, from, occupied) & ~all[mover]) | castles();
    if (kind != pawn) return attacks(kind, from, occupied) & ~all[mover];
    const set steps = mover == white ? capablanca::white_pawn_quiets(from, occupied)
                                     : capablanca::black_pawn_quiets(from, occupied);
    return steps | captures(mover, from, all[1 - mover] | passed);
  }

  // Whether the other side attacks a square, where a king of the given side stands or would stand.
  bool is_attacked(int side, unsigned square) const {
    const set occupied = all[white] | all[black];
    const auto &others = pieces[1 - side];

    for (int kind = knight; kind < kinds; ++kind)
      if (!is_empty(attacks(kind, square, occupied) & others[kind])) return true;
    return !is_empty(captures(side, square, others[pawn]));
  }

  bool is_in_check(int side) const {
    set kings = pieces[side][king];

    return is_attacked(side, take(kings));
  }

  // The squares to which the king castles: three files to a side, out of no check and through none.
  set castles() const {
    const unsigned home = mover == white ? 5 : 75;
    set found{};

    for (const unsigned corner : {home - 5, home + 4}) {
      const set both = single(home) | single(corner);
      const auto at = [&](unsigned steps) { return corner < home ? home - steps : home + steps; };

      if ((unmoved & both) != both) continue;
      if (is_empty(capablanca::rook_attacks(corner, all[white] | all[black]) & single(home))) continue;
      if (!is_attacked(mover, home) && !is_attacked(mover, at(1)) && !is_attacked(mover, at(2)))
        found = found | single(at(3));
    }
    return found;
  }

  // Makes a move. False if it isn't legal.
  bool make(int kind, unsigned from, unsigned to, int becomes) {
    const int side = mover;
    const bool is_double = kind == pawn && (from + 20 == to || to + 20 == from);

    remove(1 - side, to);
    if (kind == pawn && single(to) == passed) remove(1 - side, side == white ? to - 10 : to + 10);
    remove(side, from);
    put(side, becomes, to);
    if (kind == king && (from + 3 == to || to + 3 == from)) {
      remove(side, to < from ? from - 5 : from + 4);
      put(side, rook, to < from ? to + 1 : to - 1);
    }
    unmoved = unmoved & ~(single(from) | single(to));
    passed = is_double ? single((from + to) / 2) : set{};
    mover = 1 - side;
    return !is_in_check(side);
  }

  std::uint64_t perft(int depth) const {
    std::uint64_t count = 0;

    for (int kind = pawn; kind < kinds; ++kind) {
      for (set left = pieces[mover][kind]; !is_empty(left);) {
        const unsigned from = take(left);

        for (set to = targets(kind, from); !is_empty(to);) {
          const unsigned target = take(to);
          const bool promotes = kind == pawn && (target < 10 || target >= 70);

          for (int becomes = promotes ? knight : kind; becomes <= (promotes ? queen : kind); ++becomes) {
            position next = *this;

            if (next.make(kind, from, target, becomes)) count += depth == 1 ? 1 : next.perft(depth - 1);
          }
        }
      }
    }
    return count;
  }

  // Reads a position: ranks from the top, the side to move, and where the sides may castle.
  explicit position(const std::string &text) {
    std::istringstream parts(text);
    std::string board, side, castling;
    unsigned rank = 7, file = 0, free = 0;

    parts >> board >> side >> castling;
    for (const char letter : board) {
      if (std::isdigit(static_cast<unsigned char>(letter))) {
        free = free * 10 + static_cast<unsigned>(letter - '0');
        continue;
      }
      file += free;
      free = 0;
      if (letter == '/') {
        --rank;
        file = 0;
      } else {
        const auto lower = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));

        put(letter == lower ? black : white, static_cast<int>(letters.find(lower)), rank * 10 + file++);
      }
    }
    mover = side == "b" ? black : white;
    for (const char letter : castling) {
      if (letter == '-') continue;
      const bool is_white = letter == 'K' || letter == 'Q', is_right = letter == 'K' || letter == 'k';
      const unsigned home = is_white ? 5 : 75;

      unmoved = unmoved | single(home) | single(is_right ? home + 4 : home - 5);
    }
  }
};

int main(int argc, char **argv) {
  const int most = argc > 1 ? std::atoi(argv[1]) : 4;
  bool is_right = true;

  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream parts(line);
    std::string text, part;

    std::getline(parts, text, ';');
    const position start(text);
    while (std::getline(parts, part, ';')) {
      std::istringstream numbers(part.substr(2));
      int depth = 0;
      std::uint64_t right = 0;

      numbers >> depth >> right;
      if (depth > most) continue;
      const std::uint64_t found = start.perft(depth);

      std::cout << text << " depth " << depth << ": " << found << '\n';
      if (found != right) {
        std::cout << "that should be " << right << '\n';
        is_right = false;
      }
    }
  }
  return is_right ? 0 : 1;
}

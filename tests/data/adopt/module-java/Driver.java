final class Driver {
  interface Of {
    long at(int square, long occupied);
  }

  static final int[][] STRAIGHT = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  static final int[][] SLANTED = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

  static long walk(int[][] ways, int square, long occupied, boolean isMask) {
    long found = 0;
    for (int[] way : ways) {
      int file = square % 8 + way[0];
      int rank = square / 8 + way[1];
      while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        int f = file + way[0];
        int r = rank + way[1];
        boolean isLast = f < 0 || f > 7 || r < 0 || r > 7;
        long bit = 1L << (rank * 8 + file);
        if (!isMask || !isLast) {
          found |= bit;
        }
        if ((occupied & bit) != 0) {
          break;
        }
        file = f;
        rank = r;
      }
    }
    return found;
  }

  static void fill(int[][] ways, int shift, long[] factors, long[] masks, long[][] table) {
    for (int square = 0; square < 64; square++) {
      long mask = walk(ways, square, 0, true);
      long occupied = 0;
      masks[square] = mask;
      do {
        table[square][(int) ((occupied * factors[square]) >>> shift)] =
            walk(ways, square, occupied, false);
        occupied = (occupied - mask) & mask;
      } while (occupied != 0);
    }
  }

  // SplitMix64 (Steele, Lea, Flood 2014).
  static long state;

  static long randomWord() {
    long word = state += 0x9e3779b97f4a7c15L;
    word = (word ^ (word >>> 30)) * 0xbf58476d1ce4e5b9L;
    word = (word ^ (word >>> 27)) * 0x94d049bb133111ebL;
    return word ^ (word >>> 31);
  }

  static void digest(String name, Of function) {
    state = 1;
    long hash = 0xcbf29ce484222325L;
    for (int board = 0; board < 10000; board++) {
      long occupied = randomWord() & randomWord();
      for (int square = 0; square < 64; square++) {
        hash = (hash ^ function.at(square, occupied)) * 0x100000001b3L;
      }
    }
    System.out.println("digest " + name + " " + Long.toHexString(hash));
  }

  public static void main(String[] arguments) {
    fill(STRAIGHT, 52, Att.ROOK_MAGICS, Att.rookMask, Att.rookTable);
    fill(SLANTED, 55, Att.BISHOP_MAGICS, Att.bishopMask, Att.bishopTable);
    digest("rookAttacks", Att::rookAttacks);
    digest("bishopAttacks", Att::bishopAttacks);
    digest("knightAttacks", (square, occupied) -> Att.knightAttacks(square));
    digest("kingAttacks", (square, occupied) -> Att.kingAttacks(square));
    digest("pawnAttacks", (square, occupied) -> Att.pawnAttacks((int) (occupied & 1), square));
    digest("pawnTargets", (square, occupied) -> Att.pawnTargets((int) (occupied & 1), square, occupied));
  }
}

/** Times generated lookups beside the same written by hand. */
final class Bench {
  private static final int ROUNDS = 40;

  private Bench() {}

  private static long referenceRook(int square, long occupied) {
    long relevant = occupied & Magics.ROOK_MASKS[square];
    int index = (int) ((relevant * Magics.ROOK_FACTORS[square]) >>> Magics.ROOK_SHIFTS[square]);
    return Magics.ATTACKS[Magics.ROOK_OFFSETS[square] + index];
  }

  private static long referenceBishop(int square, long occupied) {
    long relevant = occupied & Magics.BISHOP_MASKS[square];
    int index = (int) ((relevant * Magics.BISHOP_FACTORS[square]) >>> Magics.BISHOP_SHIFTS[square]);
    return Magics.ATTACKS[Magics.BISHOP_OFFSETS[square] + index];
  }

  /** Looks up every square on every board. */
  private interface Run {
    long sum(long[] boards);
  }

  // Each loop is written out, so that each is compiled for itself as in an engine.

  private static long rook(long[] boards) {
    long sum = 0;
    for (long occupied : boards) {
      for (int square = 0; square < 64; square++) {
        sum ^= Magics.rookAttacks(square, occupied);
      }
    }
    return sum;
  }

  private static long filledRook(long[] boards) {
    long sum = 0;
    for (long occupied : boards) {
      for (int square = 0; square < 64; square++) {
        sum ^= Filled.rookAttacks(square, occupied);
      }
    }
    return sum;
  }

  private static long rookByHand(long[] boards) {
    long sum = 0;
    for (long occupied : boards) {
      for (int square = 0; square < 64; square++) {
        sum ^= referenceRook(square, occupied);
      }
    }
    return sum;
  }

  private static long queen(long[] boards) {
    long sum = 0;
    for (long occupied : boards) {
      for (int square = 0; square < 64; square++) {
        sum ^= Magics.queenAttacks(square, occupied);
      }
    }
    return sum;
  }

  private static long filledQueen(long[] boards) {
    long sum = 0;
    for (long occupied : boards) {
      for (int square = 0; square < 64; square++) {
        sum ^= Filled.queenAttacks(square, occupied);
      }
    }
    return sum;
  }

  private static long queenByHand(long[] boards) {
    long sum = 0;
    for (long occupied : boards) {
      for (int square = 0; square < 64; square++) {
        sum ^= referenceRook(square, occupied) | referenceBishop(square, occupied);
      }
    }
    return sum;
  }

  public static void main(String[] arguments) {
    long[] boards = new long[4096];
    long state = 0x9e3779b97f4a7c15L;
    for (int at = 0; at < boards.length; at++) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      boards[at] = state & (state << 21);
    }
    String[] names = {"rook", "rook", "rook-init", "queen", "queen", "queen-init"};
    Run[] runs = {
      Bench::rookByHand,
      Bench::rook,
      Bench::filledRook,
      Bench::queenByHand,
      Bench::queen,
      Bench::filledQueen
    };
    long[] least = new long[runs.length];
    long[] sums = new long[runs.length];
    for (int round = 0; round < ROUNDS; round++) {
      for (int at = 0; at < runs.length; at++) {
        long start = System.nanoTime();
        sums[at] = runs[at].sum(boards);
        long took = System.nanoTime() - start;
        least[at] = round == 0 ? took : Math.min(least[at], took);
      }
    }
    for (int at = 0; at < runs.length; at++) {
      int reference = at / 3 * 3;
      if (sums[at] != sums[reference]) {
        throw new AssertionError(names[at]);
      }
      if (at != reference) {
        double found = least[at] / (64.0 * boards.length);
        double byHand = least[reference] / (64.0 * boards.length);
        System.out.printf("java %s %.2f %.2f %.2f%n", names[at], found, byHand, byHand / found);
      }
    }
    System.err.printf("xor %016x %016x%n", sums[0], sums[3]);
  }
}

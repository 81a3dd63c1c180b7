import java.util.Random;

/**
 * A board as a driver's arguments give it, and pieces walked over its files and ranks, square by
 * square.
 */
final class Rays {
  /** Files. */
  final int width;

  /** Ranks. */
  final int height;

  /** Bit indices in the order a1, b1, ...; -1 for a hole. */
  private final int[] bits;

  Rays(String[] arguments) {
    width = Integer.parseInt(arguments[0]);
    height = Integer.parseInt(arguments[1]);
    bits = new int[width * height];
    for (int place = 0; place < bits.length; place++) {
      String bit = arguments[2 + place];
      bits[place] = bit.equals("-") ? -1 : Integer.parseInt(bit);
    }
  }

  /** How many arguments say what the board is like. */
  int arguments() {
    return 2 + bits.length;
  }

  int bit(int file, int rank) {
    boolean isInside = 0 <= file && file < width && 0 <= rank && rank < height;
    return isInside ? bits[rank * width + file] : -1;
  }

  /** The squares attacked, or those of them behind which there is another. */
  private long walk(int[][] rays, int range, int square, long occupied, boolean isMask) {
    long result = 0;
    for (int rank = 0; rank < height; rank++) {
      for (int file = 0; file < width; file++) {
        if (bit(file, rank) != square) {
          continue;
        }
        for (int[] ray : rays) {
          for (int step = 1; step <= range; step++) {
            int at = bit(file + step * ray[0], rank + step * ray[1]);
            if (at < 0) {
              break;
            }
            int next = bit(file + (step + 1) * ray[0], rank + (step + 1) * ray[1]);
            if (!isMask || step < range && next >= 0) {
              result |= 1L << at;
            }
            if (!isMask && (occupied >>> at & 1) != 0) {
              break;
            }
          }
        }
      }
    }
    return result;
  }

  long attacks(int[][] rays, int range, int square, long occupied) {
    return walk(rays, range, square, occupied, false);
  }

  long mask(int[][] rays, int range, int square) {
    return walk(rays, range, square, 0, true);
  }

  /** A lookup of the class under test. */
  interface Lookup {
    long attacks(int square, long occupied);
  }

  /** What has been counted. */
  int count;

  /** FNV-1a of what has been looked up. */
  long digest = 0xcbf29ce484222325L;

  private final Random random = new Random(20260101);

  /** Compares a lookup over every square, every subset of its mask, and junk besides. */
  void compare(String name, Lookup lookup, int[][] rays, int range) {
    count = 0;
    for (int square = 0; square < 64; square++) {
      if (!isSquare(square)) {
        continue;
      }
      long mask = mask(rays, range, square);
      long subset = 0;
      do {
        long attacks = attacks(rays, range, square, subset);
        long found = lookup.attacks(square, subset);
        check(name, square, subset, found, attacks);
        long junk = subset | random.nextLong() & ~mask | 1L << square;
        check(name, square, junk, lookup.attacks(square, junk), attacks);
        for (int index = 0; index < 8; index++) {
          digest = (digest ^ found >>> 8 * index & 0xff) * 0x100000001b3L;
        }
        count++;
        subset = subset - mask & mask;
      } while (subset != 0);
      compareRandom(name, lookup, rays, range, square);
    }
  }

  /** Compares a lookup over random boards of every density. */
  void compareRandom(String name, Lookup lookup, int[][] rays, int range, int square) {
    for (int turn = 0; turn < 500; turn++) {
      long occupied = random.nextLong();
      for (int thinner = turn % 4; thinner > 0; thinner--) {
        occupied &= random.nextLong();
      }
      long attacks = attacks(rays, range, square, occupied);
      check(name, square, occupied, lookup.attacks(square, occupied), attacks);
    }
  }

  /** Moves on random positions, as tests/data/moves.py counts them. */
  int moves(int positions, Lookup... lookups) {
    Xorshift words = new Xorshift();
    int moves = 0;
    for (int position = 0; position < positions; position++) {
      long both = words.next() & words.next();
      long white = both & words.next();
      long occupied = mapped(both);
      long own = mapped(white);
      for (int square = 0; square < 64; square++) {
        if ((white >>> square & 1) != 0) {
          Lookup lookup = lookups[(square + position) % 3];
          moves += Long.bitCount(lookup.attacks(bits[square], occupied) & ~own);
        }
      }
    }
    return moves;
  }

  private long mapped(long word) {
    long result = 0;
    for (int square = 0; square < 64; square++) {
      result |= (word >>> square & 1) << bits[square];
    }
    return result;
  }

  /** Marsaglia's generator. */
  private static final class Xorshift {
    private long state = 0x9e3779b97f4a7c15L;

    long next() {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      return state;
    }
  }

  boolean isSquare(int bit) {
    for (int other : bits) {
      if (other == bit) {
        return true;
      }
    }
    return false;
  }

  private static void check(String name, int square, long occupied, long found, long attacks) {
    if (found != attacks) {
      throw new AssertionError(
          String.format(
              "%s on %d, occupied %016x: found %016x, walked %016x",
              name, square, occupied, found, attacks));
    }
  }

  /** Fails where {@code found} isn't {@code wanted}. */
  static void same(String what, int found, int wanted) {
    if (found != wanted) {
      throw new AssertionError(what + " is " + found + " instead of " + wanted);
    }
  }
}

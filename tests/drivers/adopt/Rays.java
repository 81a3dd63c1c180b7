/** Fills the tables of an engine by walking rays, and prints a digest of each of its functions on random boards. */
final class Rays {
    static final int[][] STRAIGHT = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static final int[][] SLANTED = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

    /** A function of a square, the occupied squares, and the own ones among them. */
    interface Function {
        long attacks(int square, long occupied, long own);
    }

    private static long state;

    private static boolean isOnBoard(int file, int rank) {
        return file >= 0 && file < 8 && rank >= 0 && rank < 8;
    }

    /** The squares up to the first blocker, or without the last square of each ray. */
    private static long walk(int[][] ways, int square, long occupied, boolean isMask) {
        long found = 0;
        for (int[] way : ways) {
            int file = square % 8 + way[0], rank = square / 8 + way[1];
            while (isOnBoard(file, rank)) {
                long bit = 1L << (rank * 8 + file);
                file += way[0];
                rank += way[1];
                if (!isMask || isOnBoard(file, rank)) {
                    found |= bit;
                }
                if ((occupied & bit) != 0) {
                    break;
                }
            }
        }
        return found;
    }

    static void fill(int[][] ways, int shift, long[] factors, long[] masks, long[][] table) {
        for (int square = 0; square < 64; square++) {
            long mask = walk(ways, square, 0, true), occupied = 0;
            masks[square] = mask;
            do {
                table[square][(int) (occupied * factors[square] >>> shift)] = walk(ways, square, occupied, false);
                occupied = (occupied - mask) & mask;
            } while (occupied != 0);
        }
    }

    /** SplitMix64 (Steele, Lea, Flood 2014). */
    private static long randomWord() {
        state += 0x9e3779b97f4a7c15L;
        long word = state;
        word = (word ^ (word >>> 30)) * 0xbf58476d1ce4e5b9L;
        word = (word ^ (word >>> 27)) * 0x94d049bb133111ebL;
        return word ^ (word >>> 31);
    }

    static void digest(String name, Function function) {
        state = 1;
        long hash = 0xcbf29ce484222325L;
        for (int board = 0; board < 10000; board++) {
            long occupied = randomWord() & randomWord();
            long own = occupied & randomWord();
            for (int square = 0; square < 64; square++) {
                hash = (hash ^ function.attacks(square, occupied, own)) * 0x100000001b3L;
            }
        }
        System.out.printf("digest %s %016x%n", name, hash);
    }

    private Rays() {}
}

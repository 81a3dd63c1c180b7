package chess;

/** Attacks by walking rays. */
public final class Sliders {
    static final int A1 = 0, B1 = 1, A2 = 8;

    private Sliders() {}

    private static long ray(int square, long occupied, int right, int up) {
        long attacks = 0;
        int file = square % 8 + right;
        int rank = square / 8 + up;
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            long bit = 1L << (rank * 8 + file);
            attacks |= bit;
            if ((occupied & bit) != 0) {
                break;
            }
            file += right;
            rank += up;
        }
        return attacks;
    }

    public static long rookAttacks(int square, long occupied) {
        return ray(square, occupied, 1, 0) | ray(square, occupied, -1, 0)
            | ray(square, occupied, 0, 1) | ray(square, occupied, 0, -1);
    }

    public static long bishopAttacks(int square, long occupied) {
        long attacks = ray(square, occupied, 1, 1) | ray(square, occupied, -1, 1);
        attacks |= ray(square, occupied, 1, -1);
        attacks |= ray(square, occupied, -1, -1);
        return attacks;
    }

    public static long queenAttacks(int square, long occupied) {
        return rookAttacks(square, occupied) | bishopAttacks(square, occupied);
    }

    /** Squares that a rook can go to. */
    public static long rookMoves(int square, long occupied, long own) {
        return rookAttacks(square, occupied) & ~own;
    }

    /** The number of a bishop's moves. */
    public static int bishopMobility(int square, long occupied) {
        return Long.bitCount(bishopAttacks(square, occupied));
    }
}

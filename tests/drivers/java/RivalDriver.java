import java.util.Arrays;

/** Looks moves up as the Rival article does, by its names and in its arrays of arrays. */
final class RivalDriver {
  private RivalDriver() {}

  public static void main(String[] arguments) {
    Rays board = new Rays(arguments);
    int[][] rook = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    board.compare("rook", RivalDriver::rook, rook, 7);
    int rooks = board.count;
    int[][] bishop = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    board.compare("bishop", RivalDriver::bishop, bishop, 7);
    for (int bitRef = 0; bitRef <= 63; bitRef++) {
      long[] variations = MagicBitboards.occupancyVariationRook[bitRef];
      long[] attackSets = MagicBitboards.occupancyAttackSetRook[bitRef];
      int shift = MagicBitboards.magicNumberShiftsRook[bitRef];
      Rays.same("variations", variations.length, 1 << 64 - shift);
      Rays.same("moves", MagicBitboards.magicMovesRook[bitRef].length, variations.length);
      sameSets(board, rook, bitRef, variations, attackSets);
      long[] others = MagicBitboards.occupancyVariationBishop[bitRef];
      sameSets(board, bishop, bitRef, others, MagicBitboards.occupancyAttackSetBishop[bitRef]);
      long seen = 0;
      for (long variation : variations) {
        seen |= variation;
      }
      if (seen != MagicBitboards.occupancyMaskRook[bitRef]) {
        throw new AssertionError("the variations of " + bitRef + " aren't its mask's");
      }
    }
    sameArrays(RookVariations.occupancyVariation, MagicBitboards.occupancyVariationRook);
    sameArrays(RookVariations.occupancyAttackSet, MagicBitboards.occupancyAttackSetRook);
    int bishops = board.count;
    Rays.Lookup queen = (square, occupied) -> rook(square, occupied) | bishop(square, occupied);
    int moves = board.moves(10000, RivalDriver::rook, RivalDriver::bishop, queen);
    System.out.printf(
        "magicgen-driver ok rook=%d bishop=%d digest=%016x moves=%d%n",
        rooks, bishops, board.digest, moves);
  }

  /** Compares attack sets with rays walked under the variations beside them. */
  private static void sameSets(
      Rays board, int[][] rays, int bitRef, long[] variations, long[] attackSets) {
    Rays.same("attack sets", attackSets.length, variations.length);
    for (int i = 0; i < variations.length; i++) {
      if (attackSets[i] != board.attacks(rays, 7, bitRef, variations[i])) {
        throw new AssertionError("the attack set " + i + " of " + bitRef + " is wrong");
      }
    }
  }

  private static void sameArrays(long[][] found, long[][] wanted) {
    if (!Arrays.deepEquals(found, wanted)) {
      throw new AssertionError("the arrays of the rook alone are others");
    }
  }

  private static long rook(int bitRef, long bbAllPieces) {
    long bbBlockers = bbAllPieces & MagicBitboards.occupancyMaskRook[bitRef];
    int databaseIndex =
        (int)
            ((bbBlockers * MagicBitboards.magicNumberRook[bitRef])
                >>> MagicBitboards.magicNumberShiftsRook[bitRef]);
    return MagicBitboards.magicMovesRook[bitRef][databaseIndex];
  }

  private static long bishop(int bitRef, long bbAllPieces) {
    long bbBlockers = bbAllPieces & MagicBitboards.occupancyMaskBishop[bitRef];
    long product = bbBlockers * MagicBitboards.magicNumberBishop[bitRef];
    int databaseIndex = (int) (product >>> MagicBitboards.magicNumberShiftsBishop[bitRef]);
    return MagicBitboards.magicMovesBishop[bitRef][databaseIndex];
  }
}

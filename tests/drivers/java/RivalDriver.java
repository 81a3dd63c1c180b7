/** Looks moves up as the Rival article does, by its names and in its arrays of arrays. */
final class RivalDriver {
  private RivalDriver() {}

  public static void main(String[] arguments) {
    Rays board = new Rays(arguments);
    board.compare("rook", RivalDriver::rook, new int[][] {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}, 7);
    int rooks = board.count;
    int[][] bishop = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    board.compare("bishop", RivalDriver::bishop, bishop, 7);
    for (int bitRef = 0; bitRef <= 63; bitRef++) {
      long[] variations = Magics.occupancyVariationRook[bitRef];
      Rays.same("variations", variations.length, 1 << 64 - Magics.magicNumberShiftsRook[bitRef]);
      Rays.same("moves", Magics.magicMovesRook[bitRef].length, variations.length);
      long seen = 0;
      for (long variation : variations) {
        seen |= variation;
      }
      if (seen != Magics.occupancyMaskRook[bitRef]) {
        throw new AssertionError("the variations of " + bitRef + " aren't its mask's");
      }
    }
    System.out.printf(
        "magicgen-driver ok rook=%d bishop=%d digest=%016x%n", rooks, board.count, board.digest);
  }

  private static long rook(int bitRef, long bbAllPieces) {
    long bbBlockers = bbAllPieces & Magics.occupancyMaskRook[bitRef];
    int databaseIndex =
        (int)
            ((bbBlockers * Magics.magicNumberRook[bitRef])
                >>> Magics.magicNumberShiftsRook[bitRef]);
    return Magics.magicMovesRook[bitRef][databaseIndex];
  }

  private static long bishop(int bitRef, long bbAllPieces) {
    long bbBlockers = bbAllPieces & Magics.occupancyMaskBishop[bitRef];
    long product = bbBlockers * Magics.magicNumberBishop[bitRef];
    int databaseIndex = (int) (product >>> Magics.magicNumberShiftsBishop[bitRef]);
    return Magics.magicMovesBishop[bitRef][databaseIndex];
  }
}

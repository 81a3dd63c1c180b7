import java.util.concurrent.CountDownLatch;

/**
 * Compares {@code Magics} on the chess board with rays walked; arguments and output as
 * tests/compile/java.rs has them.
 */
final class Driver {
  private static final int[][] ROOK = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  private static final int[][] BISHOP = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  private static final int[][] QUEEN = {
    {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}
  };

  private Driver() {}

  public static void main(String[] arguments) throws InterruptedException {
    Rays board = new Rays(arguments);
    race(board);
    for (int rank = 0; rank < board.height; rank++) {
      for (int file = 0; file < board.width; file++) {
        Rays.same("square", Magics.square(file, rank), board.bit(file, rank));
      }
    }
    Rays.same("A1", Magics.A1, board.bit(0, 0));
    Rays.same("H1", Magics.H1, board.bit(7, 0));
    Rays.same("A8", Magics.A8, board.bit(0, 7));
    Rays.same("H8", Magics.H8, board.bit(7, 7));
    board.compare("rook", Magics::rookAttacks, ROOK, 7);
    int rooks = board.count;
    board.compare("bishop", Magics::bishopAttacks, BISHOP, 7);
    int bishops = board.count;
    for (int square = 0; square < 64; square++) {
      board.compareRandom("queen", Magics::queenAttacks, QUEEN, 7, square);
    }
    int moves =
        board.moves(10000, Magics::rookAttacks, Magics::bishopAttacks, Magics::queenAttacks);
    System.out.printf(
        "magicgen-driver ok rook=%d bishop=%d digest=%016x moves=%d%n",
        rooks, bishops, board.digest, moves);
  }

  /** Lets two threads be the first to look anything up: what is filled last. */
  private static void race(Rays board) throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    long[] found = new long[2];
    Thread[] threads = new Thread[2];
    for (int number = 0; number < threads.length; number++) {
      int self = number;
      threads[number] =
          new Thread(
              () -> {
                try {
                  start.await();
                } catch (InterruptedException interrupted) {
                  return;
                }
                found[self] = self == 0 ? Magics.rookAttacks(63, 0) : Magics.bishopAttacks(63, 0);
              });
      threads[number].start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    if (found[0] != board.attacks(ROOK, 7, 63, 0) || found[1] != board.attacks(BISHOP, 7, 63, 0)) {
      throw new AssertionError("a thread has seen tables that were not filled");
    }
  }
}

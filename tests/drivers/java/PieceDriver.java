import java.lang.reflect.Method;

/**
 * Compares a class's lookups of any pieces on any board with rays walked. The board's arguments are
 * followed by the class and, for each piece, its name, its method, its range and its rays: {@code
 * lance lanceAttacks 7 0,1}.
 */
final class PieceDriver {
  private PieceDriver() {}

  public static void main(String[] arguments) throws ReflectiveOperationException {
    Rays board = new Rays(arguments);
    int next = board.arguments();
    Class<?> type = Class.forName(arguments[next++]);
    Method square = type.getDeclaredMethod("square", int.class, int.class);
    for (int rank = 0; rank < board.height; rank++) {
      for (int file = 0; file < board.width; file++) {
        if (board.bit(file, rank) >= 0) {
          String constant = (char) ('A' + file) + "" + (rank + 1);
          Rays.same(constant, type.getDeclaredField(constant).getInt(null), board.bit(file, rank));
          Rays.same("square", (int) square.invoke(null, file, rank), board.bit(file, rank));
        }
      }
    }
    StringBuilder counts = new StringBuilder();
    for (; next < arguments.length; next += 4) {
      Method method = type.getDeclaredMethod(arguments[next + 1], int.class, long.class);
      Rays.Lookup lookup =
          (from, occupied) -> {
            try {
              return (long) method.invoke(null, from, occupied);
            } catch (ReflectiveOperationException error) {
              throw new AssertionError(error);
            }
          };
      String[] texts = arguments[next + 3].split(";");
      int[][] rays = new int[texts.length][];
      for (int ray = 0; ray < rays.length; ray++) {
        String[] step = texts[ray].split(",");
        rays[ray] = new int[] {Integer.parseInt(step[0]), Integer.parseInt(step[1])};
      }
      board.compare(arguments[next], lookup, rays, Integer.parseInt(arguments[next + 2]));
      counts.append(' ').append(arguments[next]).append('=').append(board.count);
    }
    System.out.printf("magicgen-driver ok%s digest=%016x%n", counts, board.digest);
  }
}

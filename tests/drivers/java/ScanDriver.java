import java.util.Random;

/** Compares bit scans with those of {@code java.lang}. */
final class ScanDriver {
  private ScanDriver() {}

  public static void main(String[] arguments) {
    for (int word = 1; word < 1 << 16; word++) {
      if (word < 1 << 8) {
        int forward = Integer.numberOfTrailingZeros(word);
        int reverse = 31 - Integer.numberOfLeadingZeros(word);
        Rays.same("forward 8", Magics.bitScanForward8(word), forward);
        Rays.same("reverse 8", Magics.bitScanReverse8(word), reverse);
        Rays.same("forward 8, a byte", Magics.bitScanForward8((byte) word), forward);
        Rays.same("reverse 8, a byte", Magics.bitScanReverse8((byte) word), reverse);
      }
      int forward = Integer.numberOfTrailingZeros(word);
      int reverse = 31 - Integer.numberOfLeadingZeros(word);
      Rays.same("forward 16", Magics.bitScanForward16(word), forward);
      Rays.same("reverse 16", Magics.bitScanReverse16(word), reverse);
      Rays.same("forward 16, a short", Magics.bitScanForward16((short) word), forward);
      Rays.same("reverse 16, a short", Magics.bitScanReverse16((short) word), reverse);
    }
    Random random = new Random(20260101);
    for (int turn = 0; turn < 1_000_000; turn++) {
      // Both ends of random words, at every place.
      long word = random.nextLong() | 1L << 63;
      compare(word >>> turn % 64);
      compare((word | 1) << turn % 64);
    }
    System.out.println("magicgen-driver ok");
  }

  private static void compare(long word) {
    int forward = Long.numberOfTrailingZeros(word);
    Rays.same("forward 64", Magics.bitScanForward64(word), forward);
    int reverse = 63 - Long.numberOfLeadingZeros(word);
    Rays.same("reverse 64", Magics.bitScanReverse64(word), reverse);
    int half = (int) word;
    if (half != 0) {
      forward = Integer.numberOfTrailingZeros(half);
      Rays.same("forward 32", Magics.bitScanForward32(half), forward);
      reverse = 31 - Integer.numberOfLeadingZeros(half);
      Rays.same("reverse 32", Magics.bitScanReverse32(half), reverse);
    }
  }
}

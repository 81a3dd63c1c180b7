// Counts the move sequences of Capablanca chess with generated lookups, and compares the
// counts with published ones.
//
//     magicgen && javac Perft.java Capablanca.java && java Perft 4 < positions.txt

import java.util.Scanner;

/** A position; the set of a piece is two words, which stand one after the other. */
final class Perft {
  /** The kinds in the order of their letters. */
  private static final String LETTERS = "pnbracqk";

  private static final int PAWN = 0;
  private static final int KNIGHT = 1;
  private static final int BISHOP = 2;
  private static final int ROOK = 3;
  private static final int ARCHBISHOP = 4;
  private static final int CHANCELLOR = 5;
  private static final int QUEEN = 6;
  private static final int KING = 7;
  private static final int KINDS = 8;

  private static final int WHITE = 0;
  private static final int NONE = -1;

  /** Two words for each kind: first White's, then Black's. */
  private final long[] pieces = new long[2 * 2 * KINDS];

  /** Two words of all pieces of each side. */
  private final long[] all = new long[4];

  private int side;

  /** The square that a pawn passed by a double step, or `NONE`. */
  private int passed = NONE;

  /** Two words of the kings and rooks that may still castle. */
  private final long[] unmoved = new long[2];

  /** The index of the lowest word of a side's pieces of a kind. */
  private static int at(int side, int kind) {
    return 2 * (KINDS * side + kind);
  }

  private static boolean has(long[] set, int square) {
    return (set[square / 64] >>> square & 1) != 0;
  }

  /** Puts a piece on a square, or takes it away if it stands there. */
  private void turn(int side, int kind, int square) {
    int word = square / 64;
    pieces[at(side, kind) + word] ^= 1L << square;
    all[2 * side + word] ^= 1L << square;
  }

  private int king(int side) {
    long low = pieces[at(side, KING)];
    long high = pieces[at(side, KING) + 1];
    return low != 0 ? Long.numberOfTrailingZeros(low) : 64 + Long.numberOfTrailingZeros(high);
  }

  /** Reads a position: ranks from the top, the side to move, and where the sides may castle. */
  private static Perft read(String text) {
    String[] parts = text.split(" ");
    Perft position = new Perft();
    int rank = 7;
    int file = 0;
    int free = 0;
    for (char letter : parts[0].toCharArray()) {
      if (Character.isDigit(letter)) {
        free = free * 10 + letter - '0';
        continue;
      }
      file += free;
      free = 0;
      if (letter == '/') {
        rank--;
        file = 0;
      } else {
        int kind = LETTERS.indexOf(Character.toLowerCase(letter));
        position.turn(Character.isLowerCase(letter) ? 1 : 0, kind, rank * 10 + file);
        file++;
      }
    }
    position.side = parts[1].equals("b") ? 1 : 0;
    for (char letter : parts[2].replace("-", "").toCharArray()) {
      int home = Character.isLowerCase(letter) ? 75 : 5;
      int corner = Character.toLowerCase(letter) == 'k' ? home + 4 : home - 5;
      position.unmoved[home / 64] |= 1L << home;
      position.unmoved[corner / 64] |= 1L << corner;
    }
    return position;
  }

  /** Stores the squares that a piece other than a pawn attacks. */
  private static void attacks(int kind, int square, long low, long high, long[] set) {
    switch (kind) {
      case KNIGHT:
        Capablanca.knightAttacks(square, low, high, set);
        break;
      case BISHOP:
        Capablanca.bishopAttacks(square, low, high, set);
        break;
      case ROOK:
        Capablanca.rookAttacks(square, low, high, set);
        break;
      case ARCHBISHOP:
        Capablanca.archbishopAttacks(square, low, high, set);
        break;
      case CHANCELLOR:
        Capablanca.chancellorAttacks(square, low, high, set);
        break;
      case QUEEN:
        Capablanca.queenAttacks(square, low, high, set);
        break;
      default:
        Capablanca.kingAttacks(square, low, high, set);
    }
  }

  /** Stores the given squares that a pawn of a side captures on. */
  private static void captures(int side, int square, long low, long high, long[] set) {
    if (side == WHITE) {
      Capablanca.whitePawnCaptures(square, low, high, set);
    } else {
      Capablanca.blackPawnCaptures(square, low, high, set);
    }
  }

  /** Whether the other side attacks a square, where a king of a side stands or would stand. */
  private boolean isAttacked(int side, int square) {
    long[] set = new long[2];
    for (int kind = PAWN; kind < KINDS; kind++) {
      int by = at(1 - side, kind);
      if (kind == PAWN) {
        captures(side, square, pieces[by], pieces[by + 1], set);
      } else {
        attacks(kind, square, all[0] | all[2], all[1] | all[3], set);
      }
      if ((set[0] & pieces[by] | set[1] & pieces[by + 1]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Adds the square to which the king castles: out of no check and through none. */
  private void addCastle(int home, int corner, int step, long[] targets) {
    if (!has(unmoved, home) || !has(unmoved, corner)) {
      return;
    }
    long[] seen = new long[2];
    Capablanca.rookAttacks(corner, all[0] | all[2], all[1] | all[3], seen);
    boolean isFree = has(seen, home);
    for (int steps = 0; steps < 3; steps++) {
      isFree = isFree && !isAttacked(side, home + step * steps);
    }
    if (isFree) {
      int to = home + step * 3;
      targets[to / 64] |= 1L << to;
    }
  }

  /** Stores the squares that a piece of the side to move may go to. */
  private void targets(int kind, int from, long[] targets) {
    long low = all[0] | all[2];
    long high = all[1] | all[3];
    if (kind != PAWN) {
      attacks(kind, from, low, high, targets);
      targets[0] &= ~all[2 * side];
      targets[1] &= ~all[2 * side + 1];
      if (kind == KING) {
        int home = side == WHITE ? 5 : 75;
        addCastle(home, home - 5, -1, targets);
        addCastle(home, home + 4, 1, targets);
      }
      return;
    }
    long[] captured = {all[2 - 2 * side], all[3 - 2 * side]};
    if (passed != NONE) {
      captured[passed / 64] |= 1L << passed;
    }
    captures(side, from, captured[0], captured[1], captured);
    if (side == WHITE) {
      Capablanca.whitePawnQuiets(from, low, high, targets);
    } else {
      Capablanca.blackPawnQuiets(from, low, high, targets);
    }
    targets[0] |= captured[0];
    targets[1] |= captured[1];
  }

  /** The kind of a side's piece on a square, or `NONE`. */
  private int kindOn(int side, int square) {
    for (int kind = 0; kind < KINDS; kind++) {
      if ((pieces[at(side, kind) + square / 64] >>> square & 1) != 0) {
        return kind;
      }
    }
    return NONE;
  }

  /** Moves the pieces there or back; the captured one stands on a square of its own. */
  private void change(int kind, int from, int to, int becomes, int captured, int capturedOn) {
    if (captured != NONE) {
      turn(1 - side, captured, capturedOn);
    }
    turn(side, kind, from);
    turn(side, becomes, to);
    if (kind == KING && Math.abs(from - to) == 3) {
      turn(side, ROOK, to < from ? from - 5 : from + 4);
      turn(side, ROOK, to < from ? to + 1 : to - 1);
    }
  }

  private long count(int depth, int kind, int from, int to, int becomes) {
    boolean isPassing = kind == PAWN && to == passed;
    int capturedOn = !isPassing ? to : side == WHITE ? to - 10 : to + 10;
    int captured = kindOn(1 - side, capturedOn);
    int passedBefore = passed;
    long low = unmoved[0];
    long high = unmoved[1];
    change(kind, from, to, becomes, captured, capturedOn);
    passed = kind == PAWN && Math.abs(from - to) == 20 ? (from + to) / 2 : NONE;
    unmoved[from / 64] &= ~(1L << from);
    unmoved[to / 64] &= ~(1L << to);
    side = 1 - side;
    boolean isLegal = !isAttacked(1 - side, king(1 - side));
    long count = !isLegal ? 0 : depth == 1 ? 1 : perft(depth - 1);
    side = 1 - side;
    unmoved[0] = low;
    unmoved[1] = high;
    passed = passedBefore;
    change(kind, from, to, becomes, captured, capturedOn);
    return count;
  }

  private long perft(int depth) {
    long count = 0;
    long[] targets = new long[2];
    for (int kind = 0; kind < KINDS; kind++) {
      for (int word = 0; word < 2; word++) {
        for (long left = pieces[at(side, kind) + word]; left != 0; left &= left - 1) {
          int from = 64 * word + Long.numberOfTrailingZeros(left);
          targets(kind, from, targets);
          for (int other = 0; other < 2; other++) {
            for (long free = targets[other]; free != 0; free &= free - 1) {
              int to = 64 * other + Long.numberOfTrailingZeros(free);
              boolean promotes = kind == PAWN && (to < 10 || to >= 70);
              int last = promotes ? QUEEN : kind;
              for (int becomes = promotes ? KNIGHT : kind; becomes <= last; becomes++) {
                count += count(depth, kind, from, to, becomes);
              }
            }
          }
        }
      }
    }
    return count;
  }

  public static void main(String[] arguments) {
    int most = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 4;
    Scanner lines = new Scanner(System.in, "UTF-8");
    while (lines.hasNextLine()) {
      String[] parts = lines.nextLine().split("; D");
      Perft position = read(parts[0]);
      for (int at = 1; at < parts.length; at++) {
        String[] right = parts[at].split(" ");
        int depth = Integer.parseInt(right[0]);
        if (depth <= most) {
          long count = position.perft(depth);
          System.out.println(parts[0] + " depth " + depth + ": " + count);
          if (count != Long.parseLong(right[1])) {
            throw new AssertionError("not " + right[1]);
          }
        }
      }
    }
  }
}

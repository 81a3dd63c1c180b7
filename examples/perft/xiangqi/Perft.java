// Counts the move sequences of xiangqi with generated lookups, and compares the counts with published ones.
//
//     magicgen && javac Perft.java Xiangqi.java && java Perft 4 < positions.txt

import java.util.Scanner;

/** A position; the set of a piece is two words, which stand one after the other. */
final class Perft {
  /** Pieces in the order of these letters. */
  private static final String KINDS = "kabnrcp";

  private static final int KING = 0;
  private static final int ADVISOR = 1;
  private static final int ELEPHANT = 2;
  private static final int HORSE = 3;
  private static final int ROOK = 4;
  private static final int CANNON = 5;
  private static final int PAWN = 6;

  private static final int RED = 0;

  /** Two words for each kind: first Red's, then Black's. */
  private final long[] pieces = new long[2 * 2 * KINDS.length()];

  /** Two words of all pieces of each side. */
  private final long[] all = new long[4];

  private int side;

  /** The index of the lowest word of a side's pieces of a kind. */
  private static int at(int side, int kind) {
    return 2 * (KINDS.length() * side + kind);
  }

  private boolean has(int side, int kind, long low, long high) {
    int at = at(side, kind);
    return ((pieces[at] & low) | (pieces[at + 1] & high)) != 0;
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

  /** Reads a position: ranks from the top, and the side to move. */
  private static Perft read(String text) {
    Perft position = new Perft();
    int square = 9 * 9;
    for (char letter : text.substring(0, text.indexOf(' ')).toCharArray()) {
      if (letter == '/') {
        square -= 2 * 9;
      } else if (Character.isDigit(letter)) {
        square += letter - '0';
      } else {
        int kind = KINDS.indexOf(Character.toLowerCase(letter));
        position.turn(Character.isLowerCase(letter) ? 1 : 0, kind, square);
        square++;
      }
    }
    position.side = text.endsWith(" b") ? 1 : 0;
    return position;
  }

  /** Stores the squares that a piece of the side to move may go to. */
  private void targets(int kind, int from, long[] targets) {
    long low = all[0] | all[2];
    long high = all[1] | all[3];
    switch (kind) {
      case KING:
        Xiangqi.kingAttacks(from, low, high, targets);
        break;
      case ADVISOR:
        Xiangqi.advisorAttacks(from, low, high, targets);
        break;
      case ELEPHANT:
        Xiangqi.elephantAttacks(from, low, high, targets);
        break;
      case HORSE:
        Xiangqi.horseAttacks(from, low, high, targets);
        break;
      case ROOK:
        Xiangqi.rookAttacks(from, low, high, targets);
        break;
      case CANNON:
        targets[0] =
            Xiangqi.cannonQuiets0(from, low, high) | Xiangqi.cannonCaptures0(from, low, high);
        targets[1] =
            Xiangqi.cannonQuiets1(from, low, high) | Xiangqi.cannonCaptures1(from, low, high);
        break;
      default:
        if (side == RED) {
          Xiangqi.redPawnAttacks(from, low, high, targets);
        } else {
          Xiangqi.blackPawnAttacks(from, low, high, targets);
        }
    }
    targets[0] &= ~all[2 * side];
    targets[1] &= ~all[2 * side + 1];
  }

  /** Whether the king of a side is attacked. A king attacks the other one along an open file. */
  private boolean isInCheck(int side) {
    int by = 1 - side;
    int king = king(side);
    long low = all[0] | all[2];
    long high = all[1] | all[3];
    long rook0 = Xiangqi.rookAttacks0(king, low, high);
    long rook1 = Xiangqi.rookAttacks1(king, low, high);
    long cannon0 = Xiangqi.cannonCaptures0(king, low, high);
    long cannon1 = Xiangqi.cannonCaptures1(king, low, high);
    long horse0 = Xiangqi.horseToAttacks0(king, low, high);
    long horse1 = Xiangqi.horseToAttacks1(king, low, high);
    boolean pawns =
        side == RED
            ? has(
                by,
                PAWN,
                Xiangqi.blackPawnToAttacks0(king, low, high),
                Xiangqi.blackPawnToAttacks1(king, low, high))
            : has(
                by,
                PAWN,
                Xiangqi.redPawnToAttacks0(king, low, high),
                Xiangqi.redPawnToAttacks1(king, low, high));
    boolean faces = has(by, KING, rook0, rook1) && king % 9 == king(by) % 9;
    return faces
        || has(by, ROOK, rook0, rook1)
        || has(by, CANNON, cannon0, cannon1)
        || has(by, HORSE, horse0, horse1)
        || pawns;
  }

  /** The kind of a side's piece on a square; -1 if there is none. */
  private int kindOn(int side, int square) {
    for (int kind = 0; kind < KINDS.length(); kind++) {
      if ((pieces[at(side, kind) + square / 64] >>> square & 1) != 0) {
        return kind;
      }
    }
    return -1;
  }

  private long count(int depth, int kind, int from, int to) {
    int captured = kindOn(1 - side, to);
    if (captured >= 0) {
      turn(1 - side, captured, to);
    }
    turn(side, kind, from);
    turn(side, kind, to);
    side = 1 - side;
    long count = isInCheck(1 - side) ? 0 : depth == 1 ? 1 : perft(depth - 1);
    side = 1 - side;
    turn(side, kind, to);
    turn(side, kind, from);
    if (captured >= 0) {
      turn(1 - side, captured, to);
    }
    return count;
  }

  private long perft(int depth) {
    long count = 0;
    long[] targets = new long[2];
    for (int kind = 0; kind < KINDS.length(); kind++) {
      for (int word = 0; word < 2; word++) {
        for (long left = pieces[at(side, kind) + word]; left != 0; left &= left - 1) {
          int from = 64 * word + Long.numberOfTrailingZeros(left);
          targets(kind, from, targets);
          for (int other = 0; other < 2; other++) {
            for (long to = targets[other]; to != 0; to &= to - 1) {
              count += count(depth, kind, from, 64 * other + Long.numberOfTrailingZeros(to));
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

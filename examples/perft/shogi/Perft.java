// Counts the move sequences of shogi with generated lookups, and compares the counts with published ones.
//
//     magicgen && javac Perft.java Shogi.java && java Perft 4 < positions.txt

import java.util.Arrays;
import java.util.Scanner;

/** A position; the set of a piece is two words, which stand one after the other. */
final class Perft {
  /** The kinds that have letters. The promoted ones follow in the same order. */
  private static final String LETTERS = "plnsbrgk";

  private static final int PAWN = 0;
  private static final int LANCE = 1;
  private static final int KNIGHT = 2;
  private static final int SILVER = 3;
  private static final int BISHOP = 4;
  private static final int ROOK = 5;
  private static final int GOLD = 6;
  private static final int KING = 7;
  private static final int PROMOTED = 8;
  private static final int HORSE = PROMOTED + BISHOP;
  private static final int DRAGON = PROMOTED + ROOK;
  private static final int KINDS = DRAGON + 1;

  private static final int BLACK = 0;

  /** The most moves of a position are fewer. */
  private static final int MOST_MOVES = 1024;

  /** What `from` of a drop is. */
  private static final int DROPPED = 255;

  /** Two words for each kind: first Black's, then White's. */
  private final long[] pieces = new long[2 * 2 * KINDS];

  /** Two words of all pieces of each side. */
  private final long[] all = new long[4];

  /** The pieces in each side's hand, by kind. */
  private final int[] hand = new int[2 * KING];

  private int side;

  /** A move in four bytes: the kind that the piece becomes, its kind, where to and where from. */
  private static int move(int from, int to, int kind, int becomes) {
    return becomes << 24 | kind << 16 | to << 8 | from;
  }

  /** The bit of a square by its number, file by file. Bit 63 is no square. */
  private static int bit(int number) {
    return number > 62 ? number + 1 : number;
  }

  private static int number(int square) {
    return square > 63 ? square - 1 : square;
  }

  /** The number of ranks before a square: 0 for the last rank that the side's pieces reach. */
  private static int rank(int square, int side) {
    int rank = number(square) % 9;
    return side == BLACK ? rank : 8 - rank;
  }

  /** Stores the squares that a piece attacks. */
  private static void attacks(int kind, int side, int square, long low, long high, long[] set) {
    boolean isBlack = side == BLACK;
    switch (kind) {
      case BISHOP:
        Shogi.bishopAttacks(square, low, high, set);
        break;
      case ROOK:
        Shogi.rookAttacks(square, low, high, set);
        break;
      case KING:
        Shogi.kingAttacks(square, low, high, set);
        break;
      case HORSE:
        Shogi.horseAttacks(square, low, high, set);
        break;
      case DRAGON:
        Shogi.dragonAttacks(square, low, high, set);
        break;
      case PAWN:
        if (isBlack) {
          Shogi.pawnAttacks(square, low, high, set);
        } else {
          Shogi.whitePawnAttacks(square, low, high, set);
        }
        break;
      case LANCE:
        if (isBlack) {
          Shogi.lanceUpAttacks(square, low, high, set);
        } else {
          Shogi.lanceDownAttacks(square, low, high, set);
        }
        break;
      case KNIGHT:
        if (isBlack) {
          Shogi.knightAttacks(square, low, high, set);
        } else {
          Shogi.whiteKnightAttacks(square, low, high, set);
        }
        break;
      case SILVER:
        if (isBlack) {
          Shogi.silverAttacks(square, low, high, set);
        } else {
          Shogi.whiteSilverAttacks(square, low, high, set);
        }
        break;
      default:
        if (isBlack) {
          Shogi.goldAttacks(square, low, high, set);
        } else {
          Shogi.whiteGoldAttacks(square, low, high, set);
        }
    }
  }

  /** Whether an unpromoted piece could never move from a square. */
  private static boolean isStuck(int kind, int side, int square) {
    switch (kind) {
      case PAWN:
      case LANCE:
        return rank(square, side) == 0;
      case KNIGHT:
        return rank(square, side) < 2;
      default:
        return false;
    }
  }

  /** The index of the lowest word of a side's pieces of a kind. */
  private static int at(int side, int kind) {
    return 2 * (KINDS * side + kind);
  }

  private static int kindOf(char letter) {
    return LETTERS.indexOf(Character.toLowerCase(letter));
  }

  /** Puts a piece on a square, or takes it away if it stands there. */
  private void turn(int side, int kind, int square) {
    int word = square / 64;
    pieces[at(side, kind) + word] ^= 1L << square;
    all[2 * side + word] ^= 1L << square;
  }

  private boolean isFree(int square) {
    int word = square / 64;
    return ((all[word] | all[2 + word]) >>> square & 1) == 0;
  }

  /** Reads a position in SFEN: ranks from the top, files from the left, the side, the hands. */
  private static Perft read(String text) {
    String[] parts = text.split(" ");
    Perft position = new Perft();
    int rank = 0;
    int file = 9;
    int promoted = 0;
    for (char letter : parts[0].toCharArray()) {
      if (letter == '/') {
        rank++;
        file = 9;
      } else if (letter == '+') {
        promoted = PROMOTED;
      } else if (Character.isDigit(letter)) {
        file -= letter - '0';
      } else {
        file--;
        int side = Character.isLowerCase(letter) ? 1 : 0;
        position.turn(side, kindOf(letter) + promoted, bit(file * 9 + rank));
        promoted = 0;
      }
    }
    position.side = parts[1].equals("w") ? 1 : 0;
    int count = 0;
    for (char letter : parts[2].toCharArray()) {
      if (Character.isDigit(letter)) {
        count = count * 10 + letter - '0';
      } else if (letter != '-') {
        int side = Character.isLowerCase(letter) ? 1 : 0;
        position.hand[KING * side + kindOf(letter)] = Math.max(count, 1);
        count = 0;
      }
    }
    return position;
  }

  /** Whether a king is attacked: a piece of its side would attack the attacker from there. */
  private boolean isInCheck(int side) {
    long own = pieces[at(side, KING)];
    long other = pieces[at(side, KING) + 1];
    if (own == 0 && other == 0) {
      return false;
    }
    int king =
        own != 0 ? Long.numberOfTrailingZeros(own) : 64 + Long.numberOfTrailingZeros(other);
    long[] set = new long[2];
    for (int kind = 0; kind < KINDS; kind++) {
      int at = at(1 - side, kind);
      if ((pieces[at] | pieces[at + 1]) != 0) {
        attacks(kind, side, king, all[0] | all[2], all[1] | all[3], set);
        if ((set[0] & pieces[at] | set[1] & pieces[at + 1]) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** The kind of a side's piece on a square; -1 if there is none. */
  private int kindOn(int side, int square) {
    for (int kind = 0; kind < KINDS; kind++) {
      if ((pieces[at(side, kind) + square / 64] >>> square & 1) != 0) {
        return kind;
      }
    }
    return -1;
  }

  /** Makes a move, and returns the kind of the captured piece, or -1. */
  private int make(int move) {
    int captured = kindOn(1 - side, move >> 8 & 255);
    change(move, captured, 1);
    side = 1 - side;
    return captured;
  }

  private void takeBack(int move, int captured) {
    side = 1 - side;
    change(move, captured, -1);
  }

  /** Moves the pieces there or back, and adds to the hand or takes from it. */
  private void change(int move, int captured, int sign) {
    int from = move & 255;
    int to = move >> 8 & 255;
    int kind = move >> 16 & 255;
    if (captured >= 0) {
      turn(1 - side, captured, to);
      if (captured != KING) {
        hand[KING * side + captured % PROMOTED] += sign;
      }
    }
    if (from == DROPPED) {
      hand[KING * side + kind] -= sign;
    } else {
      turn(side, kind, from);
    }
    turn(side, move >> 24, to);
  }

  /** Adds all moves but for the safety of the king and mate by a pawn's drop. */
  private int moves(int[] moves) {
    int count = 0;
    long[] targets = new long[2];
    for (int kind = 0; kind < KINDS; kind++) {
      for (int word = 0; word < 2; word++) {
        for (long left = pieces[at(side, kind) + word]; left != 0; left &= left - 1) {
          int from = 64 * word + Long.numberOfTrailingZeros(left);
          attacks(kind, side, from, all[0] | all[2], all[1] | all[3], targets);
          for (int other = 0; other < 2; other++) {
            long free = targets[other] & ~all[2 * side + other];
            for (; free != 0; free &= free - 1) {
              int to = 64 * other + Long.numberOfTrailingZeros(free);
              if (kind <= ROOK && Math.min(rank(from, side), rank(to, side)) < 3) {
                moves[count++] = move(from, to, kind, kind + PROMOTED);
              }
              if (!isStuck(kind, side, to)) {
                moves[count++] = move(from, to, kind, kind);
              }
            }
          }
        }
      }
    }
    for (int kind = PAWN; kind <= GOLD; kind++) {
      for (int number = 0; hand[KING * side + kind] > 0 && number < 81; number++) {
        int to = bit(number);
        boolean isSecond = kind == PAWN && hasPawn(number / 9);
        if (isFree(to) && !isStuck(kind, side, to) && !isSecond) {
          moves[count++] = move(DROPPED, to, kind, kind);
        }
      }
    }
    return count;
  }

  /** Whether an own unpromoted pawn stands on a file. */
  private boolean hasPawn(int file) {
    for (int rank = 0; rank < 9; rank++) {
      int square = bit(file * 9 + rank);
      if ((pieces[at(side, PAWN) + square / 64] >>> square & 1) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether the side to move, which is in check, has no legal move. */
  private boolean isMate() {
    int[] moves = new int[MOST_MOVES];
    int count = moves(moves);
    for (int move : Arrays.copyOf(moves, count)) {
      int captured = make(move);
      boolean isLegal = !isInCheck(1 - side);
      takeBack(move, captured);
      if (isLegal) {
        return false;
      }
    }
    return true;
  }

  private long perft(int depth) {
    int[] moves = new int[MOST_MOVES];
    int number = moves(moves);
    long count = 0;
    for (int at = 0; at < number; at++) {
      int move = moves[at];
      int captured = make(move);
      boolean isPawnDrop = (move & 255) == DROPPED && (move >> 16 & 255) == PAWN;
      // A pawn's drop mustn't mate.
      boolean isLegal = !isInCheck(1 - side) && !(isPawnDrop && isInCheck(side) && isMate());
      if (isLegal) {
        count += depth == 1 ? 1 : perft(depth - 1);
      }
      takeBack(move, captured);
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

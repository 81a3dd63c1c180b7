import org.example.Bitboard;
import org.example.PieceType;
import org.example.Square;

class Program {
  public static void main(String[] arguments) {
    long word = 0x8100240000240081L;
    Bitboard occupied = new Bitboard(word);
    Square a1 = new Square(0);
    Square b1 = new Square(1);
    boolean isSame = Magics.aligned(a1, b1, b1);
    for (int index = 0; index < 64; index++) {
      Square square = new Square(index);
      Bitboard queen = Magics.queenAttacks(square, occupied);
      isSame &= queen.bits == Magics.queenAttacks(index, word);
      isSame &= Magics.between(square, a1).bits == Magics.between(index, 0);
    }
    Bitboard empty = new Bitboard(0);
    Bitboard rook = Magics.rookAttacks(b1, empty);
    Bitboard other = Magics.attacksOf(PieceType.ROOK, a1, empty);
    System.out.printf("%x %b%n", rook.bits ^ other.bits, isSame);
  }
}

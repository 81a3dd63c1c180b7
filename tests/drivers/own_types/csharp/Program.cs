namespace Chess
{
    public enum Square : byte
    {
        A1,
        B1,
    }

    public struct Bitboard
    {
        public readonly ulong Bits;

        public Bitboard(ulong bits)
        {
            Bits = bits;
        }

        public static explicit operator ulong(Bitboard set)
        {
            return set.Bits;
        }

        public static explicit operator Bitboard(ulong bits)
        {
            return new Bitboard(bits);
        }
    }

    public static class Program
    {
        public static void Main()
        {
            var empty = new Bitboard(0);
            Bitboard rook = Magics.RookAttacks(Square.B1, empty);
            Bitboard other = Magics.AttacksOf(Magics.Piece.Rook, Square.A1, empty);
            bool isLine = Magics.Aligned(Square.A1, Square.B1, Square.B1);
            System.Console.WriteLine("{0:x} {1}", rook.Bits ^ other.Bits, isLine ? "true" : "false");
        }
    }
}

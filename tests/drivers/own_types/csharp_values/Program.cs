namespace Chess
{
    /// <summary>A square without conversions, whose number a method returns.</summary>
    public struct Square
    {
        private readonly byte index;

        public Square(int index)
        {
            this.index = (byte)index;
        }

        public byte Index()
        {
            return index;
        }
    }

    /// <summary>A set without conversions, whose number is a property.</summary>
    public struct Bitboard
    {
        public Bitboard(ulong bits)
        {
            Value = bits;
        }

        public ulong Value { get; }
    }

    public enum PieceType
    {
        Pawn,
        Knight,
        Bishop,
        Rook,
        Queen,
        King,
    }

    public static class Program
    {
        public static void Main()
        {
            const ulong Word = 0x8100240000240081;
            var occupied = new Bitboard(Word);
            var (a1, b1) = (new Square(0), new Square(1));
            bool isSame = Magics.Aligned(a1, b1, b1);
            for (int index = 0; index < 64; index++)
            {
                var square = new Square(index);
                Bitboard queen = Magics.QueenAttacks(square, occupied);
                isSame &= queen.Value == Magics.QueenAttacks(index, Word);
                isSame &= Magics.Between(square, a1).Value == Magics.Between(index, 0);
            }

            var empty = new Bitboard(0);
            Bitboard rook = Magics.RookAttacks(b1, empty);
            Bitboard other = Magics.AttacksOf(PieceType.Rook, a1, empty);
            System.Console.WriteLine("{0:x} {1}", rook.Value ^ other.Value, isSame ? "true" : "false");
        }
    }
}

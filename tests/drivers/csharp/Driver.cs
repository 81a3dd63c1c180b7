using System;

/// <summary>A board as a driver's arguments give it, and pieces walked over its files and ranks.</summary>
public sealed class Rays
{
    public readonly int Width;
    public readonly int Height;
    private readonly int[] bits;
    private ulong state = 0x9e3779b97f4a7c15UL;
    public ulong Digest = 0xcbf29ce484222325UL;

    public Rays(string[] arguments)
    {
        Width = int.Parse(arguments[0]);
        Height = int.Parse(arguments[1]);
        bits = new int[Width * Height];
        for (int place = 0; place < bits.Length; place++)
        {
            bits[place] = arguments[2 + place] == "-" ? -1 : int.Parse(arguments[2 + place]);
        }
    }

    public int Bit(int file, int rank)
    {
        bool isInside = 0 <= file && file < Width && 0 <= rank && rank < Height;
        return isInside ? bits[rank * Width + file] : -1;
    }

    /// <summary>The squares attacked, or those of them behind which there is another.</summary>
    public ulong Walk(int[,] rays, int range, int square, ulong occupied, bool isMask)
    {
        ulong result = 0;
        int place = Array.IndexOf(bits, square);
        int file = place % Width, rank = place / Width;
        for (int ray = 0; ray < rays.GetLength(0); ray++)
        {
            int files = rays[ray, 0], ranks = rays[ray, 1];
            for (int step = 1; step <= range; step++)
            {
                int at = Bit(file + step * files, rank + step * ranks);
                if (at < 0)
                {
                    break;
                }

                int next = Bit(file + (step + 1) * files, rank + (step + 1) * ranks);
                if (!isMask || (step < range && next >= 0))
                {
                    result |= 1UL << at;
                }

                if (!isMask && (occupied >> at & 1) != 0)
                {
                    break;
                }
            }
        }

        return result;
    }

    /// <summary>Marsaglia's xorshift, as tests/data/moves.py has it.</summary>
    public ulong Next()
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    }

    /// <summary>Compares a lookup over every square, every subset of its mask, and junk besides.</summary>
    public int Compare(string name, Func<int, ulong, ulong> lookup, int[,] rays, int range)
    {
        int count = 0;
        for (int square = 0; square < 64; square++)
        {
            if (Array.IndexOf(bits, square) < 0)
            {
                continue;
            }

            ulong mask = Walk(rays, range, square, 0, true);
            ulong subset = 0;
            do
            {
                ulong attacks = Walk(rays, range, square, subset, false);
                ulong found = lookup(square, subset);
                Check(name, square, subset, found, attacks);
                ulong junk = subset | (Next() & ~mask) | 1UL << square;
                Check(name, square, junk, lookup(square, junk), attacks);
                for (int index = 0; index < 8; index++)
                {
                    Digest = (Digest ^ (found >> 8 * index & 0xff)) * 0x100000001b3UL;
                }

                count++;
                subset = (subset - mask) & mask;
            }
            while (subset != 0);
            CompareRandom(name, lookup, rays, range, square);
        }

        return count;
    }

    /// <summary>Compares a lookup over random boards of every density.</summary>
    public void CompareRandom(string name, Func<int, ulong, ulong> lookup, int[,] rays, int range, int square)
    {
        for (int turn = 0; turn < 500; turn++)
        {
            ulong occupied = Next();
            for (int thinner = turn % 4; thinner > 0; thinner--)
            {
                occupied &= Next();
            }

            ulong attacks = Walk(rays, range, square, occupied, false);
            Check(name, square, occupied, lookup(square, occupied), attacks);
        }
    }

    /// <summary>Moves on random positions, as tests/data/moves.py counts them.</summary>
    public int Moves(int positions, params Func<int, ulong, ulong>[] lookups)
    {
        state = 0x9e3779b97f4a7c15UL;
        int moves = 0;
        for (int position = 0; position < positions; position++)
        {
            ulong both = Next() & Next();
            ulong white = both & Next();
            ulong occupied = 0, own = 0;
            for (int square = 0; square < 64; square++)
            {
                occupied |= (both >> square & 1) << bits[square];
                own |= (white >> square & 1) << bits[square];
            }

            for (int square = 0; square < 64; square++)
            {
                if ((white >> square & 1) != 0)
                {
                    ulong targets = lookups[(square + position) % 3](bits[square], occupied) & ~own;
                    for (; targets != 0; targets &= targets - 1)
                    {
                        moves++;
                    }
                }
            }
        }

        return moves;
    }

    private static void Check(string name, int square, ulong occupied, ulong found, ulong attacks)
    {
        if (found != attacks)
        {
            throw new InvalidOperationException(
                $"{name} on {square}, occupied {occupied:x16}: found {found:x16}, walked {attacks:x16}");
        }
    }

    public static void Same(string what, int found, int wanted)
    {
        if (found != wanted)
        {
            throw new InvalidOperationException($"{what} is {found} instead of {wanted}");
        }
    }
}

/// <summary>Compares rook, bishop and queen on the chess board.</summary>
public static class Driver
{
    private static readonly int[,] Rook = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } };
    private static readonly int[,] Bishop = { { 1, 1 }, { 1, -1 }, { -1, -1 }, { -1, 1 } };
    private static readonly int[,] Queen =
    {
        { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 }, { 1, 1 }, { 1, -1 }, { -1, -1 }, { -1, 1 },
    };

    public static void Main(string[] arguments)
    {
        Rays board = new Rays(arguments);
        for (int rank = 0; rank < 8; rank++)
        {
            for (int file = 0; file < 8; file++)
            {
                Rays.Same("square", Magics.Square(file, rank), board.Bit(file, rank));
            }
        }

        Rays.Same("A1", Magics.A1, board.Bit(0, 0));
        Rays.Same("H1", Magics.H1, board.Bit(7, 0));
        Rays.Same("A8", Magics.A8, board.Bit(0, 7));
        Rays.Same("H8", Magics.H8, board.Bit(7, 7));
        int rooks = board.Compare("rook", Magics.RookAttacks, Rook, 7);
        int bishops = board.Compare("bishop", Magics.BishopAttacks, Bishop, 7);
        for (int square = 0; square < 64; square++)
        {
            board.CompareRandom("queen", Magics.QueenAttacks, Queen, 7, square);
        }

        string digest = board.Digest.ToString("x16");
        int moves = board.Moves(10000, Magics.RookAttacks, Magics.BishopAttacks, Magics.QueenAttacks);
        Console.WriteLine($"magicgen-driver ok rook={rooks} bishop={bishops} digest={digest} moves={moves}");
    }
}

using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;

/// <summary>
/// Times generated lookups beside the lookup as the wiki has it, on the same masks, factors, shifts, offsets and table.
/// </summary>
public static class Bench
{
    private const int Rounds = 101;

    private static readonly ulong[] Boards = new ulong[4096];

    /// <summary>All squares in no order, as they come in a game.</summary>
    private static readonly int[] Squares = new int[64];

    private static readonly ulong[] Table = (ulong[])Magics.AttackTable.Clone();
    private static readonly ulong[] RookMasks = (ulong[])Magics.RookMasks.Clone();
    private static readonly ulong[] RookFactors = (ulong[])Magics.RookFactors.Clone();
    private static readonly int[] RookShifts = Array.ConvertAll(Magics.RookShifts, shift => (int)shift);
    private static readonly uint[] RookOffsets = (uint[])Magics.RookOffsets.Clone();
    private static readonly ulong[] BishopMasks = (ulong[])Magics.BishopMasks.Clone();
    private static readonly ulong[] BishopFactors = (ulong[])Magics.BishopFactors.Clone();
    private static readonly int[] BishopShifts = Array.ConvertAll(Magics.BishopShifts, shift => (int)shift);
    private static readonly uint[] BishopOffsets = (uint[])Magics.BishopOffsets.Clone();

    private static ulong result;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong RookByHand(int square, ulong occupied)
    {
        ulong product = (occupied & RookMasks[square]) * RookFactors[square];
        return Table[RookOffsets[square] + (product >> RookShifts[square])];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong BishopByHand(int square, ulong occupied)
    {
        ulong product = (occupied & BishopMasks[square]) * BishopFactors[square];
        return Table[BishopOffsets[square] + (product >> BishopShifts[square])];
    }

    private static void RookGenerated()
    {
        ulong all = 0;
        foreach (ulong occupied in Boards)
        {
            foreach (int square in Squares)
            {
                all ^= Magics.RookAttacks(square, occupied);
            }
        }

        result = result * 31 + all;
    }

    private static void RookReference()
    {
        ulong all = 0;
        foreach (ulong occupied in Boards)
        {
            foreach (int square in Squares)
            {
                all ^= RookByHand(square, occupied);
            }
        }

        result = result * 31 + all;
    }

    private static void QueenGenerated()
    {
        ulong all = 0;
        foreach (ulong occupied in Boards)
        {
            foreach (int square in Squares)
            {
                all ^= Magics.QueenAttacks(square, occupied);
            }
        }

        result = result * 31 + all;
    }

    private static void QueenReference()
    {
        ulong all = 0;
        foreach (ulong occupied in Boards)
        {
            foreach (int square in Squares)
            {
                all ^= RookByHand(square, occupied) | BishopByHand(square, occupied);
            }
        }

        result = result * 31 + all;
    }

    private static double Time(Action lookups)
    {
        Stopwatch watch = Stopwatch.StartNew();
        lookups();
        return watch.Elapsed.TotalMilliseconds * 1e6 / (Boards.Length * Squares.Length);
    }

    private static void Compare(string what, Action generated, Action reference)
    {
        double first = double.MaxValue, second = double.MaxValue;
        for (int round = 0; round < Rounds; round++)
        {
            first = Math.Min(first, Time(generated));
            second = Math.Min(second, Time(reference));
        }

        Console.WriteLine("csharp {0} {1:f3} {2:f3} {3:f2}", what, first, second, second / first);
    }

    public static void Main(string[] arguments)
    {
        for (int square = 0; square < 64; square++)
        {
            Squares[square] = square * 37 % 64;
        }

        ulong state = 0x9e3779b97f4a7c15UL;
        for (int at = 0; at < Boards.Length; at++)
        {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            Boards[at] = state & (state >> 21 | state << 43);
        }

        Compare("rook-" + arguments[0], RookGenerated, RookReference);
        Compare("queen-" + arguments[0], QueenGenerated, QueenReference);
        Console.Error.WriteLine("{0:x16}", result);
    }
}

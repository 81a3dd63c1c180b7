// Fills the tables of an engine by walking rays, and prints a digest of each of its functions on random boards.
using System;
using System.Reflection;

static class Rays
{
    public static readonly int[][] Straight = { new[] {1, 0}, new[] {-1, 0}, new[] {0, 1}, new[] {0, -1} };
    public static readonly int[][] Slanted = { new[] {1, 1}, new[] {-1, 1}, new[] {1, -1}, new[] {-1, -1} };

    static bool IsOnBoard(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

    // The squares up to the first blocker, or without the last square of each ray.
    static ulong Walk(int[][] ways, int square, ulong occupied, bool isMask)
    {
        ulong found = 0;
        foreach (var way in ways)
        {
            int file = square % 8 + way[0], rank = square / 8 + way[1];
            while (IsOnBoard(file, rank))
            {
                ulong bit = 1UL << (rank * 8 + file);
                file += way[0];
                rank += way[1];
                if (!isMask || IsOnBoard(file, rank)) found |= bit;
                if ((occupied & bit) != 0) break;
            }
        }
        return found;
    }

    // The value of a private field of a class.
    public static T Field<T>(Type type, string name)
    {
        return (T)type.GetField(name, BindingFlags.Static | BindingFlags.NonPublic).GetValue(null);
    }

    public static void Fill(int[][] ways, int shift, ulong[] factors, ulong[] masks, ulong[][] table)
    {
        for (int square = 0; square < 64; square++)
        {
            ulong mask = Walk(ways, square, 0, true), occupied = 0;
            masks[square] = mask;
            table[square] = new ulong[1 << (64 - shift)];
            do
            {
                table[square][(occupied * factors[square]) >> shift] = Walk(ways, square, occupied, false);
                occupied = (occupied - mask) & mask;
            } while (occupied != 0);
        }
    }

    // SplitMix64 (Steele, Lea, Flood 2014).
    static ulong RandomWord(ref ulong state)
    {
        ulong word = state += 0x9e3779b97f4a7c15;
        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
        word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
        return word ^ (word >> 31);
    }

    public static void Digest(string name, Func<int, ulong, ulong, ulong> function)
    {
        ulong state = 1, hash = 0xcbf29ce484222325;
        for (int board = 0; board < 10000; board++)
        {
            ulong occupied = RandomWord(ref state) & RandomWord(ref state);
            ulong own = occupied & RandomWord(ref state);
            for (int square = 0; square < 64; square++)
            {
                hash = (hash ^ function(square, occupied, own)) * 0x100000001b3;
            }
        }
        Console.WriteLine("digest {0} {1:x16}", name, hash);
    }
}

using System;

/// <summary>
/// Compares both bit scans of every width with a loop over bits: all words of 8 and 16 bits, and many longer ones.
/// </summary>
public static class Scan
{
    private static void Check(int width, ulong word, int forward, int reverse)
    {
        int lowest = 0, highest = 63;
        while ((word >> lowest & 1) == 0)
        {
            lowest++;
        }

        while ((word >> highest & 1) == 0)
        {
            highest--;
        }

        if (forward != lowest || reverse != highest)
        {
            throw new InvalidOperationException($"{width} bits, {word:x16}: {forward} and {reverse}");
        }
    }

    private static void Check32(uint word)
    {
        Check(32, word, Magics.BitScanForward32(word), Magics.BitScanReverse32(word));
    }

    private static void Check64(ulong word)
    {
        Check(64, word, Magics.BitScanForward64(word), Magics.BitScanReverse64(word));
    }

    public static void Main()
    {
        for (int word = 1; word < 0x100; word++)
        {
            Check(8, (ulong)word, Magics.BitScanForward8((byte)word), Magics.BitScanReverse8((byte)word));
        }

        for (int word = 1; word < 0x10000; word++)
        {
            Check(16, (ulong)word, Magics.BitScanForward16((ushort)word), Magics.BitScanReverse16((ushort)word));
        }

        ulong state = 0x9e3779b97f4a7c15UL;
        for (int turn = 0; turn < 100000; turn++)
        {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            Check64((state | 1) << turn % 64);
            Check64((state | 1UL << 63) >> turn % 64);
            Check32(((uint)state | 1) << turn % 32);
            Check32(((uint)(state >> 32) | 1U << 31) >> turn % 32);
        }

        Console.WriteLine("magicgen-driver ok");
    }
}

using System;

namespace Lookup
{
    /// <summary>Looks up a queen on d4.</summary>
    internal static class Program
    {
        private static int Main()
        {
            // Pieces on d6, f4 and b2.
            ulong occupied = 1UL << Magics.D6 | 1UL << Magics.F4 | 1UL << Magics.B2;
            ulong attacks = Magics.QueenAttacks(Magics.D4, occupied);
            Console.WriteLine("queen on d4: 0x" + attacks.ToString("x16"));
            return attacks == 0x80412A1C371C2A48 ? 0 : 1;
        }
    }
}

using System;
using X;

static class Driver
{
    static ulong[] Words(string name) { return Rays.Field<ulong[]>(typeof(Att), name); }

    static ulong[][] Table(string name) { return Rays.Field<ulong[][]>(typeof(Att), name); }

    static void Main()
    {
        Rays.Fill(Rays.Straight, 52, Words("RookMagics"), Words("RookMask"), Table("RookTable"));
        Rays.Fill(Rays.Slanted, 55, Words("BishopMagics"), Words("BishopMask"), Table("BishopTable"));
        Rays.Digest("RookAttacks", (square, all, own) => Att.RookAttacks(new Square { Index = square }, all));
        Rays.Digest("BishopAttacks", (square, all, own) => Att.BishopAttacks(new Square { Index = square }, all));
    }
}

using System;
using X;

static class Driver
{
    static ulong[] Words(string name) { return Rays.Field<ulong[]>(typeof(Att), name); }

    static ulong[][] Table(string name) { return Rays.Field<ulong[][]>(typeof(Att), name); }

    static Square At(int square) { return new Square { Index = square }; }

    static void Main()
    {
        Rays.Fill(Rays.Straight, 52, Words("RookMagics"), Words("RookMask"), Table("RookTable"));
        Rays.Fill(Rays.Slanted, 55, Words("BishopMagics"), Words("BishopMask"), Table("BishopTable"));
        Rays.Digest("RookAttacks", (square, all, own) => Att.RookAttacks(At(square), all));
        Rays.Digest("BishopAttacks", (square, all, own) => Att.BishopAttacks(At(square), all));
        Rays.Digest("KnightAttacks", (square, all, own) => Att.KnightAttacks(At(square)));
        Rays.Digest("KingAttacks", (square, all, own) => Att.KingAttacks(square));
        Rays.Digest("PawnAttacks", (square, all, own) => Att.PawnAttacks((Color)(all % 2), At(square)));
        Rays.Digest("KnightForks", (square, all, own) => Att.KnightForks(At(square), all));
    }
}

/// Times the generated lookups beside the fancy lookup written by hand, on the same masks, factors and table.
module bench;

import core.stdc.stdlib : exit;
import core.time : MonoTime;
import std.algorithm : min;
import std.stdio : stderr, writefln;

import magics;

enum count = 4096, repeats = 63, rounds = 41;

__gshared int[count] squares;
__gshared ulong[count] occupancies;

ulong rookByHand(int square, ulong occupied) @safe pure nothrow @nogc
{
    return attackTable[rookOffsets[square]
        + (((occupied & rookMasks[square]) * rookFactors[square]) >> rookShifts[square])];
}

ulong bishopByHand(int square, ulong occupied) @safe pure nothrow @nogc
{
    return attackTable[bishopOffsets[square]
        + (((occupied & bishopMasks[square]) * bishopFactors[square]) >> bishopShifts[square])];
}

ulong queenByHand(int square, ulong occupied) @safe pure nothrow @nogc
{
    return rookByHand(square, occupied) | bishopByHand(square, occupied);
}

/// The nanoseconds of a lookup; xor-s what it finds into a sum.
double time(alias lookup)(ref ulong sum)
{
    ulong found = 0;
    const start = MonoTime.currTime;
    foreach (turn; 0 .. repeats)
    {
        foreach (index; 0 .. count)
            found ^= lookup(squares[index], occupancies[index]);
        // So that no turn is the same as the one before.
        occupancies[turn] ^= 1;
    }
    const taken = (MonoTime.currTime - start).total!"nsecs";
    foreach (turn; 0 .. repeats)
        occupancies[turn] ^= 1;
    sum = found;
    return double(taken) / (repeats * count);
}

void main()
{
    ulong state = 0x9e3779b97f4a7c15UL;
    foreach (index; 0 .. count)
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        occupancies[index] = state & (state >> 21);
        squares[index] = (state >> 40) & 63;
    }
    double rook = 1e9, rookHand = 1e9, queen = 1e9, queenHand = 1e9;
    ulong[4] sums;
    foreach (round; 0 .. rounds)
    {
        rook = min(rook, time!rookAttacks(sums[0]));
        rookHand = min(rookHand, time!rookByHand(sums[1]));
        queen = min(queen, time!queenAttacks(sums[2]));
        queenHand = min(queenHand, time!queenByHand(sums[3]));
    }
    if (sums[0] != sums[1] || sums[2] != sums[3])
        exit(1);
    writefln!"d rook %.3f %.3f %.3f"(rook, rookHand, rookHand / rook);
    writefln!"d queen %.3f %.3f %.3f"(queen, queenHand, queenHand / queen);
    stderr.writefln!"%016x %016x"(sums[0], sums[2]);
}

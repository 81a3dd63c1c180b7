/// Compares rook, bishop and queen on the chess board with pieces walked over files and ranks.
module driver;

import std.algorithm : countUntil, map;
import std.array : array;
import std.conv : to;
import std.exception : enforce;
import std.format : format;
import std.stdio : writefln;

import magics;

alias Lookup = ulong function(int square, ulong occupied) @safe pure nothrow @nogc;

immutable int[2][] rook = [[0, 1], [1, 0], [0, -1], [-1, 0]];
immutable int[2][] bishop = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
immutable int[2][] queen = rook ~ bishop;

/// A board as the arguments give it.
struct Board
{
    int width;
    int height;
    /// The bit index of every place, rank by rank; -1 for a hole.
    int[] bits;
    ulong state = 0x9e3779b97f4a7c15UL;
    ulong digest = 0xcbf29ce484222325UL;

    int bit(int file, int rank) const
    {
        const isInside = 0 <= file && file < width && 0 <= rank && rank < height;
        return isInside ? bits[rank * width + file] : -1;
    }

    /// The squares attacked, or those of them behind which there is another.
    ulong walk(const int[2][] rays, int square, ulong occupied, bool isMask) const
    {
        ulong result = 0;
        const place = cast(int) bits.countUntil(square);
        const file = place % width, rank = place / width;
        foreach (ray; rays)
        {
            foreach (step; 1 .. 8)
            {
                const at = bit(file + step * ray[0], rank + step * ray[1]);
                if (at < 0)
                    break;
                if (!isMask || bit(file + (step + 1) * ray[0], rank + (step + 1) * ray[1]) >= 0)
                    result |= 1UL << at;
                if (!isMask && ((occupied >> at) & 1) != 0)
                    break;
            }
        }
        return result;
    }

    /// Marsaglia's xorshift, as tests/data/moves.py has it.
    ulong next()
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    }

    void compareRandom(string name, Lookup lookup, const int[2][] rays, int square)
    {
        foreach (turn; 0 .. 500)
        {
            ulong occupied = next();
            foreach (thinner; 0 .. turn % 4)
                occupied &= next();
            check(name, square, occupied, lookup(square, occupied), walk(rays, square, occupied, false));
        }
    }

    /// Compares a lookup over every square, every subset of its mask, and junk besides.
    int compare(string name, Lookup lookup, const int[2][] rays)
    {
        int count = 0;
        foreach (square; 0 .. 64)
        {
            if (bits.countUntil(square) < 0)
                continue;
            const mask = walk(rays, square, 0, true);
            ulong subset = 0;
            do
            {
                const attacks = walk(rays, square, subset, false);
                const found = lookup(square, subset);
                check(name, square, subset, found, attacks);
                const junk = subset | (next() & ~mask) | (1UL << square);
                check(name, square, junk, lookup(square, junk), attacks);
                foreach (index; 0 .. 8)
                    digest = (digest ^ ((found >> (8 * index)) & 0xff)) * 0x100000001b3UL;
                count++;
                subset = (subset - mask) & mask;
            }
            while (subset != 0);
            compareRandom(name, lookup, rays, square);
        }
        return count;
    }

    /// Moves on random positions, as tests/data/moves.py counts them.
    int moves(int positions, const Lookup[3] lookups)
    {
        state = 0x9e3779b97f4a7c15UL;
        int count = 0;
        foreach (position; 0 .. positions)
        {
            ulong both = next();
            both &= next();
            const white = both & next();
            ulong occupied = 0, own = 0;
            foreach (square; 0 .. 64)
            {
                occupied |= ((both >> square) & 1) << bits[square];
                own |= ((white >> square) & 1) << bits[square];
            }
            foreach (square; 0 .. 64)
            {
                if (((white >> square) & 1) == 0)
                    continue;
                ulong targets = lookups[(square + position) % 3](bits[square], occupied) & ~own;
                for (; targets != 0; targets &= targets - 1)
                    count++;
            }
        }
        return count;
    }
}

void check(string name, int square, ulong occupied, ulong found, ulong attacks)
{
    if (found != attacks)
        throw new Exception(format("%s on %d, occupied %016x: found %016x, walked %016x",
            name, square, occupied, found, attacks));
}

void same(string what, int found, int wanted)
{
    enforce(found == wanted, format("%s is %d instead of %d", what, found, wanted));
}

void main(string[] arguments)
{
    const toBit = (string text) => text == "-" ? -1 : text.to!int;
    Board board;
    board.width = arguments[1].to!int;
    board.height = arguments[2].to!int;
    board.bits = arguments[3 .. $].map!toBit.array;
    foreach (rank; 0 .. 8)
        foreach (file; 0 .. 8)
            same("square", square(file, rank), board.bit(file, rank));
    same("a1", a1, board.bit(0, 0));
    same("h1", h1, board.bit(7, 0));
    same("a8", a8, board.bit(0, 7));
    same("h8", h8, board.bit(7, 7));
    const rooks = board.compare("rook", &rookAttacks, rook);
    const bishops = board.compare("bishop", &bishopAttacks, bishop);
    foreach (square; 0 .. 64)
        board.compareRandom("queen", &queenAttacks, queen, square);
    const digest = board.digest;
    const moves = board.moves(10_000, [&rookAttacks, &bishopAttacks, &queenAttacks]);
    writefln!"magicgen-driver ok rook=%d bishop=%d digest=%016x moves=%d"(rooks, bishops, digest, moves);
}

/// Compares bit scans with those of the runtime: all words of 8 and 16 bits, random ones of 32 and 64.
module scan;

import core.bitop : bsf, bsr;
import std.exception : enforce;
import std.format : format;
import std.stdio : writeln;

import magics;

void same(string what, ulong word, int found, int wanted)
{
    enforce(found == wanted, format("%s of %x is %d instead of %d", what, word, found, wanted));
}

void compare(ulong word)
{
    same("forward 64", word, bitScanForward64(word), bsf(word));
    same("reverse 64", word, bitScanReverse64(word), bsr(word));
    const half = cast(uint) (word >> 32);
    if (half != 0)
    {
        same("forward 32", half, bitScanForward32(half), bsf(half));
        same("reverse 32", half, bitScanReverse32(half), bsr(half));
    }
}

void main()
{
    foreach (word; 1 .. 1 << 16)
    {
        if (word < 1 << 8)
        {
            same("forward 8", word, bitScanForward8(cast(ubyte) word), bsf(word));
            same("reverse 8", word, bitScanReverse8(cast(ubyte) word), bsr(word));
        }
        same("forward 16", word, bitScanForward16(cast(ushort) word), bsf(word));
        same("reverse 16", word, bitScanReverse16(cast(ushort) word), bsr(word));
    }
    foreach (place; 0 .. 64)
        compare(1UL << place);
    ulong word = 0x9e3779b97f4a7c15UL;
    foreach (turn; 0 .. 100_000)
    {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        compare(word);
        compare((word | 1) << (turn % 64));
        compare((word | 1UL << 63) >> (turn % 64));
    }
    writeln("magicgen-driver ok");
}

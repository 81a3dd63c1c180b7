/// The types of an engine.
module chess;

/// A square.
enum Square : ubyte
{
    a1,
    b1,
}

/// A set of squares.
struct Bitboard
{
    ulong bits;

    T opCast(T : ulong)() const
    {
        return bits;
    }
}

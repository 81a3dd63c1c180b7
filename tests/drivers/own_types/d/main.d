import chess;
import magics;
import std.stdio : writefln;

void main()
{
    const empty = Bitboard(0);
    const Bitboard rook = rookAttacks(Square.b1, empty);
    const Bitboard other = attacksOf(Piece.rook, Square.a1, empty);
    writefln("%x %s", rook.bits ^ other.bits, aligned(Square.a1, Square.b1, Square.b1));
}

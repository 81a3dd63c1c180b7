package x

import "testing"

func TestFunctions(t *testing.T) {
	digest("RookAttacks", func(square int, occupied, own uint64) uint64 {
		return uint64(RookAttacks(Square(square), Bitboard(occupied)))
	})
	digest("BishopAttacks", func(square int, occupied, own uint64) uint64 {
		return uint64(BishopAttacks(Square(square), Bitboard(occupied)))
	})
	digest("QueenAttacks", func(square int, occupied, own uint64) uint64 {
		return uint64(QueenAttacks(Square(square), Bitboard(occupied)))
	})
}

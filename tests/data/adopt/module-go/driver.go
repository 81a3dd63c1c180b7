package x

import "testing"

func TestFunctions(t *testing.T) {
	fill(straight, 52, rookMult, &rookMask, func(square int, index uint64) *uint64 { return &rookTable[square][index] })
	fill(slanted, 55, bishopMult, &bishopMask, func(square int, index uint64) *uint64 { return &bishopTable[square][index] })
	digest("rookAttacks", func(square int, occupied, own uint64) uint64 { return rookAttacks(square, occupied) })
	digest("bishopAttacks", func(square int, occupied, own uint64) uint64 { return bishopAttacks(square, occupied) })
	digest("knightAttacks", func(square int, occupied, own uint64) uint64 { return knightAttacks(Square(square)) })
	digest("kingAttacks", func(square int, occupied, own uint64) uint64 { return kingAttacks(Square(square)) })
	digest("pawnAttacks", func(square int, occupied, own uint64) uint64 { return pawnAttacks(occupied%2 == 0, Square(square)) })
	digest("whitePawnAttacks", func(square int, occupied, own uint64) uint64 { return whitePawnAttacks(Square(square)) })
	digest("knightForks", func(square int, occupied, own uint64) uint64 { return knightForks(Square(square), occupied) })
}

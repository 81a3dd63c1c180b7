package x

import "testing"

func TestFunctions(t *testing.T) {
	fill(straight, 52, rookMult, &rookMask, func(square int, index uint64) *uint64 { return &rookTable[square][index] })
	fill(slanted, 55, bishopMult, &bishopMask, func(square int, index uint64) *uint64 { return &bishopTable[square][index] })
	digest("rookAttacks", func(square int, occupied, own uint64) uint64 { return rookAttacks(square, occupied, own) })
	digest("bishopAttacks", func(square int, occupied, own uint64) uint64 { return bishopAttacks(square, occupied, own) })
}

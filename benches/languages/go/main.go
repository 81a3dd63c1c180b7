// Times generated lookups beside the same written by hand.
package main

import (
	"fmt"
	"time"

	"bench/filled"
	"bench/magics"
)

const rounds = 25

func referenceRook(square int, occupied uint64) uint64 {
	square &= 63
	relevant := occupied & magics.RookMasks[square]
	index := relevant * magics.RookFactors[square] >> (magics.RookShifts[square] & 63)
	return magics.AttackTable[magics.RookOffsets[square]+uint32(index)]
}

func referenceBishop(square int, occupied uint64) uint64 {
	square &= 63
	relevant := occupied & magics.BishopMasks[square]
	index := relevant * magics.BishopFactors[square] >> (magics.BishopShifts[square] & 63)
	return magics.AttackTable[magics.BishopOffsets[square]+uint32(index)]
}

func referenceQueen(square int, occupied uint64) uint64 {
	return referenceRook(square, occupied) | referenceBishop(square, occupied)
}

// Each run is written out, so that the compiler inlines what it would inline in an engine.
var runs = []struct {
	name string
	run  func(boards []uint64) uint64
}{
	{"reference rook", func(boards []uint64) (sum uint64) {
		for _, occupied := range boards {
			for square := 0; square < 64; square++ {
				sum ^= referenceRook(square, occupied)
			}
		}
		return sum
	}},
	{"rook", func(boards []uint64) (sum uint64) {
		for _, occupied := range boards {
			for square := 0; square < 64; square++ {
				sum ^= magics.RookAttacks(square, occupied)
			}
		}
		return sum
	}},
	{"rook-init", func(boards []uint64) (sum uint64) {
		for _, occupied := range boards {
			for square := 0; square < 64; square++ {
				sum ^= filled.RookAttacks(square, occupied)
			}
		}
		return sum
	}},
	{"reference queen", func(boards []uint64) (sum uint64) {
		for _, occupied := range boards {
			for square := 0; square < 64; square++ {
				sum ^= referenceQueen(square, occupied)
			}
		}
		return sum
	}},
	{"queen", func(boards []uint64) (sum uint64) {
		for _, occupied := range boards {
			for square := 0; square < 64; square++ {
				sum ^= magics.QueenAttacks(square, occupied)
			}
		}
		return sum
	}},
	{"queen-init", func(boards []uint64) (sum uint64) {
		for _, occupied := range boards {
			for square := 0; square < 64; square++ {
				sum ^= filled.QueenAttacks(square, occupied)
			}
		}
		return sum
	}},
}

func main() {
	boards := make([]uint64, 4096)
	random := uint64(0x9e3779b97f4a7c15)
	for at := range boards {
		random ^= random << 13
		random ^= random >> 7
		random ^= random << 17
		boards[at] = random & (random << 21)
	}
	least := make([]time.Duration, len(runs))
	sums := make([]uint64, len(runs))
	for round := 0; round < rounds; round++ {
		for at, one := range runs {
			start := time.Now()
			sums[at] = one.run(boards)
			if took := time.Since(start); round == 0 || took < least[at] {
				least[at] = took
			}
		}
	}
	lookups := float64(64 * len(boards))
	for at, one := range runs {
		first := at / 3 * 3
		if sums[at] != sums[first] {
			panic(fmt.Sprintf("%s: %016x instead of %016x", one.name, sums[at], sums[first]))
		}
		if at != first {
			found, reference := float64(least[at])/lookups, float64(least[first])/lookups
			fmt.Printf("go %s %.2f %.2f %.2f\n", one.name, found, reference, reference/found)
		}
	}
	fmt.Printf("# xor %016x %016x\n", sums[0], sums[3])
}

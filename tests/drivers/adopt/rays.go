package x

import "fmt"

// Fills the tables of an engine by walking rays, and prints a digest of each of its functions on random boards.

var straight = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
var slanted = [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}

func isOnBoard(file, rank int) bool {
	return file >= 0 && file < 8 && rank >= 0 && rank < 8
}

// walk returns the squares up to the first blocker, or without the last square of each ray.
func walk(ways [4][2]int, square int, occupied uint64, isMask bool) uint64 {
	found := uint64(0)
	for _, way := range ways {
		file, rank := square%8+way[0], square/8+way[1]
		for isOnBoard(file, rank) {
			bit := uint64(1) << (rank*8 + file)
			file, rank = file+way[0], rank+way[1]
			if !isMask || isOnBoard(file, rank) {
				found |= bit
			}
			if occupied&bit != 0 {
				break
			}
		}
	}
	return found
}

func fill(ways [4][2]int, shift uint, factors [64]uint64, masks *[64]uint64, slot func(square int, index uint64) *uint64) {
	for square := range masks {
		mask := walk(ways, square, 0, true)
		masks[square] = mask
		for occupied := uint64(0); ; {
			*slot(square, occupied*factors[square]>>shift) = walk(ways, square, occupied, false)
			occupied = (occupied - mask) & mask
			if occupied == 0 {
				break
			}
		}
	}
}

// SplitMix64 (Steele, Lea, Flood 2014).
func randomWord(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	word := *state
	word = (word ^ word>>30) * 0xbf58476d1ce4e5b9
	word = (word ^ word>>27) * 0x94d049bb133111eb
	return word ^ word>>31
}

func digest(name string, function func(square int, occupied, own uint64) uint64) {
	state, hash := uint64(1), uint64(0xcbf29ce484222325)
	for board := 0; board < 10000; board++ {
		occupied := randomWord(&state) & randomWord(&state)
		own := occupied & randomWord(&state)
		for square := 0; square < 64; square++ {
			hash = (hash ^ function(square, occupied, own)) * 0x100000001b3
		}
	}
	fmt.Printf("digest %s %016x\n", name, hash)
}

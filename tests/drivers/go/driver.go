// Package driver compares lookups with rays walked over files and ranks.
package driver

import (
	"fmt"
	"math/bits"
	"os"
	"strconv"
)

// Lookup returns what a piece on a square attacks.
type Lookup func(square int, occupied uint64) uint64

// Lookups are what a generated package has.
type Lookups struct {
	Square              func(file, rank int) int
	A1, H1, A8, H8      int
	Rook, Bishop, Queen Lookup
}

type ray struct{ files, ranks int }

var (
	rook   = []ray{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	bishop = []ray{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	queen  = append(append([]ray{}, rook...), bishop...)
)

type board struct {
	width, height int
	// The bit of each place, rank by rank, or -1.
	bits   []int
	random uint64
	digest uint64
}

func newBoard(arguments []string) *board {
	b := &board{random: 0x9e3779b97f4a7c15, digest: 0xcbf29ce484222325}
	numbers := make([]int, len(arguments))
	for at, argument := range arguments {
		number, err := strconv.Atoi(argument)
		if err != nil {
			number = -1
		}
		numbers[at] = number
	}
	b.width, b.height, b.bits = numbers[0], numbers[1], numbers[2:]
	return b
}

func (b *board) bit(file, rank int) int {
	if file < 0 || file >= b.width || rank < 0 || rank >= b.height {
		return -1
	}
	return b.bits[rank*b.width+file]
}

// walk returns the squares attacked, or those of them behind which there is another.
func (b *board) walk(rays []ray, square int, occupied uint64, isMask bool) uint64 {
	place := 0
	for b.bits[place] != square {
		place++
	}
	file, rank := place%b.width, place/b.width
	result := uint64(0)
	for _, ray := range rays {
		for step := 1; ; step++ {
			at := b.bit(file+step*ray.files, rank+step*ray.ranks)
			if at < 0 {
				break
			}
			next := b.bit(file+(step+1)*ray.files, rank+(step+1)*ray.ranks)
			if !isMask || next >= 0 {
				result |= 1 << at
			}
			if !isMask && occupied>>at&1 != 0 {
				break
			}
		}
	}
	return result
}

// next is Marsaglia's xorshift, as tests/data/moves.py has it.
func (b *board) next() uint64 {
	b.random ^= b.random << 13
	b.random ^= b.random >> 7
	b.random ^= b.random << 17
	return b.random
}

func check(name string, square int, occupied, found, walked uint64) {
	if found != walked {
		fail("%s on %d, occupied %016x: found %016x, walked %016x", name, square, occupied, found, walked)
	}
}

func same(what string, found, wanted int) {
	if found != wanted {
		fail("%s is %d instead of %d", what, found, wanted)
	}
}

func fail(format string, values ...interface{}) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}

// compare walks every square, every subset of its mask, and junk besides.
func (b *board) compare(name string, lookup Lookup, rays []ray) int {
	count := 0
	for square := 0; square < 64; square++ {
		mask := b.walk(rays, square, 0, true)
		subset := uint64(0)
		for {
			attacks := b.walk(rays, square, subset, false)
			found := lookup(square, subset)
			check(name, square, subset, found, attacks)
			junk := subset | b.next()&^mask | 1<<square
			check(name, square, junk, lookup(square, junk), attacks)
			for index := 0; index < 8; index++ {
				b.digest = (b.digest ^ found>>(8*index)&0xff) * 0x100000001b3
			}
			count++
			subset = (subset - mask) & mask
			if subset == 0 {
				break
			}
		}
		b.compareRandom(name, lookup, rays, square)
	}
	return count
}

// compareRandom tries boards of every density.
func (b *board) compareRandom(name string, lookup Lookup, rays []ray, square int) {
	for turn := 0; turn < 500; turn++ {
		occupied := b.next()
		for thinner := turn % 4; thinner > 0; thinner-- {
			occupied &= b.next()
		}
		check(name, square, occupied, lookup(square, occupied), b.walk(rays, square, occupied, false))
	}
}

// moves counts those on random positions, as tests/data/moves.py does.
func (b *board) moves(positions int, lookups ...Lookup) int {
	b.random = 0x9e3779b97f4a7c15
	moves := 0
	for position := 0; position < positions; position++ {
		both := b.next() & b.next()
		white := both & b.next()
		occupied, own := uint64(0), uint64(0)
		for square, bit := range b.bits {
			occupied |= both >> square & 1 << bit
			own |= white >> square & 1 << bit
		}
		for square, bit := range b.bits {
			if white>>square&1 != 0 {
				targets := lookups[(square+position)%3](bit, occupied) &^ own
				moves += bits.OnesCount64(targets)
			}
		}
	}
	return moves
}

// Drive compares lookups on the board that the arguments describe, and returns a line.
func Drive(of Lookups, arguments []string) string {
	b := newBoard(arguments)
	for rank := 0; rank < 8; rank++ {
		for file := 0; file < 8; file++ {
			same("square", of.Square(file, rank), b.bit(file, rank))
		}
	}
	same("A1", of.A1, b.bit(0, 0))
	same("H1", of.H1, b.bit(7, 0))
	same("A8", of.A8, b.bit(0, 7))
	same("H8", of.H8, b.bit(7, 7))
	rooks := b.compare("rook", of.Rook, rook)
	bishops := b.compare("bishop", of.Bishop, bishop)
	for square := 0; square < 64; square++ {
		b.compareRandom("queen", of.Queen, queen, square)
	}
	digest := b.digest
	moves := b.moves(10000, of.Rook, of.Bishop, of.Queen)
	return fmt.Sprintf("magicgen-driver ok rook=%d bishop=%d digest=%016x moves=%d", rooks, bishops, digest, moves)
}

// Lookup looks up a queen on d4.
package main

import (
	"fmt"
	"os"

	"example.org/lookup/magics"
)

//go:generate magicgen --locked

func main() {
	// Pieces on d6, f4 and b2.
	occupied := uint64(1)<<magics.D6 | 1<<magics.F4 | 1<<magics.B2
	attacks := magics.QueenAttacks(magics.D4, occupied)
	fmt.Printf("queen on d4: 0x%016x\n", attacks)
	if attacks != 0x80412a1c371c2a48 {
		os.Exit(1)
	}
}

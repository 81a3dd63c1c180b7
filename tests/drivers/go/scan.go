// Compares bit scans with loops over bits.
package main

import (
	"fmt"
	"os"

	"magicgentest/magics"
)

func same(name string, word uint64, found int, isForward bool) {
	wanted := 63
	if isForward {
		for wanted = 0; word>>wanted&1 == 0; wanted++ {
		}
	} else {
		for ; word>>wanted&1 == 0; wanted-- {
		}
	}
	if found != wanted {
		fmt.Fprintf(os.Stderr, "%s(%#x) is %d instead of %d\n", name, word, found, wanted)
		os.Exit(1)
	}
}

func main() {
	for word := 1; word < 1<<16; word++ {
		if word < 1<<8 {
			same("forward 8", uint64(word), magics.BitScanForward8(uint8(word)), true)
			same("reverse 8", uint64(word), magics.BitScanReverse8(uint8(word)), false)
		}
		same("forward 16", uint64(word), magics.BitScanForward16(uint16(word)), true)
		same("reverse 16", uint64(word), magics.BitScanReverse16(uint16(word)), false)
	}
	random := uint64(0x9e3779b97f4a7c15)
	for turn := 0; turn < 100000; turn++ {
		random ^= random << 13
		random ^= random >> 7
		random ^= random << 17
		word := random >> (turn % 64)
		if half := uint32(word); half != 0 {
			same("forward 32", uint64(half), magics.BitScanForward32(half), true)
			same("reverse 32", uint64(half), magics.BitScanReverse32(half), false)
		}
		if word != 0 {
			same("forward 64", word, magics.BitScanForward64(word), true)
			same("reverse 64", word, magics.BitScanReverse64(word), false)
		}
	}
	fmt.Println("magicgen-driver ok")
}

package main

import (
	"fmt"

	"magicgentest/chess"
	"magicgentest/magics"
)

func main() {
	const a1, b1 chess.Square = 0, 1
	rook, _ := magics.Typed.PairAttacks(a1, 0)
	var set chess.Bitboard = magics.Typed.AttacksOf(chess.Rook, b1, 0) ^ rook
	isRight := magics.Typed.AttacksOf(chess.Pawn, a1, 0) == 0
	fmt.Printf("%x %v\n", set, isRight && magics.Typed.Aligned(a1, b1, b1))
}

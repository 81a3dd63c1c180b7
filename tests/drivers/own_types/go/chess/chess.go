// Package chess declares the types of an engine.
package chess

// Square is a square.
type Square int8

// Bitboard is a set of squares.
type Bitboard uint64

// PieceType is a kind of pieces.
type PieceType int

// The pieces.
const (
	Pawn PieceType = iota
	Knight
	Bishop
	Rook
	Queen
	King
)

package x

type Bitboard uint64

type Square int

// Squares from a1 on.
const (
	A1 Square = iota
	B1
	C1
)

var bishopSteps = [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}

// ray walks from a square to the first blocker.
func ray(square Square, occupied Bitboard, right, up int) Bitboard {
	attacks := Bitboard(0)
	file := int(square)%8 + right
	rank := int(square)/8 + up
	for file >= 0 && file < 8 && rank >= 0 && rank < 8 {
		bit := Bitboard(1) << uint(rank*8+file)
		attacks |= bit
		if occupied&bit != 0 {
			break
		}
		file += right
		rank += up
	}
	return attacks
}

// RookAttacks walks the rook's four rays.
func RookAttacks(square Square, occupied Bitboard) Bitboard {
	return ray(square, occupied, 1, 0) | ray(square, occupied, -1, 0) |
		ray(square, occupied, 0, 1) | ray(square, occupied, 0, -1)
}

// BishopAttacks walks the bishop's four rays.
func BishopAttacks(square Square, occupied Bitboard) Bitboard {
	attacks := Bitboard(0)
	for _, step := range bishopSteps {
		file, rank := int(square)%8+step[0], int(square)/8+step[1]
		for file >= 0 && file < 8 && rank >= 0 && rank < 8 {
			bit := Bitboard(1) << uint(rank*8+file)
			attacks |= bit
			if occupied&bit != 0 {
				break
			}
			file, rank = file+step[0], rank+step[1]
		}
	}
	return attacks
}

// QueenAttacks has both.
func QueenAttacks(square Square, occupied Bitboard) Bitboard {
	return RookAttacks(square, occupied) | BishopAttacks(square, occupied)
}

package chess

@JvmInline
value class Square(val value: Int)

@JvmInline
value class Bitboard(val value: Long)

object Program {
    @JvmStatic
    fun main(arguments: Array<String>) {
        require(arguments.isEmpty())
        val (a1, b1) = listOf(Square(0), Square(1))
        val empty = Bitboard(0)
        val rook: Bitboard = Magics.rookAttacks(b1, empty)
        val other: Bitboard = Magics.attacksOf(Magics.Piece.ROOK, a1, empty)
        println("%x %b".format(rook.value xor other.value, Magics.aligned(a1, b1, b1)))
    }
}

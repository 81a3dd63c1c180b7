// Times generated lookups beside the same written by hand.

private const val ROUNDS = 40

/** The tables of the reference, as a class of its own would have them. */
private object Reference {
    private val rookMasks = Magics.ROOK_MASKS
    private val rookFactors = Magics.ROOK_FACTORS
    private val rookShifts = Magics.ROOK_SHIFTS
    private val rookOffsets = Magics.ROOK_OFFSETS
    private val bishopMasks = Magics.BISHOP_MASKS
    private val bishopFactors = Magics.BISHOP_FACTORS
    private val bishopShifts = Magics.BISHOP_SHIFTS
    private val bishopOffsets = Magics.BISHOP_OFFSETS
    private val attacks = Magics.ATTACKS

    fun rook(square: Int, occupied: Long): Long {
        val relevant = occupied and rookMasks[square]
        val index = ((relevant * rookFactors[square]) ushr rookShifts[square].toInt()).toInt()
        return attacks[rookOffsets[square] + index]
    }

    fun bishop(square: Int, occupied: Long): Long {
        val relevant = occupied and bishopMasks[square]
        val index = ((relevant * bishopFactors[square]) ushr bishopShifts[square].toInt()).toInt()
        return attacks[bishopOffsets[square] + index]
    }
}

/** The lookups of all squares on all boards; inlined, so that each lookup has a loop of its own as in an engine. */
private inline fun sum(boards: LongArray, lookup: (Int, Long) -> Long): Long {
    var sum = 0L
    for (occupied in boards) {
        for (square in 0 until 64) sum = sum xor lookup(square, occupied)
    }
    return sum
}

private fun rookByHand(boards: LongArray) = sum(boards) { square, occupied -> Reference.rook(square, occupied) }

private fun rook(boards: LongArray) = sum(boards) { square, occupied -> Magics.rookAttacks(square, occupied) }

private fun filledRook(boards: LongArray) = sum(boards) { square, occupied -> Filled.rookAttacks(square, occupied) }

private fun queenByHand(boards: LongArray) =
    sum(boards) { square, occupied -> Reference.rook(square, occupied) or Reference.bishop(square, occupied) }

private fun queen(boards: LongArray) = sum(boards) { square, occupied -> Magics.queenAttacks(square, occupied) }

private fun filledQueen(boards: LongArray) = sum(boards) { square, occupied -> Filled.queenAttacks(square, occupied) }

fun main() {
    var state = 0x9e3779b97f4a7c15uL.toLong()
    val boards = LongArray(4096) {
        state = state xor (state shl 13)
        state = state xor (state ushr 7)
        state = state xor (state shl 17)
        state and (state shl 21)
    }
    val names = listOf("rook", "rook", "rook-init", "queen", "queen", "queen-init")
    val runs = listOf(::rookByHand, ::rook, ::filledRook, ::queenByHand, ::queen, ::filledQueen)
    val least = LongArray(runs.size) { Long.MAX_VALUE }
    val sums = LongArray(runs.size)
    repeat(ROUNDS) {
        for ((at, run) in runs.withIndex()) {
            val start = System.nanoTime()
            sums[at] = run(boards)
            least[at] = minOf(least[at], System.nanoTime() - start)
        }
    }
    for (at in runs.indices) {
        val reference = at / 3 * 3
        check(sums[at] == sums[reference]) { names[at] }
        if (at != reference) {
            val found = least[at] / (64.0 * boards.size)
            val byHand = least[reference] / (64.0 * boards.size)
            println("kotlin %s %.2f %.2f %.2f".format(names[at], found, byHand, byHand / found))
        }
    }
    System.err.println("xor %016x %016x".format(sums[0], sums[3]))
}

package driver

import java.io.File
import java.lang.reflect.InvocationTargetException
import kotlin.random.Random
import kotlin.system.exitProcess

/** A lookup of the object under test. */
private typealias Lookup = (Int, Long) -> Long

private val ROOK = listOf(1 to 0, 0 to 1, -1 to 0, 0 to -1)
private val BISHOP = listOf(1 to 1, -1 to 1, -1 to -1, 1 to -1)

private fun same(what: String, found: Any, wanted: Any) {
    if (found != wanted) throw AssertionError("$what is $found instead of $wanted")
}

/** A board, width and height and the bit index of a1, b1, ..., and pieces walked over its files and ranks. */
private class Board(arguments: List<String>) {
    val width = arguments[0].toInt()
    val height = arguments[1].toInt()
    val bits = arguments.drop(2).map { it.toInt() }
    var digest = 0xcbf29ce484222325uL.toLong()
    private val random = Random(20260101)

    fun bit(file: Int, rank: Int): Int =
        if (file in 0 until width && rank in 0 until height) bits[rank * width + file] else -1

    /** The squares attacked, or those of them behind which there is another. */
    fun walk(rays: List<Pair<Int, Int>>, square: Int, occupied: Long, isMask: Boolean): Long {
        val place = bits.indexOf(square)
        var result = 0L
        for ((files, ranks) in rays) {
            var file = place % width + files
            var rank = place / width + ranks
            while (bit(file, rank) >= 0) {
                val reached = 1L shl bit(file, rank)
                file += files
                rank += ranks
                if (!isMask || bit(file, rank) >= 0) result = result or reached
                if (!isMask && occupied and reached != 0L) break
            }
        }
        return result
    }

    /** Compares a lookup over every square, every subset of its mask, and junk besides. */
    fun compare(name: String, lookup: Lookup, rays: List<Pair<Int, Int>>): Int {
        var count = 0
        for (square in 0 until 64) {
            val mask = walk(rays, square, 0, true)
            var subset = 0L
            do {
                val attacks = walk(rays, square, subset, false)
                same("$name on $square, occupied $subset", lookup(square, subset), attacks)
                val junk = subset or (random.nextLong() and mask.inv()) or (1L shl square)
                same("$name on $square, occupied $junk", lookup(square, junk), attacks)
                for (index in 0 until 8) {
                    digest = (digest xor ((attacks ushr 8 * index) and 0xff)) * 0x100000001b3
                }
                count++
                subset = (subset - mask) and mask
            } while (subset != 0L)
            compareRandom(name, lookup, rays, square)
        }
        return count
    }

    /** Compares a lookup over random boards of every density. */
    fun compareRandom(name: String, lookup: Lookup, rays: List<Pair<Int, Int>>, square: Int) {
        repeat(500) { turn ->
            var occupied = random.nextLong()
            repeat(turn % 4) { occupied = occupied and random.nextLong() }
            val attacks = walk(rays, square, occupied, false)
            same("$name on $square, occupied $occupied", lookup(square, occupied), attacks)
        }
    }

    /** Moves on random positions, as tests/data/moves.py counts them. */
    fun moves(positions: Int, lookups: List<Lookup>): Int {
        var state = 0x9e3779b97f4a7c15uL.toLong()
        fun next(): Long {
            state = state xor (state shl 13)
            state = state xor (state ushr 7)
            state = state xor (state shl 17)
            return state
        }
        fun mapped(word: Long): Long =
            (0 until 64).fold(0L) { set, square -> set or (((word ushr square) and 1) shl bits[square]) }
        var moves = 0
        for (position in 0 until positions) {
            val both = next() and next()
            val white = both and next()
            val occupied = mapped(both)
            val own = mapped(white)
            for (square in 0 until 64) {
                if ((white ushr square) and 1 != 0L) {
                    val attacks = lookups[(square + position) % 3](bits[square], occupied)
                    moves += (attacks and own.inv()).countOneBits()
                }
            }
        }
        return moves
    }
}

/** An object of a package, by reflection: so one driver compares all. */
private class Subject(name: String) {
    val type: Class<*> = Class.forName(name)
    val instance: Any = type.getField("INSTANCE").get(null)

    fun lookup(name: String): Lookup {
        val method = type.getMethod(name, Int::class.java, Long::class.java)
        return { square, occupied -> method.invoke(instance, square, occupied) as Long }
    }

    fun square(file: Int, rank: Int): Any =
        type.getMethod("square", Int::class.java, Int::class.java).invoke(instance, file, rank)

    fun constant(name: String): Int = type.getField(name).getInt(null)
}

private fun drive(name: String, board: Board): String {
    val subject = Subject(name)
    for (rank in 0 until 8) {
        for (file in 0 until 8) {
            same("square", subject.square(file, rank), board.bit(file, rank))
        }
    }
    for ((corner, bit) in listOf("A1" to 0, "H1" to 7, "A8" to 56, "H8" to 63)) {
        same(corner, subject.constant(corner), board.bits[bit])
    }
    val lookups = listOf("rookAttacks", "bishopAttacks", "queenAttacks").map(subject::lookup)
    val rooks = board.compare("rook", lookups[0], ROOK)
    val bishops = board.compare("bishop", lookups[1], BISHOP)
    for (square in 0 until 64) board.compareRandom("queen", lookups[2], ROOK + BISHOP, square)
    val digest = "%016x".format(board.digest)
    val moves = board.moves(10000, lookups)
    return "magicgen-driver ok rook=$rooks bishop=$bishops digest=$digest moves=$moves"
}

private fun scan(name: String): String {
    val subject = Subject(name)
    fun compare(width: Int, word: Long, forward: Int, reverse: Int) {
        val kind = if (width == 64) Long::class.java else Int::class.java
        val argument: Any = if (width == 64) word else word.toInt()
        for ((direction, wanted) in listOf("Forward" to forward, "Reverse" to reverse)) {
            val method = subject.type.getMethod("bitScan$direction$width", kind)
            same("$direction $width of $word", method.invoke(subject.instance, argument), wanted)
        }
    }
    for (word in 1 until (1 shl 16)) {
        val reverse = 31 - word.countLeadingZeroBits()
        if (word < 1 shl 8) compare(8, word.toLong(), word.countTrailingZeroBits(), reverse)
        compare(16, word.toLong(), word.countTrailingZeroBits(), reverse)
        compare(16, word.toShort().toLong(), word.countTrailingZeroBits(), reverse)
    }
    val random = Random(20260101)
    repeat(20_000) { turn ->
        val any = random.nextLong() or 1L or Long.MIN_VALUE
        for (word in listOf(any ushr turn % 64, any shl turn % 64)) {
            compare(64, word, word.countTrailingZeroBits(), 63 - word.countLeadingZeroBits())
            val half = word.toInt()
            if (half != 0) {
                compare(32, word, half.countTrailingZeroBits(), 31 - half.countLeadingZeroBits())
            }
        }
    }
    return "magicgen-driver ok"
}

/** What a class's test throws. */
private fun test(name: String): String =
    try {
        Class.forName(name).getMethod("main", Array<String>::class.java).invoke(null, arrayOf<String>())
        "magicgen-driver ok"
    } catch (failure: InvocationTargetException) {
        failure.targetException.toString()
    }

/** The argument names a file: each line what to do, a class, and the board where there is one. */
public fun main(arguments: Array<String>) {
    for (line in File(arguments.single()).readLines()) {
        val words = line.split(' ')
        val found =
            when (words[0]) {
                "drive" -> drive(words[1], Board(words.drop(2)))
                "scan" -> scan(words[1])
                "test" -> test(words[1])
                else -> exitProcess(2)
            }
        println("${words[0]} ${words[1]} $found")
    }
}

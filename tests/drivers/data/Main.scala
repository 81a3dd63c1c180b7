/** Compares lookups with rays that are walked. */
object Main {
  private val rook = Seq((1, 0), (-1, 0), (0, 1), (0, -1))
  private val bishop = Seq((1, 1), (1, -1), (-1, 1), (-1, -1))
  private type Lookup = (Int, Long) => Long

  /** The lookups of a rook, a bishop and a queen. */
  private val objects = Seq(
    ("Bytes", Seq[Lookup](Bytes.rookAttacks, Bytes.bishopAttacks, Bytes.queenAttacks)),
    ("Fancy", Seq[Lookup](Fancy.rookAttacks, Fancy.bishopAttacks, Fancy.queenAttacks)),
    ("Filled", Seq[Lookup](Filled.rookAttacks, Filled.bishopAttacks, Filled.queenAttacks)),
    ("Kindergarten", Seq[Lookup](Kindergarten.rookAttacks, Kindergarten.bishopAttacks, Kindergarten.queenAttacks)),
    ("Pair", Seq[Lookup](Pair.rookAttacks, Pair.bishopAttacks, Pair.queenAttacks))
  )

  private def walk(steps: Seq[(Int, Int)], square: Int, occupied: Long): Long = {
    var attacks = 0L
    for ((files, ranks) <- steps) {
      var file = square % 8 + files
      var rank = square / 8 + ranks
      while (file >= 0 && file <= 7 && rank >= 0 && rank <= 7) {
        val bit = 1L << (rank * 8 + file)
        attacks |= bit
        file = if ((occupied & bit) == 0) file + files else -1
        rank += ranks
      }
    }
    attacks
  }

  def main(arguments: Array[String]): Unit = {
    val dice = new java.util.Random(1)
    for (square <- 0 until 64; turn <- 0 until 400) {
      val word = if (turn < 2) -turn.toLong else dice.nextLong()
      val occupied = if (turn % 2 == 0) word & dice.nextLong() else word
      val right = Seq(rook, bishop, rook ++ bishop).map(walk(_, square, occupied))
      for ((name, lookups) <- objects) {
        if (lookups.map(_(square, occupied)) != right) {
          println(s"$name: square $square, occupied ${java.lang.Long.toHexString(occupied)}")
          sys.exit(1)
        }
      }
    }
  }
}

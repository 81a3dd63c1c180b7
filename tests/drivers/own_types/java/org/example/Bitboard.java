package org.example;

/** A set of squares of an engine. */
public final class Bitboard {
  public final long bits;

  public Bitboard(long bits) {
    this.bits = bits;
  }
}

package org.example;

/** A square of an engine. */
public final class Square {
  private final byte index;

  public Square(int index) {
    this.index = (byte) index;
  }

  public byte index() {
    return index;
  }
}

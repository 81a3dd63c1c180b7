/** A square of an engine. */
export class Square {
  readonly #index: number;

  constructor(index: number) {
    this.#index = index;
  }

  index(): number {
    return this.#index;
  }
}

/** The pieces of an engine. */
export enum PieceType {
  P,
  N,
  B,
  R,
  Q,
  K,
}

/** A set of squares of an engine. */
export class Bitboard {
  constructor(readonly bits: bigint) {}
}

/** A square of an engine. */
export type Square = number & { readonly square: unique symbol };

/** A set of squares of an engine. */
export type Bitboard = bigint & { readonly bitboard: unique symbol };

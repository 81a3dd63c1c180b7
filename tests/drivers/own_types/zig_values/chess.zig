//! The types of an engine, whose bits aren't their numbers.

/// A square, whose number a method returns.
pub const Square = struct {
    file: u8,
    rank: u8,

    pub fn index(self: Square) usize {
        return 8 * @as(usize, self.rank) + self.file;
    }
};

/// The pieces of an engine.
pub const PieceType = enum { pawn, knight, bishop, rook, queen, king };

/// A set, whose number is in a field.
pub const Bitboard = struct { bits: u64 };

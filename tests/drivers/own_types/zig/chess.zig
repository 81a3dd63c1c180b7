//! The types of an engine.

pub const Square = enum(u6) { a1, b1, _ };

pub const Bitboard = packed struct(u64) { bits: u64 };

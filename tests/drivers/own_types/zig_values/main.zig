const std = @import("std");
const chess = @import("chess.zig");
const magics = @import("magics.zig");

test {
    std.testing.refAllDecls(magics);
    std.testing.refAllDecls(magics.typed);
}

test "types" {
    const a1: chess.Square = .{ .file = 0, .rank = 0 };
    const b1: chess.Square = .{ .file = 1, .rank = 0 };
    const word = 0x8100240000240081;
    const occupied: chess.Bitboard = .{ .bits = word };
    var is_same = magics.typed.aligned(a1, b1, b1);
    for (0..64) |index| {
        const at: u6 = @intCast(index);
        const square: chess.Square = .{ .file = @intCast(index % 8), .rank = @intCast(index / 8) };
        const queen: chess.Bitboard = magics.typed.queenAttacks(square, occupied);
        is_same = is_same and queen.bits == magics.queenAttacks(at, word);
        is_same = is_same and magics.typed.between(square, a1).bits == magics.between(at, 0);
    }
    const empty: chess.Bitboard = .{ .bits = 0 };
    const rook: chess.Bitboard = magics.typed.rookAttacks(b1, empty);
    const other: chess.Bitboard = magics.typed.attacksOf(chess.PieceType.rook, a1, empty);
    std.debug.print("\n{x} {}\n", .{ rook.bits ^ other.bits, is_same });
}

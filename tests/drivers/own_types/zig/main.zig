const std = @import("std");
const chess = @import("chess.zig");
const magics = @import("magics.zig");

test {
    std.testing.refAllDecls(magics);
    std.testing.refAllDecls(magics.typed);
}

test "types" {
    const empty: chess.Bitboard = .{ .bits = 0 };
    const rook: chess.Bitboard = magics.typed.rookAttacks(.b1, empty);
    const other: chess.Bitboard = magics.typed.attacksOf(.rook, .a1, empty);
    const is_line = magics.typed.aligned(.a1, .b1, .b1);
    std.debug.print("\n{x} {}\n", .{ rook.bits ^ other.bits, is_line });
}

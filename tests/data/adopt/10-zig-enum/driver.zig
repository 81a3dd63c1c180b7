// Stands behind the engine's file.

const rays = @import("rays.zig");

fn rookOf(square: usize, occupied: u64, _: u64) u64 {
    return rookAttacks(squareOf(square), occupied);
}

fn bishopOf(square: usize, occupied: u64, _: u64) u64 {
    return bishopAttacks(squareOf(square), occupied);
}

// The engine's enumeration names three squares only.
fn squareOf(square: usize) Square {
    return @enumFromInt(@as(u8, @intCast(square)));
}

pub fn main() void {
    rays.fill(rays.straight, 52, rook_magics, &rook_mask, @as(*[64 * 4096]u64, @ptrCast(&rook_table)));
    rays.fill(rays.slanted, 55, bishop_magics, &bishop_mask, @as(*[64 * 512]u64, @ptrCast(&bishop_table)));
    rays.digest("rookAttacks", rookOf);
    rays.digest("bishopAttacks", bishopOf);
}

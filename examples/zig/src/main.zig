//! Looks up a queen on d4.

const std = @import("std");
const magics = @import("magics");

pub fn main() !void {
    // Pieces on d6, f4 and b2.
    const one: u64 = 1;
    const occupied = one << magics.d6 | one << magics.f4 | one << magics.b2;
    const attacks = magics.queenAttacks(magics.d4, occupied);
    std.debug.print("queen on d4: 0x{x:0>16}\n", .{attacks});
    if (attacks != 0x80412a1c371c2a48) return error.WrongAttacks;
}

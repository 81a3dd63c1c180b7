//! Fills the tables of an engine by walking rays, and prints a digest of each of its functions on random boards.

const std = @import("std");

pub const straight = [4][2]i32{ .{ 1, 0 }, .{ -1, 0 }, .{ 0, 1 }, .{ 0, -1 } };
pub const slanted = [4][2]i32{ .{ 1, 1 }, .{ -1, 1 }, .{ 1, -1 }, .{ -1, -1 } };

fn isOnBoard(file: i32, rank: i32) bool {
    return file >= 0 and file < 8 and rank >= 0 and rank < 8;
}

/// The squares up to the first blocker, or without the last square of each ray.
fn walk(ways: [4][2]i32, square: usize, occupied: u64, is_mask: bool) u64 {
    var found: u64 = 0;
    for (ways) |way| {
        var file = @as(i32, @intCast(square % 8)) + way[0];
        var rank = @as(i32, @intCast(square / 8)) + way[1];
        while (isOnBoard(file, rank)) {
            const bit = @as(u64, 1) << @intCast(rank * 8 + file);
            file += way[0];
            rank += way[1];
            if (!is_mask or isOnBoard(file, rank)) found |= bit;
            if (occupied & bit != 0) break;
        }
    }
    return found;
}

pub fn fill(ways: [4][2]i32, comptime shift: u6, factors: [64]u64, masks: *[64]u64, table: []u64) void {
    for (0..64) |square| {
        const mask = walk(ways, square, 0, true);
        masks[square] = mask;
        var occupied: u64 = 0;
        while (true) {
            const index = (occupied *% factors[square]) >> shift;
            table[(square << @intCast(64 - @as(u7, shift))) + index] = walk(ways, square, occupied, false);
            occupied = (occupied -% mask) & mask;
            if (occupied == 0) break;
        }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
fn randomWord(state: *u64) u64 {
    state.* +%= 0x9e3779b97f4a7c15;
    var word = state.*;
    word = (word ^ (word >> 30)) *% 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) *% 0x94d049bb133111eb;
    return word ^ (word >> 31);
}

pub fn digest(name: []const u8, function: *const fn (square: usize, occupied: u64, own: u64) u64) void {
    var state: u64 = 1;
    var hash: u64 = 0xcbf29ce484222325;
    for (0..10000) |_| {
        const one = randomWord(&state);
        const occupied = one & randomWord(&state);
        const own = occupied & randomWord(&state);
        for (0..64) |square| hash = (hash ^ function(square, occupied, own)) *% 0x100000001b3;
    }
    std.debug.print("digest {s} {x:0>16}\n", .{ name, hash });
}

//! Times generated lookups beside the same written by hand.

const std = @import("std");
const magics = @import("magics.zig");
const filled = @import("filled.zig");
const called = @import("called.zig");

const rounds = 25;

/// What start-up code would have filled.
var table: [magics.attack_table.len]u64 = undefined;

fn Reference(comptime attacks: *const [magics.attack_table.len]u64) type {
    return struct {
        fn rook(sq: u6, occupied: u64) u64 {
            const relevant = occupied & magics.rook_masks[sq];
            const index = relevant *% magics.rook_factors[sq] >> magics.rook_shifts[sq];
            return attacks[magics.rook_offsets[sq] + @as(u32, @truncate(index))];
        }

        fn bishop(sq: u6, occupied: u64) u64 {
            const relevant = occupied & magics.bishop_masks[sq];
            const index = relevant *% magics.bishop_factors[sq] >> magics.bishop_shifts[sq];
            return attacks[magics.bishop_offsets[sq] + @as(u32, @truncate(index))];
        }

        fn queen(sq: u6, occupied: u64) u64 {
            return rook(sq, occupied) | bishop(sq, occupied);
        }
    };
}

const Full = Reference(&magics.attack_table);
const Filled = Reference(&table);

/// The lookups that are compared, the reference of each group first.
const groups = .{
    .{ .{ "reference", Full.rook }, .{ "rook", magics.rookAttacks } },
    .{ .{ "reference", Full.queen }, .{ "queen", magics.queenAttacks } },
    .{
        .{ "reference", Filled.rook },
        .{ "rook-init", called.rookAttacks },
        .{ "rook-init-lazy", filled.rookAttacks },
    },
    .{
        .{ "reference", Filled.queen },
        .{ "queen-init", called.queenAttacks },
        .{ "queen-init-lazy", filled.queenAttacks },
    },
};

fn now() u64 {
    var time: std.os.linux.timespec = undefined;
    _ = std.os.linux.clock_gettime(.MONOTONIC, &time);
    return @as(u64, @intCast(time.sec)) * 1_000_000_000 + @as(u64, @intCast(time.nsec));
}

noinline fn run(comptime lookup: fn (u6, u64) u64, boards: []const u64) u64 {
    var sum: u64 = 0;
    for (boards) |occupied| {
        for (0..64) |sq| sum ^= lookup(@intCast(sq), occupied);
    }
    return sum;
}

pub fn main() void {
    called.fillTables();
    table = magics.attack_table;
    var boards: [4096]u64 = undefined;
    var random: u64 = 0x9e3779b97f4a7c15;
    for (&boards) |*board| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        board.* = random & (random << 21);
    }
    inline for (groups) |group| {
        var least: [group.len]u64 = @splat(std.math.maxInt(u64));
        var sums: [group.len]u64 = undefined;
        for (0..rounds) |_| {
            inline for (group, 0..) |one, at| {
                const start = now();
                sums[at] = run(one[1], &boards);
                least[at] = @min(least[at], now() - start);
            }
        }
        const reference = @as(f64, @floatFromInt(least[0])) / (64 * boards.len);
        inline for (group, 0..) |one, at| {
            if (sums[at] != sums[0]) @panic("sums differ");
            if (at > 0) {
                const found = @as(f64, @floatFromInt(least[at])) / (64 * boards.len);
                std.debug.print(
                    "zig {s} {d:.2} {d:.2} {d:.2}\n",
                    .{ one[0], found, reference, reference / found },
                );
            }
        }
        std.debug.print("# xor {x:0>16}\n", .{sums[0]});
    }
}

//! Compares lookups with rays walked over files and ranks.

const std = @import("std");

const Lookup = *const fn (u6, u64) u64;
const Ray = struct { files: i8, ranks: i8 };

const rook = [_]Ray{
    .{ .files = 0, .ranks = 1 },
    .{ .files = 1, .ranks = 0 },
    .{ .files = 0, .ranks = -1 },
    .{ .files = -1, .ranks = 0 },
};
const bishop = [_]Ray{
    .{ .files = 1, .ranks = 1 },
    .{ .files = 1, .ranks = -1 },
    .{ .files = -1, .ranks = -1 },
    .{ .files = -1, .ranks = 1 },
};
const queen = rook ++ bishop;

const Board = struct {
    width: i8,
    height: i8,
    /// The bit of each place, rank by rank.
    bits: []const u6,
    /// The place of each bit.
    places: [64]i8,
    random: u64 = 0x9e3779b97f4a7c15,
    digest: u64 = 0xcbf29ce484222325,

    fn bit(board: *const Board, file: i8, rank: i8) ?u6 {
        const is_inside = 0 <= file and file < board.width and 0 <= rank and rank < board.height;
        return if (is_inside) board.bits[@intCast(rank * board.width + file)] else null;
    }

    /// The squares attacked, or those of them behind which there is another.
    fn walk(board: *const Board, rays: []const Ray, sq: u6, occupied: u64, is_mask: bool) u64 {
        const place = board.places[sq];
        const file = @mod(place, board.width);
        const rank = @divFloor(place, board.width);
        var result: u64 = 0;
        for (rays) |ray| {
            var step: i8 = 1;
            while (board.bit(file + step * ray.files, rank + step * ray.ranks)) |at| : (step += 1) {
                const behind = board.bit(
                    file + (step + 1) * ray.files,
                    rank + (step + 1) * ray.ranks,
                );
                if (!is_mask or behind != null) result |= @as(u64, 1) << at;
                if (!is_mask and occupied >> at & 1 != 0) break;
            }
        }
        return result;
    }

    /// Marsaglia's xorshift, as tests/data/moves.py has it.
    fn next(board: *Board) u64 {
        board.random ^= board.random << 13;
        board.random ^= board.random >> 7;
        board.random ^= board.random << 17;
        return board.random;
    }

    /// Compares every square, every subset of its mask, and junk besides.
    fn compare(board: *Board, name: []const u8, lookup: Lookup, rays: []const Ray) !u32 {
        var count: u32 = 0;
        for (0..64) |index| {
            const sq: u6 = @intCast(index);
            const mask = board.walk(rays, sq, 0, true);
            var subset: u64 = 0;
            while (true) {
                const attacks = board.walk(rays, sq, subset, false);
                const found = lookup(sq, subset);
                try check(name, sq, subset, found, attacks);
                const junk = subset | (board.next() & ~mask) | @as(u64, 1) << sq;
                try check(name, sq, junk, lookup(sq, junk), attacks);
                for (0..8) |byte| {
                    const low = found >> @intCast(8 * byte) & 0xff;
                    board.digest = (board.digest ^ low) *% 0x100000001b3;
                }
                count += 1;
                subset = (subset -% mask) & mask;
                if (subset == 0) break;
            }
            try board.compareRandom(name, lookup, rays, sq);
        }
        return count;
    }

    /// Compares boards of every density.
    fn compareRandom(
        board: *Board,
        name: []const u8,
        lookup: Lookup,
        rays: []const Ray,
        sq: u6,
    ) !void {
        for (0..500) |turn| {
            var occupied = board.next();
            for (0..turn % 4) |_| occupied &= board.next();
            const attacks = board.walk(rays, sq, occupied, false);
            try check(name, sq, occupied, lookup(sq, occupied), attacks);
        }
    }

    /// Moves on random positions, as tests/data/moves.py counts them.
    fn moves(board: *Board, positions: usize, lookups: [3]Lookup) u32 {
        board.random = 0x9e3779b97f4a7c15;
        var count: u32 = 0;
        for (0..positions) |position| {
            const both = board.next() & board.next();
            const white = both & board.next();
            var occupied: u64 = 0;
            var own: u64 = 0;
            for (board.bits, 0..) |at, index| {
                occupied |= (both >> @intCast(index) & 1) << at;
                own |= (white >> @intCast(index) & 1) << at;
            }
            for (board.bits, 0..) |at, index| {
                if (white >> @intCast(index) & 1 != 0) {
                    const targets = lookups[(index + position) % 3](at, occupied) & ~own;
                    count += @popCount(targets);
                }
            }
        }
        return count;
    }
};

fn check(name: []const u8, sq: u6, occupied: u64, found: u64, walked: u64) !void {
    if (found != walked) {
        std.debug.print(
            "{s} on {d}, occupied {x:0>16}: found {x:0>16}, walked {x:0>16}\n",
            .{ name, sq, occupied, found, walked },
        );
        return error.TestUnexpectedResult;
    }
}

/// Compares a file's lookups on the chess board whose bit indices are `bits`, and prints a line.
pub fn drive(comptime magics: type, name: []const u8, bits: []const u6) !void {
    var board = Board{ .width = 8, .height = 8, .bits = bits, .places = undefined };
    for (bits, 0..) |at, place| {
        board.places[at] = @intCast(place);
        const found = magics.square(@intCast(place % 8), @intCast(place / 8));
        try std.testing.expectEqual(at, found);
    }
    try std.testing.expectEqual(bits[0], magics.a1);
    try std.testing.expectEqual(bits[7], magics.h1);
    try std.testing.expectEqual(bits[56], magics.a8);
    try std.testing.expectEqual(bits[63], magics.h8);
    const rooks = try board.compare("rook", magics.rookAttacks, &rook);
    const bishops = try board.compare("bishop", magics.bishopAttacks, &bishop);
    for (0..64) |sq| try board.compareRandom("queen", magics.queenAttacks, &queen, @intCast(sq));
    const digest = board.digest;
    const lookups = [3]Lookup{ magics.rookAttacks, magics.bishopAttacks, magics.queenAttacks };
    const moves = board.moves(10_000, lookups);
    std.debug.print(
        "\n{s} magicgen-driver ok rook={d} bishop={d} digest={x:0>16} moves={d}\n",
        .{ name, rooks, bishops, digest, moves },
    );
}

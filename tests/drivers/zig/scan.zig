//! Compares bit scans with what the processor counts.

const std = @import("std");
const magics = @import("magics.zig");

test "words of 8 and 16 bits, all of them" {
    for (1..1 << 16) |word| {
        if (word < 1 << 8) {
            const byte: u8 = @intCast(word);
            try std.testing.expectEqual(@ctz(byte), magics.bitScanForward8(byte));
            try std.testing.expectEqual(7 - @clz(byte), magics.bitScanReverse8(byte));
        }
        const short: u16 = @intCast(word);
        try std.testing.expectEqual(@ctz(short), magics.bitScanForward16(short));
        try std.testing.expectEqual(15 - @clz(short), magics.bitScanReverse16(short));
    }
}

test "words of 32 and 64 bits at random" {
    var random: u64 = 0x9e3779b97f4a7c15;
    for (0..100_000) |turn| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        const word = random >> @intCast(turn % 64);
        const half: u32 = @truncate(word);
        if (half != 0) {
            try std.testing.expectEqual(@ctz(half), magics.bitScanForward32(half));
            try std.testing.expectEqual(31 - @clz(half), magics.bitScanReverse32(half));
        }
        if (word != 0) {
            try std.testing.expectEqual(@ctz(word), magics.bitScanForward64(word));
            try std.testing.expectEqual(63 - @clz(word), magics.bitScanReverse64(word));
        }
    }
}

{% for line in self.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
{% for line in self.page().about(COMMENT, "    ") %}//!{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if guard.is_some() || self.page().module.blob.is_some() || !compared.is_empty() || self.has_checks() || self.page().movers.own().next().is_some() %}
const std = @import("std");
{% endif %}{% let own = self.own() %}{% let [namespace, declared, file, number, piece_of] = typed %}{% if let Some(import) = types.include %}{% if !own.is_empty() %}
const {{ declared }} = @import("{{ import }}");
const {{ file }} = @This();
{% endif %}{% endif %}{% for rank in self.page().ranks %}
// {{ rank.doc }}
{% for (name, bit) in rank.squares %}pub const {{ name }}: {{ self.words().index }} = {{ bit }};
{% endfor %}{% endfor %}{% for array in self.arrays() %}
{% for line in array.doc %}/// {{ line }}
{% endfor %}{{ array.head }}{
{{ array.rows }}
};
{% endfor %}{% if let Some(records) = self.typed_records() %}
{% include "zig/records.zig" %}
{% endif %}{% if let Some(blob) = self.page().module.blob %}{% include "zig/load.zig" %}{% else %}{% for table in self.page().filled %}
/// {{ table.doc }}
var {{ self.page().tables[table.index].name }}: [{{ table.length }}]u64 = @splat(0);
{% endfor %}{% endif %}{% if let Some(guard) = guard %}
/// How far the tables are filled.
var {{ guard.state }}: std.atomic.Value(enum(u8) { none, begun, done }) = .init(.none);
{% for table in self.page().filled %}{% if table.is_public %}
/// {{ table.doc }}
pub fn {{ table.name }}() *const [{{ table.length }}]u64 {
{% for line in guard.check() %}    {{ line }}
{% endfor %}    return &{{ self.page().tables[table.index].name }};
}
{% endif %}{% endfor %}{% endif %}{% for of in self.page().enumerations %}
{% include "zig/enumeration.zig" %}
{% endfor %}{% for function in self.routines(Group::DOWNWARDS) %}
{% for line in function.doc %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{{ function.head }} {
{% for line in function.body %}    {{ line }}
{% endfor %}}
{% endfor %}{% for mover in self.page().movers.own() %}
{% include "zig/mover.zig" %}
{% endfor %}{% include "zig/choice.zig" %}{% if !own.is_empty() %}
/// The functions of this file for your types.
pub const {{ namespace }} = struct {
{% if let (Some(square), None) = (types.square.as_ref(), types.square_value.as_ref()) %}    /// The number of a square, whose type has as many bits.
    fn {{ number }}(square: {{ declared }}.{{ square }}) {{ self.words().index }} {
        return @bitCast(packed struct { square: {{ declared }}.{{ square }} }{ .square = square });
    }

{% endif %}{% if let (Some(choice), Some(piece)) = (self.page().choice.as_ref(), types.piece()) %}    /// The piece of this file that is one of yours.
    fn {{ piece_of }}(piece: {{ declared }}.{{ piece }}) {{ choice.kind }} {
{% for one in choice.pieces %}        if (piece == .{{ one.member.own_named(Case::Snake) }}) return .{{ one.member.named(Case::Snake) }};
{% endfor %}        @panic("no lookup of this piece");
    }

{% endif %}{% for function in own %}{% if !loop.first %}
{% endif %}{% for line in self.own_lines(function) %}{{ line }}
{% endfor %}{% endfor %}};
{% endif %}{% if let Some(guard) = guard %}
/// Fills the tables, or waits until another thread has.{% if !guard.is_lazy %} To be called before the first lookup.{% endif %}
{% if !guard.is_lazy %}pub {% endif %}fn {{ guard.fill }}() void {
    @branchHint(.cold);
    if ({{ guard.state }}.cmpxchgStrong(.none, .begun, .acquire, .acquire) == null) {
{% for (name, _) in loops %}        {{ name }}();
{% endfor %}        {{ guard.state }}.store(.done, .release);
    } else while ({{ guard.state }}.load(.acquire) != .done) {
        std.atomic.spinLoopHint();
    }
}
{% if let Some(walked) = self.filling() %}{% for (name, fill) in loops %}
fn {{ name }}() void {
{% if let Some(all) = self.page().record_array.as_ref() %}    for ({{ all.name }}, 0..) |record, index| {
        const mask = record.{{ fill.masks }};
{% else %}    for ({{ fill.masks }}, 0..) |mask, index| {
{% endif %}        const sq: u6 = @intCast(index);
{% if let Some(squares) = walked.squares %}        if ((@as(u64, {{ squares }}) >> sq) & 1 == 0) continue;
{% endif %}        var subset: u64 = 0;
        while (true) {
{% let call = self.walked(walked.walk, fill.rays, "subset") %}{% for line in self.walking("            ", "const attacks = ", call) %}{{ line }}
{% endfor %}            {{ self.page().tables[fill.table].name }}[{{ fill.index }}(sq, subset)] {% if fill.is_or %}|= {% else %}= {% endif %}attacks;
            subset = (subset -% mask) & mask;
            if (subset == 0) break;
        }
    }
}
{% endfor %}{% endif %}{% endif %}{% if let Some(walk) = self.page().walk %}{% let walked = self.walk(walk) %}
/// Follows each ray{% if walk.has_range %} for so many steps{% endif %} to its first blocker, that one included.
fn {{ walk.name }}(steps: []const i8, from: []const u64, {% if walk.has_range %}limit: u8, {% endif %}sq: u6, occupied: u64) u64 {
    var attacks: u64 = 0;
    for (steps, from) |step, places| {
        var at = {% if let Some(grid) = walk.grid %}{{ grid.of_bit }}[sq]{% else %}sq{% endif %};
{% if walk.has_range %}        var left = limit;
        while (left > 0 and (places >> at) & 1 != 0) : (left -= 1) {
{% else %}        while ((places >> at) & 1 != 0) {
{% endif %}            at = @intCast(@as(i8, at) + step);
            const reached = @as(u64, 1) << {% if let Some(grid) = walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %};
            attacks |= reached;
            if (reached & occupied != 0) break;
        }
    }
    return attacks;
}
{% for one in compared %}
test {{ one.lookup }} {
{% for relevant in one.relevant %}    try {{ compare }}("{{ one.spoken }}", {{ one.lookup }}, {{ one.walker }}, {{ relevant }});
{% endfor %}}
{% endfor %}{% for one in compared %}
fn {{ one.walker }}(sq: u6, occupied: u64) u64 {
{% for line in self.walking("    ", "return ", one.walked) %}{{ line }}
{% endfor %}}
{% if let Some(squares) = one.squares %}
fn {{ one.relevant[0] }}(sq: u6) u64 {
{% for line in self.walking("    ", "return ", squares) %}{{ line }}
{% endfor %}}
{% endif %}{% endfor %}{% if let Some(test) = self.page().self_test %}
/// Returns the squares where a blocker shortens a ray: all that each reaches but its last.
fn {{ test.relevant }}(steps: []const i8, from: []const u64, {% if walk.has_range %}limit: u8, {% endif %}sq: u6) u64 {
    var squares: u64 = 0;
    for (steps, from) |step, places| {
        var at = {% if let Some(grid) = walk.grid %}{{ grid.of_bit }}[sq]{% else %}sq{% endif %};
        var reached: u64 = 0;
{% if walk.has_range %}        var left = limit;
        while (left > 0 and (places >> at) & 1 != 0) : (left -= 1) {
{% else %}        while ((places >> at) & 1 != 0) {
{% endif %}            squares |= reached;
            at = @intCast(@as(i8, at) + step);
            reached = @as(u64, 1) << {% if let Some(grid) = walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %};
        }
    }
    return squares;
}

/// Compares a lookup with rays walked, under every subset of relevant squares, with all other
/// squares empty and with all of them occupied.
fn {{ compare }}(
    piece: []const u8,
    lookup: *const fn (u6, u64) u64,
    walked: *const fn (u6, u64) u64,
    relevant: *const fn (u6) u64,
) !void {
{% if let Some(guard) = guard %}{% if !guard.is_lazy %}    {{ guard.fill }}();
{% endif %}{% endif %}    for (0..{{ walk.indices }}) |index| {
        const sq: u6 = @intCast(index);
{% if let Some(squares) = walked.squares %}        if ((@as(u64, {{ squares }}) >> sq) & 1 == 0) continue;
{% endif %}        const mask = relevant(sq);
        var subset: u64 = 0;
        while (true) {
            for ([_]u64{ subset, subset | ~mask }) |occupied| {
                const found = lookup(sq, occupied);
                const right = walked(sq, occupied);
                if (found != right) {
                    std.debug.print(
                        "the {s} on square {d}, occupied 0x{x:0>16}: " ++
                            "found 0x{x:0>16}, walked 0x{x:0>16}\n",
                        .{ piece, sq, occupied, found, right },
                    );
                    return error.TestUnexpectedResult;
                }
            }
            subset = (subset -% mask) & mask;
            if (subset == 0) break;
        }
    }
}
{% endif %}{% endif %}

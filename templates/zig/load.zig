{% let file = self.page().module.blob_file.name %}{% let order = self.page().module.blob_file.order.id() %}{% let length = blob.header.len() %}
/// The content of {{ file }}, which lies beside this file.
const {{ data }} align(8) = @embedFile("{{ file }}").*;

comptime {
    const header = "{{ self::header_text(blob) }}";
    if ({{ data }}.len != {{ blob.length() }} or !std.mem.startsWith(u8, &{{ data }}, header)) {
        @compileError("{{ file }} isn't the file that was generated with this source");
    }
    if (@import("builtin").target.cpu.arch.endian() != .{{ order }}) {
        @compileError("{{ file }} has another byte order than the target");
    }
}

test "{{ file }} is undamaged" {
    try std.testing.expectEqual({{ self::checksum(blob) }}, std.hash.Crc32.hash({{ data }}[{{ length }}..]));
}
{% for table in self.page().filled %}{% let start = self::start(blob, table) %}
/// {{ table.doc }}
{% if table.is_public %}pub {% endif %}const {{ table.name }}: *const [{{ table.length }}]u64 = @ptrCast(@alignCast({{ data }}[{{ start }}..].ptr));
{% endfor %}
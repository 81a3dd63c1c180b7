{% let file = self.page().module.blob_file.name %}{% let length = blob.header.len() %}
/// The content of {{ file }}, which the compiler finds by `-J`.
private immutable ubyte[] {{ data }} = cast(immutable(ubyte)[]) import("{{ file }}");

static assert(
    import("{{ file }}").length == {{ blob.length() }}
        && import("{{ file }}")[0 .. {{ length }}]
            == "{{ self::header_text(blob) }}",
    "{{ file }} isn't the file that was generated with this module");

shared static this() @safe nothrow @nogc
{
    import std.digest.crc : crc32Of;

    const ubyte[4] digest = [{{ self::digest(blob) }}];
    if (crc32Of({{ data }}[{{ length }} .. $]) != digest)
        assert(0, "{{ file }} is damaged");

    size_t at = {{ length }};
{%- for table in self.page().filled %}
    foreach (ref entry; {{ table.name }})
    {
        foreach (place; 0 .. 8)
            entry |= ulong({{ data }}[at + place]) << (8 * {% if self.is_little() %}place{% else %}(7 - place){% endif %});
        at += 8;
    }
{%- endfor %}
}

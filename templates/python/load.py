{{ self.signature("", load, [["before", "int"], ["count", "int"]], self.list("tuple[int, ...]")) }}
    """Return words of the file of attack sets, which lies beside this module."""
    name = "{{ self.page().module.blob_file.name }}"
    if __package__:
        data = resources.files(__package__).joinpath(name).read_bytes()
    else:
        data = Path(__file__).with_name(name).read_bytes()
    header = b"{{ self::header_text(blob) }}"
    length, digest = {{ blob.length() }}, {{ self::digest(blob) }}
    if len(data) != length or not data.startswith(header):
        message = f"{name} isn't the file that was generated with this module"
        raise ImportError(message)
    if zlib.crc32(data[len(header) :]) != digest:
        message = f"{name} is damaged"
        raise ImportError(message)
    start = len(header) + 8 * before
{% let order = self.order() %}{% if self.is_numpy() %}    words = np.frombuffer(data, dtype="{{ order }}u8", count=count, offset=start)
    return words.astype(np.uint64)
{%- else %}    return struct.unpack_from(f"{{ order }}{count}Q", data, start)
{%- endif %}

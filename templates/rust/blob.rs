
/// The file of attack sets: its header, then the tables.
#[repr(C)]
struct Blob {
    header: [u8; {{ blob.header.len() }}],
{% for table in blob.tables %}    {{ self.loaded_member(table) }}: {{ self::File::loaded_type(table) }},
{% endfor %}}

/// The content of {{ file }}, which lies beside this file.
#[rustfmt::skip]
const {{ name }}: Blob =
    // SAFETY: the structure has numbers without padding, so any bytes are a value of it.
    unsafe { core::mem::transmute::<[u8; {{ self::File::blob_length(blob) }}], Blob>(*include_bytes!("{{ file }}")) };

// The compiler refuses a file that wasn't generated with this source.
#[rustfmt::skip]
const _: () = {
    assert!(
        cfg!(target_endian = "{{ self.endian() }}"),
        "{{ file }} has another byte order than the target"
    );
    let header: [u8; {{ blob.header.len() }}] = [
{% for line in self::header_rows(blob) %}        {{ line }},
{% endfor %}    ];
    let mut at = 0;
    while at < header.len() {
        assert!(
            {{ name }}.header[at] == header[at],
            "{{ file }} isn't the file that was generated with this source"
        );
        at += 1;
    }
};
{% for table in blob.tables %}
{% for line in self.loaded_docs(table) %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% let of = module.tables[table.index] %}{% let of_name = module.table_name(of) %}{% for line in self.static_attributes(module.table(of) == Presence::Public, of_name) %}{{ line }}
{% endfor %}{{ self.loaded_static(table) }}
{% endfor %}
#[cfg(test)]
mod blob_tests {
    /// Computes the CRC-32 of all bytes behind the header, as zlib does.
    #[test]
    fn the_file_of_attack_sets_is_undamaged() {
        let bytes = include_bytes!("{{ file }}");
        let mut crc = u32::MAX;
        for byte in &bytes[{{ blob.header.len() }}..] {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
            }
        }
        assert!(!crc == {{ self::File::crc(blob) }}, "{{ file }} is damaged");
    }
}

{% let file = self.page().module.blob_file.name %}
    /// <summary>What the first lookup loads: only that initialises the class.</summary>
    private static class {{ holder }}
    {
{% for table in self.page().filled %}        internal static readonly ulong[] {{ table.name }} = new ulong[{{ table.length }}];
{% endfor %}
        static {{ holder }}()
        {
            byte[] bytes = new byte[{{ blob.length() }}];
            using (var file = typeof({{ self.name() }}).Assembly.GetManifestResourceStream("{{ file }}"))
            {
                if (file == null)
                {
                    throw new System.InvalidOperationException("{{ file }} isn't a resource of the assembly");
                }

                int read = 0;
                for (int more = 1; more > 0; read += more)
                {
                    more = file.Read(bytes, read, bytes.Length - read);
                }

                if (read != bytes.Length || file.ReadByte() >= 0)
                {
                    throw new System.InvalidOperationException("{{ file }} doesn't have {{ blob.length() }} bytes");
                }
            }

            byte[] header =
            {
{% for line in self::header_rows(blob) %}                {{ line }},
{% endfor %}            };
            for (int at = 0; at < header.Length; at++)
            {
                if (bytes[at] != header[at])
                {
                    throw new System.InvalidOperationException("{{ file }} isn't the file of this class");
                }
            }

            if (Digest(bytes, header.Length) != {{ self::checksum(blob) }})
            {
                throw new System.InvalidOperationException("{{ file }} is damaged");
            }

            int start = header.Length;
            foreach (ulong[] table in new[] { {% for table in self.page().filled %}{{ table.name }}{% if !loop.last %}, {% endif %}{% endfor %} })
            {
                for (int slot = 0; slot < table.Length; slot++, start += 8)
                {
                    for (int place = 0; place < 8; place++)
                    {
                        table[slot] |= (ulong)bytes[start + place] << (8 * {% if self.is_little() %}place{% else %}(7 - place){% endif %});
                    }
                }
            }
        }

        /// <summary>The CRC-32 that zlib computes.</summary>
        private static uint Digest(byte[] bytes, int start)
        {
            uint[] table = new uint[256];
            for (uint at = 0; at < 256; at++)
            {
                uint entry = at;
                for (int bit = 0; bit < 8; bit++)
                {
                    entry = (entry >> 1) ^ ((entry & 1) != 0 ? 0xedb88320 : 0);
                }

                table[at] = entry;
            }

            uint crc = uint.MaxValue;
            for (int at = start; at < bytes.Length; at++)
            {
                crc = (crc >> 8) ^ table[(crc ^ bytes[at]) & 0xff];
            }

            return ~crc;
        }
    }

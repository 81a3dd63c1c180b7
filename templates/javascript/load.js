{% let [bytes, checked, load] = loading %}{% let file = self.page().module.blob_file.name %}
{% for line in self.own(checked, "Refuses a file of attack sets that wasn't generated with this module, or is damaged.").with("bytes", "Uint8Array", "the content of the file").returning("DataView", "the words behind the header").lines() %}{{ line }}
{% endfor %}  const header = [
{% for line in self::header_rows(blob) %}    {{ line }},
{% endfor %}  ];
  const isHeader = header.every((byte, at) => bytes[at] === byte);
  if (bytes.length !== {{ blob.length() }} || !isHeader) {
    throw new Error("{{ file }} isn't the file of this module");
  }
  // The CRC-32 that zlib computes.
  const table = new Int32Array(256);
  for (let at = 0; at < 256; at++) {
    let entry = at;
    for (let bit = 0; bit < 8; bit++) {
      entry = (entry >>> 1) ^ (entry & 1 ? 0xedb88320 : 0);
    }
    table[at] = entry;
  }
  let crc = -1;
  for (let at = header.length; at < bytes.length; at++) {
    crc = (crc >>> 8) ^ table[(crc ^ bytes[at]{{ sure }}) & 0xff]{{ sure }};
  }
  if (~crc >>> 0 !== {{ self::checksum(blob) }}) {
    throw new Error("{{ file }} is damaged");
  }
  return new DataView(bytes.buffer, bytes.byteOffset + header.length);
}

{% for line in self.own(load, "Loads words from the file of attack sets.").with("words", "DataView", "the words of the file").with("before", "number", "the number of words before them").with("count", "number", "the number of words").returning(self.keys.bitboards(), "the words").lines() %}{{ line }}
{% endfor %}{% let is_little = self.is_little() %}{% if self.keys.has_words() %}  const table = new BigUint64Array(count);
  for (let at = 0; at < count; at++) {
    table[at] = words.getBigUint64(8 * (before + at), {{ is_little }});
  }
{% else %}  const table = new Uint32Array(2 * count);
  for (let at = 0; at < 2 * count; at++) {
    table[at] = words.getUint32(8 * before + 4 * {% if is_little %}at{% else %}(at ^ 1){% endif %}, {{ is_little }});
  }
{% endif %}  return table;
}
{% if self.keys.is_commonjs() %}
/** The file of attack sets, which lies beside this module. */
const {{ bytes }} = {{ checked }}(
  new Uint8Array(require("node:fs").readFileSync(`${__dirname}/{{ file }}`)),
);
{% else %}
{% if self.keys.is_typed() %}/** The place of a file. Not every project has types of browsers or Node.js. */
declare const URL: new (name: string, base: string) => { protocol: string };

/** Fetches a file in a browser. */
declare const fetch: (
  place: InstanceType<typeof URL>,
) => Promise<{ arrayBuffer: () => Promise<ArrayBuffer> }>;

{% endif %}/** The place of the file of attack sets, which lies beside this module. */
const {{ bytes }}Place = new URL({% if self.keys.is_typed() %}
  "{{ file }}",
  (import.meta as ImportMeta & { url: string }).url,
{% else %}"{{ file }}", import.meta.url{% endif %});

/** The module by which Node.js reads files; a browser fetches them. */
const {{ bytes }}Reader = "node:fs";

/** The words of the file of attack sets. */
const {{ bytes }} = {{ checked }}(
  new Uint8Array(
    {{ bytes }}Place.protocol === "file:"
      ? (await import({{ bytes }}Reader)).readFileSync({{ bytes }}Place)
      : await (await fetch({{ bytes }}Place)).arrayBuffer(),
  ),
);
{% endif %}
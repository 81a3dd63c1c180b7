{% for line in js.about() %}{{ line }}
{% endfor %}{% if let Some(import) = js.import() %}
{{ import }}
{% endif %}{% for rank in js.page().ranks %}
/** {{ rank.doc }} */
// prettier-ignore
{{ js.squares(rank) }}
{% endfor %}{% if js.has_bits() %}{% if js.keys.is_typed() %}
/** The halves of a bitboard, unsigned integers of 32 bits. */
{{ js.export(js.shows_bits()) }}interface Bits {
  /** Bits 0 to 31. */
  lo: number;
  /** Bits 32 to 63. */
  hi: number;
}
{% else %}
/**
 * The halves of a bitboard, unsigned integers of 32 bits.
 *
 * @typedef {object} Bits
 * @property {number} lo - bits 0 to 31
 * @property {number} hi - bits 32 to 63
 */
{% endif %}{% endif %}

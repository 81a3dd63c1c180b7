{% if let Some([low, high]) = js.squares_of(walk) %}{% if has_words %}    if ((({{ low }} >> BigInt(square)) & 1n) === 0n) {
{% else %}    if ((((square < 32 ? {{ low }} : {{ high }}) >>> square) & 1) === 0) {
{% endif %}      continue;
    }
{% endif %}{% if has_words %}    const mask = masks[square]{{ sure }};
    let subset = 0n;{% else %}    const maskLo = masks[2 * square]{{ sure }};
    const maskHi = masks[2 * square + 1]{{ sure }};
    let lo = 0;
    let hi = 0;{% endif %}

{% if let Some([low, high]) = js.squares_of(walk) %}{% if has_words %}    if ((({{ low }} >> BigInt(square)) & 1n) === 0n) {
{% else %}    if ((((square < 32 ? {{ low }} : {{ high }}) >>> square) & 1) === 0) {
{% endif %}      continue;
    }
{% endif %}
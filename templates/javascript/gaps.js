{% if let Some(squares) = js.squares_of(walk, *has_words) %}{% if has_words %}    if ((({{ squares[0] }} >> BigInt(square)) & 1n) === 0n) {
{% else %}    if ((((square < 32 ? {{ squares[0] }} : {{ squares[1] }}) >>> square) & 1) === 0) {
{% endif %}      continue;
    }
{% endif %}
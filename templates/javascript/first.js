{% if let Some(walked) = walk %}{% if let Some(squares) = walked.squares %}{% if walked.dialect.has_words %}    if ((({{ squares[0] }} >> BigInt(square)) & 1n) === 0n) {
{% else %}    if ((((square < 32 ? {{ squares[0] }} : {{ squares[1] }}) >>> square) & 1) === 0) {
{% endif %}      continue;
    }
{% endif %}{% if walked.dialect.has_words %}    const mask = masks[square]{{ walked.dialect.sure() }};
    let subset = 0n;{% else %}    const maskLo = masks[2 * square]{{ walked.dialect.sure() }};
    const maskHi = masks[2 * square + 1]{{ walked.dialect.sure() }};
    let lo = 0;
    let hi = 0;{% endif %}{% endif %}

{% if let Some(walked) = walk %}{% if let Some(gap) = walked.gap %}    if ({{ gap }}) {
      continue;
    }
{% endif %}{% if walked.dialect.has_words %}    const mask = {{ walked.dialect.entry("masks", "square") }};
    let subset = 0n;{% else %}    const maskLo = {{ walked.dialect.entry("masks", "2 * square") }};
    const maskHi = {{ walked.dialect.entry("masks", "2 * square + 1") }};
    let lo = 0;
    let hi = 0;{% endif %}{% endif %}

{% include "javascript/gaps.js" %}{% if has_words %}    const mask = masks[square]{{ sure }};
    let subset = 0n;{% else %}    const maskLo = masks[2 * square]{{ sure }};
    const maskHi = masks[2 * square + 1]{{ sure }};
    let lo = 0;
    let hi = 0;{% endif %}

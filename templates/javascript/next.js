{% if has_words %}      subset = (subset - mask) & mask;
    } while (subset !== 0n);{% else %}      const borrow = lo < maskLo ? 1 : 0;
      lo = ((lo - maskLo) & maskLo) >>> 0;
      hi = ((hi - maskHi - borrow) & maskHi) >>> 0;
    } while (lo !== 0 || hi !== 0);{% endif %}

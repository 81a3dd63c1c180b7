{% for line in item.doc %}/// {{ line }}
{% endfor %}{% for line in item.lines %}{{ line }}
{% endfor %}#if defined(__BMI2__) && defined(__x86_64__)
  return {% if *spreads %}_pdep_u64{% else %}_pext_u64{% endif %}(word, mask);
#elif defined(__AVX2__) && defined(_M_X64)
  return {% if *spreads %}_pdep_u64{% else %}_pext_u64{% endif %}(word, mask);
#else
{% if self.needs_bmi2() %}#error "lookups take BMI2: compile with -mbmi2, or /arch:AVX2"
{% else %}  std::uint64_t moved = 0;
  for (std::uint64_t bit = 1; mask != 0; bit <<= 1) {
    const std::uint64_t others = mask & (mask - 1);
    if ((word & {% if *spreads %}bit{% else %}(mask ^ others){% endif %}) != 0) {
      moved |= {% if *spreads %}mask ^ others{% else %}bit{% endif %};
    }
    mask = others;
  }
  return moved;
{% endif %}#endif
}


{% if let Some(dispatch) = self.page().dispatch %}/// Returns the index of an occupancy: its bits at the places of the mask, packed, or the upper bits of a product.
{% for line in item.lines %}{{ line }}
{% endfor %}#if defined(__x86_64__)
  if ({{ dispatch.flag }}) {
    // The instruction itself, since its function is only for code that is compiled with -mbmi2.
    std::uint64_t packed = 0;
    __asm__("{pextq %2, %1, %0|pext %0, %1, %2}" : "=r"(packed) : "r"(occupied), "r"(mask));
    return packed;
  }
#elif defined(_M_X64)
  if ({{ dispatch.flag }}) {
    return _pext_u64(occupied, mask);
  }
#endif
  return ((occupied & mask) * factor) >> shift;
}
{% endif %}
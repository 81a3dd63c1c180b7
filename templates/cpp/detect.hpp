{% if let Some(dispatch) = self.page().dispatch %}/// Asks the processor: true where it has PEXT (BMI2), and isn't one of AMD's before Zen 3, which take long for it.
inline bool {{ dispatch.detect }}() noexcept {
#if defined(__x86_64__) || defined(_M_X64)
  unsigned vendor[4]{};
  unsigned model[4]{};
  unsigned features[4]{};
  const auto ask = [](unsigned leaf, unsigned(&answer)[4]) -> bool {
#if defined(__x86_64__)
    return __get_cpuid_count(leaf, 0, &answer[0], &answer[1], &answer[2], &answer[3]) != 0;
#else
    __cpuidex(reinterpret_cast<int *>(answer), static_cast<int>(leaf), 0);
    return true;
#endif
  };
  if (!ask(0, vendor) || vendor[0] < 7 || !ask(1, model) || !ask(7, features)) {
    return false;
  }
  const unsigned family = ((model[0] >> 8) & 0xFU) + ((model[0] >> 20) & 0xFFU);
  // The letters "Auth" of AMD and "Hygo" of Hygon.
  const bool is_amd = vendor[1] == 0x68747541U || vendor[1] == 0x6F677948U;
  return (features[1] & 0x100U) != 0 && !(is_amd && family < 0x19U);
#else
  return false;
#endif
}
{% endif %}
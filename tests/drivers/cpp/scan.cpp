// Compares both bit scans of every width with a loop over bits: all words of 8 and 16 bits, and many longer ones.
#define MAGICS_IMPLEMENTATION
#include "magics.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

void check(int width, std::uint64_t word, int forward, int reverse) {
  int lowest = 0;
  while ((word >> lowest & 1) == 0) {
    ++lowest;
  }
  int highest = 63;
  while ((word >> highest & 1) == 0) {
    --highest;
  }
  if (forward != lowest || reverse != highest) {
    std::printf("%d bits, %016llx: %d and %d\n", width, static_cast<unsigned long long>(word), forward, reverse);
    std::exit(1);
  }
}

void check32(std::uint32_t word) { check(32, word, magics::bit_scan_forward32(word), magics::bit_scan_reverse32(word)); }

void check64(std::uint64_t word) { check(64, word, magics::bit_scan_forward64(word), magics::bit_scan_reverse64(word)); }

} // namespace

#if __cplusplus >= 201703L
static_assert(magics::bit_scan_forward64(1ULL << 63) == 63);
#endif

int main() {
  for (unsigned word = 1; word < 0x100; ++word) {
    const auto byte = static_cast<std::uint8_t>(word);
    check(8, word, magics::bit_scan_forward8(byte), magics::bit_scan_reverse8(byte));
  }
  for (unsigned word = 1; word < 0x10000; ++word) {
    const auto half = static_cast<std::uint16_t>(word);
    check(16, word, magics::bit_scan_forward16(half), magics::bit_scan_reverse16(half));
  }
  std::uint64_t state = 0x9e3779b97f4a7c15;
  for (unsigned turn = 0; turn < 100000; ++turn) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const unsigned places = turn % 64;
    check64((state | 1) << places);
    check64((state | std::uint64_t{1} << 63) >> places);
    check32((static_cast<std::uint32_t>(state) | 1) << places % 32);
    check32((static_cast<std::uint32_t>(state >> 32) | 0x80000000U) >> places % 32);
  }
  std::printf("magicgen-driver ok\n");
}

// Runs the generated test, and says what differs.
#define MAGICS_IMPLEMENTATION
#include "magics.hpp"

#include <cinttypes>
#include <cstdio>

int main() {
  const auto wrong = magics::self_test();
  if (!wrong) {
    return 0;
  }
  std::printf("the %s on square %u, occupied %016" PRIx64 ": found %016" PRIx64 ", walked %016" PRIx64 "\n",
              wrong->piece, wrong->square, wrong->occupied, wrong->found, wrong->walked);
  return 1;
}

// Another file of the program, which reads what the first has filled.
#include "magics.hpp"

std::uint64_t rook_elsewhere(unsigned square, std::uint64_t occupied);

std::uint64_t rook_elsewhere(unsigned square, std::uint64_t occupied) { return magics::rook_attacks(square, occupied); }

#include <stdint.h>
typedef uint64_t U64;
void init_attacks(void);
U64 rook_attacks(int s, U64 occ);
U64 bishop_attacks(int s, U64 occ);

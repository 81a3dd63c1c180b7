#ifndef ATT_H
#define ATT_H

#include <stdint.h>
typedef uint64_t U64;

enum { A1, B1, C1, D1, E1, F1, G1, H1, A2, B2 };

void init_attacks(void);
U64 rook_rays(int s, U64 occ);
U64 bishop_rays(int s, U64 occ);
U64 find_magic(int s, U64 mask, int bits, int is_bishop);

U64 rook_attacks(int s, U64 occ);
U64 bishop_attacks(int s, U64 occ);
U64 queen_attacks(int s, U64 occ);
int rook_mobility(int s, U64 occ, U64 own);

#endif

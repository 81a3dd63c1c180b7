/* A kernel that calls every lookup. */
#include "device.h"
#include "magics.cuh"

__global__ void look_up(const unsigned long long *occupied, unsigned long long *attacks)
{
    for (unsigned square = 0; square < 64; square++) {
        attacks[square] = magics_rook_attacks(square, occupied[square])
            ^ magics_bishop_attacks(square, occupied[square]) ^ magics_queen_attacks(square, occupied[square]);
    }
}

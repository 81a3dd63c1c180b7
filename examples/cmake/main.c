/* Looks up a queen on d4. */
#define MAGICS_IMPLEMENTATION
#include "magics.h"

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    /* Pieces on d6, f4 and b2. */
    const uint64_t one = 1;
    const uint64_t occupied = one << MAGICS_D6 | one << MAGICS_F4 | one << MAGICS_B2;

    magics_init();
    const uint64_t attacks = magics_queen_attacks(MAGICS_D4, occupied);
    printf("queen on d4: 0x%016" PRIx64 "\n", attacks);
    return attacks != UINT64_C(0x80412a1c371c2a48);
}

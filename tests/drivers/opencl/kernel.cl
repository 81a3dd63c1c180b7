/* Looks each query up: the square in the low bits of a query's first word, 0 for the rook, 1 for the bishop or 2 for the
   queen above them, and the occupied squares in its second word. */
#include "magics.cl"

__kernel void look_up(__global const ulong2 *queries, __global ulong *attacks)
{
    const size_t at = get_global_id(0);
    const uint square = (uint)(queries[at].x & 63);
    const ulong occupied = queries[at].y;

    switch (queries[at].x >> 6) {
    case 0:
        attacks[at] = magics_rook_attacks(square, occupied);
        break;
    case 1:
        attacks[at] = magics_bishop_attacks(square, occupied);
        break;
    default:
        attacks[at] = magics_queen_attacks(square, occupied);
        break;
    }
}

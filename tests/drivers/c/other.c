/* The second file of a program: includes the header too, and looks up once. */
#ifndef PAIRS
#include <stdint.h>
#endif
#include "magics.h"

#include <limits.h>

#if UINT_MAX == 0xFFFFFFFFUL
typedef unsigned int half;
#else
typedef unsigned long half;
#endif

struct set {
    half lo, hi;
};

struct set other_lookup(unsigned square, struct set occupied);

struct set other_lookup(unsigned square, struct set occupied)
{
    struct set set;
#ifdef PAIRS
    magics_u64 word;

    word.lo = occupied.lo;
    word.hi = occupied.hi;
    word = FIRST(square, word);
    set.lo = word.lo;
    set.hi = word.hi;
#else
    uint64_t word = FIRST(square, (uint64_t)occupied.hi << 32 | occupied.lo);

    set.lo = (half)(word & 0xffffffffU);
    set.hi = (half)(word >> 32);
#endif
    return set;
}

/* Compares both bit scans of every width with a loop over bits: all words of 8 and 16 bits, and many longer ones. */
#define MAGICS_IMPLEMENTATION
#include "magics.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#if UINT_MAX == 0xFFFFFFFFUL
typedef unsigned int half;
#else
typedef unsigned long half;
#endif

static unsigned lowest(half lo, half hi)
{
    unsigned bit = 0;

    while (((bit < 32 ? lo >> bit : hi >> (bit - 32)) & 1) == 0) {
        bit++;
    }
    return bit;
}

static unsigned highest(half lo, half hi)
{
    unsigned bit = 63;

    while (((bit < 32 ? lo >> bit : hi >> (bit - 32)) & 1) == 0) {
        bit--;
    }
    return bit;
}

static void check(int width, half lo, half hi, unsigned forward, unsigned reverse)
{
    if (forward != lowest(lo, hi) || reverse != highest(lo, hi)) {
        printf("magicgen-driver failed: %d bits, %08lx%08lx: %u and %u\n", width, (unsigned long)hi,
            (unsigned long)lo, forward, reverse);
        exit(1);
    }
}

static void check64(half lo, half hi)
{
#ifdef PAIRS
    magics_u64 word;

    word.lo = lo;
    word.hi = hi;
#else
    uint64_t word = (uint64_t)hi << 32 | lo;
#endif
    check(64, lo, hi, magics_bit_scan_forward64(word), magics_bit_scan_reverse64(word));
}

static void check32(half word)
{
    check(32, word, 0, magics_bit_scan_forward32(word), magics_bit_scan_reverse32(word));
}

static half random_half(void)
{
    static half state = 0x9e3779b9U;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

int main(void)
{
    half word;
    unsigned i, at;

    for (word = 1; word < 0x100; word++) {
        check(8, word, 0, magics_bit_scan_forward8((unsigned char)word),
            magics_bit_scan_reverse8((unsigned char)word));
    }
    for (word = 1; word < 0x10000UL; word++) {
        check(16, word, 0, magics_bit_scan_forward16((unsigned short)word),
            magics_bit_scan_reverse16((unsigned short)word));
    }
    for (at = 0; at < 32; at++) {
        check32((half)1 << at);
        check64((half)1 << at, 0);
        check64(0, (half)1 << at);
    }
    for (i = 0; i < 100000; i++) {
        half lo = random_half(), hi = random_half();

        /* Runs of zeros at either end. */
        at = i & 31;
        check32((lo | 1) << at);
        check32((lo | 0x80000000U) >> at);
        check64((lo | 1) << at, hi);
        check64(0, (hi | 1) << at);
        check64(lo, (hi | 0x80000000U) >> at);
        check64((lo | 0x80000000U) >> at, 0);
    }
    printf("magicgen-driver ok bitscan\n");
    return 0;
}

#include <cstdint>

typedef std::uint64_t U64;

// a1 = 0, b1 = 1, a2 = 8.
U64 ratt(int sq, U64 block)
{
    U64 result = 0;
    int rk = sq / 8, fl = sq % 8, r, f;
    for (r = rk + 1; r <= 7; r++) {
        result |= 1ULL << (fl + r * 8);
        if (block & (1ULL << (fl + r * 8))) break;
    }
    for (r = rk - 1; r >= 0; r--) {
        result |= 1ULL << (fl + r * 8);
        if (block & (1ULL << (fl + r * 8))) break;
    }
    for (f = fl + 1; f <= 7; f++) {
        result |= 1ULL << (f + rk * 8);
        if (block & (1ULL << (f + rk * 8))) break;
    }
    for (f = fl - 1; f >= 0; f--) {
        result |= 1ULL << (f + rk * 8);
        if (block & (1ULL << (f + rk * 8))) break;
    }
    return result;
}

U64 batt(int sq, U64 block)
{
    U64 result = 0;
    int rk = sq / 8, fl = sq % 8, r, f;
    for (r = rk + 1, f = fl + 1; r <= 7 && f <= 7; r++, f++) {
        result |= 1ULL << (f + r * 8);
        if (block & (1ULL << (f + r * 8))) break;
    }
    for (r = rk + 1, f = fl - 1; r <= 7 && f >= 0; r++, f--) {
        result |= 1ULL << (f + r * 8);
        if (block & (1ULL << (f + r * 8))) break;
    }
    for (r = rk - 1, f = fl + 1; r >= 0 && f <= 7; r--, f++) {
        result |= 1ULL << (f + r * 8);
        if (block & (1ULL << (f + r * 8))) break;
    }
    for (r = rk - 1, f = fl - 1; r >= 0 && f >= 0; r--, f--) {
        result |= 1ULL << (f + r * 8);
        if (block & (1ULL << (f + r * 8))) break;
    }
    return result;
}

// Kogge-Stone: filled in parallel.
U64 north_fill(U64 gen, U64 empty)
{
    gen |= empty & (gen << 8);
    empty &= empty << 8;
    gen |= empty & (gen << 16);
    empty &= empty << 16;
    gen |= empty & (gen << 32);
    return gen;
}

// Attacks of all rooks to the north: no square.
U64 rooks_north(U64 rooks, U64 empty) { return north_fill(rooks, empty) << 8; }

int calls;

// It does more than to compute attacks.
U64 rook_attacks(int sq, U64 block)
{
    calls++;
    return ratt(sq, block);
}

// The relevant occupancy.
U64 bishop_relevant(int sq, U64 block)
{
    return batt(sq, block) & 0x007e7e7e7e7e7e00ULL;
}

#include "att.hpp"

Magic RookMagics[64];
Magic BishopMagics[64];
Bitboard KnightAttacks[64];

namespace {

Bitboard RookTable[0x19000];
Bitboard BishopTable[0x1480];

Bitboard sliding_attack(PieceType pt, int s, Bitboard occupied)
{
    Bitboard attacks = 0;
    const int ways[2][4][2] = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};
    for (const auto &way : ways[pt == BISHOP]) {
        int f = s % 8 + way[0], r = s / 8 + way[1];
        for (; f >= 0 && f < 8 && r >= 0 && r < 8; f += way[0], r += way[1]) {
            attacks |= square_bb(r * 8 + f);
            if (occupied & square_bb(r * 8 + f)) {
                break;
            }
        }
    }
    return attacks;
}

// A xorshift64* generator.
class PRNG {
    std::uint64_t s;

public:
    explicit PRNG(std::uint64_t seed) : s(seed) {}
    std::uint64_t rand()
    {
        s ^= s >> 12, s ^= s << 25, s ^= s >> 27;
        return s * 2685821657736338717ULL;
    }
    std::uint64_t sparse_rand() { return rand() & rand() & rand(); }
};

void init_magics(PieceType pt, Bitboard table[], Magic magics[])
{
    static Bitboard occupancy[4096], reference[4096];
    static int epoch[4096], cnt = 0;
    static const int seeds[8] = {728, 10316, 55013, 32803, 12281, 15100, 16645, 255};
    int size = 0;
    for (int s = 0; s < 64; s++) {
        Bitboard edges = ((0xffULL | 0xffULL << 56) & ~(0xffULL << (s & 56)))
                       | ((0x0101010101010101ULL | 0x8080808080808080ULL) & ~(0x0101010101010101ULL << (s & 7)));
        Magic &m = magics[s];
        m.mask = sliding_attack(pt, s, 0) & ~edges;
        int bits = 0;
        for (Bitboard b = m.mask; b; b &= b - 1) {
            bits++;
        }
        m.shift = unsigned(64 - bits);
        m.attacks = s == 0 ? table : magics[s - 1].attacks + size;
        Bitboard b = 0;
        size = 0;
        do {
            occupancy[size] = b;
            reference[size] = sliding_attack(pt, s, b);
            size++;
            b = (b - m.mask) & m.mask;
        } while (b);
        PRNG rng(std::uint64_t(seeds[s / 8]));
        for (int i = 0; i < size;) {
            m.magic = rng.sparse_rand();
            for (++cnt, i = 0; i < size; ++i) {
                unsigned idx = m.index(occupancy[i]);
                if (epoch[idx] < cnt) {
                    epoch[idx] = cnt;
                    m.attacks[idx] = reference[i];
                } else if (m.attacks[idx] != reference[i]) {
                    break;
                }
            }
        }
    }
}

} // namespace

void Bitboards::init()
{
    init_magics(ROOK, RookTable, RookMagics);
    init_magics(BISHOP, BishopTable, BishopMagics);
    for (int s = 0; s < 64; s++) {
        for (int t = 0; t < 64; t++) {
            int df = s % 8 - t % 8, dr = s / 8 - t / 8;
            if (df * df + dr * dr == 5) {
                KnightAttacks[s] |= square_bb(t);
            }
        }
    }
}

/* Compares what all sliders of a set attack at once with the union of their lookups, on random boards; in C or C++. */

#define MAGICS_IMPLEMENTATION
#include HEADER

#include <stdio.h>

#ifdef __cplusplus
#define OF(name) magics::name
typedef std::uint64_t word;
#else
#define OF(name) magics_##name
typedef uint64_t word;
#endif

static word state = 88172645463325252ULL;

static word random_word(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static int differs(const char *piece, word sliders, word occupied, word found, word right)
{
    if (found == right) {
        return 0;
    }
    printf("%s on %llx under %llx: %llx, not %llx\n", piece, (unsigned long long)sliders,
        (unsigned long long)occupied, (unsigned long long)found, (unsigned long long)right);
    return 1;
}

int main(void)
{
    int turn;

    for (turn = 0; turn < 20000; turn++) {
        word occupied = random_word() & (turn % 2 == 0 ? random_word() : ~(word)0);
        word sliders = random_word() & random_word() & (turn % 3 == 0 ? ~(word)0 : random_word());
        word rooks = 0;
        word bishops = 0;
        unsigned square;

        if (turn % 4 == 0) {
            occupied &= random_word();
        }
        for (square = 0; square < 64; square++) {
            if (((sliders >> square) & 1) != 0) {
                rooks |= OF(rook_attacks)(square, occupied);
                bishops |= OF(bishop_attacks)(square, occupied);
            }
        }
        if (differs("rooks", sliders, occupied, OF(rook_fill)(sliders, occupied), rooks)
            || differs("bishops", sliders, occupied, OF(bishop_fill)(sliders, occupied), bishops)
            || differs("queens", sliders, occupied, OF(queen_fill)(sliders, occupied), rooks | bishops)) {
            return 1;
        }
    }
    puts("magicgen-driver ok fills");
    return 0;
}

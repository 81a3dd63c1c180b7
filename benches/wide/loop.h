/* The loops of one contestant, whose lookups are FIRST and SECOND, with the prefix NAME. SET is their type of sets. */

#define JOINED(a, b) a##_##b
#define OF(a, b) JOINED(a, b)

#define LOOP(loop, lookup)                                                      \
    __attribute__((noinline)) static uint64_t OF(NAME, loop)(const Look *all, size_t count) { \
        uint64_t low = 0, high = 0;                                             \
        for (size_t at = 0; at < count; at++) {                                 \
            SET occupied, set;                                                  \
            occupied.w[0] = all[at].occupied.w[0];                              \
            occupied.w[1] = all[at].occupied.w[1];                              \
            set = lookup(all[at].square, occupied);                             \
            low ^= set.w[0];                                                    \
            high ^= set.w[1];                                                   \
        }                                                                       \
        return low ^ high;                                                      \
    }

LOOP(first_loop, FIRST)
LOOP(second_loop, SECOND)

/* The number of wrong lookups. */
static size_t OF(NAME, check)(void) {
    size_t wrong = 0;
    for (int piece = 0; piece < 2; piece++)
        for (size_t at = 0; at < LOOKS; at++) {
            const Look *look = &looks[piece][at];
            const Set right = walk(piece, (int)look->file, (int)look->rank, look->occupied);
            SET occupied, set;
            occupied.w[0] = look->occupied.w[0];
            occupied.w[1] = look->occupied.w[1];
            set = piece == 0 ? FIRST(look->square, occupied) : SECOND(look->square, occupied);
            wrong += set.w[0] != right.w[0] || set.w[1] != right.w[1];
        }
    return wrong;
}

#undef NAME
#undef FIRST
#undef SECOND
#undef SET
#undef JOINED
#undef OF
#undef LOOP

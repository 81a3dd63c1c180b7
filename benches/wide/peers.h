/* The lookups of two programs, written anew by the descriptions of what they do, to measure beside generated ones:

   * Pikafish (github.com/official-pikafish/Pikafish, commit 97133eeb, src/attacks.h), a xiangqi program derived from
     Stockfish. Without BMI2 the index is the upper part of a product of 128 bits, and the table has sets of 16 bytes.
     Its factors are its own: its file src/magics.h is read if it is named. With BMI2 two PEXT make the index, the table
     has codes of 32 bits, and two PDEP make a set of a code.
   * YaneuraOu (github.com/yaneurao/YaneuraOu, commit 33ccf1f9, source/bitboard.cpp), a shogi program. A rook's ranks and
     the bishop are computed as in Qugiy (WCSC31, 2021): the board and the board with reversed bytes stand in vectors, and
     a decrement of 128 bits changes the squares up to the nearest blocker. A rook's file is computed in one word. */

#if defined(__BMI2__) && defined(__AVX2__)

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))

#ifdef XIANGQI

typedef unsigned __int128 Wide;

typedef struct {
    Wide mask, factor, reach;
    Wide *sets;
    uint32_t *codes;
    unsigned shift, low_bits;
} PikafishSquare;

static PikafishSquare pikafish[2][90];
static int has_factors;

INLINE Wide wide(Set set) {
    return (Wide)set.w[1] << 64 | set.w[0];
}

INLINE Set narrow(Wide set) {
    return (Set){{(uint64_t)set, (uint64_t)(set >> 64)}};
}

INLINE uint32_t packed(Wide set, Wide mask, unsigned low_bits) {
    return (uint32_t)(_pext_u64((uint64_t)(set >> 64), (uint64_t)(mask >> 64)) << low_bits |
                      _pext_u64((uint64_t)set, (uint64_t)mask));
}

INLINE Set pikafish_product(int piece, uint32_t square, Set occupied) {
    const PikafishSquare *of = &pikafish[piece][square];
    return narrow(of->sets[(uint32_t)(((wide(occupied) & of->mask) * of->factor) >> of->shift)]);
}

/* A code has the squares of the low word below 16, and the others from 16 on. */
INLINE Set pikafish_pext(int piece, uint32_t square, Set occupied) {
    const PikafishSquare *of = &pikafish[piece][square];
    const uint32_t code = of->codes[packed(wide(occupied), of->mask, of->low_bits)];
    return (Set){{_pdep_u64(code, (uint64_t)of->reach), _pdep_u64(code >> 16, (uint64_t)(of->reach >> 64))}};
}

/* Reads pairs of words as in `B(0x0123456789ABCDEF, 0x0123456789ABCDEF)`, the high one first. The rook's come first, and
   serve the cannon too. */
static void read_factors(const char *path) {
    FILE *file = fopen(path, "r");
    char line[512];
    int square = 0;
    while (file != NULL && square < 90 && fgets(line, sizeof line, file) != NULL)
        for (char *at = line; square < 90 && (at = strstr(at, "B(0x")) != NULL; at++) {
            unsigned long long high, low;
            if (sscanf(at, "B(%llx , %llx", &high, &low) != 2 && sscanf(at, "B(%llx, %llx", &high, &low) != 2) continue;
            for (int piece = 0; piece < 2; piece++) pikafish[piece][square].factor = (Wide)high << 64 | low;
            square++;
        }
    if (file != NULL) fclose(file);
    has_factors = square == 90;
}

static void prepare_peers(const char *path) {
    if (path != NULL) read_factors(path);
    if (path != NULL && !has_factors) fprintf(stderr, "%s has no 90 pairs `B(0x..., 0x...)`\n", path), exit(2);
    for (int piece = 0; piece < 2; piece++)
        for (int file = 0; file < FILES; file++)
            for (int rank = 0; rank < RANKS; rank++) {
                PikafishSquare *of = &pikafish[piece][bit_of(file, rank)];
                Set mask = {{0, 0}}, reach = {{0, 0}}, none = {{0, 0}};
                for (int f = 1; f < FILES - 1; f++) if (f != file) insert(&mask, bit_of(f, rank));
                for (int r = 1; r < RANKS - 1; r++) if (r != rank) insert(&mask, bit_of(file, r));
                reach = walk(0, file, rank, none);
                of->mask = wide(mask);
                of->reach = wide(reach);
                of->low_bits = (unsigned)__builtin_popcountll(mask.w[0]);
                const unsigned bits = of->low_bits + (unsigned)__builtin_popcountll(mask.w[1]);
                of->shift = 128 - bits;
                of->codes = malloc(sizeof *of->codes << bits);
                of->sets = has_factors ? aligned_alloc(16, sizeof *of->sets << bits) : NULL;
                if (of->codes == NULL || (has_factors && of->sets == NULL)) exit(2);
                for (uint32_t subset = 0; subset < 1U << bits; subset++) {
                    const Set occupied = {{_pdep_u64(subset, mask.w[0]), _pdep_u64(subset >> of->low_bits, mask.w[1])}};
                    const Set set = walk(piece, file, rank, occupied);
                    of->codes[subset] = (uint32_t)(_pext_u64(set.w[1], reach.w[1]) << 16 | _pext_u64(set.w[0], reach.w[0]));
                    if (has_factors) of->sets[(uint32_t)((wide(occupied) * of->factor) >> of->shift)] = wide(set);
                }
            }
}

#define NAME pikafish_product
#define SET Set
#define FIRST(square, occupied) pikafish_product(0, square, occupied)
#define SECOND(square, occupied) pikafish_product(1, square, occupied)
#include "loop.h"

#define NAME pikafish_pext
#define SET Set
#define FIRST(square, occupied) pikafish_pext(0, square, occupied)
#define SECOND(square, occupied) pikafish_pext(1, square, occupied)
#include "loop.h"

#ifdef HAS_FACTORS
#define PRODUCTS {"pikafish-product", {pikafish_product_first_loop, pikafish_product_second_loop}, pikafish_product_check},
#else
#define PRODUCTS
#endif
#define PEERS PRODUCTS {"pikafish-pext", {pikafish_pext_first_loop, pikafish_pext_second_loop}, pikafish_pext_check},

#else

/* Rays by square. Those to lower bits have their bytes reversed: right along a rank, and two of the bishop's. */
typedef struct {
    __m128i rank_low, rank_high;
    __m256i bishop_low, bishop_high;
    uint64_t up[2], down[2];
} YaneuraSquare;

static YaneuraSquare yaneura[128];

INLINE __m128i loaded(Set set) {
    return _mm_set_epi64x((long long)set.w[1], (long long)set.w[0]);
}

INLINE __m128i reversed(__m128i set) {
    return _mm_shuffle_epi8(set, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

INLINE Set stored(__m128i set) {
    return (Set){{(uint64_t)_mm_cvtsi128_si64(set), (uint64_t)_mm_extract_epi64(set, 1)}};
}

INLINE __m128i rank_of(const YaneuraSquare *of, Set occupied) {
    const __m128i board = loaded(occupied), back = reversed(board);
    const __m128i high = _mm_and_si128(_mm_unpackhi_epi64(board, back), of->rank_high);
    const __m128i low = _mm_and_si128(_mm_unpacklo_epi64(board, back), of->rank_low);
    const __m128i ones = _mm_set1_epi64x(-1);
    const __m128i next_low = _mm_add_epi64(low, ones);
    const __m128i next_high = _mm_add_epi64(high, _mm_cmpeq_epi64(low, _mm_setzero_si128()));
    const __m128i seen_high = _mm_and_si128(_mm_xor_si128(high, next_high), of->rank_high);
    const __m128i seen_low = _mm_and_si128(_mm_xor_si128(low, next_low), of->rank_low);
    return _mm_or_si128(_mm_unpacklo_epi64(seen_low, seen_high), reversed(_mm_unpackhi_epi64(seen_low, seen_high)));
}

/* A file is in one word. Up and down as bits. */
INLINE Set yaneura_rook(uint32_t square, Set occupied) {
    const YaneuraSquare *of = &yaneura[square];
    const unsigned word = square > 63;
    const uint64_t up = occupied.w[word] & of->up[word], down = occupied.w[word] & of->down[word];
    const uint64_t seen = (~0ULL << (63 - __builtin_clzll(down | 1))) & of->down[word];
    const uint64_t file = ((up ^ (up - 1)) & of->up[word]) | seen;
    Set set = stored(rank_of(of, occupied));
    if (word == 0) set.w[0] |= file;
    else set.w[1] |= file;
    return set;
}

INLINE Set yaneura_bishop(uint32_t square, Set occupied) {
    const YaneuraSquare *of = &yaneura[square];
    const __m128i board = loaded(occupied);
    const __m256i boards = _mm256_broadcastsi128_si256(board), backs = _mm256_broadcastsi128_si256(reversed(board));
    const __m256i high = _mm256_and_si256(_mm256_unpackhi_epi64(boards, backs), of->bishop_high);
    const __m256i low = _mm256_and_si256(_mm256_unpacklo_epi64(boards, backs), of->bishop_low);
    const __m256i next_low = _mm256_add_epi64(low, _mm256_set1_epi64x(-1));
    const __m256i next_high = _mm256_add_epi64(high, _mm256_cmpeq_epi64(low, _mm256_setzero_si256()));
    const __m256i seen_high = _mm256_and_si256(_mm256_xor_si256(high, next_high), of->bishop_high);
    const __m256i seen_low = _mm256_and_si256(_mm256_xor_si256(low, next_low), of->bishop_low);
    const __m256i forth = _mm256_unpacklo_epi64(seen_low, seen_high), back = _mm256_unpackhi_epi64(seen_low, seen_high);
    const __m128i both = _mm_or_si128(_mm256_castsi256_si128(forth), _mm256_extracti128_si256(forth, 1));
    const __m128i other = _mm_or_si128(_mm256_castsi256_si128(back), _mm256_extracti128_si256(back, 1));
    return stored(_mm_or_si128(both, reversed(other)));
}

static __m128i ray(int file, int rank, int df, int dr, int is_reversed) {
    const Set none = {{0, 0}};
    Set set = none;
    walk_ray(&set, none, file, rank, (const int[2]){df, dr}, 0);
    return is_reversed ? reversed(loaded(set)) : loaded(set);
}

static void prepare_peers(const char *path) {
    (void)path;
    for (int file = 0; file < FILES; file++)
        for (int rank = 0; rank < RANKS; rank++) {
            YaneuraSquare *of = &yaneura[bit_of(file, rank)];
            const __m128i left = ray(file, rank, 1, 0, 0), right = ray(file, rank, -1, 0, 1);
            of->rank_low = _mm_unpacklo_epi64(left, right);
            of->rank_high = _mm_unpackhi_epi64(left, right);
            const __m128i a = ray(file, rank, 1, 1, 0), b = ray(file, rank, -1, 1, 1);
            const __m128i c = ray(file, rank, 1, -1, 0), d = ray(file, rank, -1, -1, 1);
            of->bishop_low = _mm256_set_m128i(_mm_unpacklo_epi64(c, d), _mm_unpacklo_epi64(a, b));
            of->bishop_high = _mm256_set_m128i(_mm_unpackhi_epi64(c, d), _mm_unpackhi_epi64(a, b));
            const Set up = stored(ray(file, rank, 0, 1, 0)), down = stored(ray(file, rank, 0, -1, 0));
            memcpy(of->up, up.w, sizeof up);
            memcpy(of->down, down.w, sizeof down);
        }
}

#define NAME yaneuraou
#define SET Set
#define FIRST(square, occupied) yaneura_rook(square, occupied)
#define SECOND(square, occupied) yaneura_bishop(square, occupied)
#include "loop.h"

#define PEERS {"yaneuraou-qugiy", {yaneuraou_first_loop, yaneuraou_second_loop}, yaneuraou_check},

#endif

#else

static void prepare_peers(const char *path) {
    if (path != NULL) fprintf(stderr, "%s serves lookups for BMI2 and AVX2, and this compiler has neither\n", path), exit(2);
}

#define PEERS

#endif

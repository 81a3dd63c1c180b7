/* Fills the tables of an engine in C or C++ by walking rays, and prints a digest of each of its functions on random
 * boards. Include it behind the engine's file, which has `rookMagic` and `bishopMagic`, unless the patch has removed them:
 * then nothing reads the tables. With `ENGINE_FILLS`, the engine fills its own tables. */

#include <stdint.h>
#include <stdio.h>

#ifndef ENGINE_FILLS
uint64_t rookMask[64], bishopMask[64], rookTable[64][4096], bishopTable[64][512];

#ifdef REMOVED_rookMagic
static const uint64_t rookMagic[64] = {0};
#endif
#ifdef REMOVED_bishopMagic
static const uint64_t bishopMagic[64] = {0};
#endif

static const int STRAIGHT[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int SLANTED[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

/* The squares up to the first blocker, or without the last square of each ray. */
static uint64_t walk(const int (*ways)[2], int square, uint64_t occupied, int is_mask)
{
    uint64_t found = 0;
    for (int way = 0; way < 4; way++) {
        int file = square % 8 + ways[way][0], rank = square / 8 + ways[way][1];
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            int next_file = file + ways[way][0], next_rank = rank + ways[way][1];
            int is_last = next_file < 0 || next_file > 7 || next_rank < 0 || next_rank > 7;
            uint64_t bit = (uint64_t)1 << (rank * 8 + file);
            if (!is_mask || !is_last) {
                found |= bit;
            }
            if (occupied & bit) {
                break;
            }
            file = next_file;
            rank = next_rank;
        }
    }
    return found;
}

static void fill(const int (*ways)[2], int shift, const uint64_t *factors, uint64_t *masks, uint64_t *table)
{
    for (int square = 0; square < 64; square++) {
        uint64_t mask = walk(ways, square, 0, 1), occupied = 0, count = 0;
        masks[square] = mask;
        do {
#ifdef USE_PEXT
            (void)factors;
            uint64_t index = count++;
#else
            (void)count;
            uint64_t index = (occupied * factors[square]) >> shift;
#endif
            table[((uint64_t)square << (64 - shift)) + index] = walk(ways, square, occupied, 0);
            occupied = (occupied - mask) & mask;
        } while (occupied);
    }
}

static void fill_tables(void)
{
    fill(STRAIGHT, 52, rookMagic, rookMask, &rookTable[0][0]);
    fill(SLANTED, 55, bishopMagic, bishopMask, &bishopTable[0][0]);
}
#endif

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t random_word(uint64_t *state)
{
    uint64_t word = (*state += 0x9e3779b97f4a7c15u);
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    return word ^ (word >> 31);
}

/* A function of a square, the occupied squares, and the own ones among them. */
typedef uint64_t (*Function)(int square, uint64_t occupied, uint64_t own);

static void digest(const char *name, Function function)
{
    uint64_t state = 1, hash = 0xcbf29ce484222325u;
    for (int board = 0; board < 10000; board++) {
        uint64_t occupied = random_word(&state) & random_word(&state);
        uint64_t own = occupied & random_word(&state);
        for (int square = 0; square < 64; square++) {
            hash = (hash ^ function(square, occupied, own)) * 0x100000001b3u;
        }
    }
    printf("digest %s %016llx\n", name, (unsigned long long)hash);
}

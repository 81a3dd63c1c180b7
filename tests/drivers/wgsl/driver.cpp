/* Answers all queries of queries.bin, which tests/drivers/opencl/kernel.cl explains, and writes the answers to answers.bin. */
#include "magics.metal"
#include <cstdio>

int main()
{
    std::FILE *in = std::fopen("queries.bin", "rb");
    std::FILE *out = std::fopen("answers.bin", "wb");
    unsigned query[4];

    if (in == nullptr || out == nullptr) {
        return 1;
    }
    while (std::fread(query, sizeof query, 1, in) == 1) {
        const unsigned square = query[0] & 63;
        const metal::uint2 occupied(query[2], query[3]);
        const metal::uint2 attacks = query[0] >> 6 == 0 ? magics_rook_attacks(square, occupied)
            : query[0] >> 6 == 1 ? magics_bishop_attacks(square, occupied) : magics_queen_attacks(square, occupied);
        const unsigned halves[2] = {attacks.x, attacks.y};

        std::fwrite(halves, sizeof halves, 1, out);
    }
    return std::fclose(out);
}

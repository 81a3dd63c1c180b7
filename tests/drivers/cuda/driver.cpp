/* Answers all queries of queries.bin, which tests/drivers/opencl/kernel.cl explains, and writes the answers to answers.bin. */
#include "host.h"
#include "magics.cuh"
#include <cstdio>

int main()
{
    std::FILE *in = std::fopen("queries.bin", "rb");
    std::FILE *out = std::fopen("answers.bin", "wb");
    unsigned long long query[2];

    if (in == nullptr || out == nullptr) {
        return 1;
    }
    while (std::fread(query, sizeof query, 1, in) == 1) {
        const unsigned square = static_cast<unsigned>(query[0] & 63);
        const unsigned long long attacks = query[0] >> 6 == 0 ? magics_rook_attacks(square, query[1])
            : query[0] >> 6 == 1 ? magics_bishop_attacks(square, query[1]) : magics_queen_attacks(square, query[1]);

        std::fwrite(&attacks, sizeof attacks, 1, out);
    }
    return std::fclose(out);
}

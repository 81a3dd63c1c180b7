/* The words and functions of CUDA that files use, for clang's front end without NVIDIA's headers. */
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __global__ __attribute__((global))

static inline __device__ int __clzll(unsigned long long word)
{
    return word == 0 ? 64 : __builtin_clzll(word);
}

static inline __device__ int __clz(unsigned word)
{
    return word == 0 ? 32 : __builtin_clz(word);
}

static inline __device__ int __popcll(unsigned long long word)
{
    return __builtin_popcountll(word);
}

static inline __device__ int __popc(unsigned word)
{
    return __builtin_popcount(word);
}

static inline __device__ unsigned long long __brevll(unsigned long long word)
{
    return __builtin_bitreverse64(word);
}

static inline __device__ unsigned __brev(unsigned word)
{
    return __builtin_bitreverse32(word);
}

/* CUDA's words for a compiler of C++ for this machine, so that device functions run on it. */
#define __device__
#define __constant__

static inline int __clzll(unsigned long long word)
{
    return word == 0 ? 64 : __builtin_clzll(word);
}

static inline int __clz(unsigned word)
{
    return word == 0 ? 32 : __builtin_clz(word);
}

static inline int __popcll(unsigned long long word)
{
    return __builtin_popcountll(word);
}

static inline int __popc(unsigned word)
{
    return __builtin_popcount(word);
}

static inline unsigned long long __brevll(unsigned long long word)
{
    unsigned long long turned = 0;

    for (int at = 0; at < 64; at++) {
        turned |= (word >> at & 1) << (63 - at);
    }
    return turned;
}

static inline unsigned __brev(unsigned word)
{
    return (unsigned)(__brevll(word) >> 32);
}

#include <cstdint>
#include "magic.hpp"
extern U64 rookMask[64], bishopMask[64], rookTable[64][4096], bishopTable[64][512];
static U64 count_calls = 0;
static int flip(int s) { return s ^ 56; }
static U64 side(U64 x) { count_calls += x & 7; return x; }
U64 f0(int s, U64 occ, U64 own) { return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] & ~own; }
U64 f1(int s, U64 occ, U64 own) { return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] & own; }
U64 f2(int s, U64 occ, U64 own) { occ ^= own; return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52]; }
U64 f3(int s, U64 occ, U64 own) { s = flip(s); return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] & ~own; }
U64 f4(int s, U64 occ, U64 own) { s ^= 56; U64 k = (occ & rookMask[s]) * rookMagic[s]; return rookTable[s][k >> 52] & ~own; }
U64 f5(int s, U64 occ, U64 own) { occ &= ~own; U64 k = (occ & rookMask[s]) * rookMagic[s]; return rookTable[s][k >> 52]; }
U64 f6(int s, U64 occ, U64 own) { U64 k = occ & rookMask[s]; U64 i = k * rookMagic[s] >> 52; return rookTable[s][i] ^ k ^ own; }
U64 f7(int s, U64 occ, U64 own) { U64 k = (occ & rookMask[s]) * rookMagic[s] >> 52; side(own); return rookTable[s][k]; }
U64 f8(int s, U64 occ, U64 own) { U64 k = (side(occ) & rookMask[s]) * rookMagic[s] >> 52; return rookTable[s][k] ^ own; }
U64 f9(int s, U64 occ, U64 own) { return ((occ & rookMask[s]) * rookMagic[s]) >> 52 ^ own; }
U64 f10(int s, U64 occ, U64 own) { return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] | bishopTable[s][((occ & bishopMask[s]) * bishopMagic[s]) >> 55] & own; }
U64 f11(int s, U64 occ, U64 own) { U64 a = rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52]; occ ^= a & occ & own; return a ^ rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52]; }
U64 f12(int s, U64 occ, U64 own) { U64 near = rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52]; U64 b = occ ^ (near & own); U64 k = (b & rookMask[s]) * rookMagic[s]; return near ^ rookTable[s][k >> 52]; }
U64 f13(int s, U64 occ, U64 own) { if (own & 1) return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52]; return 0; }
U64 f14(int s, U64 occ, U64 own) { if (own & 1) return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52]; return bishopTable[s][((occ & bishopMask[s]) * bishopMagic[s]) >> 55]; }
U64 f15(int s, U64 occ, U64 own) { return own & 1 ? rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] : ~bishopTable[s][((occ & bishopMask[s]) * bishopMagic[s]) >> 55]; }
U64 f16(int s, U64 occ, U64 own) { return rookTable[s][((rookMask[s] & occ & ~own) * rookMagic[s]) >> 52]; }
U64 f17(int s, U64 occ, U64 own) { return rookTable[s][((occ & ~own & rookMask[s]) * rookMagic[s]) >> 52]; }
U64 f18(int s, U64 occ, U64 own) { return rookTable[s][(((occ | own) & rookMask[s]) * rookMagic[s]) >> 52]; }
U64 f19(int s, U64 occ, U64 own) { const int t = s; const U64 k = ((occ & rookMask[t]) * rookMagic[t]) >> 52; return rookTable[t][k] & ~own; }
U64 f20(int s, U64 occ, U64 own) { int t = s; t ^= 7; const U64 k = ((occ & rookMask[t]) * rookMagic[t]) >> 52; return rookTable[t][k] & ~own; }
U64 f21(int s, U64 occ, U64 own) { switch (own & 3) { case 0: return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52]; case 1: occ ^= own; case 2: return bishopTable[s][((occ & bishopMask[s]) * bishopMagic[s]) >> 55]; default: return 1; } }
U64 f22(int s, U64 occ, U64 own) { switch (own & 3) { case 0: case 1: return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] & ~own; case 2: { U64 x = bishopTable[s][((occ & bishopMask[s]) * bishopMagic[s]) >> 55]; return x; } } return 1; }
U64 f23(int s, U64 occ, U64 own) { U64 a = rookMask[s]; a &= occ; a *= rookMagic[s]; a >>= 52; a = rookTable[s][a]; return a & ~own; }
U64 f24(int s, U64 occ, U64 own) { U64 k = ((occ & rookMask[s]) * rookMagic[s]) >> 52, z = own; return rookTable[s][k] ^ z; }
int f25(int s, U64 occ, U64 own) { return __builtin_popcountll(rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] & ~own); }
bool f26(int s, U64 occ, U64 own) { return (rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] & own) != 0; }
U64 f27(int s, U64 occ, U64 own) { U64 r = rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52], b = bishopTable[s][((occ & bishopMask[s]) * bishopMagic[s]) >> 55]; return (r & b) ^ (r | b) ^ own; }
U64 f28(int s, U64 occ, U64 own) { unsigned k = unsigned(((occ & rookMask[s]) * rookMagic[s]) >> 52); return rookTable[s][k & 4095] + rookTable[s][k ^ 1] + own; }
U64 f29(int s, U64 occ, U64 own) { return rookTable[s][(((unsigned)occ & rookMask[s]) * rookMagic[s]) >> 52] ^ own; }
U64 f30(int s, U64 occ, U64 own) { return rookTable[s][((occ & rookMask[s ^ 1]) * rookMagic[s]) >> 52] ^ own; }
U64 f31(int s, U64 occ, U64 own) { return rookTable[s][((occ & rookMask[s]) * rookMagic[s ^ 1]) >> 52] ^ own; }
U64 f32(int s, U64 occ, U64 own) { return rookTable[s ^ 1][((occ & rookMask[s]) * rookMagic[s]) >> 52] ^ own; }
unsigned char f33(int s, U64 occ, U64 own) { return (unsigned char)(rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] ^ own); }
U64 f34(int s, U64 occ, U64 own) { return (unsigned)rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] ^ own; }
int f35(int s, U64 occ, U64 own) { U64 k = (occ & rookMask[s]) * rookMagic[s]; (void)own; return (int)rookTable[s][k >> 52]; }
U64 f36(int s, U64 occ, U64 own) { U64 k = (occ & rookMask[s]) * rookMagic[s]; return (unsigned)rookTable[s][k >> 52] ^ own; }
U64 f37(int s, U64 occ, U64 own) { own ^= occ; U64 k = (occ & rookMask[s]) * rookMagic[s]; return rookTable[s][k >> 52] & own; }
U64 f38(int s, U64 occ, U64 own) { U64 *p = &rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52]; return *p & ~own; }
U64 f39(int s, U64 occ, U64 own) { U64 *p = rookTable[s]; return p[((occ & rookMask[s]) * rookMagic[s]) >> 52] & ~own; }
U64 f40(int s, U64 occ, U64 own) { U64 *p = rookTable[s ^ 1]; return p[((occ & rookMask[s]) * rookMagic[s]) >> 52] & ~own; }
U64 f41(int s, U64 occ, U64 own) { return rookTable[s][((occ & rookMask[s]) * rookMagic[s] & own) >> 52]; }
U64 f42(int s, U64 occ, U64 own) { return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52 & own & 4095]; }
U64 f43(int s, U64 occ, U64 own) { return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> (52 + (own & 1))]; }
U64 f44(int s, U64 occ, U64 own) { return rookTable[s][(((occ & rookMask[s]) * rookMagic[s]) >> 52 | (own & 1)) & 4095]; }
U64 f45(int s, U64 occ, U64 own) { return rookTable[s][(((occ & rookMask[s]) * (rookMagic[s] + own)) >> 52)]; }
U64 f46(int s, U64 occ, U64 own) { return rookTable[s][(((occ & (rookMask[s] ^ (own & 2))) * rookMagic[s]) >> 52)]; }
U64 f47(int s, U64 occ, U64 own) { return rookTable[s][((occ & rookMask[s]) * rookMagic[s]) >> 52] << (own & 3); }
U64 f48(int s, U64 occ, U64 own) { auto k = (occ & rookMask[s]) * rookMagic[s]; if (own & 1) k >>= 1; return rookTable[s][k >> 52]; }
U64 f49(int s, U64 occ, U64 own) { U64 k = (occ & rookMask[s]) * rookMagic[s] >> 52; if (own & 1) return rookTable[s][k]; return rookTable[s][k]; }
U64 f50(int s, U64 occ, U64 own) { U64 k = (occ & rookMask[s]) * rookMagic[s] >> 52; if (side(own) & 1) return rookTable[s][k]; return rookTable[s][k]; }

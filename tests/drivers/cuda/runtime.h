/* What programs of a host use of CUDA's library, for clang's front end without NVIDIA's headers. */
#include "device.h"

struct dim3 {
    unsigned x, y, z;

    dim3(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

typedef int cudaError_t;
typedef struct stream *cudaStream_t;

/* A launch of a kernel becomes this call. */
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, unsigned long shared = 0, cudaStream_t stream = nullptr);

template <class T> cudaError_t cudaMallocManaged(T **address, unsigned long size);
cudaError_t cudaFree(void *address);
cudaError_t cudaDeviceSynchronize();

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cstdint>
#include <stdexcept>
#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
namespace ct = cuda::tiles;
namespace { template <class T> __tile_global__ void fill(T *p, T v, int64_t n) { auto i = int64_t(ct::bid().x) * 128 + ct::iota<ct::tile<int64_t, ct::shape<128>>>(); ct::store_masked(p + i, ct::full<ct::tile<T, ct::shape<128>>>(v), i < n); } }
enum DType : int32_t { F32, I32 };
extern "C" EXPORT int lib_fill(void *p, double v, int64_t n, DType t, void *stream) {
  try { const auto grid = static_cast<unsigned>((n + 127) / 128); auto s = reinterpret_cast<cudaStream_t>(stream);
    switch (t) { case F32: fill<<<grid, 1, 0, s>>>(static_cast<float *>(p), float(v), n); break; case I32: fill<int32_t><<<grid, 1, 0, s>>>((int32_t *)p, int32_t(v), n); break; default: throw std::invalid_argument("dtype"); }
    return cudaPeekAtLastError(); } catch (...) { return -1; } }
int main() { int *p; cudaMallocManaged(&p, 800); int e = lib_fill(p, 7, 200, I32, nullptr); cudaDeviceSynchronize(); return e || p[199] != 7; }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cstdio>
#define LAUNCH(kernel, grid, ...) do { kernel<<<(grid), 1>>>(__VA_ARGS__); cudaError_t e = cudaGetLastError(); if (e) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
#define DISPATCH(N, ...) [&] { switch (N) { case 16: { constexpr int B = 16; return __VA_ARGS__(); } case 32: { constexpr int B = 32; return __VA_ARGS__(); } default: abort(); } }()
namespace ct = cuda::tiles;
template <int B, bool Add> __tile_global__ void k(float *p, float v) { auto i = int(ct::bid().x) * B + ct::iota<ct::tile<int, ct::shape<B>>>(); if constexpr (Add) ct::store(p + i, ct::load(p + i) + v); else ct::store(p + i, ct::full<ct::tile<float, ct::shape<B>>>(v)); }
int main() { float *p; cudaMallocManaged(&p, 256); for (int n : {16, 32}) { DISPATCH(n, [&] { LAUNCH((k<B, false>), 64 / B, p, 1.f); }); DISPATCH(n, [&] { LAUNCH((k<B, true>), dim3(64 / B), p, float(B)); }); } cudaDeviceSynchronize(); printf("%g\n", p[63]); return p[63] != 33; }

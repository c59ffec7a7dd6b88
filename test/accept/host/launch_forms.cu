// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every way to write the execution configuration.
#include <cuda_tile.h>

__tile_global__ void k(float* p, int i = 3) { *p = i; }
template <int N> __tile_global__ void t(float* p) { *p = N; }
namespace a { namespace b { __tile_global__ void deep(float* p) { *p = 1; } } }

struct Grid { unsigned x; operator dim3() const { return dim3(x); } };

void forms(float* p, cudaStream_t s, int n) {
  k<<<1, 1>>>(p);
  k<<<1>>>(p, 4);
  k<<<{4, 2, 1}, 1>>>(p);
  k<<<dim3(n), dim3(1)>>>(p, n);
  k<<<n ? n : 1, 1, 0, s>>>(p);
  k<<<(n + 3) >> 2, 1>>>(p);
  k<<<Grid{3}, {1, 1, 1}, 0, s>>>(p);
  t<4><<<1, 1>>>(p);
  t<(4 > 3)><<<1, 1>>>(p);
  a::b::deep<<<dim3{1u, 2u, 3u}, 1, 0, cudaStreamLegacy>>>(p);
  auto* f = &k;
  f<<<1, 1>>>(p, 1);
  (*f)<<<1, 1>>>(p, 1);
  if (n) k<<<1, 1>>>(p); else k<<<2, 1>>>(p);
  for (int i = 0; i < 3; ++i) k<<<i, 1>>>(p), t<2><<<i, 1>>>(p);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user has classes called shape, tile and extents; the API is always written with its namespace.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

struct shape { int m, n, k; };
struct extents { long rows, cols; };
template <class T> struct tile { T v; };
struct view { float* p; int ld; };

__host__ __device__ __tile__ constexpr int area(shape s) { return s.m * s.n; }
__tile__ float first(const view& v) { return v.p[v.ld]; }

__tile_global__ void k(float* p, int ld) {
  constexpr shape s{16, 32, 8};
  constexpr auto a = area({4, 4, 1});
  auto t = ct::zeros<ct::tile<float, ct::shape<s.m, s.n>>>();
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{64, 64}}, ct::shape<s.m, s.n>{}};
  v.store(t + float(a), 0, 0);
  tile<int> own{3};
  view w{p, ld};
  p[own.v] = first(w);
}

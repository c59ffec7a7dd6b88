// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// extern template for host code, explicit instantiation definitions of kernels, and an attribute on them.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> T host_sum(const T* p, int n) { T s{}; for (int i = 0; i < n; ++i) s += p[i]; return s; }
extern template float host_sum<float>(const float*, int);
template double host_sum<double>(const double*, int);

template <class T, int N, bool Fast> [[cutile::hint(0, occupancy = 2)]] __tile_global__ void k(T* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  auto x = ct::load(p + i);
  if constexpr (Fast) ct::store(p + i, x * T(2)); else ct::store(p + i, x + x);
}
#define INST(T, N) template __tile_global__ void k<T, N, true>(T*); template __tile_global__ void k<T, N, false>(T*);
INST(float, 64)
INST(float, 128)
INST(int, 64)
INST(double, 32)
#undef INST

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// numeric_limits for initial values.
#include <cuda/std/limits>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> __tile_global__ void k(T* p) {
  using L = cuda::std::numeric_limits<T>;
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto x = ct::max(ct::full<ct::tile<T, ct::shape<64>>>(L::lowest()), ct::load(p + i));
  ct::store(p + i, ct::min(x, ct::full<ct::tile<T, ct::shape<64>>>(L::max())));
  if constexpr (L::has_infinity) p[0] = -L::infinity() + L::epsilon() + L::quiet_NaN();
}
template __tile_global__ void k<float>(float*);
template __tile_global__ void k<double>(double*);
template __tile_global__ void k<int>(int*);
template __tile_global__ void k<unsigned char>(unsigned char*);

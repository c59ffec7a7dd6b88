// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// <bit> in constants and at run time.
#include <bit>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int N> constexpr int padded = std::bit_ceil(unsigned(N));
template <int N> __tile_global__ void k(unsigned* p) {
  auto i = ct::iota<ct::tile<unsigned, ct::shape<padded<N>>>>();
  ct::store_masked(p + i, i, i < unsigned(N));
  p[0] = std::bit_cast<unsigned>(1.5f);
}
template __tile_global__ void k<100>(unsigned*);

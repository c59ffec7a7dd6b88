// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// index_sequence and integral_constant of libcu++ unroll loads.
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <cuda::std::size_t... I> __tile__ auto gather(const float* p, cuda::std::index_sequence<I...>) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  return (ct::load(p + (i + int(I) * 64)) + ...);
}
template <int N> __tile__ int value(cuda::std::integral_constant<int, N>) { return N; }
__tile_global__ void k(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(p + i, gather(p, cuda::std::make_index_sequence<4>{}) + float(value(cuda::std::integral_constant<int, 3>{})));
}

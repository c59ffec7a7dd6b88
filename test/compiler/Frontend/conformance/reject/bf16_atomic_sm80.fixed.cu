// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bf16 atomic add needs sm_90 (put right)
// options: -arch=sm_90
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_bf16.h>
__tile_global__ void k(__nv_bfloat16* q) {
  ct::atomic_add<ct::memory_order::relaxed>(q + ct::iota<Tile<int, 8>>(), ct::ones<Tile<__nv_bfloat16, 8>>());
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// half mixes neither with bf16 nor with a float scalar (put right)
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = Tile<__half, 8>{} + ct::element_cast<__half>(Tile<__nv_bfloat16, 8>{}); }
  { auto x = Tile<__half, 8>{} * 2; }
}

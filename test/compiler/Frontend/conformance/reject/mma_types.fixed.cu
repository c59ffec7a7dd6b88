// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma combinations that do not exist (put right)
#include <cuda_fp8.h>
#include <cuda_bf16.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { auto x = ct::mma(Tile<signed char, 16, 16>{}, Tile<signed char, 16, 16>{}, Tile<int, 16, 16>{}); }
  { auto x = ct::matmul(Tile<__nv_fp8_e4m3, 16, 16>{}, Tile<__nv_fp8_e4m3, 16, 16>{}); }
  { auto x = ct::mma(Tile<__nv_bfloat16, 16, 16>{}, Tile<__nv_bfloat16, 16, 16>{}, Tile<float, 16, 16>{}); }
  { auto x = ct::mma(Tile<float, 4, 16, 16>{}, Tile<float, 4, 16, 16>{}, Tile<float, 4, 16, 16>{}); }
}

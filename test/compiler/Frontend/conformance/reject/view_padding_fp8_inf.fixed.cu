// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// e4m3 has no infinity to pad with (put right)
#include <cuda_fp8.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  auto w = ct::partition_view{ct::tensor_span{(__nv_fp8_e4m3*)q, ct::extents{n}}, ct::shape<8>{}};
  auto x = w.load_masked(ct::view_padding_nan_t{}, 0);
}

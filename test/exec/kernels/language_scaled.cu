// options: -arch=sm_100
// needs sm_100
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The 4-bit format, the scale format, and matrix products with a scale for each block of elements.
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

// c = (a with scales) * (b with scales); a is M x K, b is K x N, a scale for each 32 elements.
template <class E, int M, int N, int K>
__tile_global__ void scaled_product(float* c, const float* a, const float* sa, const float* b, const float* sb) {
  auto x = ct::element_cast<E>(ct::load(a + ct::iota<Tile<int, M, K>>()));
  auto xs = ct::element_cast<__nv_fp8_e8m0>(ct::load(sa + ct::iota<Tile<int, M, K / 32>>()));
  auto y = ct::element_cast<E>(ct::load(b + ct::iota<Tile<int, K, N>>()));
  auto ys = ct::element_cast<__nv_fp8_e8m0>(ct::load(sb + ct::iota<Tile<int, K / 32, N>>()));
  ct::store(c + ct::iota<Tile<int, M, N>>(), ct::scaled_mma(x, xs, y, ys, ct::zeros<Tile<float, M, N>>()));
}
#define PRODUCT(E, M, N, K) \
  template __tile_global__ void scaled_product<E, M, N, K>(float*, const float*, const float*, const float*, const float*);
PRODUCT(__nv_fp8_e4m3, 16, 8, 64)
PRODUCT(__nv_fp8_e5m2, 16, 8, 64)
PRODUCT(__nv_fp4_e2m1, 16, 8, 64)
PRODUCT(__nv_fp8_e4m3, 4, 32, 128)

// What survives a trip through the small formats.
template <int N> __tile_global__ void round_trips(float* fours, float* scales, const float* in) {
  auto i = ct::iota<Tile<int, N>>();
  auto x = ct::load(in + i);
  ct::store(fours + i, ct::element_cast<float>(ct::element_cast<__nv_fp4_e2m1>(x)));
  ct::store(scales + i, ct::element_cast<float>(ct::element_cast<__nv_fp8_e8m0>(ct::abs(x))));
}
template __tile_global__ void round_trips<64>(float*, float*, const float*);
template __tile_global__ void round_trips<256>(float*, float*, const float*);

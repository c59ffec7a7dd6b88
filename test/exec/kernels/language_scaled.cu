// options: -arch=sm_100
// needs sm_100
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The 4-bit format, the scale format, and matrix products with a scale for each block of elements.
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

// c = (a with scales) * (b with scales); a is 16 x 64, b is 64 x 8, a scale for each 32 elements.
template <class E> __tile_global__ void scaled_product(float* c, const float* a, const float* sa, const float* b, const float* sb) {
  auto x = ct::element_cast<E>(ct::load(a + ct::iota<Tile<int, 16, 64>>()));
  auto xs = ct::element_cast<__nv_fp8_e8m0>(ct::load(sa + ct::iota<Tile<int, 16, 2>>()));
  auto y = ct::element_cast<E>(ct::load(b + ct::iota<Tile<int, 64, 8>>()));
  auto ys = ct::element_cast<__nv_fp8_e8m0>(ct::load(sb + ct::iota<Tile<int, 2, 8>>()));
  ct::store(c + ct::iota<Tile<int, 16, 8>>(), ct::scaled_mma(x, xs, y, ys, ct::zeros<Tile<float, 16, 8>>()));
}
template __tile_global__ void scaled_product<__nv_fp8_e4m3>(float*, const float*, const float*, const float*, const float*);
template __tile_global__ void scaled_product<__nv_fp8_e5m2>(float*, const float*, const float*, const float*, const float*);
template __tile_global__ void scaled_product<__nv_fp4_e2m1>(float*, const float*, const float*, const float*, const float*);

// What survives a trip through the small formats.
__tile_global__ void round_trips(float* fours, float* scales, const float* in) {
  auto x = ct::load(in + ct::iota<Tile<int, 64>>());
  ct::store(fours + ct::iota<Tile<int, 64>>(), ct::element_cast<float>(ct::element_cast<__nv_fp4_e2m1>(x)));
  ct::store(scales + ct::iota<Tile<int, 64>>(), ct::element_cast<float>(ct::element_cast<__nv_fp8_e8m0>(ct::abs(x))));
}

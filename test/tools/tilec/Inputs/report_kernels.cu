// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, int... N> using Tile = ct::tile<T, ct::shape<N...>>;

__tile_global__ void product(float *c, const __nv_bfloat16 *a, const __nv_bfloat16 *b, int n, int k) {
  auto viewA = ct::partition_view{ct::tensor_span{a, ct::extents{64, k}}, ct::shape<64, 64>{}};
  auto viewB = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 64>{}};
  auto viewC = ct::partition_view{ct::tensor_span{c, ct::extents{64, n}}, ct::shape<64, 64>{}};
  auto sum = ct::full<Tile<float, 64, 64>>(0.f);
  for (int step = 0; step < k / 64; ++step) // any number of times
    sum = ct::mma(viewA.load_masked(0, step), viewB.load_masked(step, ct::bid().x), sum);
  viewC.store_masked(sum * 2.f, 0, ct::bid().x);
}

__tile_global__ void repeated(float *out, const float *in) {
  auto i = ct::iota<Tile<int, 256>>();
  auto sum = ct::load(in + i);
#pragma unroll 1
  for (int step = 1; step < 9; ++step) // eight times
    sum = sum + ct::load(in + i + step * 256) * 3.f;
  ct::store(out + i, sum);
}

__tile_global__ void doubles(double *out, const double *in) {
  auto i = ct::iota<Tile<int, 256>>();
  ct::store(out + i, ct::load(in + i) * 3.0);
}

__tile_global__ void copied(int *out, const int *in) {
  auto i = ct::iota<Tile<int, 256>>();
  ct::store(out + i, ct::load(in + i));
}

__tile_global__ void collided(float *out, const float *in) {
  auto i = ct::iota<Tile<int, 256>>();
  ct::store(out + i / 256, ct::load(in + i)); // all to one address
}

__tile_global__ void summed(float *out, const float *in) {
  auto i = ct::iota<Tile<int, 256>>();
  ct::store(out + ct::iota<Tile<int, 1>>(), ct::sum<0>(ct::load(in + i)));
}

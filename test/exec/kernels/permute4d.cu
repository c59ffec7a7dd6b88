// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Permutations of four dimensions: out[i_P0, i_P1, i_P2, i_P3] = in[i_0, i_1, i_2, i_3], extents ragged or not.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int P0, int P1, int P2, int P3>
__tile_global__ void permute4d(float* out, const float* in, int e0, int e1, int e2, int e3) {
  constexpr int tile[4] = {2, 4, 8, 4};
  int extent[4] = {e0, e1, e2, e3};
  int blocks1 = ct::ceildiv(e1, 4), blocks2 = ct::ceildiv(e2, 8), blocks3 = ct::ceildiv(e3, 4);
  int block = ct::bid().x;
  int index[4] = {block / (blocks1 * blocks2 * blocks3), block / (blocks2 * blocks3) % blocks1, block / blocks3 % blocks2,
                  block % blocks3};
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{e0, e1, e2, e3}}, ct::shape<2, 4, 8, 4>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{extent[P0], extent[P1], extent[P2], extent[P3]}},
                               ct::shape<tile[P0], tile[P1], tile[P2], tile[P3]>{}};
  auto x = from.load_masked(index[0], index[1], index[2], index[3]);
  to.store_masked(ct::permute(x, ct::dimension_map<P0, P1, P2, P3>{}), index[P0], index[P1], index[P2], index[P3]);
}

template __tile_global__ void permute4d<0, 1, 2, 3>(float*, const float*, int, int, int, int);
template __tile_global__ void permute4d<0, 2, 1, 3>(float*, const float*, int, int, int, int);
template __tile_global__ void permute4d<3, 2, 1, 0>(float*, const float*, int, int, int, int);
template __tile_global__ void permute4d<1, 3, 0, 2>(float*, const float*, int, int, int, int);
template __tile_global__ void permute4d<2, 0, 3, 1>(float*, const float*, int, int, int, int);

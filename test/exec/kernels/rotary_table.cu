// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotary position embedding with cosines and sines from a table, several heads a block: the array is [positions, heads,
// 2 * Half], a pair lies half a head apart.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, int Heads, int Half>
__tile_global__ void rotary_table(T* __restrict__ out, const T* __restrict__ in, const float* __restrict__ cosines,
                                  const float* __restrict__ sines, int positions, int heads) {
  int position = ct::bid().y, group = ct::bid().x;
  auto halves = [=](auto* p) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{positions, heads, 2 * Half}}, ct::shape<1, Heads, Half>{}};
  };
  auto row = [=](auto* p) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{positions, 1, Half}}, ct::shape<1, 1, Half>{}};
  };
  auto a = ct::element_cast<float>(halves(in).load_masked(position, group, 0));
  auto b = ct::element_cast<float>(halves(in).load_masked(position, group, 1));
  auto c = row(cosines).load_masked(position, 0, 0), s = row(sines).load_masked(position, 0, 0);
  halves(out).store_masked(ct::element_cast<T>(a * c - b * s), position, group, 0);
  halves(out).store_masked(ct::element_cast<T>(a * s + b * c), position, group, 1);
}

template __tile_global__ void rotary_table<float, 16, 64>(float*, const float*, const float*, const float*, int, int);
template __tile_global__ void rotary_table<__nv_bfloat16, 16, 64>(__nv_bfloat16*, const __nv_bfloat16*, const float*,
                                                                  const float*, int, int);

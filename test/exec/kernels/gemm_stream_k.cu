// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of matrices whose work is dealt out evenly to any number of blocks (Stream-K): all steps along k, tile after tile of the
// result, stand in one row, of which each block takes an equal part. A tile that lies in one part is stored; what several blocks
// have of a tile they add up in memory, which begins as zeros.
#include "gemm_forms.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// The first of `count` things that belong to part `part` of `parts`, which differ by one thing at most.
__tile__ inline int first_of(int part, int parts, int count) {
  return part * (count / parts) + ct::min(part, count % parts);
}

template <class T, int M, int N, int K>
__tile_global__ void gemm_stream_k(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  auto va = matrix_tiles<M, K>(a, m, k);
  auto vb = matrix_tiles<K, N>(b, k, n);
  auto vc = matrix_tiles<M, N>(c, m, n);
  int columns = ct::ceildiv(n, N), steps_of_tile = ct::ceildiv(k, K), steps = ct::ceildiv(m, M) * columns * steps_of_tile;
  int block = ct::bid().x, blocks = ct::num_blocks().x, end = first_of(block + 1, blocks, steps);
  for (int step = first_of(block, blocks, steps); step < end;) {
    int tile = step / steps_of_tile, i = tile / columns, j = tile % columns;
    int from = step % steps_of_tile, to = ct::min(steps_of_tile, from + end - step);
    auto sum = product_of_views<float, M, N>(va, vb, i, j, from, to);
    if (to - from == steps_of_tile)
      vc.store_masked(sum, i, j);
    else
      vc.atomic_add_masked(sum, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, i, j);
    step += to - from;
  }
}
template __tile_global__ void gemm_stream_k<__nv_bfloat16, 128, 64, 64>(float*, const __nv_bfloat16*, const __nv_bfloat16*, int, int, int);
template __tile_global__ void gemm_stream_k<__half, 64, 64, 32>(float*, const __half*, const __half*, int, int, int);
template __tile_global__ void gemm_stream_k<float, 32, 32, 16>(float*, const float*, const float*, int, int, int);

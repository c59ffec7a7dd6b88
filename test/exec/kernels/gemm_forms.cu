// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products as libraries offer them: scaled by rows and columns, with bias, activation and residual, gated by a second product,
// batched, grouped with sizes of their own, split along k, and of a matrix with its own transpose.
#include "gemm_forms.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

using Bf16 = __nv_bfloat16;

// d = gelu(row_scale * (a * b) * column_scale + bias) + residual.
__tile_global__ void gemm_epilogue(Bf16* __restrict__ d, const Bf16* __restrict__ a, const Bf16* __restrict__ b,
                                   const float* __restrict__ row_scale, const float* __restrict__ column_scale,
                                   const float* __restrict__ bias, const Bf16* __restrict__ residual, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = product_of_views<float, 64, 64>(matrix_tiles<64, 32>(a, m, k), matrix_tiles<32, 64>(b, k, n), i, j, 0, ct::ceildiv(k, 32));
  auto rows = matrix_tiles<64, 1>(row_scale, m, 1).load_masked(i, 0);
  auto columns = matrix_tiles<1, 64>(column_scale, 1, n).load_masked(0, j), shift = matrix_tiles<1, 64>(bias, 1, n).load_masked(0, j);
  auto old = ct::element_cast<float>(matrix_tiles<64, 64>(residual, m, n).load_masked(i, j));
  matrix_tiles<64, 64>(d, m, n).store_masked(ct::element_cast<Bf16>(gelu(sum * rows * columns + shift) + old), i, j);
}

// d = silu(a * gate) * (a * up): two sums in one loop.
__tile_global__ void gated_mlp(__half* __restrict__ d, const __half* __restrict__ a, const __half* __restrict__ gate,
                               const __half* __restrict__ up, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto va = matrix_tiles<64, 64>(a, m, k);
  auto vg = matrix_tiles<64, 64>(gate, k, n), vu = matrix_tiles<64, 64>(up, k, n);
  auto gates = ct::zeros<ct::tile<float, ct::shape<64, 64>>>(), values = gates;
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto rows = va.load_masked(i, t);
    gates = ct::mma(rows, vg.load_masked(t, j), gates);
    values = ct::mma(rows, vu.load_masked(t, j), values);
  }
  matrix_tiles<64, 64>(d, m, n).store_masked(ct::element_cast<__half>(silu(gates) * values), i, j);
}

// A product for each z; b's are column-major.
__tile_global__ void gemm_batch(float* __restrict__ c, const Bf16* __restrict__ a, const Bf16* __restrict__ b, int batch, int m, int n,
                                int k) {
  int i = ct::bid().x, j = ct::bid().y, z = ct::bid().z;
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{batch, m, k}}, ct::shape<1, 64, 64>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{batch, n, k}}, ct::shape<1, 64, 64>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) {
    auto left = ct::reshape(va.load_masked(z, i, t), ct::shape<64, 64>{});
    sum = ct::mma(left, ct::transpose(ct::reshape(vb.load_masked(z, j, t), ct::shape<64, 64>{})), sum);
  }
  ct::partition_view{ct::tensor_span{c, ct::extents{batch, m, n}}, ct::shape<1, 64, 64>{}}.store_masked(
      ct::reshape(sum, ct::shape<1, 64, 64>{}), z, i, j);
}

// The same in tiles of several matrices, by a product of batches.
template <int Batch, int M, int N>
__tile_global__ void gemm_tiles(__half* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int batch, int m, int n,
                                int k) {
  int i = ct::bid().x, j = ct::bid().y, z = ct::bid().z;
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{batch, m, k}}, ct::shape<Batch, M, 64>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{batch, n, k}}, ct::shape<Batch, N, 64>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<Batch, M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(va.load_masked(z, i, t), ct::permute(vb.load_masked(z, j, t), ct::dimension_map<0, 2, 1>{}), sum);
  ct::partition_view{ct::tensor_span{c, ct::extents{batch, m, n}}, ct::shape<Batch, M, N>{}}.store_masked(ct::element_cast<__half>(sum), z, i, j);
}
template __tile_global__ void gemm_tiles<2, 128, 128>(__half*, const __half*, const __half*, int, int, int, int);
template __tile_global__ void gemm_tiles<1, 256, 128>(__half*, const __half*, const __half*, int, int, int, int);

// The same by a product of matrices: tiles lose the dimension of the batch as they are loaded.
__tile_global__ void gemm_of_planes(__half* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int batch, int m, int n,
                                    int k) {
  int i = ct::bid().x, j = ct::bid().y, z = ct::bid().z;
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{batch, m, k}}, ct::shape<1, 128, 64>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{batch, n, k}}, ct::shape<1, 128, 64>{}};
  auto plane = [](auto tile) { return ct::reshape(tile, ct::shape<128, 64>{}); };
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(plane(va.load_masked(z, i, t)), ct::transpose(plane(vb.load_masked(z, j, t))), sum);
  ct::partition_view{ct::tensor_span{c, ct::extents{batch, m, n}}, ct::shape<1, 128, 128>{}}.store_masked(
      ct::reshape(ct::element_cast<__half>(sum), ct::shape<1, 128, 128>{}), z, i, j);
}

// Groups of rows, each with a matrix b of its own: rows starts[g] up to starts[g + 1] of `a`. A block walks over the tiles of all groups.
__tile_global__ void gemm_grouped(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b,
                                  const int* __restrict__ starts, int groups, int n, int k) {
  int columns = ct::ceildiv(n, 64), next = ct::bid().x, first = 0;
  for (int g : ct::irange(0, groups)) {
    int begin = ct::load(starts + g), rows = ct::load(starts + g + 1) - begin, tiles = ct::ceildiv(rows, 64) * columns;
    auto va = matrix_tiles<64, 32>(a + (long)begin * k, rows, k);
    auto vb = matrix_tiles<32, 64>(b + (long)g * k * n, k, n);
    auto vc = matrix_tiles<64, 64>(c + (long)begin * n, rows, n);
    for (; next < first + tiles; next += ct::num_blocks().x) {
      int i = (next - first) / columns, j = (next - first) % columns;
      vc.store_masked(product_of_views<float, 64, 64>(va, vb, i, j, 0, ct::ceildiv(k, 32)), i, j);
    }
    first += tiles;
  }
}

// Few rows, k split among the blocks of z, which add their parts to zeros.
template <class T, int M>
__tile_global__ void gemm_split(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  int j = ct::bid().x, split = ct::bid().y, steps = ct::ceildiv(k, 64), each = ct::ceildiv(steps, (int)ct::num_blocks().y);
  auto va = matrix_tiles<M, 64>(a, m, k);
  auto vb = matrix_tiles<64, 64>(b, k, n, ct::layout_left{});
  auto sum = product_of_views<float, M, 64>(va, vb, 0, j, split * each, ct::min((split + 1) * each, steps));
  matrix_tiles<M, 64>(c, m, n).atomic_add_masked(sum, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, j);
}
template __tile_global__ void gemm_split<Bf16, 1>(float*, const Bf16*, const Bf16*, int, int, int);
template __tile_global__ void gemm_split<Bf16, 16>(float*, const Bf16*, const Bf16*, int, int, int);
template __tile_global__ void gemm_split<__half, 64>(float*, const __half*, const __half*, int, int, int);

// c = a * transpose(a); a block below the diagonal writes its tile twice.
__tile_global__ void rank_k_update(float* __restrict__ c, const Bf16* __restrict__ a, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  if (i < j) return;
  auto rows = matrix_tiles<64, 64>(a, n, k);
  auto columns = matrix_tiles<64, 64>(a, k, n, ct::layout_left{});
  auto sum = product_of_views<float, 64, 64>(rows, columns, i, j, 0, ct::ceildiv(k, 64));
  auto vc = matrix_tiles<64, 64>(c, n, n);
  vc.store_masked(sum, i, j);
  if (i != j) vc.store_masked(ct::transpose(sum), j, i);
}

// Rows of tokens gathered for their experts: `token_of_row` is sorted by expert, and tile t of 32 rows belongs to expert_of_tile[t].
__tile_global__ void experts_gemm(float* __restrict__ c, const Bf16* __restrict__ tokens, const Bf16* __restrict__ weights,
                                  const int* __restrict__ token_of_row, const int* __restrict__ expert_of_tile, int rows, int count,
                                  int experts, int n, int k) {
  using namespace ct::literals;
  int i = ct::bid().x, j = ct::bid().y, expert = ct::load(expert_of_tile + i);
  auto row = i * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  auto token = ct::load_masked(token_of_row + row, row < rows, -1);
  auto va = ct::gather_scatter_view{ct::tensor_span{tokens, ct::extents{count, k}}, ct::shape<64, 64>{}, 0_ic};
  auto vb = ct::partition_view{ct::tensor_span{weights, ct::extents{experts, k, n}}, ct::shape<1, 64, 64>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(va.load_masked(token, t), ct::reshape(vb.load_masked(expert, t, j), ct::shape<64, 64>{}), sum);
  matrix_tiles<64, 64>(c, rows, n).store_masked(sum, i, j);
}

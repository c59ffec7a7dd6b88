// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tokens on their way to experts and back: rows gathered in the order of their experts, and results added to the tokens they
// came from with a weight each. A token meets several experts, so additions meet in one cell.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kRows = 16, kWidth = 128;
using Rows = ct::tile<int, ct::shape<kRows>>;

// The token of each of this block's rows; rows beyond the end name no token.
__tile__ Rows block_tokens(const int* token_of_row, int rows) {
  auto i = (int)ct::bid().x * kRows + ct::iota<Rows>();
  return ct::load_masked(token_of_row + i, i < rows, 0);
}

template <class T>
__tile_global__ void permute_tokens(T* __restrict__ out, const T* __restrict__ in, const int* __restrict__ token_of_row,
                                    int rows, int tokens, int width) {
  auto shape = ct::shape<kRows, kWidth>{};
  auto from = ct::gather_scatter_view{ct::tensor_span{in, ct::extents{tokens, width}}, shape, 0_ic};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{rows, width}}, shape};
  int block = ct::bid().x;
  auto token = block_tokens(token_of_row, rows);
  for (int part : ct::irange(0, ct::ceildiv(width, kWidth))) to.store_masked(from.load_masked(token, part), block, part);
}

template <class T>
__tile_global__ void combine_tokens(float* __restrict__ out, const T* __restrict__ in, const int* __restrict__ token_of_row,
                                    const float* __restrict__ weights, int rows, int width) {
  auto column_shape = ct::shape<kRows, 1>{};
  auto row = (int)ct::bid().x * kRows + ct::iota<Rows>();
  auto token = ct::reshape(block_tokens(token_of_row, rows), column_shape);
  auto weight = ct::reshape(ct::load_masked(weights + row, row < rows, 0.0f), column_shape);
  auto line = ct::reshape(row, column_shape);
  for (int part : ct::irange(0, ct::ceildiv(width, kWidth))) {
    auto column = part * kWidth + ct::iota<ct::tile<int, ct::shape<kWidth>>>();
    auto inside = line < rows & column < width;
    auto value = ct::element_cast<float>(ct::load_masked(in + (line * width + column), inside, T(0)));
    (void)ct::atomic_add_masked<ct::memory_order::relaxed, ct::thread_scope::device>(out + (token * width + column),
                                                                                     value * weight, inside);
  }
}

template __tile_global__ void permute_tokens<float>(float*, const float*, const int*, int, int, int);
template __tile_global__ void permute_tokens<__nv_bfloat16>(__nv_bfloat16*, const __nv_bfloat16*, const int*, int, int, int);
template __tile_global__ void combine_tokens<float>(float*, const float*, const int*, const float*, int, int);
template __tile_global__ void combine_tokens<__nv_bfloat16>(float*, const __nv_bfloat16*, const int*, const float*, int, int);

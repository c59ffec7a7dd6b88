// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Embedding: rows of a table gathered by token, by pointer tiles and by a gather view; and the gradients scattered back, where
// tokens repeat and additions meet in one cell. Short parts of rows, and whole rows of a width that the kernel knows.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kTokens = 8, kWidth = 32;
using Tokens = ct::tile<int, ct::shape<kTokens>>;

__tile__ Tokens block_tokens(const int* tokens, int count) {
  auto i = (int)ct::bid().x * kTokens + ct::iota<Tokens>();
  return ct::load_masked(tokens + i, i < count, 0);
}

__tile_global__ void gather_by_pointers(float* out, const float* table, const int* tokens, int count, int width) {
  auto line = (int)ct::bid().x * kTokens + ct::iota<Tokens>();
  auto token = ct::reshape(block_tokens(tokens, count), ct::shape<kTokens, 1>{});
  auto column = (int)ct::bid().y * kWidth + ct::iota<ct::tile<int, ct::shape<kWidth>>>();
  auto target = ct::reshape(line, ct::shape<kTokens, 1>{}) * width + column;
  auto inside = ct::reshape(line < count, ct::shape<kTokens, 1>{}) & (column < width);
  ct::store_masked(out + target, ct::load_masked(table + (token * width + column), inside), inside);
}

__tile_global__ void gather_by_view(float* out, const float* table, const int* tokens, int count, int width, int rows) {
  auto shape = ct::shape<kTokens, kWidth>{};
  auto from = ct::gather_scatter_view{ct::tensor_span{table, ct::extents{rows, width}}, shape, 0_ic};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{count, width}}, shape};
  int block = ct::bid().x, part = ct::bid().y;
  to.store_masked(from.load_masked(block_tokens(tokens, count), part), block, part);
}

__tile_global__ void scatter_add(float* dtable, const float* dout, const int* tokens, int count, int width) {
  auto line = (int)ct::bid().x * kTokens + ct::iota<Tokens>();
  auto token = ct::reshape(block_tokens(tokens, count), ct::shape<kTokens, 1>{});
  auto column = (int)ct::bid().y * kWidth + ct::iota<ct::tile<int, ct::shape<kWidth>>>();
  auto inside = ct::reshape(line < count, ct::shape<kTokens, 1>{}) & (column < width);
  auto gradient = ct::load_masked(dout + (ct::reshape(line, ct::shape<kTokens, 1>{}) * width + column), inside, 0.0f);
  (void)ct::atomic_add_masked<ct::memory_order::relaxed, ct::thread_scope::device>(dtable + (token * width + column), gradient,
                                                                                   inside);
}

// Rows of Width elements, Tokens of them a block.
template <class T, int Tokens, int Width>
__tile_global__ void gather_rows(T* __restrict__ out, const T* __restrict__ table, const int* __restrict__ tokens, int count) {
  auto line = (int)ct::bid().x * Tokens + ct::iota<ct::tile<int, ct::shape<Tokens, 1>>>();
  auto token = ct::load_masked(tokens + line, line < count, 0);
  auto column = ct::iota<ct::tile<int, ct::shape<1, Width>>>();
  auto row = ct::element_cast<long long>(token) * Width + column;
  ct::store_masked(out + (ct::element_cast<long long>(line) * Width + column), ct::load_masked(table + row, line < count),
                   line < count);
}

template <class T, int Tokens, int Width>
__tile_global__ void gather_rows_by_view(T* __restrict__ out, const T* __restrict__ table, const int* __restrict__ tokens,
                                         int count, int rows) {
  auto shape = ct::shape<Tokens, Width>{};
  auto from = ct::gather_scatter_view{ct::tensor_span{table, ct::extents{rows, ct::integral_constant<Width>{}}}, shape, 0_ic};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{count, ct::integral_constant<Width>{}}}, shape};
  int block = ct::bid().x;
  auto line = block * Tokens + ct::iota<ct::tile<int, ct::shape<Tokens>>>();
  to.store_masked(from.load_masked(ct::load_masked(tokens + line, line < count, 0), 0), block, 0);
}

#define GATHER(T, Tokens, Width)                                                                                               \
  template __tile_global__ void gather_rows<T, Tokens, Width>(T*, const T*, const int*, int);                                  \
  template __tile_global__ void gather_rows_by_view<T, Tokens, Width>(T*, const T*, const int*, int, int);
GATHER(float, 16, 64)
GATHER(float, 4, 512)
GATHER(__nv_bfloat16, 16, 128)
GATHER(__nv_bfloat16, 4, 1024)

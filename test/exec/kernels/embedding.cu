// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Embedding: rows of a table gathered by token, by pointer tiles and by a gather view; and the gradients scattered back, where
// tokens repeat and additions meet in one cell.
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

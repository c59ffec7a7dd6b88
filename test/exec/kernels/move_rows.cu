// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows moved by their numbers, through gather/scatter views on both sides: indices of every width, some of them outside of the
// matrix, rows of several tiles, the last of which may reach over their end.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// Row from[i] of `in` becomes row to[i] of `out`; block (x, y) moves Columns columns of Rows rows.
template <class T, class Index, int Rows, int Columns, int Width>
__tile_global__ void move_rows(T* __restrict__ out, const T* __restrict__ in, const Index* __restrict__ from,
                               const Index* __restrict__ to, int out_rows, int in_rows, int count, Index outside) {
  auto rows = [](auto* p, int count) {
    return ct::gather_scatter_view{ct::tensor_span{p, ct::extents{count, ct::integral_constant<Width>{}}}, ct::shape<Rows, Columns>{}, 0_ic};
  };
  auto line = (int)ct::bid().x * Rows + ct::iota<ct::tile<int, ct::shape<Rows>>>();
  auto numbers = [&](const Index* p) { return ct::load_masked(p + line, line < count, outside); };
  int part = ct::bid().y;
  rows(out, out_rows).store_masked(rows(in, in_rows).load_masked(numbers(from), part), numbers(to), part);
}

#define MOVE_ROWS(T, Index, Rows, Columns, Width)                                                                              \
  template __tile_global__ void move_rows<T, Index, Rows, Columns, Width>(T*, const T*, const Index*, const Index*, int, int,  \
                                                                          int, Index);
MOVE_ROWS(float, int, 16, 64, 72)
MOVE_ROWS(float, unsigned char, 4, 256, 512)
MOVE_ROWS(__nv_bfloat16, long long, 64, 128, 128)
MOVE_ROWS(unsigned char, unsigned short, 32, 32, 48)
MOVE_ROWS(double, int, 512, 4, 10)

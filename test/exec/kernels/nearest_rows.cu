// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For each query the row of a table with the largest cosine between them: the first of equal ones.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Queries, int Rows, int Width>
__tile_global__ void nearest_rows(int* __restrict__ indices, float* __restrict__ cosines, const __nv_bfloat16* __restrict__ queries,
                                  const __nv_bfloat16* __restrict__ table, const float* __restrict__ inverse_lengths, int count, int rows,
                                  int width) {
  using Column = ct::tile<float, ct::shape<Queries, 1>>;
  int block = ct::bid().x;
  auto vq = ct::partition_view{ct::tensor_span{queries, ct::extents{count, width}}, ct::shape<Queries, Width>{}};
  auto vt = ct::partition_view{ct::tensor_span{table, ct::extents{rows, width}}, ct::shape<Rows, Width>{}};
  auto vl = ct::partition_view{ct::tensor_span{inverse_lengths, ct::extents{rows}}, ct::shape<Rows>{}};
  auto best = ct::full<Column>(-__builtin_inff());
  auto best_index = ct::zeros<ct::tile<int, ct::shape<Queries, 1>>>();
  auto length = ct::zeros<Column>();
  for (int c : ct::irange(0, ct::ceildiv(width, Width))) {
    auto part = ct::element_cast<float>(vq.load_masked(block, c));
    length = length + ct::sum<1>(part * part);
  }
  for (int t : ct::irange(0, ct::ceildiv(rows, Rows))) {
    auto products = ct::zeros<ct::tile<float, ct::shape<Queries, Rows>>>();
    for (int c : ct::irange(0, ct::ceildiv(width, Width)))
      products = ct::mma(vq.load_masked(block, c), ct::transpose(vt.load_masked(t, c)), products);
    auto row = t * Rows + ct::iota<ct::tile<int, ct::shape<1, Rows>>>();
    products = products * ct::reshape(vl.load_masked(t), ct::shape<1, Rows>{});
    products = ct::select(row < rows, products, ct::full<decltype(products)>(-__builtin_inff()));
    auto top = ct::reduce_max<1>(products);
    auto index = ct::element_cast<int>(ct::max_element<1>(products)) + t * Rows;
    best_index = ct::select(top > best, index, best_index);
    best = ct::max(best, top);
  }
  auto store = [&](auto* p, auto tile) {
    ct::partition_view{ct::tensor_span{p, ct::extents{count}}, ct::shape<Queries>{}}.store_masked(
        ct::reshape(tile, ct::shape<Queries>{}), block);
  };
  store(indices, best_index);
  store(cosines, best * ct::rsqrt(length));
}
template __tile_global__ void nearest_rows<64, 64, 64>(int*, float*, const __nv_bfloat16*, const __nv_bfloat16*, const float*, int, int, int);

// For each point the least of norm - 2 (point * row) over all rows: a product of an iteration is used with a row of norms.
template <int Points, int Rows, int Width>
__tile_global__ void least_distances(float* __restrict__ least, const __nv_bfloat16* __restrict__ points, const __nv_bfloat16* __restrict__ table,
                                     const float* __restrict__ norms, int count, int rows) {
  auto tiles = [](auto* p, auto extents, auto shape) { return ct::partition_view{ct::tensor_span{p, extents}, shape}; };
  auto vt = tiles(table, ct::extents<int, ct::dynamic_extent, Width>{rows}, ct::shape<Rows, Width>{});
  auto vn = tiles(norms, ct::extents{1, rows}, ct::shape<1, Rows>{});
  auto own = tiles(points, ct::extents<int, ct::dynamic_extent, Width>{count}, ct::shape<Points, Width>{}).load_masked(ct::bid().x, 0);
  auto best = ct::full<ct::tile<float, ct::shape<Points, 1>>>(3e38f);
  for (int t : ct::irange(0, rows / Rows)) {
    auto products = ct::mma(own, ct::transpose(vt.load_masked(t, 0)), ct::zeros<ct::tile<float, ct::shape<Points, Rows>>>());
    best = ct::min(best, ct::reduce_min<1>(vn.load_masked(0, t) - 2.0f * products));
  }
  tiles(least, ct::extents{count, 1}, ct::shape<Points, 1>{}).store_masked(best, ct::bid().x, 0);
}
template __tile_global__ void least_distances<128, 128, 128>(float*, const __nv_bfloat16*, const __nv_bfloat16*, const float*, int, int);
template __tile_global__ void least_distances<64, 64, 64>(float*, const __nv_bfloat16*, const __nv_bfloat16*, const float*, int, int);

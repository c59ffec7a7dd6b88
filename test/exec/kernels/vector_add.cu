// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector addition: through pointers, through views over whole and ragged arrays, with 64-bit extents, and in two dimensions
// with rows of one operand lying in columns.
#include <cstdint>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kTile = 256;
using Floats = ct::tile<float, ct::shape<kTile>>;
using Indices = ct::tile<int, ct::shape<kTile>>;

__tile_global__ void add_pointers(float* __restrict__ out, const float* __restrict__ a, const float* __restrict__ b, int n) {
  auto i = (int)ct::bid().x * kTile + ct::iota<Indices>();
  auto inside = i < n;
  auto sum = ct::load_masked(a + i, inside) + ct::load_masked(b + i, inside);
  ct::store_masked(out + i, sum, inside);
}

// `n` is a multiple of the tile here, so nothing needs a mask.
__tile_global__ void add_views(float* __restrict__ out, const float* __restrict__ a, const float* __restrict__ b, int n) {
  auto tiles_of = [n](auto* p) {
    return ct::partition_view{ct::tensor_span{ct::assume_aligned(p, 16_ic), ct::extents{n}}, ct::shape<kTile>{}};
  };
  unsigned block = ct::bid().x;
  tiles_of(out).store(tiles_of(a).load(block) + tiles_of(b).load(block), block);
}

__tile_global__ void add_views_ragged(float* __restrict__ out, const float* __restrict__ a, const float* __restrict__ b, int n) {
  auto tiles_of = [n](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<kTile>{}}; };
  auto [block, y, z] = ct::bid();
  (void)y, (void)z;
  tiles_of(out).store_masked(tiles_of(a).load_masked(block) + tiles_of(b).load_masked(block), block);
}

__tile_global__ void add_views_int64(float* out, const float* a, const float* b, std::int64_t n) {
  using Extents = ct::extents<std::int64_t, ct::dynamic_extent>;
  auto tiles_of = [n](auto* p) { return ct::partition_view{ct::tensor_span{p, Extents{n}}, ct::shape<kTile>{}}; };
  std::int64_t block = ct::bid().x;
  tiles_of(out).store_masked(tiles_of(a).load_masked(block) + tiles_of(b).load_masked(block), block);
}

// out and a are row-major, b is column-major.
__tile_global__ void add_matrices(float* out, const float* a, const float* b, int rows, int columns) {
  auto extents = ct::extents{rows, columns};
  auto shape = ct::shape{8_ic, 32_ic};
  auto va = ct::partition_view{ct::tensor_span{a, extents}, shape};
  auto vb = ct::partition_view{ct::tensor_span{b, extents, ct::layout_left{}}, shape};
  auto vo = ct::partition_view{ct::tensor_span{out, extents}, shape};
  auto [i, j, k] = ct::bid();
  (void)k;
  vo.store_masked(va.load_masked(i, j) + vb.load_masked(i, j), i, j);
}

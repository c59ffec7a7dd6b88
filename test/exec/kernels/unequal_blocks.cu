// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose loops are longer or shorter from block to block: what makes CTAs that stay draw their blocks.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = __nv_bfloat16;
using Sum = ct::tile<float, ct::shape<64, 64>>;

__tile__ auto tiles(auto* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<64, 64>{}};
}

__tile__ auto matrices(auto* p, int batch, int n) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{batch, n, n}}, ct::shape<1, 64, 64>{}};
}
__tile__ auto tileOf(auto view, int z, int i, int j) { return ct::reshape(view.load_masked(z, i, j), ct::shape<64, 64>{}); }

// c = a * b where tiles of `a` above the diagonal count as zero: row x of tiles takes x + 1 steps.
__tile_global__ void lower_product(float* c, const T* a, const T* b, int batch, int n) {
  auto [i, j, z] = ct::bid();
  auto va = matrices(a, batch, n), vb = matrices(b, batch, n);
  auto sum = ct::zeros<Sum>();
  for (int t : ct::irange(0, ct::ceildiv((int(i) + 1) * 64, 64))) sum = ct::mma(tileOf(va, z, i, t), tileOf(vb, z, t, j), sum);
  matrices(c, batch, n).store_masked(ct::reshape(sum, ct::shape<1, 64, 64>{}), z, i, j);
}

// c = a * b where tiles of `a` below the diagonal count as zero; rows of tiles are y here.
__tile_global__ void upper_product(float* c, const T* a, const T* b, int batch, int n) {
  auto [j, i, z] = ct::bid();
  auto va = matrices(a, batch, n), vb = matrices(b, batch, n);
  auto sum = ct::zeros<Sum>();
  for (int t : ct::irange(int(i), ct::ceildiv(n, 64))) sum = ct::mma(tileOf(va, z, i, t), tileOf(vb, z, t, j), sum);
  matrices(c, batch, n).store_masked(ct::reshape(sum, ct::shape<1, 64, 64>{}), z, i, j);
}

// Tile x of c = the sum over the group's products of tiles of `a` and `b`: starts[x] up to starts[x + 1].
__tile_global__ void grouped_product(float* c, const T* a, const T* b, const int* __restrict__ starts, int groups, int rows) {
  int group = ct::bid().x;
  auto va = tiles(a, rows, 64), vb = tiles(b, rows, 64);
  auto sum = ct::zeros<Sum>();
  for (int t : ct::irange(ct::load(starts + group), ct::load(starts + group + 1)))
    sum = ct::mma(va.load_masked(t, 0), vb.load_masked(t, 0), sum);
  tiles(c, groups, 64).store_masked(sum, group, 0);
}

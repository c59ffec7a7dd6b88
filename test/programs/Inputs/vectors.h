// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels over vectors that several programs use.
#pragma once
#include <cuda_tile.h>

namespace ct = cuda::tiles;

inline unsigned blocks(int n) {
  return unsigned((n + 127) / 128);
}

/// y = a * x + y
static __tile_global__ void axpy(float *y, const float *x, float a, int n) {
  auto view = [n](auto *p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<128>{}}; };
  int block = ct::bid().x;
  view(y).store_masked(view(x).load_masked(block) * a + view(y).load_masked(block), block);
}

/// p = p * factor + term
static __tile_global__ void affine(float *p, float factor, float term, int n) {
  auto i = (int)ct::bid().x * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
  ct::store_masked(p + i, ct::load_masked(p + i, i < n) * factor + term, i < n);
}

/// *sum += the sum of p, in any order
static __tile_global__ void add_up(int *sum, const int *p, int n) {
  auto i = (int)ct::bid().x * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
  auto x = ct::load_masked(p + i, i < n, 0);
  ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(sum, static_cast<int>(ct::sum<0>(x)));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// c = a * b through pointers that the loop moves on, with masks that keep to the matrices. Each matrix lies in either
// order: AcrossA says that a lies column by column, AcrossB that b does.
#pragma once

#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class In, int M, int N, int K, bool AcrossA, bool AcrossB>
__tile_global__ void moved_pointers(float* __restrict__ c, const In* __restrict__ a, const In* __restrict__ b, int m, int n, int k) {
  auto rows = int(ct::bid().x) * M + ct::iota<ct::tile<int, ct::shape<M>>>();
  auto columns = int(ct::bid().y) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  auto row = ct::reshape(rows, ct::shape<M, 1>{});
  auto column = ct::reshape(columns, ct::shape<1, N>{});
  auto along = ct::reshape(ct::iota<ct::tile<int, ct::shape<K>>>(), ct::shape<1, K>{});
  auto down = ct::reshape(ct::iota<ct::tile<int, ct::shape<K>>>(), ct::shape<K, 1>{});
  int stepA = AcrossA ? K * m : K, stepB = AcrossB ? K : K * n;
  // As the matrix lies in memory.
  auto pa = [&] { if constexpr (AcrossA) return a + (down * m + ct::reshape(rows, ct::shape<1, M>{})); else return a + (row * k + along); }();
  auto pb = [&] { if constexpr (AcrossB) return b + (ct::reshape(columns, ct::shape<N, 1>{}) * k + along); else return b + (down * n + column); }();
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  int left = k;
  for (int t : ct::irange(0, ct::ceildiv(k, K))) {
    auto x = [&] {
      if constexpr (AcrossA) return ct::transpose(ct::load_masked(pa, (down < left) & (ct::reshape(rows, ct::shape<1, M>{}) < m), In(0.0f)));
      else return ct::load_masked(pa, (row < m) & (along < left), In(0.0f));
    }();
    auto y = [&] {
      if constexpr (AcrossB) return ct::transpose(ct::load_masked(pb, (ct::reshape(columns, ct::shape<N, 1>{}) < n) & (along < left), In(0.0f)));
      else return ct::load_masked(pb, (down < left) & (column < n), In(0.0f));
    }();
    sum = ct::mma(x, y, sum);
    pa = pa + stepA;
    pb = pb + stepB;
    left -= K;
  }
  ct::store_masked(c + (row * n + column), sum, (row < m) & (column < n));
}

#define MOVED_POINTERS(In, M, N, K, AcrossA, AcrossB)                                                                                                \
  template __tile_global__ void moved_pointers<In, M, N, K, AcrossA, AcrossB>(float*, const In*, const In*, int, int, int);

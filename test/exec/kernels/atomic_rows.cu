// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of rows by atomics; and tiles that update one cell, in every operation that reduces.
#include <cuda_fp16.h>
#include "atomic_rows.h"

template <class E> __tile_global__ void reduce_into_one(E* cells, const E* in, int n) {
  using Tile = ct::tile<E, ct::shape<256>>;
  constexpr auto relaxed = ct::memory_order::relaxed;
  constexpr auto device = ct::thread_scope::device;
  auto i = (int)ct::bid().x * 256 + ct::iota<ct::tile<int, ct::shape<256>>>();
  auto inside = i < n;
  auto x = ct::load_masked(in + i, inside, E(0));
  auto at = [=](int k) { return cells + k + ct::zeros<ct::tile<int, ct::shape<256>>>(); };
  (void)ct::atomic_add<relaxed, device>(at(0), x);
  (void)ct::atomic_sub_masked<relaxed, device>(at(1), x, inside);
  (void)ct::atomic_and_masked<relaxed, device>(at(2), x, inside);
  (void)ct::atomic_or_masked<relaxed, device>(at(3), x, inside);
  (void)ct::atomic_xor_masked<relaxed, device>(at(4), x, inside);
  (void)ct::atomic_max_masked<relaxed, device>(at(5), x, inside);
  (void)ct::atomic_min_masked<relaxed, device>(at(6), x, inside);
}

template __tile_global__ void add_rows<float, 1024>(float*, const float*, int);
template __tile_global__ void add_rows<__half, 1024>(__half*, const __half*, int);
template __tile_global__ void reduce_into_one<int>(int*, const int*, int);
template __tile_global__ void reduce_into_one<unsigned>(unsigned*, const unsigned*, int);
template __tile_global__ void reduce_into_one<long>(long*, const long*, int);
template __tile_global__ void reduce_into_one<unsigned long long>(unsigned long long*, const unsigned long long*, int);

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose operands are loaded through tiles of pointers, with masks and without.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int N> __tile__ auto count() { return ct::iota<ct::tile<int, ct::shape<N>>>(); }

// c = a * b
template <int M, int N, int K>
__tile_global__ void masked_pointers(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int m, int n, int k) {
  auto row = ct::reshape(int(ct::bid().x) * M + count<M>(), ct::shape<M, 1>{});
  auto column = ct::reshape(int(ct::bid().y) * N + count<N>(), ct::shape<1, N>{});
  auto along = ct::reshape(count<K>(), ct::shape<1, K>{});
  auto down = ct::reshape(count<K>(), ct::shape<K, 1>{});
  auto pa = a + (row * k + along);
  auto pb = b + (down * n + column);
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, (k + K - 1) / K)) {
    auto x = ct::load_masked(pa + t * K, (row < m) & (along < k - t * K), __half(0.0f));
    auto y = ct::load_masked(pb + t * K * n, (down < k - t * K) & (column < n), __half(0.0f));
    sum = ct::mma(x, y, sum);
  }
  ct::store_masked(c + (row * n + column), sum, (row < m) & (column < n));
}
// For multiples of the tile.
template <int M, int N, int K>
__tile_global__ void whole_pointers(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int m, int n, int k) {
  auto row = ct::reshape(int(ct::bid().x) * M + count<M>(), ct::shape<M, 1>{});
  auto column = ct::reshape(int(ct::bid().y) * N + count<N>(), ct::shape<1, N>{});
  auto pa = a + (row * k + ct::reshape(count<K>(), ct::shape<1, K>{}));
  auto pb = b + (ct::reshape(count<K>(), ct::shape<K, 1>{}) * n + column);
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, k / K)) {
    sum = ct::mma(ct::load(pa), ct::load(pb), sum);
    pa = pa + K;
    pb = pb + K * n;
  }
  ct::store(c + (row * n + column), sum);
}

template __tile_global__ void masked_pointers<64, 64, 32>(float*, const __half*, const __half*, int, int, int);
template __tile_global__ void masked_pointers<128, 128, 64>(float*, const __half*, const __half*, int, int, int);
template __tile_global__ void whole_pointers<64, 64, 32>(float*, const __half*, const __half*, int, int, int);
template __tile_global__ void whole_pointers<128, 256, 64>(float*, const __half*, const __half*, int, int, int);

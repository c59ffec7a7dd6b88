// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sum over an array in one pass over it. Blocks take tickets, so that a block's predecessors have all started; each
// publishes the sum of its own tile and then, when it knows it, the sum of everything up to its end; and finds its own start
// by looking back over what its predecessors have published.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kTile = 256;
constexpr int kNothing = 0, kOwnSum = 1, kFullSum = 2;

// `state` (one int a block) and `ticket` start as zero.
template <class E>
__tile_global__ void scan_array(E* out, const E* in, int n, int* ticket, int* state, E* own_sums, E* full_sums) {
  int block = ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(ticket, 1);
  auto i = block * kTile + ct::iota<ct::tile<int, ct::shape<kTile>>>();
  auto x = ct::load_masked(in + i, i < n, E(0));
  E own = static_cast<E>(ct::sum<0>(x));

  E before = 0;
  if (block > 0) {
    own_sums[block] = own;
    ct::atomic_store<ct::memory_order::release, ct::thread_scope::device>(state + block, kOwnSum);
    int back = block - 1;
    while (true) {
      int seen = ct::atomic_load<ct::memory_order::acquire, ct::thread_scope::device>(state + back);
      if (seen == kNothing) continue;
      if (seen == kFullSum) {
        before = before + full_sums[back];
        break;
      }
      before = before + own_sums[back];
      --back;
    }
  }
  full_sums[block] = before + own;
  ct::atomic_store<ct::memory_order::release, ct::thread_scope::device>(state + block, kFullSum);
  ct::store_masked(out + i, before + ct::partial_sum<0>(x), i < n);
}

template __tile_global__ void scan_array<int>(int*, const int*, int, int*, int*, int*, int*);
template __tile_global__ void scan_array<double>(double*, const double*, int, int*, int*, double*, double*);

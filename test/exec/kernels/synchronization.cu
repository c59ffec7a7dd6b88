// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that wait for one another: a ticket lock around plain updates, a lock taken by compare-and-exchange, and a reduction
// in which the last block to finish adds up what the others have left.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 256;
constexpr auto kDevice = ct::thread_scope::device;
using Order = ct::memory_order;

// `lock[0]` hands out tickets and `lock[1]` says whose turn it is; both start as zero. `data` is changed by plain accesses.
__tile_global__ void ticket_lock(int* lock, int* data, int rounds) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  for (int round = 0; round < rounds; ++round) {
    int ticket = ct::atomic_add<Order::relaxed, kDevice>(lock, 1);
    while (ct::atomic_load<Order::acquire, kDevice>(lock + 1) != ticket) {
    }
    ct::store(data + i, ct::load(data + i) * 3 + i);
    data[32] = data[32] + 1;
    ct::atomic_store<Order::release, kDevice>(lock + 1, ticket + 1);
  }
}

__tile_global__ void exchange_lock(int* lock, long* total, long amount) {
  while (ct::atomic_compare_exchange<Order::acquire, kDevice>(lock, 0, 1) != 0) {
  }
  *total += amount + (int)ct::bid().x;
  ct::atomic_store<Order::release, kDevice>(lock, 0);
}

// `finished` starts as zero and is left as zero, ready for the next launch.
__tile_global__ void last_block_sum(float* result, float* partials, unsigned* finished, const float* in, int n) {
  auto i = (int)ct::bid().x * kTile + ct::iota<ct::tile<int, ct::shape<kTile>>>();
  partials[ct::bid().x] = static_cast<float>(ct::sum<0>(ct::load_masked(in + i, i < n, 0.0f)));
  unsigned before = ct::atomic_add<Order::acq_rel, kDevice>(finished, 1u);
  unsigned blocks = ct::num_blocks().x;
  if (before != blocks - 1) return;
  float total = 0;
  for (unsigned start = 0; start < blocks; start += kTile) {
    auto at = start + ct::iota<ct::tile<unsigned, ct::shape<kTile>>>();
    total += static_cast<float>(ct::sum<0>(ct::load_masked(partials + at, at < blocks, 0.0f)));
  }
  *result = total;
  *finished = 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counter in device memory tells the last block.
// RUN: tilec %s --run count --grid 2 --arg 'out:[4]=0' --arg '[10]=3' --arg 10 --arg 'out:[1]' | FileCheck %s
// CHECK: hist: 0 0 0 10
// CHECK-NEXT: last: 1
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile__ int counter = 0;
__tile_global__ void count(int *hist, const unsigned char *keys, int n, int *last) {
  auto i = int(ct::bid().x) * 8 + ct::iota<ct::tile<int, ct::shape<8>>>();
  auto ok = i < n;
  auto key = ct::element_cast<int>(ct::load_masked(keys + i, ok, static_cast<unsigned char>(0)));
  (void)ct::atomic_add_masked<ct::memory_order::relaxed, ct::thread_scope::device>(
      hist + key, ct::full<ct::tile<int, ct::shape<8>>>(1), ok);
  int ticket = ct::atomic_add(&counter, 1, ct::memory_order_acq_rel_t{});
  if (ticket == int(ct::num_blocks().x) - 1)
    last[0] = ticket;
}

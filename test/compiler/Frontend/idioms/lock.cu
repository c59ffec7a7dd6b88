// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lock by compare-exchange around plain accesses.
// RUN: tilec %s --run k --grid 8 --arg 'out:[1]' | FileCheck %s
// CHECK: sum: 28
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile__ int lock = 0;
__tile_global__ void k(int *sum) {
  while (ct::atomic_compare_exchange<ct::memory_order::acquire, ct::thread_scope::device>(&lock, 0, 1) != 0) {
  }
  *sum = *sum + int(ct::bid().x);
  ct::atomic_store<ct::memory_order::release, ct::thread_scope::device>(&lock, 0);
}

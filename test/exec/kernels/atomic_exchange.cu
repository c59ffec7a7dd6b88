// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic exchange and compare-and-exchange on every type that has them.
#include "atomic_trial.h"
#define BOTH(...) ATOMIC(exchange, __VA_ARGS__) ATOMIC(compare_exchange, __VA_ARGS__)
BOTH(int)
BOTH(unsigned)
BOTH(long)
BOTH(unsigned long long)
BOTH(float)
BOTH(double)

// A counter that compare-and-exchange increments, lost attempts repeated.
__tile_global__ void count_by_exchange(int* counter, int times) {
  for (int i = 0; i < times; ++i) {
    int seen = ct::atomic_load<ct::memory_order::relaxed, ct::thread_scope::device>(counter);
    while (true) {
      int old = ct::atomic_compare_exchange<ct::memory_order::relaxed, ct::thread_scope::device>(counter, seen, seen + 1);
      if (old == seen) break;
      seen = old;
    }
  }
}

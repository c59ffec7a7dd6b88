// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics of libcu++ in tile code.
#include <cuda/atomic>
#include <cuda_tile.h>
__tile_global__ void k(int* p) { cuda::atomic_ref<int> a(*p); a.fetch_add(1); }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates through views of every type that has them everywhere.
#include <cuda_fp16.h>
#include "atomic_view_updates.h"
template __tile_global__ void update_all<int>(int*);
template __tile_global__ void update_all<unsigned>(unsigned*);
template __tile_global__ void update_all<long>(long*);
template __tile_global__ void update_all<unsigned long>(unsigned long*);
template __tile_global__ void update_sums<float>(float*);
template __tile_global__ void update_sums<double>(double*);
template __tile_global__ void update_sums<__half>(__half*);

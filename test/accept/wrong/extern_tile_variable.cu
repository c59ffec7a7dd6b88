// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An external tile variable.
#include <cuda_tile.h>
extern __tile__ int shared_between_files;
__tile_global__ void k(int* p) { p[0] = shared_between_files; }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma.h behind the tile header.
#include <cuda_tile.h>
#include <mma.h>
namespace ct = cuda::tiles;
__tile_global__ void k(nvcuda::wmma::precision::tf32* q, float* p) { p[0] = q != nullptr; }

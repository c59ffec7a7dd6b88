// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A virtual function.
#include <cuda_tile.h>
struct Op { __tile__ virtual float run(float x) { return x; } };
__tile_global__ void k(float* p) { Op o; p[0] = o.run(p[1]); }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of tf32 and of doubles in one kernel.
// REQUIRES: cuda-headers
// RUN: tilec %s --run k --grid 1 --arg 'out:[256]' --arg '[256]=2' --arg 'out:[256]' | FileCheck %s
// CHECK: out: 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64
// CHECK-NEXT: d: 66 66 66 66 66 66 66 66 66 66 66 66 66 66 66 66 66
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
#include <cuda_tf32.h>
__tile_global__ void k(float *out, const float *a, double *d) {
  auto r = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{});
  auto x = ct::element_cast<__nv_tf32>(ct::load(a + r));
  ct::store(out + r, ct::matmul(x, x));
  auto y = ct::element_cast<double>(ct::load(a + r));
  ct::store(d + r, ct::mma(y, y, y));
}

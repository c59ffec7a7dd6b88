// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks --emit=tile-gpu -o /dev/null 2>&1 | FileCheck %s
// An MMA of tiles of pointers leaves its CTAs no loop over blocks, whatever the chip. Its blocks run in groups nevertheless.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-DAG: remark: blocks run in groups of 8 along x
// CHECK-DAG: remark: not persistent: it has no MMA of tiles that a loop loads
__tile_global__ void pointers(__half* c, const __half* a, const __half* b, int n, int k) {
  auto row = ct::bid().x * 128 + ct::reshape(ct::iota<ct::tile<unsigned, ct::shape<128>>>(), ct::shape<128, 1>{});
  auto column = ct::bid().y * 128 + ct::reshape(ct::iota<ct::tile<unsigned, ct::shape<128>>>(), ct::shape<1, 128>{});
  auto step = ct::iota<ct::tile<unsigned, ct::shape<32>>>();
  auto pa = a + (row * (unsigned)k + ct::reshape(step, ct::shape<1, 32>{}));
  auto pb = b + (ct::reshape(step, ct::shape<32, 1>{}) * (unsigned)n + column);
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t = 0; t < k; t += 32) {
    sum = ct::mma(ct::load(pa), ct::load(pb), sum);
    pa = pa + 32;
    pb = pb + 32 * n;
  }
  ct::store(c + (row * (unsigned)n + column), ct::element_cast<__half>(sum));
}

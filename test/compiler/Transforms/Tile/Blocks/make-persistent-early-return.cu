// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec -arch=sm_90a --remarks %s -o /dev/null 2>&1 | FileCheck %s
// RUN: tilec -arch=sm_90a --remarks -DNUMBERS %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NUMBERS
// Blocks that a table says to have nothing to do take no time: CTAs draw. Whether a number is too large is the same for
// almost all.
// CHECK: persistent: CTAs stay and draw tile blocks
// NUMBERS: persistent: CTAs stay and loop over tile blocks
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void multiply(__half *c, const __half *a, const __half *b, const int *__restrict__ rows, int m, int n, int k) {
#ifdef NUMBERS
  m -= 8;
#else
  m = rows[ct::bid().z];
#endif
  if (int(ct::bid().x) * 128 >= m)
    return;
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (auto t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(va.load_masked(ct::bid().x, t), vb.load_masked(t, ct::bid().y), sum);
  vc.store_masked(ct::element_cast<__half>(sum), ct::bid().x, ct::bid().y);
}

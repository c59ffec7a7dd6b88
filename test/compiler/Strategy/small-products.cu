// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec -arch=sm_90a --remarks %s -o /dev/null 2>&1 | FileCheck %s
// Many products of 8x8 by multiply-add: lanes have a row of one each, not whole products.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using Products = ct::tile<float, ct::shape<32, 8, 8>>;

// CHECK: :[[@LINE+1]]:{{.*}}: remark: 8 warps, 8 elements a lane
__tile_global__ void multiply(float *d, const float *a, const float *b) {
  auto at = ct::iota<ct::tile<int, ct::shape<2048>>>();
  auto whole = [&](const float *p) { return ct::reshape(ct::load(p + at), ct::shape<32, 8, 8>{}); };
  ct::store(d + at, ct::reshape(ct::mma(whole(a), whole(b), ct::zeros<Products>()), ct::shape<2048>{}));
}

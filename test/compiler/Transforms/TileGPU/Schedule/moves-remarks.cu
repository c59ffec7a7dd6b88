// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_80 --variants=1 --remarks -o /dev/null 2>&1 | FileCheck %s
// RUN: tilec %s -arch=sm_80 --variants=1 --emit=tile-gpu | FileCheck %s --check-prefix=CODE
// RUN: tilec %s -arch=sm_80 --variants=1 --remarks --pipeline-loops=off -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: tilec %s -arch=sm_80 --variants=1 --emit=tile-gpu --pipeline-loops=off | FileCheck %s --check-prefix=CODE-OFF
// Operands change lanes on their way through stage buffers, at no cost of their own: what is said to be moved between lanes is what the code moves.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using T = __nv_bfloat16;

template <class P, class S> __tile__ auto tiles(P* p, int rows, int columns, S shape) {
  return ct::partition_view{ct::tensor_span{ct::assume_aligned(p, 16_ic), ct::extents{rows, ct::assume_divisible(columns, 8_ic)}}, shape};
}

// CHECK-NOT: changes lanes
// CHECK-NOT: tiles between lanes
// CODE-NOT: convert_layout
// OFF-NOT: changes lanes
// OFF-NOT: tiles between lanes
// OFF: remark: read from shared memory where they are multiplied: 2 operands
// OFF-NOT: changes lanes
// OFF-NOT: tiles between lanes
// OFF: remark: load of 4096 bytes
// CODE-OFF-NOT: convert_layout
// CODE-OFF: return
__tile_global__ void product(float* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int m, int n, int k) {
  auto va = tiles(a, m, k, ct::shape<128, 64>{});
  auto vb = tiles(b, k, n, ct::shape<64, 128>{});
  auto s = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) s = ct::mma(va.load_masked(ct::bid().x, t), vb.load_masked(t, ct::bid().y), s);
  tiles(c, m, n, ct::shape<128, 128>{}).store_masked(s, ct::bid().x, ct::bid().y);
}

// What is left is said, of each variant.
// CHECK: :[[#@LINE+5]]:{{[0-9]+}}: remark: a tile of 4096 bytes changes lanes through shared memory
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: kernel turned{{.*}} moves 0 tiles between lanes by shuffles, 1 through shared memory
// CODE: convert_layout
__tile_global__ void turned(float* __restrict__ c, const float* __restrict__ a) {
  auto rows = ct::load(ct::assume_aligned(a, 16_ic) + ct::iota<ct::tile<int, ct::shape<32, 32>>>());
  ct::store(ct::assume_aligned(c, 16_ic) + ct::iota<ct::tile<int, ct::shape<32, 32>>>(), ct::transpose(rows));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The position of the largest element is the lowest of those that equal it. The largest element itself is not reduced twice.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: @floats
// CHECK: %[[BEST:.*]] = tile.reduce %[[X:.*]] axis = 1
// CHECK: arith.maxnumf
// CHECK: %[[ALL:.*]] = tile.broadcast %[[BEST]]
// CHECK: %[[EQUAL:.*]] = arith.cmpf oeq, %[[X]], %[[ALL]]
// CHECK: %[[PLACES:.*]] = arith.select %[[EQUAL]]
// CHECK: %[[FIRST:.*]] = tile.reduce %[[PLACES]] axis = 1
// CHECK: arith.minui
// Where all are NaN.
// CHECK: %[[ANY:.*]] = arith.cmpi ult, %[[FIRST]]
// CHECK: arith.select %[[ANY]], %[[FIRST]]
// CHECK-NOT: tile.reduce
// CHECK: return
extern "C" __tile_global__ void floats(float* value, unsigned* place, const float* x) {
  auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<4>>>(), ct::shape<4, 1>{});
  auto t = ct::load(x + (row * 64 + ct::reshape(ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<1, 64>{})));
  ct::store(value + row, ct::reduce_max<1>(t));
  ct::store(place + row, ct::max_element<1>(t));
}

// CHECK-LABEL: @integers
// CHECK: arith.minsi
// CHECK: arith.cmpi eq
// CHECK: %[[FIRST:.*]] = tile.reduce
// CHECK: arith.minui
// CHECK-NOT: arith.select
// CHECK: tile.store %{{.*}}, %[[FIRST]]
extern "C" __tile_global__ void integers(unsigned* place, const int* x) {
  ct::store(place + ct::iota<ct::tile<int, ct::shape<1>>>(), ct::min_element<0>(ct::load(x + ct::iota<ct::tile<int, ct::shape<64>>>())));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a -o %t.ptx
// RUN: tilec %s -arch=sm_80 -o %t.ptx
// RUN: tilec %s -arch=sm_90a --variants=1 --emit=llvm -o - | FileCheck %s
// What both ways to a place compute is computed behind them. That nothing overflows holds on the way alone on which the
// number is small.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: define {{.*}}@{{.*}}rows
// CHECK:       shl i32 %5, 3
// CHECK:       shl nuw nsw i32 %5, 3
// CHECK:       {{^[0-9]+:}}
// CHECK:       shl i32 %5, 3
// CHECK-NEXT:  or disjoint i32 %{{[0-9]+}}, 5
// CHECK-NEXT:  zext i32
__tile_global__ void rows(float *big, float *all, const float *in, int count, int columns, unsigned place) {
  auto rowsOf = [=](auto *p) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{count, columns}}, ct::shape<1, 16384>{}};
  };
  auto x = rowsOf(in).template load_masked<ct::view_padding::negative_inf>(ct::bid().x, 0);
  auto e = ct::exp(x - ct::reduce_max<1>(x));
  auto sum = ct::sum<1>(e);
  unsigned row;
  if (place >= 100u) {
    row = place * 8 + 5;
    rowsOf(big).store_masked(e / sum, int(row), 0);
    sum = ct::sum<1>(e * e);
  } else {
    row = place * 8 + 5;
    rowsOf(all).store_masked(e * sum, int(row), 0);
  }
  sum = ct::sum<1>(e * sum);
  rowsOf(all).store_masked(e + sum, int(row), 0);
}

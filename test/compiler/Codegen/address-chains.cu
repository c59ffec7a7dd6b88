// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a lane loads element by element, from rows at a stride that is known at run time, a loop holds neither offsets nor
// addresses of all rows: each address leads to the next, in PTX too.
// RUN: tilec %s -arch=sm_90a --emit=llvm -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a -o - | FileCheck %s --check-prefix=PTX
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: define ptx_kernel void @_Z9row_unionPiPKaii(
// CHECK: call ptr addrspace(1) asm sideeffect "", "=l,0"
// CHECK-NEXT: addrspacecast
// CHECK-NEXT: getelementptr i8
// CHECK-NEXT: getelementptr i8, {{.*}}, i64 %[[STRIDE:[0-9]+]]
// CHECK-COUNT-20: getelementptr i8, {{.*}}, i64 %[[STRIDE]]
// PTX-LABEL: .entry _Z9row_unionPiPKaii(
// PTX: griddepcontrol.wait
// PTX-NEXT: // end inline asm
// PTX: // begin inline asm
// PTX-NEXT: // end inline asm
// PTX-NEXT: add.s64 %rd[[START:[0-9]+]], %rd{{[0-9]+}}, %rd{{[0-9]+}};
// PTX-NEXT: add.s64 %rd[[FIRST:[0-9]+]], %rd[[START]], %rd[[WIDE:[0-9]+]];
// PTX-NEXT: add.s64 %rd[[SECOND:[0-9]+]], %rd[[FIRST]], %rd[[WIDE]];
// PTX-NEXT: add.s64 %rd{{[0-9]+}}, %rd[[SECOND]], %rd[[WIDE]];
__tile_global__ void row_union(int* out, const signed char* in, int rows, int columns) {
  auto view = ct::partition_view{ct::tensor_span{in, ct::extents{rows, columns}}, ct::shape<256, 32>{}};
  auto bits = ct::zeros<ct::tile<signed char, ct::shape<256, 32>>>();
  for (int t : ct::irange(0, columns / 32)) bits = bits | view.load_masked(ct::bid().x, t);
  ct::store(out + ct::iota<ct::tile<int, ct::shape<256, 32>>>(), ct::element_cast<int>(bits));
}

// Offsets that only stores behind the loop need are computed behind it.
// CHECK-LABEL: define ptx_kernel void @_Z17row_union_in_rowsPaPKaii(
// CHECK-NOT: mul nuw nsw i64
// CHECK: phi i8
// CHECK-COUNT-20: mul nuw nsw i64
__tile_global__ void row_union_in_rows(signed char* __restrict__ out, const signed char* __restrict__ in, int rows, int columns) {
  auto view = [=](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<256, 32>{}}; };
  auto bits = ct::zeros<ct::tile<signed char, ct::shape<256, 32>>>();
  for (int t : ct::irange(0, columns / 32)) bits = bits | view(in).load_masked(ct::bid().x, t);
  view(out).store_masked(bits, ct::bid().x, 0);
}

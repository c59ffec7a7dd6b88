// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What lanes move and compute at a time follows the target: 32 bytes, pairs of f32 and float `redux` from sm_100 on, none of them before.
// REQUIRES: ptxas
// RUN: tilec %s -arch=sm_90a -o %t.90a.ptx
// RUN: FileCheck %s --check-prefixes=CHECK,NARROW --input-file=%t.90a.ptx
// RUN: tilec %s -arch=sm_80 -o %t.80.ptx
// RUN: FileCheck %s --check-prefixes=CHECK,NARROW --input-file=%t.80.ptx
// RUN: tilec %s -arch=sm_100a -o %t.100a.ptx
// RUN: FileCheck %s --check-prefixes=CHECK,WIDE,REDUX --input-file=%t.100a.ptx
// RUN: tilec %s -arch=sm_103a -o %t.103a.ptx
// RUN: FileCheck %s --check-prefixes=CHECK,WIDE,REDUX --input-file=%t.103a.ptx
// RUN: tilec %s -arch=sm_110a -o %t.110a.ptx
// RUN: FileCheck %s --check-prefixes=CHECK,WIDE,NOREDUX --input-file=%t.110a.ptx
// RUN: tilec %s -arch=sm_120a -o %t.120a.ptx
// RUN: FileCheck %s --check-prefixes=CHECK,WIDE,NOREDUX --input-file=%t.120a.ptx
// RUN: tilec %s -arch=compute_100 -o %t.100.ptx
// RUN: FileCheck %s --check-prefixes=CHECK,WIDE,NOREDUX --input-file=%t.100.ptx
// RUN: %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: %ptxas -arch=sm_90a -o /dev/null %t.90a.ptx
// RUN: %ptxas -arch=sm_100a -o /dev/null %t.100a.ptx
// RUN: %ptxas -arch=sm_103a -o /dev/null %t.103a.ptx
// RUN: %ptxas -arch=sm_110a -o /dev/null %t.110a.ptx
// RUN: %ptxas -arch=sm_120a -o /dev/null %t.120a.ptx
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// The variant without masks.
// CHECK-LABEL: .entry _Z3addB2v0PfPKfS1_i
// NARROW: ld.global.v4.b32
// NARROW: ld.global.v4.b32
// NARROW-NOT: f32x2
// NARROW: st.global.v4.b32
// WIDE: ld.global.v{{(8.b32|4.b64)}}
// WIDE: ld.global.v{{(8.b32|4.b64)}}
// WIDE: add.rn.f32x2
// WIDE: st.global.v{{(8.b32|4.b64)}}
// The one with them.
// CHECK-LABEL: .entry _Z3addB2v1PfPKfS1_i
// NARROW: @%p{{[0-9]+}} ld.global.v4.b32
// NARROW: @%p{{[0-9]+}} st.global.v4.b32
// WIDE: @%p{{[0-9]+}} ld.global.v8.b32
// WIDE: @%p{{[0-9]+}} st.global.v8.b32
__tile_global__ void add(float* c, const float* a, const float* b, int n) {
  auto i = (int)ct::bid().x * 2048 + ct::iota<ct::tile<int, ct::shape<2048>>>();
  ct::store_masked(c + i, ct::load_masked(a + i, i < n) + ct::load_masked(b + i, i < n), i < n);
}


// CHECK-LABEL: .entry _Z7largestPfPKf
// NARROW-NOT: redux{{.*}}f32
// NOREDUX-NOT: redux{{.*}}f32
// REDUX: redux.sync.max.{{.*}}f32
__tile_global__ void largest(float* c, const float* a) {
  auto i = ct::iota<ct::tile<int, ct::shape<1024>>>();
  ct::store(c + ct::iota<ct::tile<int, ct::shape<1>>>(), ct::reduce_max<0>(ct::load(a + i)));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of attention where a lane has 128 registers: the loop holds few addresses.
// RUN: tilec %s -arch=sm_80 -o - | FileCheck %s
#include "../../exec/kernels/attention_backward.h"
#include <cuda_fp16.h>

// Where a tile goes to shared memory is computed there, of the thread's number:
// CHECK-LABEL: .entry {{.*}}attention_backward_keysB2v0
// CHECK: mma.sync
// CHECK: {{^.L.*:}}
// CHECK: mov.u32 %r{{[0-9]+}}, %tid.x;
// CHECK: st.shared.v4.b32 [%rd[[#]]+50176],
// Queries and gradients of the output are read as they stand from one place and from another that differs by a bit:
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {{.*}}, [%rd[[FIRST:[0-9]+]]+32768];
// CHECK: xor.b64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, 32;
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {{.*}}, [%rd[[OTHER:[0-9]+]]+32768];
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {{.*}}, [%rd[[FIRST]]+16384];
// CHECK-NEXT: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {{.*}}, [%rd[[OTHER]]+16384];

// A row of what gradients of queries are added to has one address for all lanes, and each adds its own:
// CHECK: ld.shared.v2.b32 {{.*}}+57344];
// CHECK: mul.wide.u32 %rd[[LANE:[0-9]+]], %r{{[0-9]+}}, 4;
// CHECK-NEXT: add.s64 %rd[[FIRST:[0-9]+]], %rd{{[0-9]+}}, %rd[[LANE]];
// CHECK-NEXT: add.s64 %rd{{[0-9]+}}, %rd[[FIRST]], 1024;
// CHECK: red.relaxed.gpu.global.add.f32 [%rd[[FIRST]]],
// CHECK: bra
ATTENTION_BACKWARD_KEYS(__half, 64, 64, 64, false, true)

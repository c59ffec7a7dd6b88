// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One message for one line, although two instances have the mistake.
// RUN: not check-source %s 2>&1 | FileCheck %s
#include <cuda_tile.h>

template <class T> __tile__ T twice(T x) { asm(""); return x + x; }
template <class T> __tile_global__ void k(T *p) { p[0] = twice(p[0]); }
template __tile_global__ void k<int>(int *);
template __tile_global__ void k<float>(float *);
// CHECK: template-instances.cu:[[#@LINE-4]]:44: error: inline assembly is not allowed in tile code
// CHECK: note: in tile function 'twice<int>' called from here
// CHECK-NOT: error:
// CHECK-NOT: twice<float>

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cannot be lowered is an error at its line, with the calls that led there; other kernels still get their errors.
// RUN: not tilec --emit=tile %s -o /dev/null 2>&1 | FileCheck %s
#include <cstring>
#include <cuda_tile.h>

__tile__ void copy(int *to, int *from, int n) {
  // CHECK: unsupported.cu:[[@LINE+2]]:{{.*}}error: not supported yet: memcpy and memset of a size known only at run time
  // CHECK: unsupported.cu:[[@LINE-2]]:15: note: while inlining 'copy'
  memcpy(to, from, n);
}
extern "C" __tile_global__ void first(int *q, int n) { copy(q, q + 1, n); }

extern "C" __tile_global__ void second(int *q, int n) {
  // CHECK: unsupported.cu:[[@LINE+2]]:{{.*}}error: not supported yet: case ranges
  switch (n) {
  case 1 ... 3: q[0] = 1;
  }
}

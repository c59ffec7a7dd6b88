// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cannot be lowered is an error at its line, with the calls that led there; other kernels still get their errors.
// RUN: not tilec --emit=tile %s -o /dev/null 2>&1 | FileCheck %s
#include <cuda_tile.h>

__tile__ unsigned long length(const char *text) {
  // CHECK: unsupported.cu:[[@LINE+2]]:{{.*}}error: '__builtin_strlen' cannot be called in tile code
  // CHECK: unsupported.cu:[[@LINE-2]]:24: note: while inlining 'length'
  return __builtin_strlen(text);
}
extern "C" __tile_global__ void first(int *q, const char *text) { q[0] = length(text); }

struct Guard {
  int *q;
  __tile__ Guard(int *q) : q(q) {}
  __tile__ ~Guard() { *q = 0; }
  __tile__ bool held() const { return *q; }
};
extern "C" __tile_global__ void second(int *q, int n) {
  // CHECK: unsupported.cu:[[@LINE+1]]:{{.*}}error: not supported yet: a temporary with a destructor in a part of an expression that may be skipped
  q[1] = n > 0 && Guard(q).held();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code beside kernels, and tile code, use names of headers that cuda_runtime.h includes, and so do not include them.
// RUN: tilec %s --run k --grid 1 --arg 'out:i32[2]' --arg 'out:[1]' -Werror | FileCheck %s
// CHECK: n: 31 -7
// CHECK-NEXT: x: 1
// Of another namespace, or a member, they are not meant.
// RUN: echo 'namespace own { int puts(int); } struct S { int exit; }; __tile_global__ void k(int *p) { S s; s.exit = 1; *p = s.exit; }' > %t.cu
// RUN: tilec %t.cu -o - | FileCheck %s --check-prefix=OTHER
// OTHER: .visible .entry
#include <cuda_tile.h>

int usage(const char *name) {
  if (std::abs(int(strlen(name))) > 3 && fmaxf(1, 2) > std::sqrt(2.0f))
    return fprintf(stderr, "usage: %s\n", name), EXIT_FAILURE;
  ::exit(atoi(name));
}

__tile_global__ void k(std::int32_t *n, float *x) {
  n[0] = std::numeric_limits<int>::digits;
  n[1] = -7;
  x[0] = std::numeric_limits<float>::is_iec559;
}

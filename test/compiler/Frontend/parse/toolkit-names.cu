// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of the C library that sources of tile code have without including its headers: NVIDIA's compiler includes
// cuda_runtime.h by itself, and that some of them. The library's own headers may come before or behind.
// RUN: tilec %s --run k --grid 1 --arg 'out:[4]' --arg 'out:[4]' --arg 'out:u32[6]' --arg 7 -Werror | FileCheck %s
// RUN: not tilec %s --run k --grid 1 --arg 'out:[4]' --arg 'out:[4]' --arg 'out:u32[6]' --arg 0 2>&1 | FileCheck %s --check-prefix=FAILED
// RUN: sed '1i #include <cassert>\n#include <cmath>\n#include <cstdint>\n#include <climits>' %s > %t.first.cu
// RUN: tilec %t.first.cu -Wall -Werror --run k --grid 1 --arg 'out:[4]' --arg 'out:[4]' --arg 'out:u32[6]' --arg 7 | FileCheck %s
// CHECK: p: -inf nan +inf 3.14159274
// CHECK-NEXT: d: 3.1415926535897931 1.4142135623730951 2.7182818284590451 +inf
// CHECK-NEXT: n: 4294967295 2147483647 127 255 1 2
// FAILED: toolkit-names.cu:[[#@LINE+5]]:{{[0-9]+}}: assertion `value > 0` failed
#include <cuda_tile.h>

__tile__ uint twice(uint8_t x, ushort y, ulong z) { return uint32_t(x + y + z); }
__tile_global__ void k(float *p, double *d, uint32_t *n, int64_t value) {
  assert(value > 0);
  p[0] = -INFINITY, p[1] = NAN, p[2] = HUGE_VALF, p[3] = M_PI;
  d[0] = M_PI, d[1] = M_SQRT2, d[2] = M_E, d[3] = HUGE_VAL;
  n[0] = UINT32_MAX, n[1] = INT32_MAX, n[2] = INT8_MAX, n[3] = UINT8_MAX;
  n[4] = INT64_MAX > INT64_MIN && UINT64_MAX > UINT16_MAX && INT16_MAX > INT16_MIN && INT32_MIN < INT8_MIN;
  n[5] = twice(1, 0, 1);
}

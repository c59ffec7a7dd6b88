// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s --run k --grid 1 --arg 'out:[15]' --arg 10 | FileCheck %s
// Counters that wrap, count down to zero, start near the end of their type, or are narrower than int.
// CHECK: out: 1001 5 5 5 6 3 51 6 6 4 4 1260 0 9 8
#include <cuda_tile.h>
extern "C" __tile_global__ void k(int* out, int n) {
  int c = 0; for (unsigned char k = 0; k < 254; k += 100) { ++c; if (c > 1000) break; } out[0] = c;
  c = 0; for (unsigned char k = 0; k < 250; k += 50) ++c; out[1] = c;
  c = 0; for (unsigned k = 4294967290u; k != 4; k += 2) ++c; out[2] = c;
  c = 0; for (unsigned k = 5; k-- > 0;) ++c; out[3] = c;
  c = 0; for (unsigned short k = 65530; k >= 65000; ++k) { ++c; } out[4] = c;
  c = 0; for (unsigned k = n; k >= 3; k -= 3) ++c; out[5] = c;
  c = 0; for (unsigned k = 0; k < 4294967295u; k += 2000000000u) { ++c; if (c > 50) break; } out[6] = c;
  c = 0; for (long k = 9223372036854775806L; k > 9223372036854775800L; --k) ++c; out[7] = c;
  c = 0; for (unsigned long k = ~0ul - 3; k != 2; ++k) ++c; out[8] = c;
  c = 0; for (int k = n; k <= n + 3; ++k) ++c; out[9] = c;
  c = 0; for (signed char k = 100; k > 0; k -= 30) ++c; out[10] = c;
  c = 0; for (auto j : cuda::tiles::irange((unsigned char)250, (unsigned char)255)) c += j; out[11] = c;
  c = 0; for (auto j : cuda::tiles::irange(10, 3)) c += j + 1; out[12] = c;
  c = 0; for (auto j : cuda::tiles::irange(0ul, 7ul, 3ul)) c += j; out[13] = c;
  c = 0; for (unsigned k = n; k < 100; k += n) { if (k == 50) continue; ++c; } out[14] = c;
}

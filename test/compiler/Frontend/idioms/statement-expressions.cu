// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements in expressions and compound literals, as macros of C projects have them.
// RUN: tilec %s --run k --grid 1 --arg 'out:i32[16]' --arg 7 | FileCheck %s
// CHECK: p: 12 22 8 103 0 7 14 21 1 5 26 40 109 9 0 0
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#define MAX_OF(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
struct Pair { int a, b; };
struct Closing { int *p; __tile__ ~Closing() { *p += 100; } };
__tile__ int firstAbove(int n, int bound) {
  int steps = 0;
  for (;; ++steps)
    n += ({ if (n > bound) return n + steps; n; });
}
__tile_global__ void k(int *p, int n) {
  int m = MAX_OF(12, n);
  p[0] = m;
  Pair q = (Pair){m, 4};
  p[1] = m + ({ int s = 0; for (int i = 0; i < 4; ++i) s += i; s; }) + q.b;
  p[2] = ({ Pair r{n, 1}; r; }).a + ((Pair){.a = 3, .b = 1}).b;
  ({ Closing c{p + 3}; p[3] = 1; });
  p[3] += (Pair){.a = 1, .b = 2}.b;
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  auto t = ({ if (n > 100) return; i * MAX_OF(n, 2); });
  ct::store(p + 4 + i, t);
  p[8] = ({ int x = n; x > 3 ? ({ x - 6; }) : 0; });
  const int *table = (int[]){5, 6, 7};
  p[9] = table[0];
  p[10] = firstAbove(6, 20);
  p[11] = (int){40};
  p[12] = 9;
  int last = ({ Closing c{p + 12}; c.p[0]; });
  p[13] = last;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Halves in structs, arrays and as template arguments.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
struct Pair { __half a; __nv_bfloat16 b; };
template <class T> struct Acc { T v{}; __tile__ void add(T x) { v = v + x; } };
__tile_global__ void k(Pair* p, __half* h) {
  __half a[4] = {h[0], __half(1.f), h[2]};
  Acc<__half> acc;
  for (auto x : a) acc.add(x);
  p[0].a = acc.v; p[0].b = __nv_bfloat16(float(acc.v));
  Pair q = p[1]; q.a += h[3]; p[2] = q;
}

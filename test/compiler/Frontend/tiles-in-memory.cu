// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles, half scalars and records in local memory: every result is the difference to the same thing without memory.
// REQUIRES: cuda-headers
// RUN: tilec %s --run=k --arg=out:i32[32]=iota --arg=1 | FileCheck %s
// CHECK: q: 0 0 0 0 0 0 0 0 0 0 10 11 12 13 14 15 0 0 0 0 0 0 0 0 24
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E> using T8 = ct::tile<E, ct::shape<2, 4>>;
union U {
  T8<float> f;
  T8<int> i;
};
struct S {
  bool flag;
  T8<float> t;
  __half h;
  T8<bool> m;
};
__tile__ T8<float> kept;
__tile__ __half kepth;
__tile_global__ void k(int *q, int n) {
  auto io = ct::iota<T8<int>>();
  auto f = ct::element_cast<float>(io) + 0.5f;
  auto sum = [](auto t) { return (float)ct::sum<1>(ct::sum<0>(ct::element_cast<float>(t))); };
  // array of tiles, run-time index
  T8<float> a[3] = {f, f + 1.0f, f * 2.0f};
  q[0] = (int)(sum(a[n]) - sum(f + 1.0f));
  // pointer select
  T8<float> x = f, y = f * 3.0f;
  T8<float> *p = n > 0 ? &y : &x;
  *p = *p + 1.0f;
  q[1] = (int)(sum(y) - sum(f * 3.0f + 1.0f) + sum(x) - sum(f));
  // union
  U u;
  u.f = f;
  q[2] = (int)sum(ct::element_cast<float>(u.i - ct::element_bitcast<int>(f)));
  // struct with bool, half, bool tile in memory through a run-time index
  S s[2] = {{true, f, __half(1.5f), io < 3}, {false, f * 2.0f, __half(2.5f), io < 5}};
  S c = s[n];
  q[3] = (c.flag ? 100 : 0) + (int)(sum(c.t) - sum(f * 2.0f)) + (int)((float)c.h * 2 - 5) +
         (int)sum(ct::element_cast<float>(c.m)) - 5;
  // pointer tile in memory
  T8<int *> pt[2] = {q + io, q + (io + 16)};
  ct::store(pt[n], io * 0);
  // globals
  kept = f;
  kepth = __half(3.0f);
  q[4] = (int)(sum(kept) - sum(f)) + (int)((float)kepth - 3);
  // bit cast
  struct Two {
    int a, b;
  };
  long l = __builtin_bit_cast(long, Two{n, 7});
  q[5] = (int)(l >> 32) - 7 + (int)l - n;
  // fp8 memory
  __nv_fp8_e4m3 e[2] = {__nv_fp8_e4m3(1.5f), __nv_fp8_e4m3(-2.0f)};
  q[6] = (int)((float)e[n] + 2.0f);
  // rank 0 in memory
  ct::tile<float, ct::shape<>> r[2] = {1.0f, 2.0f};
  q[7] = (int)(static_cast<float>(r[n]) - 2.0f);
  auto g = [f, &y](int k) { return f * (float)k + y; };
  q[8] = (int)(sum(g(2)) - sum(f * 2.0f + y));
  // memcpy, memset on locals
  int buf[4] = {1, 2, 3, 4};
  int dst[4];
  __builtin_memcpy(dst, buf, sizeof buf);
  __builtin_memset(buf, 0, 8);
  q[9] = dst[0] + dst[3] - 5 + buf[0] + buf[1] + buf[2] - 3;
}

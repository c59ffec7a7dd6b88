// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All operators of scalar halves, compound and unary.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
template <class T> __tile_global__ void ops(T* p) {
  T a = p[0], b = p[1];
  a += b; a -= b; a *= b; a /= b; ++a; --b; a++; b--;
  p[2] = -a + +b; p[3] = a * b - a / b;
  if (a > b || !(a <= b) && a != b) p[4] = a;
  p[5] = a < T(2.f) ? b : T(3.f);
  p[6] = a + T(1);
}
template __tile_global__ void ops<__half>(__half*);
template __tile_global__ void ops<__nv_bfloat16>(__nv_bfloat16*);

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 16-bit types as template arguments, as scalars and as elements.
// REQUIRES: cuda-headers
// RUN: tilec %s --run 'mix<__half>' --grid 1 --arg 'out:[4]' --arg '[4]=iota' --arg 2 --arg 4 | FileCheck %s
// CHECK: out: 1.5 3.5 5.5 7.5
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> __tile_global__ void mix(T *out, const T *in, float s, int n) {
  using I = ct::tile<int, ct::shape<8>>;
  auto i = ct::iota<I>();
  auto ok = i < n;
  auto x = ct::element_cast<float>(ct::load_masked(in + i, ok, T(0)));
  T bias = T(1.5f);
  ct::store_masked(out + i, ct::element_cast<T>(x * s + static_cast<float>(bias)), ok);
  if (static_cast<float>(in[0]) > 5.0f)
    out[0] = in[0] * T(2);
}
template __tile_global__ void mix<__half>(__half *, const __half *, float, int);
template __tile_global__ void mix<__nv_bfloat16>(__nv_bfloat16 *, const __nv_bfloat16 *, float, int);

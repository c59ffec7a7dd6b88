// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Halves in host code: conversion, printing, vectors.
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
__tile_global__ void k(__half* p) { p[0] = p[1]; }
int main() {
  std::vector<__half> v(8, __float2half(1.5f));
  std::vector<__nv_bfloat16> w(8, __nv_bfloat16(2.f));
  float s = 0;
  for (auto x : v) s += __half2float(x);
  for (auto x : w) s += float(x);
  __half2 h2 = __floats2half2_rn(1, 2);
  __nv_fp8_e4m3 q(s);
  std::printf("%f %f %d\n", s, __low2float(h2), v[0] > v[1]);
  return float(q) > 0 ? 0 : 1;
}

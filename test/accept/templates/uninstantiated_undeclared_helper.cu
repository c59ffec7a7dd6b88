// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function template names a function that is declared nowhere; nothing instantiates it.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> __tile__ auto fused_bias_gelu(T x, T bias) {
  return gelu_fast(x + bias) * kScale;
}

template <class T> __tile_global__ void unused(T* p) {
  auto t = fused_bias_gelu(ct::load(p), ct::load(p + 1));
  p[0] = t;
}

__tile_global__ void used(float* p) { p[0] = 1.f; }

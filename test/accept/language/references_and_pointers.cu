// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to locals, references, pointer walks, const casts.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile__ void swap_(float& a, float& b) { float t = a; a = b; b = t; }
__tile__ const float* biggest(const float* a, const float* b) { return *a > *b ? a : b; }
__tile__ void out(float* r, float v) { *r = v; }
__tile_global__ void k(float* p, const float* c, int n) {
  float a = p[0], b = c[1], r;
  swap_(a, b);
  out(&r, a);
  const float* q = biggest(&a, &b);
  float* w = const_cast<float*>(c);
  for (const float *s = c, *e = c + n; s != e; ++s) r += *s;
  float** pp = &w;
  (*pp)[2] = *q + r;
  ct::tile<float, ct::shape<8>> t = ct::full<ct::tile<float, ct::shape<8>>>(r);
  auto* tp = &t;
  *tp = *tp + 1.f;
  p[3] = (float)ct::sum<0>(*tp);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program linked with a shared library that has kernels as well: one runtime serves both.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
// build: tilec -shared -fPIC %S/Inputs/scale_library.cu -o libscale.so
// build: tilec %S/linked_library.cu -L. -lscale -Xlinker -rpath,$ORIGIN -o program
#include "Inputs/program.h"
#include "Inputs/vectors.h"

void scale(float *p, float factor, int n); // of the library

int main() {
  const int n = 300;
  Array<float> x(sequence<float>(n)), y(n);
  scale(x.data, 2, n);
  axpy<<<blocks(n), 1>>>(y.data, x.data, 10.0f, n);
  scale(y.data, 0.5f, n);
  std::vector<float> out = y.get();
  std::printf("%.1f %.1f %.1f\n", out[1], out[2], out[n - 1]);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical functions that the CUDA headers give to host code, in both precisions.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

int main() {
  double sine = 0, cosine = 0;
  float sinef = 0, cosinef = 0;
  sincospi(0.25, &sine, &cosine);
  sincospif(0.75f, &sinef, &cosinef);
  std::printf("rsqrt %.12f %.6f\n", rsqrt(2.0), rsqrtf(2.0f));
  std::printf("rcbrt %.12f %.6f\n", rcbrt(27.0), rcbrtf(27.0f));
  std::printf("sinpi %.12f %.6f, cospi %.12f %.6f\n", sinpi(1.25), sinpif(0.5f), cospi(3.0), cospif(1.5f));
  std::printf("sincospi %.12f %.12f %.6f %.6f\n", sine, cosine, sinef, cosinef);
  std::printf("erfinv %.12f %.6f, erfcinv %.12f %.6f\n", erfinv(0.5), erfinvf(-0.9f), erfcinv(0.25), erfcinvf(1e-10f));
  std::printf("erfcx %.12f %.6f\n", erfcx(1.0), erfcxf(20.0f));
  std::printf("normcdf %.12f %.6f, normcdfinv %.12f %.6f\n", normcdf(-1.0), normcdff(2.0f), normcdfinv(0.975),
              normcdfinvf(0.1f));
  Array<float> x(1, rsqrtf(4.0f));
  affine<<<1, 1>>>(x.data, 4.0f, 0.0f, 1);
  std::printf("%.1f\n", x.get()[0]);
}

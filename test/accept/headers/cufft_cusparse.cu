// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of other libraries in host code.
#include <cufft.h>
#include <cusparse.h>
#include <cuComplex.h>
#include <cuda_tile.h>

__tile_global__ void scale(float* p, float s) { p[cuda::tiles::bid().x] *= s; }
int main() {
  cufftHandle plan;
  cufftPlan1d(&plan, 256, CUFFT_C2C, 1);
  cufftComplex* d = nullptr;
  cufftExecC2C(plan, d, d, CUFFT_FORWARD);
  scale<<<512, 1>>>(reinterpret_cast<float*>(d), 1.f / 256);
  cufftDestroy(plan);
  cuFloatComplex c = cuCmulf(make_cuFloatComplex(1, 2), make_cuFloatComplex(3, 4));
  cusparseHandle_t h;
  cusparseCreate(&h);
  return int(cuCrealf(c));
}

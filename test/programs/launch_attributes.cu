// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaLaunchKernelEx with attributes, handles of kernels, questions about them.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

int main() {
  const int n = 1000;
  Array<float> x(sequence<float>(n)), y(n);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaDeviceSynchronize());
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks(n));
  config.blockDim = dim3(1);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  for (int i = 0; i < 3; ++i)
    CHECK(cudaLaunchKernelEx(&config, axpy, y.data, (const float *)x.data, 2.0f, n));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("%.0f\n", y.get()[n - 1]);
  cudaFuncAttributes attributes;
  int resident = 0;
  const char *name = nullptr;
  CHECK(cudaFuncGetAttributes(&attributes, axpy));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, axpy, 1, 0));
  CHECK(cudaFuncGetName(&name, (const void *)affine));
  std::printf("%d thread, %s, %s\n", attributes.maxThreadsPerBlock, resident > 0 ? "resident" : "not resident", name);
}

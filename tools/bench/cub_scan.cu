// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's running sum as a function of C, for tilec-bench --cub: nvcc -O3 -arch=sm_90 -shared -Xcompiler -fPIC.
#include <cub/cub.cuh>

extern "C" int tilec_cub_scan(int *out, const int *in, int n, void *stream) {
  static void *workspace = nullptr;
  static size_t bytes = 0;
  auto scan = [&] { return cub::DeviceScan::InclusiveSum(workspace, bytes, in, out, n, (cudaStream_t)stream); };
  if (!workspace) {
    scan(); // says how much it wants
    if (cudaError_t error = cudaMalloc(&workspace, bytes))
      return error;
  }
  return scan();
}

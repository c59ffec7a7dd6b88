// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CUB has for the same work, as functions of C, for tilec-bench --cub: nvcc -O3 -arch=sm_90 -shared -Xcompiler -fPIC.
#include <cub/cub.cuh>

namespace {

// `call(workspace, bytes)`: without a workspace it says how much it wants.
template <class Call> int run(Call call) {
  static void *workspace = nullptr;
  static size_t bytes = 0;
  if (!workspace) {
    call(workspace, bytes);
    if (cudaError_t error = cudaMalloc(&workspace, bytes))
      return error;
  }
  return call(workspace, bytes);
}

} // namespace

extern "C" int tilec_cub_scan(int *out, const int *in, int n, void *stream) {
  return run([=](void *workspace, size_t &bytes) {
    return cub::DeviceScan::InclusiveSum(workspace, bytes, in, out, n, (cudaStream_t)stream);
  });
}

extern "C" int tilec_cub_histogram(unsigned *bins, const unsigned char *in, int n, void *stream) {
  return run([=](void *workspace, size_t &bytes) {
    return cub::DeviceHistogram::HistogramEven(workspace, bytes, in, bins, 257, 0, 256, n, (cudaStream_t)stream);
  });
}

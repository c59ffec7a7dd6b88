// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A C interface with visibility attributes, as a Python module loads it.
#include <stdint.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

#if defined(_WIN32)
#define API extern "C" __declspec(dllexport)
#else
#define API extern "C" __attribute__((visibility("default")))
#endif

namespace {
__tile_global__ void cumsum(const int64_t* in, int64_t* out, int n) {
  int64_t carry = 0;
  for (int b = 0; b < n; b += 256) {
    auto i = ct::iota<ct::tile<int, ct::shape<256>>>() + b;
    auto x = ct::load_masked(in + i, i < n, (int64_t)0);
    auto s = ct::partial_sum<0>(x) + carry;
    ct::store_masked(out + i, s, i < n);
    carry = (int64_t)ct::reduce_max<0>(s);
  }
}
thread_local cudaError_t last_error = cudaSuccess;
}  // namespace

API int lib_version(void) { return 3; }
API int lib_cumsum(const int64_t* in, int64_t* out, int n, void* stream) {
  cumsum<<<1, 1, 0, (cudaStream_t)stream>>>(in, out, n);
  last_error = cudaGetLastError();
  return last_error;
}
API const char* lib_error(void) { return cudaGetErrorString(last_error); }

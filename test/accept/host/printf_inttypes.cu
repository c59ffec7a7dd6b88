// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cinttypes>
#include <cstdio>
#define PROGRAM "sum"
#define VERSION_STRING PROGRAM" 1.2"
__tile_global__ void sum(const int64_t *in, int64_t *out, int n) { register int64_t s = 0; for (register int i = 0; i < n; ++i) s += in[i]; *out = s; }
int main() {
  int64_t *a, *o;
  cudaMallocManaged(&a, 80);
  cudaMallocManaged(&o, 8);
  for (register int i = 0; i < 10; ++i) a[i] = i * 1'000'000'000ll;
  sum<<<1, 1>>>(a, o, 10);
  cudaDeviceSynchronize();
  std::printf("%s: %"PRId64" (%"PRIx32")\n", VERSION_STRING, *o, uint32_t(255));
  return *o != 45'000'000'000ll;
}

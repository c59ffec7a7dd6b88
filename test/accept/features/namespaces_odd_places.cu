// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T> T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (size_t i = 0; i < n; ++i)
    p[i] = T();
  return p;
}
int failures = 0;
void expect(const char *what, int i, double got, double want, double tolerance = 1e-4) {
  if (!(std::fabs(got - want) <= tolerance * (1 + std::fabs(want))) && failures++ < 5)
    std::printf("%s[%d]: %g, not %g\n", what, i, got, want);
}
int done() {
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) std::printf("%s\n", cudaGetErrorString(e));
  std::printf(failures || e != cudaSuccess ? "FAILED\n" : "passed\n");
  return failures != 0 || e != cudaSuccess;
}
namespace outer { inline namespace v2 { namespace detail { template <class T> __tile__ T twice(T x) { using namespace cuda::tiles; return add(x, x); } } using detail::twice; } namespace api = v2; }
namespace { namespace t = ::cuda::tiles; __tile__ int offset = 5; }
namespace outer::kernels {
using namespace ::outer::api;
extern "C" __tile_global__ void outer_kernel(int *p) {
  using namespace t;
  using t::tile, t::shape;
  auto i = iota<tile<int, shape<16>>>();
  { namespace t = std; static_assert(t::is_same_v<int, int>); }
  store(p + i, twice(i) + offset);
}
}
int main() {
  int *p = managed<int>(16);
  using namespace outer::kernels;
  outer_kernel<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) expect("p", i, p[i], 2 * i + 5);
  return done();
}

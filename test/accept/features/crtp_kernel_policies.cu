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
template <class D> struct KernelBase {
  __tile__ static auto indices() { return int(ct::bid().x) * D::block + ct::iota<ct::tile<int, ct::shape<D::block>>>(); }
  template <class T> __tile__ static void run(const T *in, T *out, int n) { auto i = indices(); auto m = i < n; ct::store_masked(out + i, D::map(ct::load_masked(in + i, m, T{})), m); }
};
struct Square : KernelBase<Square> { static constexpr int block = 16; static __tile__ auto map(auto x) { return x * x; } };
struct Shift : private KernelBase<Shift> { friend struct KernelBase<Shift>; using KernelBase<Shift>::run; private: static const int block = 8; static __tile__ auto map(auto x) { return x + block; } };
template <class D, class T> __tile_global__ void apply(const T *in, T *out, int n) { D::run(in, out, n); }
int main() {
  int n = 21;
  int *a = managed<int>(n), *b = managed<int>(n), *c = managed<int>(n);
  for (int i = 0; i < n; ++i) a[i] = i - 4;
  apply<Square><<<2>>>((const int *)a, b, n);
  apply<Shift, int><<<3>>>(a, c, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) expect("sq", i, b[i], a[i] * a[i]), expect("sh", i, c[i], a[i] + 8);
  return done();
}

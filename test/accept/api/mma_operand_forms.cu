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
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
template <class A, class B, class C> __tile__ auto product(const A *a, const B *b, ct::tile<C, ct::shape<16, 8>> acc) {
  auto i = ct::iota<ct::tile<int, ct::shape<16, 1>>>();
  auto k = ct::iota<ct::tile<int, ct::shape<1, 16>>>();
  auto kk = ct::iota<ct::tile<int, ct::shape<16, 1>>>();
  auto j = ct::iota<ct::tile<int, ct::shape<1, 8>>>();
  return ct::mma(ct::load(a + i * 16 + k), ct::load(b + kk * 8 + j), acc);
}
template <class A, class B, class C> __tile_global__ void gemm(const A *a, const B *b, C *c) {
  using Acc = ct::tile<C, ct::shape<16, 8>>;
  static_assert(ct::mma_compatible<ct::tile<A, ct::shape<16, 16>>, ct::tile<B, ct::shape<16, 8>>, Acc>);
  auto at = c + ct::iota<ct::tile<int, ct::shape<16, 8>>>();
  ct::store(at, product(a, b, ct::full<Acc>(C(1))));
}
template <class A, class B, class C> void test(const char *name) {
  A *a = managed<A>(256); B *b = managed<B>(128); C *c = managed<C>(128);
  for (int i = 0; i < 256; ++i) a[i] = A(float(i % 7));
  for (int i = 0; i < 128; ++i) b[i] = B(float(i % 5));
  gemm<<<1>>>((const A *)a, (const B *)b, c);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) for (int j = 0; j < 8; ++j) {
    double s = 1;
    for (int k = 0; k < 16; ++k) s += double(float(a[i * 16 + k])) * double(float(b[k * 8 + j]));
    expect(name, i * 8 + j, double(float(c[i * 8 + j])), s);
  }
}
int main() {
  test<__half, __half, float>("half");
  test<__half, __half, __half>("half in half");
  test<__nv_bfloat16, __nv_bfloat16, float>("bfloat16");
  test<__nv_fp8_e4m3, __nv_fp8_e4m3, float>("e4m3");
  test<__nv_fp8_e5m2, __nv_fp8_e5m2, float>("e5m2");
  test<signed char, unsigned char, int>("int8");
  test<char, bool, int>("bool");
  test<float, float, float>("float");
  test<double, double, double>("double");
  return done();
}

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
template <size_t... P, class V> __tile__ auto permuted(V v) { return ct::permute(v, ct::dimension_map<P...>{}); }
template <int A, int B, int C, class T> __tile_global__ void swapOuter(const T *in, T *out, int a, int b, int c) {
  auto src = ct::partition_view{ct::tensor_span{in, ct::extents{a, b, c}}, ct::shape<A, B, C>{}};
  auto dst = ct::partition_view{ct::tensor_span{out, ct::extents{c, a, b}}, ct::shape<C, A, B>{}};
  auto [x, y, z] = ct::bid();
  dst.store_masked(permuted<2, 0, 1>(src.load_masked(x, y, z)), z, x, y);
}
template <class T> void test(int a, int b, int c) {
  T *i = managed<T>(a * b * c), *o = managed<T>(a * b * c);
  for (int k = 0; k < a * b * c; ++k) i[k] = T(k % 120);
  swapOuter<4, 8, 16><<<dim3((a + 3) / 4, (b + 7) / 8, (c + 15) / 16), 1>>>((const T *)i, o, a, b, c);
  cudaDeviceSynchronize();
  for (int x = 0; x < a; ++x) for (int y = 0; y < b; ++y) for (int z = 0; z < c; ++z) expect("o", 0, o[(z * a + x) * b + y], i[(x * b + y) * c + z]);
}
int main() { test<float>(5, 9, 20); test<signed char>(4, 16, 33); test<double>(3, 3, 3); test<short>(8, 8, 16); return done(); }

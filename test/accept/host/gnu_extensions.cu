// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What GCC takes beyond the standard, in host and in tile code.
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
#define MAX_OF(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
struct Pair { int a, b; };
typedef int v4si __attribute__((vector_size(16)));
__extension__ typedef long long big;
__tile__ int classify(int n) { switch (n) { case 0 ... 9: return 1; case 10 ... 99: return 2; default: return 3; } }
__tile_global__ void k(int *p, int n) {
  int m = MAX_OF(p[0], n);
  Pair q = (Pair){m, 4};
  p[1] = m + ({ int s = 0; for (int i = 0; i < 4; ++i) s += i; s; }) + q.b;
  p[2] = n ?: 5;
  p[3] = classify(m) * 100 + ((Pair){.a = 1, .b = 2}).b;
  auto t = ({ auto i = ct::iota<ct::tile<int, ct::shape<4>>>(); if (n > 100) return; i * MAX_OF(n, 2); });
  ct::store(p + 4 + ct::iota<ct::tile<int, ct::shape<4>>>(), t);
  static const int table[] = {3, 1, 4};
  p[8] = ARRAY_SIZE(table) + __builtin_offsetof(Pair, b) + __alignof__(big);
  (void)({ p[9] = 7; });
}
int main() {
  int *p = managed<int>(16);
  p[0] = 12;
  k<<<1, 1>>>(p, 7);
  cudaDeviceSynchronize();
  int want[] = {12, 12 + 6 + 4, 7, 202, 0, 7, 14, 21, 3 + 4 + 8, 7};
  for (int i = 0; i < 10; ++i) expect("p", i, p[i], want[i]);
  v4si v = {1, 2, 3, MAX_OF(1, 4)};
  int n = v[3];
  float vla[n];
  vla[n - 1] = ({ 3.f; });
  __int128 wide = (__int128)1 << 70;
  expect("host", 0, vla[3] + (int)(wide >> 70), 4);
  return done();
}

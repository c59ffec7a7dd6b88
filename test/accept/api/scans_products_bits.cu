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
__tile_global__ void k(const int *p, int *o, bool *flags) {
  auto t = ct::reshape(ct::load(p + ct::iota<ct::tile<int, ct::shape<32>>>()), ct::shape<4, 8>{});
  auto at = ct::reshape(ct::iota<ct::tile<int, ct::shape<32>>>(), ct::shape<4, 8>{});
  ct::store(o + at, ct::partial_sum<0>(t));
  ct::store(o + 32 + at, ct::partial_prod(t, 1_ic));
  auto rows = ct::iota<ct::tile<int, ct::shape<4, 1>>>();
  ct::store(o + 64 + rows, ct::reduce_bitand<1>(t));
  ct::store(o + 68 + rows, ct::reduce_bitor(t, 1_ic));
  ct::store(o + 72 + rows, ct::reduce_bitxor(t, ct::integral_constant<1>{}));
  ct::store(o + 76 + rows, ct::prod<1>(t));
  ct::store(o + 80 + rows, ct::element_cast<int>(ct::max_element<1>(t)));
  ct::store(o + 84 + rows, ct::element_cast<int>(ct::min_element(t, 1_ic)));
  ct::store(flags + rows, ct::all_of(t > 0, 1_ic));
  ct::store(flags + 4 + rows, ct::any_of<1>(t & 4));
  ct::store(flags + 8 + rows, ct::any_of<1>(ct::isnan(ct::log(ct::element_cast<float>(t - 2)))));
}
int main() {
  int *p = managed<int>(32), *o = managed<int>(88);
  bool *f = managed<bool>(12);
  for (int i = 0; i < 32; ++i) p[i] = (i * 5 + i / 8) % 4 + (i == 9 ? 4 : 0);
  k<<<1>>>(p, o, f);
  cudaDeviceSynchronize();
  for (int r = 0; r < 4; ++r) {
    int pr = 1, an = -1, o_ = 0, x = 0, mx = 0, mn = 0;
    bool all = true, any = false, nan = false;
    for (int c = 0; c < 8; ++c) {
      int v = p[r * 8 + c], s = 0;
      for (int q = 0; q <= r; ++q) s += p[q * 8 + c];
      expect("partial_sum", r * 8 + c, o[r * 8 + c], s);
      expect("partial_prod", r * 8 + c, o[32 + r * 8 + c], pr *= v);
      an &= v, o_ |= v, x ^= v, all &= v > 0, any |= (v & 4) != 0, nan |= v < 2;
      if (v > p[r * 8 + mx]) mx = c;
      if (v < p[r * 8 + mn]) mn = c;
    }
    int want[] = {an, o_, x, pr, mx, mn};
    for (int j = 0; j < 6; ++j) expect("reduced", 64 + j * 4 + r, o[64 + j * 4 + r], want[j]);
    expect("all", r, f[r], all), expect("any", r, f[4 + r], any), expect("nan", r, f[8 + r], nan);
  }
  return done();
}

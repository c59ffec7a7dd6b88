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
__tile_global__ void k(int *o) {
  using S0 = ct::tile<int, ct::shape<>>;
  S0 z = ct::full<S0>(3);
  S0 seven = 7;
  auto t4 = ct::reshape(ct::iota<ct::tile<int, ct::shape<16>>>(), ct::shape<2, 2, 1, 4>{});
  auto w = ct::permute(t4, ct::dimension_map{3_ic, 2_ic, 0_ic, 1_ic});
  auto s = ct::sum(w, 0_ic);
  auto one = ct::sum<3>(ct::sum<2>(s));
  auto b = ct::broadcast<ct::shape<4, 1, 2, 2>>(one);
  auto c = ct::cat<1>(w, b + z);
  auto e = ct::extract(c, ct::shape<1, 2, 1, 1>{}, 3, 0, 1, 0_ic);
  auto f = ct::insert(c, ct::full<ct::tile<int, ct::shape<4, 1, 2, 2>>>(9), 0, 1, 0, 0);
  o[0] = static_cast<int>(ct::reshape(ct::extract(e, ct::shape<1, 1, 1, 1>{}, 0, 0, 0, 0), ct::shape<>{}));
  o[1] = int(one);
  o[2] = int(ct::reshape<ct::shape<>>(ct::sum(ct::reshape(f, ct::shape<32>{}), 0_ic)));
  o[3] = int(z * seven);
  o[4] = int(ct::mulhi(z, seven)) + (z < seven ? 1 : 2);
  if (z) o[5] = 5;
  ct::store(o + 6 + z, seven);
  ct::store(o + 10, z);
  auto p = ct::full<ct::tile<int *, ct::shape<>>>(o + 11);
  ct::store(p, ct::load(p - 1) - 1);
  o[12] = (int)decltype(w)::shape_type::rank() + (int)decltype(z)::shape_type::rank();
}
int main() {
  int *o = managed<int>(16);
  k<<<1>>>(o);
  cudaDeviceSynchronize();
  int e0 = 1 * 8 + 0 * 4 + 3;
  int want[] = {e0, 120, 120 + 16 * 9, 21, 1, 5, 0, 0, 0, 7, 3, 2, 4};
  for (int i = 0; i < 13; ++i) expect("o", i, o[i], want[i]);
  return done();
}

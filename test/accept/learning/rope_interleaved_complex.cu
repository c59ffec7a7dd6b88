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
template <class T> struct C2 { T x, y; };
template <class T> __tile__ auto deinterleave(T t) {
  constexpr auto n = T::shape_type::static_extent(0);
  auto m = ct::transpose(ct::reshape(t, ct::shape<n / 2, 2>{}));
  return C2<ct::tile<typename T::element_type, ct::shape<n / 2>>>{ct::reshape(ct::extract(m, ct::shape<1, n / 2>{}, 0, 0), ct::shape<n / 2>{}), ct::reshape(ct::extract(m, ct::shape<1, n / 2>{}, 1, 0), ct::shape<n / 2>{})};
}
template <class T> __tile__ auto interleave(const C2<T> &c) {
  constexpr auto n = T::shape_type::static_extent(0);
  return ct::reshape(ct::cat<1>(ct::reshape(c.x, ct::shape<n, 1>{}), ct::reshape(c.y, ct::shape<n, 1>{})), ct::shape<2 * n>{});
}
template <int D> __tile_global__ void rope(__nv_bfloat16 *q, const int *pos, float base, int heads) {
  auto [head, token, z] = ct::bid();
  auto ptr = q + (token * heads + head) * D + ct::iota<ct::tile<unsigned, ct::shape<D>>>();
  auto [x, y] = deinterleave(ct::element_cast<float>(ct::load(ptr)));
  auto freq = ct::pow(base, ct::element_cast<float>(ct::iota<ct::tile<int, ct::shape<D / 2>>>()) * (-2.f / D));
  auto a = freq * float(pos[token]);
  auto c = ct::cos(a), s = ct::sin(a);
  ct::store(ptr, ct::element_cast<__nv_bfloat16>(interleave(C2<decltype(c)>{x * c - y * s, x * s + y * c})));
}
int main() {
  constexpr int D = 16;
  int heads = 2, tokens = 3;
  auto *q = managed<__nv_bfloat16>(heads * tokens * D);
  int *p = managed<int>(tokens);
  float in[96];
  for (int i = 0; i < tokens; ++i) p[i] = 5 * i + 1;
  for (int i = 0; i < heads * tokens * D; ++i) q[i] = in[i] = i % 7 - 3;
  rope<D><<<dim3(heads, tokens), 1>>>(q, p, 10000.f, heads);
  cudaDeviceSynchronize();
  for (int i = 0; i < heads * tokens * D; i += 2) {
    double a = p[i / (heads * D)] * pow(10000, -(i % D) / double(D));
    expect("x", i, float(q[i]), in[i] * cos(a) - in[i + 1] * sin(a), 2e-2), expect("y", i, float(q[i + 1]), in[i] * sin(a) + in[i + 1] * cos(a), 2e-2);
  }
  return done();
}

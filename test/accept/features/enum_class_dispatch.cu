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
enum class Op : unsigned char { Add, Mul, Max, Count };
enum Flags : unsigned { Square = 1u << 0, Negate = 1u << 1, Both = Square | Negate };
constexpr Flags operator|(Flags a, Flags b) { return Flags(unsigned(a) | unsigned(b)); }
__tile__ constexpr bool has(Flags f, Flags b) { return (unsigned(f) & unsigned(b)) != 0; }
__tile__ float identity(Op op) { switch (op) { case Op::Add: return 0; case Op::Mul: return 1; case Op::Max: return -INFINITY; default: break; } return NAN; }
template <int N> __tile_global__ void reduce(const float *in, float *out, Op op, Flags flags) {
  auto x = ct::load_masked(in + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::iota<ct::tile<int, ct::shape<N>>>() < N - 3, identity(op));
  if (has(flags, Square)) x = x * x;
  if (has(flags, Negate)) x = -x;
  float r;
  using enum Op;
  switch (op) {
  case Add: r = float(ct::sum(x, 0_ic)); break;
  case Mul: r = float(ct::prod(x, 0_ic)); break;
  case Max: r = float(ct::reduce_max(x, 0_ic)); break;
  case Count: default: r = N;
  }
  out[int(op) * 4 + flags] = r;
}
int main() {
  float *in = managed<float>(16), *o = managed<float>(16);
  for (int i = 0; i < 16; ++i) in[i] = 1 + i % 3;
  for (auto op : {Op::Add, Op::Mul, Op::Max}) for (unsigned f = 0; f < 4; ++f) reduce<16><<<1>>>(in, o, op, Flags(f));
  cudaDeviceSynchronize();
  expect("add", 0, o[0], 25), expect("mul", 0, o[4], 6 * 6 * 6 * 6);
  expect("max of negated", 0, o[10] > 0, 1);
  expect("add of squares", 0, o[1], 1 + 4 * 14);
  return done();
}

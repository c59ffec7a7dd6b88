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
struct Node { int value; Node *next; };
__tile_global__ void k(float **rows, int n, float *o, const Node *head, void *raw) {
  using P = ct::tile<float *, ct::shape<4, 1>>;
  float *r0 = rows[0], *r1 = rows[1];
  auto j = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto sel = ct::iota<ct::tile<int, ct::shape<4, 1>>>();
  P base = ct::select(sel < 2, ct::full<P>(r0), ct::full<P>(r1));
  ct::store(o + sel * 8 + j, ct::load(base + 8 * (sel % 2) + j));
  auto d = (base + 3) - base;
  o[32] = float(ct::sum<0>(d));
  auto same = base == ct::full<P>(r1);
  o[33] = float(ct::sum<0>(ct::element_cast<int>(same)));
  int s = 0;
  for (const Node *p = head; p; p = p->next) s += p->value;
  o[34] = s;
  auto *bytes = static_cast<unsigned char *>(raw);
  ct::store(reinterpret_cast<unsigned *>(bytes + 4) + ct::iota<ct::tile<int, ct::shape<2>>>(), ct::full<ct::tile<unsigned, ct::shape<2>>>(0x01020304));
  o[35] = bytes[4] + bytes[7] * 16;
  ct::tile<const float *, ct::shape<4, 1>> c = base;
  auto v = ct::element_cast<const void *>(c);
  o[36] = float(ct::sum<0>(ct::element_cast<int>(v != nullptr)));
  auto bits = ct::element_bitcast<unsigned long>(c);
  o[37] = float((int)ct::sum<0>(ct::element_cast<int>(bits % 4ul == 0ul)));
  *(o + 38) = (r1 > r0) + *(&o[32]);
}
int main() {
  float **rows = managed<float *>(2), *d = managed<float>(32), *o = managed<float>(40);
  Node *n = managed<Node>(3);
  auto *raw = managed<unsigned char>(16);
  for (int i = 0; i < 32; ++i) d[i] = i;
  for (int i = 0; i < 3; ++i) n[i] = {i + 1, i < 2 ? n + i + 1 : nullptr};
  rows[0] = d, rows[1] = d + 16;
  k<<<1>>>(rows, 2, o, n, raw);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) expect("row", i, o[i], d[i]);
  double want[] = {12, 2, 6, 20, 4, 4, 13};
  for (int i = 0; i < 7; ++i) expect("o", 32 + i, o[32 + i], want[i]);
  return done();
}

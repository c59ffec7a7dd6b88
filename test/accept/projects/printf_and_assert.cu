// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Debugging: printf of scalars and tiles, assert with messages, macros by NDEBUG, a checker on the host.
#include <cassert>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#ifdef NDEBUG
#define TRACE(...) ((void)0)
#else
#define TRACE(fmt, ...) printf("%s:%d " fmt "\n", "trace", __LINE__ __VA_OPT__(,) __VA_ARGS__)
#endif
template <class T> __tile_global__ void k(T *p, int64_t big, const char flag) {
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  auto v = ct::load(p + i);
  if (ct::bid().x == 0) {
    TRACE("start");
    printf("%d %5.2f %" PRId64 " %c %s %x %%\n", int(ct::num_blocks().x), double(float(ct::sum<0>(v))), big, flag, "text", 255u);
    printf("tile %f\n", v);
  }
  assert(flag == 'y' && "the flag");
  assert(bool(ct::all_of<0>(v >= T(0))));
  ct::store(p + i, v + T(1));
}
int main() {
  float *p;
  cudaMallocManaged(&p, 16);
  for (int i = 0; i < 4; ++i) p[i] = float(i);
  k<<<1, 1>>>(p, int64_t{1} << 40, 'y');
  auto e = cudaDeviceSynchronize();
  assert(e == cudaSuccess);
  bool ok = e == cudaSuccess && p[3] == 4;
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <vector>
#include <string>
struct Opt { int n = 3; float lr{0.1f}; const char *name = "x"; };
__tile_global__ void k(float *p) { p[0] = 1; }
template <typename T> void launch(T *p) { k<<<1, 1>>>(p); }
static inline __attribute__((always_inline)) int f(int x) { return x; }
int main(int argc, char *argv[]) {
  Opt o{.n = argc, .name = argv[0]};
  long double ld = 1.0L; __float128 q = 1; (void)q;
  auto l = [&, n = o.n]() mutable noexcept -> int { return n++; };
  std::string s = std::string("a") + o.name;
  asm volatile("" ::: "memory");
  thread_local static int tl = 4;
  goto end;
end:
  launch<float>(nullptr);
  return l() + f(tl) + (int)ld + (int)s.size() * 0;
}

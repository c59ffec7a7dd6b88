// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses std::move, std::forward and initializer lists without including their headers.
#include <cuda_tile.h>

template <class F, class... A> void call(F f, A&&... a) { f(std::forward<A>(a)...); }
int total(std::initializer_list<int> l) { int s = 0; for (int x : l) s += x; return s; }
__tile_global__ void k(int* p) { *p = 1; }
int main() {
  int a = 1;
  int b = std::move(a);
  call([](int x) { return x; }, b);
  std::size_t n = sizeof(a);
  std::nullptr_t z = nullptr;
  (void)z;
  return total({1, 2, 3}) + (int)n;
}

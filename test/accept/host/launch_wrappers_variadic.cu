// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variadic launcher that forwards arguments, and a fluent configuration object.
#include <type_traits>
#include <utility>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

struct LaunchConfig { dim3 grid; cudaStream_t stream = nullptr; };
template <class... P, class... A> cudaError_t launch(const LaunchConfig& c, void (*kernel)(P...), A&&... a) {
  static_assert(sizeof...(P) == sizeof...(A));
  kernel<<<c.grid, 1, 0, c.stream>>>(static_cast<P>(std::forward<A>(a))...);
  return cudaPeekAtLastError();
}
template <auto Kernel, class... A> void launch_static(dim3 g, A... a) { Kernel<<<g, 1>>>(a...); }

__tile_global__ void axpby(float* y, const float* x, float a, float b, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<512>>>() + (int)ct::bid().x * 512;
  auto m = i < n;
  ct::store_masked(y + i, a * ct::load_masked(x + i, m) + b * ct::load_masked(y + i, m), m);
}
int main() {
  float *x = nullptr, *y = nullptr;
  launch({dim3(4)}, axpby, y, x, 1, 2.0, 2048);
  launch({.grid = {4, 1, 1}, .stream = cudaStreamPerThread}, axpby, y, x, 1.f, 2.f, 2048);
  launch_static<axpby>(dim3{4}, y, x, 1.f, 2.f, 5);
}

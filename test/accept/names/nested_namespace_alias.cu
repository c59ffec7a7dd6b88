// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Aliases inside functions and inside nested namespaces.
#include <cuda_tile.h>

namespace proj::kernels::detail {
namespace tl = ::cuda::tiles;
template <class E, int... D> using T = tl::tile<E, tl::shape<D...>>;
template <class X> __tile__ auto relu(X x) { return tl::max(x, 0.f); }
}  // namespace proj::kernels::detail

namespace proj {
namespace impl = kernels::detail;
__tile_global__ void relu(float* p, int n) {
  namespace t = cuda::tiles;
  using namespace t::literals;
  auto i = t::iota<impl::T<int, 128>>() + static_cast<int>(t::bid().x) * 128;
  auto ok = i < n;
  t::store_masked(p + i, impl::relu(t::load_masked(p + i, ok)), ok);
}
}  // namespace proj

int main() {
  float* d = nullptr;
  cudaMalloc(&d, 1024 * sizeof(float));
  proj::relu<<<8, 1>>>(d, 1024);
  return cudaDeviceSynchronize() != cudaSuccess;
}

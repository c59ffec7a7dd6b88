// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libcu++ in front of the tile header, for host and SIMT code.
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__global__ void simt(float* p, cuda::std::span<float> s) {
  cuda::atomic_ref<float, cuda::thread_scope_device> a(*p);
  a.fetch_add(1.f, cuda::memory_order_relaxed);
  cuda::std::complex<float> c{1.f, 2.f};
  cuda::std::array<float, 2> r{c.real(), cuda::std::sqrt(s[0])};
  p[1] = r[1];
}
__tile_global__ void tiled(float* p) { auto i = ct::iota<ct::tile<int, ct::shape<32>>>(); ct::store(p + i, ct::sqrt(ct::load(p + i))); }

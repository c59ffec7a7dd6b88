// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array of tiles as accumulators.
#include <cuda/std/array>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) {
  using T = ct::tile<float, ct::shape<64>>;
  cuda::std::array<T, 2> acc{ct::zeros<T>(), ct::ones<T>()};
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  for (auto& a : acc) a = a + ct::load(p + i);
  ct::store(p + i, acc.front() * acc.back());
}

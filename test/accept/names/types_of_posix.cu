// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// uint, ulong, ushort and fixed width types without a header of their own.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void k(uint32_t* a, int64_t* b, uint8_t* c, size_t n, ptrdiff_t d, uint u, ushort s, ulong l) {
  auto i = ct::iota<ct::tile<uint32_t, ct::shape<32>>>();
  ct::store(a + i, ct::load(a + i) ^ i);
  ct::store(b + i, ct::element_cast<int64_t>(i) + static_cast<int64_t>(n));
  ct::store(c + i, ct::element_cast<uint8_t>(i));
  a[0] = u + s + static_cast<uint32_t>(l) + static_cast<uint32_t>(d);
}

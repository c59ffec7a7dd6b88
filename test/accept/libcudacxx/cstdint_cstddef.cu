// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fixed width types of libcu++ and byte.
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda_tile.h>
__tile_global__ void k(cuda::std::uint32_t* p, cuda::std::size_t n, cuda::std::int64_t m) {
  cuda::std::ptrdiff_t d = n - m;
  p[d] = cuda::std::uint8_t(300);
}

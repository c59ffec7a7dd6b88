// host only
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest tile that fits an object, 16 MiB, and one of half a MiB: both more than a block keeps in registers.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Rows, int Columns> __tile_global__ void largest_tile(long* out) {
  auto t = ct::iota<ct::tile<int, ct::shape<Rows, Columns>>>();
  out[0] = static_cast<long>(ct::sum<0>(ct::element_cast<long>(ct::sum<1>(t & 1023))));
}
template __tile_global__ void largest_tile<4096, 1024>(long*);
template __tile_global__ void largest_tile<64, 2048>(long*);

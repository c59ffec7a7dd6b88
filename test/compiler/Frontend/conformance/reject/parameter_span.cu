// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// no span by value
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile_global__ void k(ct::tensor_span<float, ct::extents<unsigned, 16>> s) {}  // expected: class parameter

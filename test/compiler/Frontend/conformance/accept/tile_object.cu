// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a tile object: size, alignment, members, default construction, reassignment, reference, address
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

static_assert(sizeof(Tile<float, 4, 8>) == 128 && alignof(Tile<double, 2>) == 8 && sizeof(Tile<bool, 8>) == 8);
static_assert(std::is_same_v<Tile<float, 8>::element_type, float>);
static_assert(std::is_same_v<Tile<float, 4, 8>::shape_type, ct::shape<4, 8>>);
static_assert(std::is_trivially_copyable_v<Tile<float, 8>> && std::is_final_v<Tile<float, 8>>);
__tile_global__ void k(float* p, int n) {
  Tile<float, 8> a, b{};
  if (n) a = ct::ones<Tile<float, 8>>(); else a = b;
  Tile<float, 8>& r = a;
  r = r + b;
  Tile<float, 8>* q = n > 3 ? &a : &b;
  ct::store(p + ct::iota<Tile<int, 8>>(), *q);
}

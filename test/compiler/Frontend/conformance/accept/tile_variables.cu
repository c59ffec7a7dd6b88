// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __tile__ variables and the host constants that tile code may read
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__tile__ int counter = 5; __tile__ float table[128]; __tile__ Tile<float, 8> kept; __tile__ const int limit = 4;
const int hostint = 4; const float hostfloat = 1.5f; constexpr struct { int a, b; } pair{1, 2};
struct S { static constexpr int v = 3; };
__tile_global__ void k(int* q, float* p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
  q[0] = counter++ + limit + hostint + pair.b + S::v + n;
  kept = ct::load(table + i);
  ct::store(p + i, kept * hostfloat);
}

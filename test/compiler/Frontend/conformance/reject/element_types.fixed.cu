// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// types that are no tile elements (put right)
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

struct S { int a; };
enum E { a };
__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { ct::tile<int, ct::shape<8>> g; }
  { ct::tile<unsigned, ct::shape<8>> g; }
  { ct::tile<float*, ct::shape<8>> g; }
  { ct::tile<int*, ct::shape<8>> g; }
  { ct::tile<double, ct::shape<8>> g; }
}

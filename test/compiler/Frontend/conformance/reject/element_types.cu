// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// types that are no tile elements
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

struct S { int a; };
enum E { a };
__tile_global__ void k(float* p, int* q, int n) {
  auto i = ct::iota<Tile<int, 8>>(); Tile<float, 8> f{}; (void)i; (void)f;
  { ct::tile<S, ct::shape<8>> g; }  // expected: S is no scalar type
  { ct::tile<E, ct::shape<8>> g; }  // expected: E is no scalar type
  { ct::tile<float**, ct::shape<8>> g; }  // expected: pointee is no numeric scalar
  { ct::tile<S*, ct::shape<8>> g; }  // expected: pointee is no numeric scalar
  { ct::tile<long double, ct::shape<8>> g; }  // expected: long double is no scalar type
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --expt-relaxed-constexpr
// plus, multiplies, less, identity, invoke as policies over tiles.
#include <cuda/std/functional>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class Op, class T> __tile__ auto combine(T a, T b) { return Op{}(a, b); }
__tile_global__ void k(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::load(p + i);
  ct::store(p + i, combine<cuda::std::plus<>>(x, combine<cuda::std::multiplies<>>(x, x)));
  p[0] = cuda::std::less<int>{}(1, 2) + cuda::std::identity{}(3) + cuda::std::invoke([](int a) { return a; }, 4);
}

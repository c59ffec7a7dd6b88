// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++20 --expt-relaxed-constexpr
// Function objects of std over tiles, invoke, move and forward.
#include <functional>
#include <utility>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class Op, class T> __tile__ auto fold(Op op, T a, T b) { return op(std::move(a), std::forward<T>(b)); }
__tile_global__ void k(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::load(p + i);
  ct::store(p + i, fold(std::plus<>{}, x, fold(std::multiplies<>{}, x, x)));
  p[0] = std::exchange(p[1], 3.f);
}

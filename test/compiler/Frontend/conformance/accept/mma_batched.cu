// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rank 3 mma and matmul; batch dimensions of the operands broadcast
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

#include <cuda_fp16.h>
__tile_global__ void k() {
  Tile<__half, 4, 16, 32> a{}; Tile<__half, 1, 16, 32> a1{}; Tile<__half, 4, 32, 8> b{}; Tile<float, 4, 16, 8> c{};
  SAME(ct::mma(a, b, c), Tile<float, 4, 16, 8>);
  SAME(ct::mma(a1, b, c), Tile<float, 4, 16, 8>);
  SAME(ct::matmul(a1, b), Tile<__half, 4, 16, 8>);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compile-time recursion and index sequences unroll a butterfly.
#include <utility>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <int Step, class T> __tile__ T butterfly(T x) {
  if constexpr (Step == 0) return x;
  else return butterfly<Step / 2>(ct::add(x, ct::mul(x, ct::full<T>(1.f / Step))));
}
template <class T, int... I> __tile__ auto poly(T x, std::integer_sequence<int, I...>) {
  auto r = ct::zeros<T>();
  ((r = r * x + float(I)), ...);
  return r;
}
__tile_global__ void k(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::load(p + i);
  ct::store(p + i, butterfly<16>(x) + poly(x, std::make_integer_sequence<int, 6>{}));
}

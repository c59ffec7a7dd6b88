// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views made by functions that return auto, with deduction from mapping types.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, class... E> __tile__ auto span_of(T* p, E... e) { return ct::tensor_span{ct::assume_aligned(p, 16_ic), ct::extents{e...}}; }
template <int... S, class Sp> __tile__ auto tiles_of(Sp s) { return ct::partition_view{s, ct::shape<S...>{}}; }
template <class... I> __tile__ auto coords(I... i) { struct R { int a, b; }; return R{static_cast<int>(i)...}; }

__tile_global__ void transpose(const float* in, float* out, int m, int n) {
  auto a = tiles_of<32, 32>(span_of(in, m, n));
  auto b = tiles_of<32, 32>(span_of(out, n, m));
  auto [x, y] = coords(ct::bid().x, ct::bid().y);
  b.store_masked(ct::transpose(a.load_masked(y, x)), x, y);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotary position embedding of queries [sequence, heads, 2 * Half]: pairs lie half a head apart, or side by side.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <int Half> __tile__ auto angles(int position, float base) {
  auto index = ct::element_cast<float>(ct::iota<ct::tile<int, ct::shape<Half>>>());
  return (float)position * ct::exp2(index * (-ct::log2(base) / Half));
}

template <int Half> __tile_global__ void rotary_halves(float* x, int heads, float base) {
  int position = ct::bid().y;
  float* head = x + (position * heads + (int)ct::bid().x) * 2 * Half;
  auto i = ct::iota<ct::tile<int, ct::shape<Half>>>();
  auto a = ct::load(head + i), b = ct::load(head + Half + i);
  auto angle = angles<Half>(position, base);
  auto c = ct::cos(angle), s = ct::sin(angle);
  ct::store(head + i, a * c - b * s);
  ct::store(head + Half + i, a * s + b * c);
}

template <int Half> __tile_global__ void rotary_pairs(float* x, int heads, float base) {
  int position = ct::bid().y;
  float* head = x + (position * heads + (int)ct::bid().x) * 2 * Half;
  auto whole = ct::iota<ct::tile<int, ct::shape<Half, 2>>>();
  auto pairs = ct::load(head + whole);
  auto a = ct::reshape(ct::extract(pairs, ct::shape<Half, 1>{}, 0, 0), ct::shape<Half>{});
  auto b = ct::reshape(ct::extract(pairs, ct::shape<Half, 1>{}, 0, 1), ct::shape<Half>{});
  auto angle = angles<Half>(position, base);
  auto c = ct::cos(angle), s = ct::sin(angle);
  auto column = ct::shape<Half, 1>{};
  ct::store(head + whole, ct::cat(ct::reshape(a * c - b * s, column), ct::reshape(a * s + b * c, column), 1_ic));
}

template __tile_global__ void rotary_halves<32>(float*, int, float);
template __tile_global__ void rotary_pairs<32>(float*, int, float);

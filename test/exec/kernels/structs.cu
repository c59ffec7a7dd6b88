// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of structs whose members are loaded one by one: complex numbers, colours with alpha, triples that are not masked,
// and members that are changed in place.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

using Indices = ct::tile<int, ct::shape<512>>;

__tile__ Indices own_indices() { return (int)ct::bid().x * 512 + ct::iota<Indices>(); }

__tile_global__ void squared_magnitude(float* out, const float* numbers, int count) {
  auto i = own_indices();
  auto re = ct::load_masked(numbers + 2 * i, i < count, 0.0f), im = ct::load_masked(numbers + (2 * i + 1), i < count, 0.0f);
  ct::store_masked(out + i, re * re + im * im, i < count);
}

// Alpha first, then the colours: the order of loads is not that of memory.
__tile_global__ void premultiply(unsigned* __restrict__ out, const unsigned char* __restrict__ rgba, int count) {
  auto i = own_indices();
  auto member = [&](int which) {
    return ct::element_cast<unsigned>(ct::load_masked(rgba + (4 * i + which), i < count, (unsigned char)9));
  };
  auto alpha = member(3);
  ct::store_masked(out + i, (member(0) * alpha + member(1) * alpha) * 2u + member(2) * alpha, i < count);
}

template <class T> __tile_global__ void triples(T* __restrict__ out, const T* __restrict__ in) {
  auto i = own_indices();
  auto at = in + 3 * i;
  ct::store(out + i, ct::load(at) + ct::load(at + 1) - ct::load(at + 2));
}

// Swaps the members of each pair.
__tile_global__ void swap_pairs(int* pairs, int count) {
  auto i = own_indices();
  auto first = ct::load_masked(pairs + 2 * i, i < count, 0), second = ct::load_masked(pairs + (2 * i + 1), i < count, 0);
  ct::store_masked(pairs + 2 * i, second, i < count);
  ct::store_masked(pairs + (2 * i + 1), first, i < count);
}

template __tile_global__ void triples<float>(float*, const float*);
template __tile_global__ void triples<short>(short*, const short*);
template __tile_global__ void triples<long long>(long long*, const long long*);

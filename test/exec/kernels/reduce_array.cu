// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of a whole array by two routes: partial results a block, reduced by a second launch; and one cell that every
// block adds to. Both for sums, maxima, the position of the maximum, and any/all.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kTile = 1024;
using Indices = ct::tile<int, ct::shape<kTile>>;
constexpr auto kRelaxed = ct::memory_order::relaxed;
constexpr auto kDevice = ct::thread_scope::device;

__tile__ Indices indices() { return (int)ct::bid().x * kTile + ct::iota<Indices>(); }

template <class E> __tile_global__ void sum_partials(E* partials, const E* in, int n) {
  auto i = indices();
  partials[ct::bid().x] = static_cast<E>(ct::sum<0>(ct::load_masked(in + i, i < n, E(0))));
}

template <class E> __tile_global__ void sum_atomic(E* result, const E* in, int n) {
  auto i = indices();
  auto sum = ct::sum(ct::load_masked(in + i, i < n, E(0)), 0_ic);
  (void)ct::atomic_add<kRelaxed, kDevice>(result, static_cast<E>(sum));
}

// Any number of blocks: each adds up every so many tiles before it adds to the cell.
template <class E, int Tile> __tile_global__ void sum_by_stride(E* result, const E* in, int n) {
  using Values = ct::tile<E, ct::shape<Tile>>;
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<Tile>{}};
  auto sums = ct::zeros<Values>();
  for (int t : ct::irange((int)ct::bid().x, ct::ceildiv(n, Tile), (int)ct::num_blocks().x))
    sums = sums + from.load_masked(t);
  (void)ct::atomic_add<kRelaxed, kDevice>(result, static_cast<E>(ct::sum<0>(sums)));
}

template <class E> __tile_global__ void max_partials(E* partials, const E* in, int n, E lowest) {
  auto i = indices();
  partials[ct::bid().x] = static_cast<E>(ct::reduce_max<0>(ct::load_masked(in + i, i < n, lowest)));
}

__tile_global__ void max_atomic(int* result, const int* in, int n, int lowest) {
  auto i = indices();
  (void)ct::atomic_max<kRelaxed, kDevice>(result, static_cast<int>(ct::reduce_max<0>(ct::load_masked(in + i, i < n, lowest))));
}

// Values and positions travel together: the first pass writes both for each block, the second reduces them.
__tile_global__ void argmax_partials(float* values, int* positions, const float* in, int n) {
  auto i = indices();
  auto x = ct::load_masked(in + i, i < n, -__builtin_inff());
  int best = (int)static_cast<unsigned>(ct::max_element<0>(x));
  values[ct::bid().x] = static_cast<float>(ct::reduce_max<0>(x));
  positions[ct::bid().x] = (int)ct::bid().x * kTile + best;
}

__tile_global__ void argmax_final(int* position, const float* values, const int* positions, int partials) {
  auto i = ct::iota<Indices>();
  auto x = ct::load_masked(values + i, i < partials, -__builtin_inff());
  *position = positions[static_cast<unsigned>(ct::max_element<0>(x))];
}

// Order of floats as order of integers, with the position in the lower half: one atomic finds the first maximum.
__tile_global__ void argmax_atomic(unsigned long long* packed, const float* in, int n) {
  using Words = ct::tile<unsigned, ct::shape<kTile>>;
  auto i = indices();
  auto bits = ct::element_bitcast<unsigned>(ct::load_masked(in + i, i < n, -__builtin_inff()));
  auto ordered = ct::select((bits >> 31) != 0u, ~bits, bits | ct::full<Words>(0x80000000u));
  auto key = (ct::element_cast<unsigned long long>(ordered) << 32) |
             ct::element_cast<unsigned long long>(~ct::element_cast<unsigned>(i));
  (void)ct::atomic_max<kRelaxed, kDevice>(packed, static_cast<unsigned long long>(ct::reduce_max<0>(key)));
}

__tile_global__ void any_all_partials(bool* any, bool* all, const int* in, int n, int threshold) {
  auto i = indices();
  auto x = ct::load_masked(in + i, i < n, threshold);
  auto outside = i >= n;
  any[ct::bid().x] = static_cast<bool>(ct::any_of<0>((x > threshold) & !outside));
  all[ct::bid().x] = static_cast<bool>(ct::all_of<0>((x > threshold) | outside));
}

__tile_global__ void any_all_atomic(int* any, int* all, const int* in, int n, int threshold) {
  auto i = indices();
  auto above = ct::load_masked(in + i, i < n, threshold) > threshold;
  int some = static_cast<bool>(ct::any_of<0>(above)), every = static_cast<bool>(ct::all_of<0>(above | (i >= n)));
  (void)ct::atomic_or<kRelaxed, kDevice>(any, some);
  (void)ct::atomic_and<kRelaxed, kDevice>(all, every);
}

#define SUMS(E)                                                                                                                \
  template __tile_global__ void sum_partials<E>(E*, const E*, int);                                                            \
  template __tile_global__ void sum_atomic<E>(E*, const E*, int);                                                              \
  template __tile_global__ void max_partials<E>(E*, const E*, int, E);
SUMS(int)
SUMS(float)
SUMS(double)
SUMS(unsigned long long)
template __tile_global__ void sum_by_stride<float, 4096>(float*, const float*, int);
template __tile_global__ void sum_by_stride<int, 4096>(int*, const int*, int);

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every reduction over each axis of a three-dimensional tile. A block takes one tile of 4 x 8 x 16 consecutive elements.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

using Shape = ct::shape<4, 8, 16>;
constexpr int kElements = 4 * 8 * 16;

template <class E> __tile__ auto block_tile(const E* p) {
  return ct::load(p + ((int)ct::bid().x * kElements + ct::iota<ct::tile<int, Shape>>()));
}

// The results of a block lie one after another, row-major, in the block's part of the output.
template <class P, class Result> __tile__ void store_result(P* out, Result r) {
  using Indices = ct::tile<int, typename Result::shape_type>;
  constexpr int count = (int)(sizeof(Result) / sizeof(typename Result::element_type));
  ct::store(out + ((int)ct::bid().x * count + ct::iota<Indices>()), r);
}

template <class E, int Axis>
__tile_global__ void reduce_numbers(E* sum, E* product, E* largest, E* smallest, unsigned* where_largest,
                                    unsigned* where_smallest, const E* in) {
  auto t = block_tile(in);
  store_result(sum, ct::sum<Axis>(t));
  store_result(product, ct::prod<Axis>(t));
  store_result(largest, ct::reduce_max<Axis>(t));
  store_result(smallest, ct::reduce_min<Axis>(t));
  store_result(where_largest, ct::max_element<Axis>(t));
  store_result(where_smallest, ct::min_element<Axis>(t));
}

template <class E, int Axis>
__tile_global__ void reduce_bits(E* conjunction, E* disjunction, E* parity, bool* all, bool* any, const E* in) {
  auto t = block_tile(in);
  store_result(conjunction, ct::reduce_bitand<Axis>(t));
  store_result(disjunction, ct::reduce_bitor<Axis>(t));
  store_result(parity, ct::reduce_bitxor<Axis>(t));
  store_result(all, ct::all_of<Axis>(t));
  store_result(any, ct::any_of<Axis>(t));
}

// NaN is handed on here, and ignored by the plain forms above.
template <int Axis> __tile_global__ void reduce_nan(float* largest, float* smallest, const float* in) {
  auto t = block_tile(in);
  store_result(largest, ct::reduce_max(t, ct::integral_constant<Axis>{}, ct::propagate_nan_t{}));
  store_result(smallest, ct::reduce_min(t, ct::integral_constant<Axis>{}, ct::propagate_nan_t{}));
}

#define NUMBERS(E, AXIS)                                                                                                       \
  template __tile_global__ void reduce_numbers<E, AXIS>(E*, E*, E*, E*, unsigned*, unsigned*, const E*);
#define BITS(E, AXIS) template __tile_global__ void reduce_bits<E, AXIS>(E*, E*, E*, bool*, bool*, const E*);
#define EACH_AXIS(WHAT, E) WHAT(E, 0) WHAT(E, 1) WHAT(E, 2)
EACH_AXIS(NUMBERS, float)
EACH_AXIS(NUMBERS, double)
EACH_AXIS(NUMBERS, int)
EACH_AXIS(NUMBERS, unsigned char)
EACH_AXIS(NUMBERS, long)
EACH_AXIS(BITS, int)
EACH_AXIS(BITS, unsigned char)
EACH_AXIS(BITS, unsigned long)
template __tile_global__ void reduce_nan<0>(float*, float*, const float*);
template __tile_global__ void reduce_nan<1>(float*, float*, const float*);
template __tile_global__ void reduce_nan<2>(float*, float*, const float*);

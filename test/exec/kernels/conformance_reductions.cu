// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every reduction and scan of every element type, over every axis of tiles of ranks 1 to 4.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "conformance.h"

struct Row : ct::shape<128> {};
struct Matrix : ct::shape<4, 32> {};
struct Tall : ct::shape<64, 2> {};
struct Cube : ct::shape<2, 8, 8> {};
struct Four : ct::shape<2, 4, 2, 8> {};
struct Wide : ct::shape<2048> {};

// The result of a reduction, row `row` of the output.
template <class E, class T> __tile__ void put_reduced(E* out, int row, int kept, T value) {
  using Index = ct::tile<int, typename T::shape_type>;
  int first = (row * int(ct::num_blocks().x) + int(ct::bid().x)) * kept;
  ct::store(out + first + ct::iota<Index>(), ct::element_cast<E>(value));
}

template <class E, class S, int Axis>
__tile_global__ void reductions(E* out, unsigned* positions, E* scanned, const E* small, const E* factors, const E* any) {
  constexpr int kept = Elements<S>::count / int(Elements<S>::Shape::static_extent(Axis));
  using A = ct::integral_constant<Axis>;
  auto x = get<S>(small), f = get<S>(factors), y = get<S>(any);
  put_reduced<E>(out, 0, kept, ct::sum<Axis>(x));
  put_reduced<E>(out, 1, kept, ct::prod<Axis>(f));
  put_reduced<E>(out, 2, kept, ct::reduce_max<Axis>(y));
  put_reduced<E>(out, 3, kept, ct::reduce_min<Axis>(y));
  if constexpr (ct::basic_floating_point_scalar<E>) {
    put_reduced<E>(out, 4, kept, ct::reduce_max(y, A{}, ct::propagate_nan_t{}));
    put_reduced<E>(out, 5, kept, ct::reduce_min(y, A{}, ct::propagate_nan_t{}));
  } else {
    put_reduced<E>(out, 4, kept, ct::reduce_bitand<Axis>(y));
    put_reduced<E>(out, 5, kept, ct::reduce_bitor<Axis>(y));
    put_reduced<E>(out, 6, kept, ct::reduce_bitxor<Axis>(y));
  }
  put_reduced<E>(out, 7, kept, ct::all_of<Axis>(x));
  put_reduced<E>(out, 8, kept, ct::any_of<Axis>(x));
  put_reduced<unsigned>(positions, 0, kept, ct::max_element<Axis>(y));
  put_reduced<unsigned>(positions, 1, kept, ct::min_element<Axis>(y));
  put<S>(scanned, 0, ct::partial_sum<Axis>(x));
  put<S>(scanned, 1, ct::partial_prod<Axis>(f));
}

#define OVER(E, S, AXIS)                                                                                                       \
  template __tile_global__ void reductions<E, S, AXIS>(E*, unsigned*, E*, const E*, const E*, const E*);
#define TYPE(E) OVER(E, Row, 0) OVER(E, Matrix, 0) OVER(E, Matrix, 1) OVER(E, Cube, 1)
TYPE(bool)
TYPE(signed char)
TYPE(unsigned char)
TYPE(short)
TYPE(unsigned short)
TYPE(int)
TYPE(unsigned)
TYPE(long)
TYPE(unsigned long)
TYPE(__half)
TYPE(__nv_bfloat16)
TYPE(float)
TYPE(double)
OVER(int, Cube, 0) OVER(int, Cube, 2) OVER(int, Tall, 0) OVER(int, Wide, 0)
OVER(float, Cube, 0) OVER(float, Cube, 2) OVER(float, Tall, 0) OVER(float, Wide, 0)
OVER(int, Four, 0) OVER(int, Four, 2) OVER(float, Four, 0) OVER(float, Four, 2) OVER(__half, Four, 0) OVER(bool, Four, 0)

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Older style: enable_if, void_t and tag dispatch.
#include <type_traits>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T, class = void> struct has_shape : std::false_type {};
template <class T> struct has_shape<T, std::void_t<typename T::shape_type>> : std::true_type {};
template <class T, std::enable_if_t<has_shape<T>::value, int> = 0> __tile__ auto as_float(T t) { return ct::element_cast<float>(t); }
template <class T, std::enable_if_t<!has_shape<T>::value, int> = 0> __tile__ auto as_float(T t) { return static_cast<float>(t); }
template <class T> __tile__ int rank_of(T, std::true_type) { return T::shape_type::rank(); }
template <class T> __tile__ int rank_of(T, std::false_type) { return 0; }
template <class T> __tile__ int rank_of(T t) { return rank_of(t, has_shape<T>{}); }

__tile_global__ void k(int* q, float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  ct::store(p + i, as_float(ct::load(q + i)) + as_float(q[0]));
  q[0] = rank_of(i) + rank_of(3);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++20 lets typename be left out in many places.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> struct Info { using acc = float; using index = int; static constexpr int n = 16; };
template <class T> using acc_t = Info<T>::acc;
template <class T> struct Loader { Info<T>::index base; template <int N> __tile__ auto get(const T* p) { return ct::load(p + (ct::iota<ct::tile<int, ct::shape<N>>>() + base)); } };
template <class T> __tile__ auto run(const T* p) -> Info<T>::acc {
  Loader<T> l{4};
  auto t = l.template get<Info<T>::n>(p);
  return static_cast<acc_t<T>>(ct::sum<0>(ct::element_cast<acc_t<T>>(t)));
}
__tile_global__ void k(const int* p, float* q) { q[0] = run(p); }

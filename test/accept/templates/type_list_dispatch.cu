// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A list of types generates launches for all of them.
#include <tuple>
#include <type_traits>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class... T> struct type_list {};
template <class T> struct type_tag { using type = T; };
template <class F, class... T> void for_each_type(type_list<T...>, F f) { (f(type_tag<T>{}), ...); }

template <class T, int N> __tile_global__ void zero(T* p) { ct::store(p + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::zeros<ct::tile<T, ct::shape<N>>>()); }

int main() {
  void* p = nullptr;
  cudaMalloc(&p, 1 << 20);
  for_each_type(type_list<float, double, int, unsigned char, short>{}, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (sizeof(T) > 1) zero<T, 64><<<1, 1>>>(static_cast<T*>(p));
    else zero<T, 256><<<1, 1>>>(static_cast<T*>(p));
  });
  std::tuple<int, float> t{1, 2.f};
  return std::get<0>(t) - 1;
}

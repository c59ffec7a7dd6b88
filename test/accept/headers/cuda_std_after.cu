// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tile header first, then libcu++ which opens the same outer namespace.
#include <cuda_tile.h>
#include <cuda/functional>
#include <cuda/std/chrono>
#include <cuda/std/functional>
#include <cuda/std/optional>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>

namespace ct = cuda::tiles;
static_assert(cuda::std::is_same_v<ct::tile<int, ct::shape<4>>::element_type, int>);

template <class T> __tile_global__ void k(T* p) {
  if constexpr (cuda::std::is_floating_point_v<T>) *p = T(1.5);
  else *p = T(2);
}
template __tile_global__ void k<float>(float*);
template __tile_global__ void k<int>(int*);
int main() { cuda::std::optional<int> o = 3; cuda::std::pair<int, float> q{1, 2.f}; return *o + q.first; }

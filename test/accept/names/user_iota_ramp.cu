// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function object called iota and a variable template called ones in the user's namespace.
#include <cuda_tile.h>

namespace user {
template <int N> using I = cuda::tiles::tile<int, cuda::tiles::shape<N>>;
struct iota_t { template <int N> __tile__ I<N> get(int start, int step) const { return cuda::tiles::iota<I<N>>() * step + start; } };
inline constexpr iota_t iota{};
template <class T> inline constexpr T ones = T(1);
template <class T> inline constexpr T zeros = T(0);
}  // namespace user

__tile_global__ void k(int* p) {
  using namespace user;
  auto i = iota.get<64>(3, 2);
  cuda::tiles::store(p + i, i * ones<int> + zeros<int>);
}

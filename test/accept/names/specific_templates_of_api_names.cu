// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's templates over ct::tile are more specialised than the API's and are called instead.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
namespace user {
template <class E, class S> __tile__ int exp(ct::tile<E, S>) { return 1; }
template <class E, class S> __tile__ int add(ct::tile<E, S>, ct::tile<E, S>) { return 2; }
template <class E, class S> __tile__ int sum(ct::tile<E, S>) { return 3; }
__tile_global__ void k(int* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  int a = exp(ct::ones<ct::tile<float, ct::shape<32>>>()), b = add(i, i), c = sum(i);
  p[0] = a + b + c;
}
}  // namespace user

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
template <class T> __tile__ T decayed(T x) {
  auto half = x * 0.5f;
  return cuda::tiles::exp2(half);
}

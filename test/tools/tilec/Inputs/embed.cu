// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

struct Pair {
  int a, b;
};

__tile_global__ void flags(bool on, unsigned char u, short s, double d, __half h, const __half *in, void *out,
                           Pair *pairs) {
}

namespace ns {
template <typename T, int N> __tile_global__ void add(T *p, T value) {
  *p = *p + value + T(N);
}
} // namespace ns

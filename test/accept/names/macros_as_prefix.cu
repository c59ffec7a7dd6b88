// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short macros stand for the namespace, as code generators write.
#include <cuda_tile.h>

#define CT ::cuda::tiles::
#define TILE(T, ...) CT tile<T, CT shape<__VA_ARGS__>>
#define KERNEL extern "C" __tile_global__ void
#define RANGE(i, a, b) for (auto i : CT irange(a, b))
#define BLOCK_M 32
#define BLOCK_N 64

KERNEL add_kernel_0(const float* in0, const float* in1, float* out0, int ks0, int ks1) {
  auto tmp0 = CT iota<TILE(int, BLOCK_N)>();
  RANGE(r0, 0, ks0) {
    auto tmp1 = tmp0 + r0 * ks1;
    auto tmp2 = tmp0 < ks1;
    auto tmp3 = CT load_masked(in0 + tmp1, tmp2, 0.f);
    auto tmp4 = CT load_masked(in1 + tmp1, tmp2, 0.f);
    auto tmp5 = CT add(tmp3, tmp4);
    CT store_masked(out0 + tmp1, tmp5, tmp2);
  }
}
#undef CT

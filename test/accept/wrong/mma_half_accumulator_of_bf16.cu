// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bf16 operands with a bf16 accumulator.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(__nv_bfloat16* p) {
  using T = ct::tile<__nv_bfloat16, ct::shape<16, 16>>;
  auto a = ct::zeros<T>();
  auto c = ct::mma(a, a, ct::zeros<T>());
  p[0] = static_cast<__nv_bfloat16>(ct::sum<1>(ct::sum<0>(c)));
}

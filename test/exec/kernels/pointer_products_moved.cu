// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both matrices in both orders.
#include "pointer_products.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

MOVED_POINTERS(__half, 64, 64, 64, false, false)
MOVED_POINTERS(__half, 64, 128, 32, false, true)
MOVED_POINTERS(__nv_bfloat16, 64, 64, 64, true, false)
MOVED_POINTERS(__nv_bfloat16, 128, 128, 32, true, true)

// c = clamp(a * b transposed) * v: the second product multiplies what the lanes make of the first one's sums.
template <int M, int N, int D>
__tile_global__ void products_of_products(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, const __half* __restrict__ v, int rows, int keys) {
  auto row = ct::reshape(int(ct::bid().x) * M + ct::iota<ct::tile<int, ct::shape<M>>>(), ct::shape<M, 1>{});
  auto key = ct::reshape(ct::iota<ct::tile<int, ct::shape<N>>>(), ct::shape<N, 1>{});
  auto along = ct::reshape(ct::iota<ct::tile<int, ct::shape<D>>>(), ct::shape<1, D>{});
  auto x = ct::load_masked(a + (row * D + along), row < rows, __half(0.0f));
  auto pb = b + (key * D + along);
  auto pv = v + (key * D + along);
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, D>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, N))) {
    auto y = ct::load_masked(pb + t * N * D, key < keys - t * N, __half(0.0f));
    auto s = ct::mma(x, ct::transpose(y), ct::zeros<ct::tile<float, ct::shape<M, N>>>());
    auto p = ct::element_cast<__half>(ct::min(ct::max(s, -4.0f), 4.0f));
    sum = ct::mma(p, ct::load_masked(pv + t * N * D, key < keys - t * N, __half(0.0f)), sum);
  }
  ct::store_masked(c + (row * D + along), sum, row < rows);
}
template __tile_global__ void products_of_products<64, 64, 64>(float*, const __half*, const __half*, const __half*, int, int);
template __tile_global__ void products_of_products<128, 64, 256>(float*, const __half*, const __half*, const __half*, int, int);

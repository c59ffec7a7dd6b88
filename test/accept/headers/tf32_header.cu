// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The header of tf32 and a matrix product on it.
#include <cuda_tf32.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void k(float* a, float* b, float* c, int n) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{n, n}}, ct::shape<32, 32>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{n, n}}, ct::shape<32, 32>{}};
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{n, n}}, ct::shape<32, 32>{}};
  auto acc = ct::zeros<ct::tile<float, ct::shape<32, 32>>>();
  for (auto i : ct::irange(0, n / 32))
    acc = ct::mma(ct::element_cast<__nv_tf32>(va.load(ct::bid().x, i)), ct::element_cast<__nv_tf32>(vb.load(i, ct::bid().y)), acc);
  vc.store(acc, ct::bid().x, ct::bid().y);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A batched product in rank 3 with broadcast batches.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void bmm(const __half* a, const __half* b, float* c, int batch, int n) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{batch, n, n}}, ct::shape<2, 16, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{1, n, n}}, ct::shape<1, 16, 16>{}};
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{batch, n, n}}, ct::shape<2, 16, 16>{}};
  auto acc = ct::zeros<ct::tile<float, ct::shape<2, 16, 16>>>();
  for (auto k : ct::irange(0, n / 16)) acc = ct::mma(va.load(ct::bid().z, ct::bid().x, k), vb.load(0, k, ct::bid().y), acc);
  vc.store(acc, ct::bid().z, ct::bid().x, ct::bid().y);
  auto h = ct::matmul(va.load(0, 0, 0), vb.load(0, 0, 0));
  vc.store(ct::element_cast<float>(h), 0, 0, 0);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every block of a three-dimensional grid counts itself once. The product has one operand for each row of blocks and one for each
// column: what makes blocks come in groups where CTAs stay.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void count_blocks(int* runs, float* products) {
  auto b = ct::bid();
  auto n = ct::num_blocks();
  auto i = ct::element_cast<float>(ct::iota<ct::tile<int, ct::shape<16, 16>>>() + int(b.x));
  auto j = ct::element_cast<float>(ct::iota<ct::tile<int, ct::shape<16, 16>>>() + int(b.y));
  auto sum = ct::mma(i, j, ct::zeros<ct::tile<float, ct::shape<16, 16>>>());
  int place = (b.z * n.y + b.y) * n.x + b.x;
  ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(runs + place, 1);
  products[place] = static_cast<float>(ct::reduce_max<0>(ct::reduce_max<1>(sum)));
}

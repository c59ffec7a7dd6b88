// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All reductions and scans, both spellings, over two dimensions.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(float* p, int* q) {
  auto i = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{});
  auto x = ct::load(p + i);
  auto n = ct::load(q + i);
  ct::store(p + i, ct::partial_sum<1>(x) + ct::partial_prod(x, 0_ic));
  p[0] = static_cast<float>(ct::prod<0>(ct::sum<1>(x)));
  p[1] = static_cast<float>(ct::reduce_min(ct::reduce_max(x, 1_ic), 0_ic));
  q[0] = static_cast<int>(ct::reduce_bitor<0>(ct::reduce_bitand<1>(n))) + static_cast<int>(ct::reduce_bitxor<0>(ct::reduce_bitxor<1>(n)));
  q[1] = static_cast<int>(static_cast<unsigned>(ct::max_element<0>(ct::reduce_max<1>(x))));
  if (static_cast<bool>(ct::all_of<0>(ct::any_of<1>(x > 0.f)))) q[2] = 1;
  auto arg = ct::min_element(n, 1_ic);
  ct::store(q + ct::reshape(ct::iota<ct::tile<int, ct::shape<16>>>(), ct::shape<16, 1>{}), ct::element_cast<int>(arg));
}

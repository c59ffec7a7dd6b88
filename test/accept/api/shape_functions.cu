// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reshape, broadcast, permute, cat, extract, insert, select in one pipeline.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto x = ct::load(p + i);
  auto m = ct::reshape<ct::shape<8, 8>>(x);
  auto b = ct::broadcast(ct::reshape(ct::extract(x, ct::shape<8>{}, 3), ct::shape<1, 8>{}), ct::shape<8, 8>{});
  auto c = ct::cat(m, b, 1_ic);
  auto d = ct::permute(c, ct::dimension_map{1_ic, 0_ic});
  auto e = ct::extract(d, ct::shape{8_ic, 8_ic}, 1, 0);
  auto f = ct::insert(m, ct::extract(e, ct::shape<4, 4>{}, 0, 1), 1, 1);
  ct::store(p + i, ct::reshape(ct::select(f > 0.f, f, ct::transpose(f)), ct::shape<64>{}));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of tiles joined, replaced and taken out.
// RUN: tilec %s --run k --grid 1 --arg 'out:[12]' | FileCheck %s
// CHECK: out: 7 7 10 11 7 7 12 13 7 7 12 13
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(int *out) {
  using Q = ct::tile<int, ct::shape<2, 2>>;
  auto q = ct::reshape(ct::iota<ct::tile<int, ct::shape<4>>>(), ct::shape<2, 2>{});
  auto both = ct::cat<1>(q, q + 10);
  both = ct::insert(both, ct::full<Q>(7), 0, 0);
  auto part = ct::extract(both, ct::shape<1, 4>{}, 1, 0);
  ct::store(out + ct::iota<ct::tile<int, ct::shape<8>>>(), ct::reshape(both, ct::shape<8>{}));
  ct::store(out + 8 + ct::iota<ct::tile<int, ct::shape<4>>>(),
            ct::reshape(part, 4_ic == 4 ? ct::shape<4>{} : ct::shape<4>{}));
}

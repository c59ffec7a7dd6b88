// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 64-bit numbers between 2^31 and 2^32 keep their values where they are shifted, divided, compared and cast, negative ones where they are
// taken for numbers without a sign, and what is shifted by 32 and more is nothing.
// RUN: tilec %s --run k --arg 'out:i64[64]=zeros' --arg 33 --on host | FileCheck %s
// RUN: tilec %s --run k --arg 'out:i64[64]=zeros' --arg 33 --on tile-gpu -arch=sm_90a | FileCheck %s
// RUN: tilec %s --run k --arg 'out:i64[64]=zeros' --arg 33 --on tile-gpu -arch=sm_80 | FileCheck %s
// CHECK: out: 32767 32768 32768 32768 32768 32768 32768 32768
// CHECK-SAME: 715827882 715827883 715827883 715827884 715827885 715827885 715827886 715827887
// CHECK-SAME: 1 0 2 1 0 2 1 0
// CHECK-SAME: 0 0 1 1 1 1 1 1
// CHECK-SAME: 2147483647 2147483649 2147483651 2147483653 2147483655 2147483657 2147483659 2147483661
// CHECK-SAME: 3 4 5 6 0 1 0 1
// CHECK-SAME: 0 0 0 0 0 0 0 0
// CHECK-SAME: 2147483648 2147483648 2147483651 2147483653 2147483655 2147483657 2147483659 2147483661
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using Tile = ct::tile<long, ct::shape<8>>;

__tile_global__ void k(long *out, int amount) {
  auto of = [](long value) { return ct::full<Tile>(value); };
  auto i = ct::iota<Tile>();
  auto x = i * 2L + 2147483647L;
  auto negative = i - 6L;
  auto put = [&](int place, auto values) { ct::store(out + (place * 8 + ct::iota<ct::tile<int, ct::shape<8>>>()), values); };
  put(0, x >> of(16));
  put(1, x / of(3));
  put(2, x % of(3));
  put(3, ct::element_cast<long>(x > of(2147483649L)));
  put(4, ct::max(x, of(5)));
  put(5, ct::element_cast<long>(ct::element_cast<unsigned long>(negative) % ct::full<ct::tile<unsigned long, ct::shape<8>>>(7)));
  put(6, i >> ct::full<ct::tile<int, ct::shape<8>>>(amount & 63));
  put(7, ct::max(x, of(2147483648L)) - ct::select(x == of(2147483649L), of(1), of(0)));
}

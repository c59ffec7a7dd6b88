// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars of many types, and arithmetic of bytes that wraps.
// RUN: tilec %s --run k --grid 1 --arg 'out:[6]' --arg 200 --arg -100 --arg 5000000000 --arg 0 --arg 2.5 \
// RUN:   --arg 65 | FileCheck %s
// CHECK: out: 100 10000000000 2 25 65 1
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(long long *out, unsigned char c, short s, long long l, bool b, double d, char32_t u) {
  out[0] = c + s;
  out[1] = l * 2;
  out[2] = b ? 1 : 2;
  out[3] = (long long)(d * 10);
  out[4] = u;
  auto t = ct::full<ct::tile<unsigned char, ct::shape<4>>>(250) +
           ct::iota<ct::tile<unsigned char, ct::shape<4>>>() * ct::full<ct::tile<unsigned char, ct::shape<4>>>(3);
  out[5] = static_cast<long long>(ct::reduce_min<0>(t)) + static_cast<unsigned char>(ct::max_element<0>(t));
}

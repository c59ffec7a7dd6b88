// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ranges, constants, option tags and dimension maps say of themselves.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void ranges(int* o, int n) {
  auto r = ct::irange(0, n, 3);
  o[0] = r.size();
  o[1] = r.empty() + r.step();
  int last = r.end() - 1;
  decltype(r)::const_iterator c = r.begin();
  o[2] = last + *c;
  auto i = r.begin();
  while (i != n) { o[3] += *i; ++i; }
}
__tile_global__ void constants(int* o) {
  constexpr auto four = 4_ic;
  using Four = decltype(four)::type;
  o[0] = four() + Four::value;
  static_assert(ct::round_approximate_t{}() == ct::rounding_mode::round_approximate);
  ct::memory_order_relaxed_t::type relaxed;
  ct::atomic_add(o, 1, relaxed);
  using Map = ct::dimension_map<1, 0>;
  o[1] = Map::rank();
}

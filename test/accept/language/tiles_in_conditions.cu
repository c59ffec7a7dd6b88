// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of one element in every kind of condition.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void k(float* p, int n) {
  auto x = ct::load(p + ct::iota<ct::tile<int, ct::shape<32>>>());
  auto s = ct::sum(x, 0_ic);
  if (s > 0.f) p[0] = 1;
  if (!(s > 1.f)) p[1] = 2;
  if (s > 2.f && n > 0) p[2] = 3;
  while (ct::any_of(x > 1.f, 0_ic)) x = x * 0.5f;
  for (; ct::all_of(x < 10.f, 0_ic); ) x = x + 1.f;
  do { x = x - 1.f; } while (ct::sum(x, 0_ic) > 5.f);
  p[3] = ct::any_of(x == 0.f, 0_ic) ? 1.f : 2.f;
  bool b = static_cast<bool>(ct::all_of(x > -100.f, 0_ic));
  if (b || (bool)ct::any_of(x > 3.f, 0_ic)) p[4] = static_cast<float>(ct::sum(x, 0_ic));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of scalars, structs and tiles, nested aggregates, designated initialisers, references.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
struct Point { float x, y; }; struct Box { Point a, b; int tag = 1; };
using T = ct::tile<float, ct::shape<16>>;
struct State { T m, l; float scale[2]; };
__tile__ void update(State& s, const T& x) { s.m = ct::max(s.m, x); s.l = s.l + x; s.scale[1] += 1; }
__tile_global__ void k(float* p, int n) {
  Box b{.a = {1, 2}, .b = {.x = 3, .y = 4}};
  Box many[3] = {b, {}, {{5, 6}, {7, 8}, 9}};
  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  T rows[2] = {ct::zeros<T>(), ct::ones<T>()};
  State s{rows[0], rows[1], {1.f, 0.f}};
  for (int i = 0; i < n; ++i) update(s, rows[i & 1]);
  float t = 0;
  for (auto& [a, c, tag] : many) t += a.x + c.y + tag;
  for (auto& r : grid) for (int v : r) t += v;
  auto& ref = many[1]; ref.tag = grid[1][n % 3];
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  ct::store(p + i, s.m + s.l * t + float(ref.tag) + s.scale[1]);
}

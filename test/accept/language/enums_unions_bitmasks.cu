// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enumerations with operators, unions, flags.
#include <cuda_tile.h>
enum Color : unsigned char { red, green = 5, blue };
enum class Flag : unsigned { none = 0, a = 1, b = 2, c = 4 };
__host__ __device__ __tile__ constexpr Flag operator|(Flag x, Flag y) { return Flag(unsigned(x) | unsigned(y)); }
__host__ __device__ __tile__ constexpr bool has(Flag x, Flag y) { return (unsigned(x) & unsigned(y)) != 0; }
union Bits { float f; unsigned u; };
__tile_global__ void k(float* p, Color c, Flag f) {
  using enum Color;
  Bits b;
  b.f = p[0];
  p[1] = b.u >> 23;
  switch (c) { case red: p[2] = 1; break; case green: p[2] = 2; break; case blue: p[2] = 3; }
  if (has(f | Flag::b, Flag::a)) p[3] = blue;
}

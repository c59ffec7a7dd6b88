// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An enumeration as a parameter; a tile without initialiser that a switch fills.
// RUN: tilec %s --run combine --grid 1 --arg 'out:[4]' --arg '[4]=iota' --arg '[4]=2' --arg 1 | FileCheck %s
// CHECK: out: 0 2 4 6
#include <cuda_tile.h>
namespace ct = cuda::tiles;
enum class Op : int { Add, Mul, Max };
__tile_global__ void combine(float *out, const float *a, const float *b, Op op) {
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  auto x = ct::load(a + i), y = ct::load(b + i);
  decltype(x) r;
  switch (op) {
  case Op::Add:
    r = x + y;
    break;
  case Op::Mul:
    r = x * y;
    break;
  default:
    r = ct::max(x, y);
  }
  ct::store(out + i, r);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of every linkage, overloads, default arguments, launches with one and two arguments.
// RUN: tilec %s --run plain --grid 1 --arg 'out:[1]' | FileCheck %s
// CHECK: p: 3
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
namespace {
__tile_global__ void hidden(int *p) {
  *p = 1;
}
} // namespace
static __tile_global__ void still(int *p) {
  *p = 2;
}
extern "C" __tile_global__ void plain(int *p) {
  *p = 3;
}
__tile_global__ void over(int *p) {
  *p = 4;
}
__tile_global__ void over(float *p) {
  *p = 5;
}
namespace deep::inner {
__tile_global__ void k(int *p, int v = 6) {
  *p = v;
}
} // namespace deep::inner
void host(int *p, float *f) {
  hidden<<<1, 1>>>(p);
  still<<<dim3(1), dim3(1)>>>(p);
  over<<<1, 1>>>(f);
  plain<<<1, 1>>>(p);
  deep::inner::k<<<1, 1>>>(p);
}

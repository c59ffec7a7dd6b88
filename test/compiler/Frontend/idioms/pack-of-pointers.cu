// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pack of pointers as parameters, and a fold expression over loads.
// RUN: tilec %s --run 'sum_all<const float*, const float*, const float*>' --grid 4 --arg 'out:[4]' \
// RUN:   --arg '[4]=iota' --arg '[4]=iota' --arg '[4]=1' | FileCheck %s
// CHECK: out: 1 3 5 7
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class... P> __tile__ auto total(int i, P... p) {
  return (ct::load(p + i) + ...);
}
template <class... P> __tile_global__ void sum_all(float *out, P... in) {
  int i = ct::bid().x;
  out[i] = total(i, in...);
}
template __tile_global__ void sum_all<const float *, const float *, const float *>(float *, const float *,
                                                                                   const float *, const float *);

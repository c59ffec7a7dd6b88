// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_89 --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.ptx
// RUN: tilec %s -arch=sm_90a --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=WGMMA
// MMAs of f64 by one warp, whose tiles leave no room for as many CTAs as there can be, say how many fit
// (the assembler shares registers among four warps, or eight, ...); others leave it to the assembler.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class P, class Extents, class Shape> __tile__ auto tiles(P* p, Extents extents, Shape shape) {
  return ct::partition_view{ct::tensor_span{p, extents}, shape};
}

template <class T, class S> __tile__ void multiply(S* c, const T* a, const T* b, int m, int n, int k) {
  auto va = tiles(a, ct::extents{m, k}, ct::shape<16, 16>{});
  auto vb = tiles(b, ct::extents{k, n}, ct::shape<16, 32>{});
  auto sum = ct::zeros<ct::tile<S, ct::shape<16, 32>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 16)))
    sum = ct::mma(va.load_masked(ct::bid().x, t), vb.load_masked(t, ct::bid().y), sum);
  tiles(c, ct::extents{m, n}, ct::shape<16, 32>{}).store_masked(sum, ct::bid().x, ct::bid().y);
}

// REMARK: 1 warp, {{.*}}; planned with registers for 12 CTAs
// CHECK: .entry {{.*}}doubles
// CHECK: .reqntid 32, 1, 1
// CHECK-NEXT: .minnctapersm 12
// WGMMA: 1 warp, {{.*}} a lane and access{{$}}
__tile_global__ void doubles(double* c, const double* a, const double* b, int m, int n, int k) {
  multiply(c, a, b, m, n, k);
}

// REMARK: 1 warp, {{.*}} a lane and access{{$}}
// CHECK: .entry {{.*}}halves
// CHECK-NOT: .minnctapersm
// CHECK: ret
__tile_global__ void halves(float* c, const __half* a, const __half* b, int m, int n, int k) {
  multiply(c, a, b, m, n, k);
}

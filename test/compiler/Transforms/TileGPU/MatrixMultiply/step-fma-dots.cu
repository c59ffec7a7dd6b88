// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --f32-mmas=exact -o %t.ptx && FileCheck %s --input-file=%t.ptx && FileCheck %s --check-prefix=LOADS --input-file=%t.ptx
// RUN: tilec %s -arch=sm_80 -o %t.80.ptx && FileCheck %s --check-prefixes=CHECK,COPIES --input-file=%t.80.ptx
// RUN: tilec %s -arch=sm_90a --f32-mmas=exact --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: %ptxas -arch=sm_80 -v %t.80.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// An MMA of floats is a loop along K: the code has 512 multiply-adds, with 16 bytes of operands at a time, however large the tile is.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int M, int N, int K, bool Transposed>
__tile_global__ void multiply(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  auto tiles = [](auto* p, int rows, int columns, auto shape) {
    return ct::partition_view{ct::tensor_span{ct::assume_aligned<16>(p), ct::extents{rows, columns}}, shape};
  };
  auto [i, j, z] = ct::bid();
  (void)z;
  auto sum = ct::zeros<ct::tile<float, ct::shape<M, N>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, K))) {
    auto x = tiles(a, m, k, ct::shape<M, K>{}).load_masked(i, t);
    if constexpr (Transposed)
      sum = ct::mma(x, ct::transpose(tiles(b, n, k, ct::shape<N, K>{}).load_masked(j, t)), sum);
    else
      sum = ct::mma(x, tiles(b, k, n, ct::shape<K, N>{}).load_masked(t, j), sum);
  }
  tiles(c, m, n, ct::shape<M, N>{}).store_masked(sum, i, j);
}

// REMARK: MMA of 128x128x32 f32 by multiply-add in each lane in 8 warps
// REMARK: load of 16384 bytes by tensor map, 1 box of 128x32 elements, swizzle of 128 bytes
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK: .entry _Z8multiplyB2v0ILi128ELi128ELi32ELb0E
// COPIES: cp.async
// LOADS: .entry _Z8multiplyB2v0ILi128ELi128ELi32ELb0E
// LOADS-NOT: ld.shared.b32
// LOADS-COUNT-32: ld.shared.v4.b32
// LOADS-NOT: ld.shared
// LOADS: .entry
// CHECK-COUNT-512: fma.rn.f32
// CHECK-NOT: fma.rn.f32
// CHECK: .entry
template __tile_global__ void multiply<128, 128, 32, false>(float*, const float*, const float*, int, int, int);
// CHECK: .entry _Z8multiplyB2v0ILi64ELi64ELi64ELb1E
// LOADS: .entry _Z8multiplyB2v0ILi64ELi64ELi64ELb1E
// LOADS-NOT: ld.shared.b32
// LOADS-COUNT-32: ld.shared.v4.b32
// LOADS-NOT: ld.shared
// LOADS: .entry
// CHECK-COUNT-512: fma.rn.f32
// CHECK-NOT: fma.rn.f32
// CHECK: .entry
template __tile_global__ void multiply<64, 64, 64, true>(float*, const float*, const float*, int, int, int);

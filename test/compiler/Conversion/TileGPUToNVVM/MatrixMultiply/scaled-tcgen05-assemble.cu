// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_100a -o %t.ptx && FileCheck %s < %t.ptx && %ptxas -arch=sm_100a -o /dev/null %t.ptx
// RUN: tilec %s -arch=sm_103a -o %t.ptx && FileCheck %s < %t.ptx && %ptxas -arch=sm_103a -o /dev/null %t.ptx
// RUN: tilec %s -arch=sm_110a -o %t.ptx && FileCheck %s < %t.ptx && %ptxas -arch=sm_110a -o /dev/null %t.ptx
// RUN: tilec %s -arch=sm_100f -o %t.ptx && FileCheck %s < %t.ptx && %ptxas -arch=sm_100f -o /dev/null %t.ptx
// REQUIRES: ptxas
// Block-scaled MMAs of 128 rows on chips with tensor memory: an instruction for each pair of elements and scales, with scales at the byte of each step.
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

template <class E, class S, int Block> __tile_global__ void product(float* c, const E* a, const S* sa, const E* b, const S* sb) {
  auto x = ct::load(a + ct::iota<Tile<int, 128, 128>>());
  auto xs = ct::load(sa + ct::iota<Tile<int, 128, 128 / Block>>());
  auto y = ct::load(b + ct::iota<Tile<int, 128, 64>>());
  auto ys = ct::load(sb + ct::iota<Tile<int, 128 / Block, 64>>());
  ct::store(c + ct::iota<Tile<int, 128, 64>>(), ct::scaled_mma(x, xs, y, ys, ct::zeros<Tile<float, 128, 64>>()));
}
#define PRODUCT(E, S, BLOCK) template __tile_global__ void product<E, S, BLOCK>(float*, const E*, const S*, const E*, const S*);

// Of e8m0 (1 << 23), 64 columns (8 << 17), 128 rows (8 << 24); the second step has the second byte of both (1 << 4, 1 << 29).
// CHECK: .entry _Z7productI13__nv_fp8_e4m3
// CHECK: tcgen05.st.sync.aligned.32x32b.x{{[0-9]+}}.b32
// CHECK: mov.b32 i, 143654912;
// CHECK: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [d], da, db, i, [sa], [sb],
// CHECK: mov.b32 i, 680525840;
// CHECK: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32
PRODUCT(__nv_fp8_e4m3, __nv_fp8_e8m0, 32)
// CHECK: .entry _Z7productI13__nv_fp8_e5m2
// CHECK: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32
PRODUCT(__nv_fp8_e5m2, __nv_fp8_e8m0, 32)
// CHECK: .entry _Z7productI13__nv_fp4_e2m1
// CHECK: tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32
PRODUCT(__nv_fp4_e2m1, __nv_fp8_e8m0, 32)
// CHECK: .entry _Z7productI13__nv_fp4_e2m1
// CHECK: tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16
PRODUCT(__nv_fp4_e2m1, __nv_fp8_e4m3, 16)
// Powers of two for 16 elements: the same instruction, told by its descriptor (1 << 23).
// CHECK: .entry _Z7productI13__nv_fp4_e2m1
// CHECK: mov.b32 i, 143656064;
// CHECK: tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16
PRODUCT(__nv_fp4_e2m1, __nv_fp8_e8m0, 16)

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_120a -o %t.ptx && FileCheck %s < %t.ptx && %ptxas -arch=sm_120a -o /dev/null %t.ptx
// RUN: tilec %s -arch=sm_121a -o %t.ptx && %ptxas -arch=sm_121a -o /dev/null %t.ptx
// RUN: tilec %s -arch=sm_103a -o %t.ptx && FileCheck %s --check-prefix=PLAIN < %t.ptx && %ptxas -arch=sm_103a -o /dev/null %t.ptx
// REQUIRES: ptxas
// Block-scaled MMAs on chips whose mma.sync takes scales: an instruction for each format; elsewhere plain MMAs of scaled operands.
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

template <class E, class S, int Block> __tile_global__ void product(float* c, const E* a, const S* sa, const E* b, const S* sb) {
  auto x = ct::load(a + ct::iota<Tile<int, 64, 128>>());
  auto xs = ct::load(sa + ct::iota<Tile<int, 64, 128 / Block>>());
  auto y = ct::load(b + ct::iota<Tile<int, 128, 64>>());
  auto ys = ct::load(sb + ct::iota<Tile<int, 128 / Block, 64>>());
  ct::store(c + ct::iota<Tile<int, 64, 64>>(), ct::scaled_mma(x, xs, y, ys, ct::zeros<Tile<float, 64, 64>>()));
}
#define PRODUCT(E, S, BLOCK) template __tile_global__ void product<E, S, BLOCK>(float*, const E*, const S*, const E*, const S*);

// CHECK: .entry _Z7productI13__nv_fp8_e4m3
// CHECK: mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0
// PLAIN: tcgen05.mma.cta_group::1.kind::f16
PRODUCT(__nv_fp8_e4m3, __nv_fp8_e8m0, 32)
// CHECK: mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e5m2.e5m2.f32.ue8m0
PRODUCT(__nv_fp8_e5m2, __nv_fp8_e8m0, 32)
// CHECK: mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0
PRODUCT(__nv_fp4_e2m1, __nv_fp8_e8m0, 32)
// CHECK: mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3
PRODUCT(__nv_fp4_e2m1, __nv_fp8_e4m3, 16)
// Of e2m1 with powers of two for 16 elements there is none.
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
PRODUCT(__nv_fp4_e2m1, __nv_fp8_e8m0, 16)

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// RUN: FileCheck %s --input-file=%t.90.ptx
// REQUIRES: ptxas
// What loads and stores ask of caches, masked and not, and what of L2 besides; memory other than global has no policies.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#streaming = #tile_gpu<cache streaming>
#reused = #tile_gpu<cache reused>

// CHECK-LABEL: .entry policies
// CHECK: ld.global.L1::no_allocate.v4.b32
// CHECK: @%p{{[0-9]+}} ld.global.L1::evict_last.v4.b32
// CHECK: ld.global.nc.v4.b32
// CHECK: @%p{{[0-9]+}} ld.global.nc.L1::no_allocate.v4.b32
// CHECK: st.global.cs.v4.b32
// CHECK: @%p{{[0-9]+}} st.global.L1::evict_last.v4.b32
func.func @policies(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  %ns = tile.splat %n : tensor<128xi32, #l>
  %m = arith.cmpi slt, %i, %ns : tensor<128xi32, #l>
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %i : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l>
  %qs = tile.splat %q : tensor<128x!tile.ptr<f32>, #l>
  %qq = tile.offset %qs, %i : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l>
  %a = tile_gpu.load %pp vector 4 {cache = #streaming} : tensor<128x!tile.ptr<f32>, #l>
  tile_gpu.store %qq, %a vector 4 : tensor<128x!tile.ptr<f32>, #l>
  %b = tile_gpu.load %pp mask %m vector 4 {cache = #reused} : tensor<128x!tile.ptr<f32>, #l>
  tile_gpu.store %qq, %b mask %m vector 4 : tensor<128x!tile.ptr<f32>, #l>
  %c = tile_gpu.load %pp vector 4 {read_only} : tensor<128x!tile.ptr<f32>, #l>
  tile_gpu.store %qq, %c vector 4 : tensor<128x!tile.ptr<f32>, #l>
  %d = tile_gpu.load %pp mask %m vector 4 {cache = #streaming, read_only} : tensor<128x!tile.ptr<f32>, #l>
  tile_gpu.store %qq, %d vector 4 {cache = #streaming} : tensor<128x!tile.ptr<f32>, #l>
  tile_gpu.store %qq, %d mask %m vector 4 {cache = #reused} : tensor<128x!tile.ptr<f32>, #l>
  return
}

// What lies beside comes into L2, always or where the grid is small along x.
// CHECK-LABEL: .entry neighbours
// CHECK: setp.le.u32 near, %r{{[0-9]+}}, 1536; @near ld.global.L2::256B.v4.b32 [[V:[^;]*]]; @!near ld.global.v4.b32 [[V]]; }
// CHECK: ld.global.nc.L1::no_allocate.L2::256B.v4.b32
// CHECK-NOT: near
// CHECK: ret
func.func @neighbours(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  %ps = tile.splat %p : tensor<128x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %i : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l>
  %qs = tile.splat %q : tensor<128x!tile.ptr<f32>, #l>
  %qq = tile.offset %qs, %i : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l>
  %a = tile_gpu.load %pp vector 4 {adjacent_blocks = 1536 : i64} : tensor<128x!tile.ptr<f32>, #l>
  tile_gpu.store %qq, %a vector 4 : tensor<128x!tile.ptr<f32>, #l>
  %b = tile_gpu.load %pp vector 4 {cache = #streaming, read_only, adjacent_blocks = 2147483647 : i64} : tensor<128x!tile.ptr<f32>, #l>
  tile_gpu.store %qq, %b vector 4 : tensor<128x!tile.ptr<f32>, #l>
  return
}

// CHECK-LABEL: .entry elsewhere
// CHECK-NOT: L1::
// CHECK: ret
func.func @elsewhere(%out: !tile.ptr<f32>, %x: f32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 64 : i64} {
  %local = tile_gpu.alloca 64 bytes align 16 {shared_offset = 32 : i64} : !tile.ptr<f32>
  tile_gpu.store %local, %x {cache = #reused} : !tile.ptr<f32>
  %y = tile_gpu.load %local {cache = #reused, read_only} : !tile.ptr<f32>
  tile_gpu.store %out, %y : !tile.ptr<f32>
  return
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-gpu-to-registers=arch=sm_90a | FileCheck %s
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// REQUIRES: ptxas
// Atomics are inline PTX with the order and scope of the source; LLVM's own would lose both.

#l = #tile_gpu.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#copies = #tile_gpu.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]]>

// CHECK-LABEL: llvm.func @kinds
// CHECK: "red.relaxed.gpu.global.add.f32 [$0], $1;"
// CHECK: "red.release.sys.global.and.b32 [$0], $1;"
// `red` cannot acquire.
// CHECK: "atom.acquire.cta.global.xor.b32 $0, [$1], $2;"
// CHECK: "atom.acq_rel.gpu.global.max.u32 $0, [$1], $2;"
// CHECK: "atom.relaxed.sys.global.exch.b32 $0, [$1], $2;"
// CHECK: "red.relaxed.gpu.global.min.s64 [$0], $1;"
// CHECK: arith.negf
// CHECK: "red.relaxed.gpu.global.add.noftz.f16 [$0], $1;"
func.func @kinds(%p: !tile.ptr<f32>, %q: !tile.ptr<i32>, %r: !tile.ptr<i64>, %h: !tile.ptr<f16>, %x: f32, %i: i32, %j: i64, %v: f16)
    attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %ps = tile.splat %p : tensor<64x!tile.ptr<f32>, #l>
  %qs = tile.splat %q : tensor<64x!tile.ptr<i32>, #l>
  %rs = tile.splat %r : tensor<64x!tile.ptr<i64>, #l>
  %hs = tile.splat %h : tensor<64x!tile.ptr<f16>, #l>
  %xs = tile.splat %x : tensor<64xf32, #l>
  %is = tile.splat %i : tensor<64xi32, #l>
  %js = tile.splat %j : tensor<64xi64, #l>
  %vs = tile.splat %v : tensor<64xf16, #l>
  tile_gpu.atomic_rmw add relaxed device %ps, %xs : tensor<64x!tile.ptr<f32>, #l>
  tile_gpu.atomic_rmw and release system %qs, %is : tensor<64x!tile.ptr<i32>, #l>
  tile_gpu.atomic_rmw xor acquire block %qs, %is : tensor<64x!tile.ptr<i32>, #l>
  %old = tile_gpu.atomic_rmw max_unsigned acq_rel device %qs, %is : tensor<64x!tile.ptr<i32>, #l> -> tensor<64xi32, #l>
  tile_gpu.atomic_rmw exchange relaxed system %qs, %old : tensor<64x!tile.ptr<i32>, #l>
  tile_gpu.atomic_rmw min_signed relaxed device %rs, %js : tensor<64x!tile.ptr<i64>, #l>
  tile_gpu.atomic_rmw sub relaxed device %hs, %vs : tensor<64x!tile.ptr<f16>, #l>
  return
}

// A scalar: thread 0 alone, and its result to everybody.
// CHECK-LABEL: llvm.func @scalar
// CHECK: "@$3 atom.acq_rel.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,b"
// CHECK: "@$1 st.shared.b32 [$0], $2;"
// CHECK: nvvm.barrier0
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> i32
func.func @scalar(%q: !tile.ptr<i32>, %i: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %t = tile_gpu.atomic_rmw add acq_rel device %q, %i {shared_offset = 0 : i64} : !tile.ptr<i32> -> i32
  %s = tile.offset %q, %t : !tile.ptr<i32>, i32
  tile_gpu.store %s, %t : !tile.ptr<i32>
  return
}

// Where masked out, compare-exchange yields what it was to compare with, and a load its padding.
// CHECK-LABEL: llvm.func @masked
// CHECK: "@$4 atom.release.sys.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,b,0"
// CHECK: "@$2 ld.acquire.gpu.global.b32 $0, [$1];", "=r,l,b,0"
// CHECK: "@$2 st.release.cta.global.b32 [$0], $1;", "l,r,b"
func.func @masked(%q: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %i = tile_gpu.coordinate 0 : tensor<64xi32, #l>
  %ns = tile.splat %n : tensor<64xi32, #l>
  %m = arith.cmpi slt, %i, %ns : tensor<64xi32, #l>
  %qs = tile.splat %q : tensor<64x!tile.ptr<i32>, #l>
  %qp = tile.offset %qs, %i : tensor<64x!tile.ptr<i32>, #l>, tensor<64xi32, #l>
  %old = tile_gpu.atomic_cas release system %qp, %i, %ns mask %m : tensor<64x!tile.ptr<i32>, #l> -> tensor<64xi32, #l>
  %x = tile_gpu.atomic_load acquire device %qp mask %m padding %old : tensor<64x!tile.ptr<i32>, #l>
  tile_gpu.atomic_store release block %qp, %x mask %m : tensor<64x!tile.ptr<i32>, #l>
  return
}

// The copies in warp 1 do not access memory; they get the results of warp 0.
// CHECK-LABEL: llvm.func @copies
// CHECK: arith.constant 32 : i32
// CHECK: "@$3 atom.relaxed.gpu.global.add.u32 $0, [$1], $2;"
// CHECK: nvvm.barrier0
func.func @copies(%q: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %qs = tile.splat %q : tensor<32x!tile.ptr<i32>, #copies>
  %ns = tile.splat %n : tensor<32xi32, #copies>
  %old = tile_gpu.atomic_rmw add relaxed device %qs, %ns {shared_offset = 0 : i64} : tensor<32x!tile.ptr<i32>, #copies> -> tensor<32xi32, #copies>
  tile_gpu.store %qs, %old : tensor<32x!tile.ptr<i32>, #copies>
  return
}

// CHECK-LABEL: llvm.func @bytes
// CHECK: "@$2 ld.relaxed.gpu.global.b8 $0, [$1];", "=r,l,b"
// CHECK: "@$2 st.relaxed.sys.global.b8 [$0], $1;", "l,r,b"
func.func @bytes(%q: !tile.ptr<f8E5M2>) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %x = tile_gpu.atomic_load relaxed device %q {shared_offset = 0 : i64} : !tile.ptr<f8E5M2>
  tile_gpu.atomic_store relaxed system %q, %x : !tile.ptr<f8E5M2>
  return
}

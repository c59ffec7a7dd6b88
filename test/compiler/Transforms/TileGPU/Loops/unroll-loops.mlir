// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-unroll-loops=remarks=true --canonicalize --cse --split-input-file --verify-diagnostics | FileCheck %s
// RUN: awk '{print} /^ .*Here the LONG/ {for (i = 0; i < 96; ++i) print "%%m" i " = arith.addf %%x, %%x : tensor<128xf32, #l>"}' %s | tile-opt --tile-gpu-unroll-loops=remarks=true --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: remark: not unrolled: the body is long
// Loops that load little at a time have the loads of several iterations in flight.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!view = !tile.partition_view<128, !tile.tensor_view<?xf32, strides = [1]>, padding = zero>
// Sixteen bytes a lane: four times, with the loads first, and a loop for what is left.
// CHECK-LABEL: func @sum
// CHECK: %[[N:.*]] = arith.maxsi
// CHECK: scf.for
// CHECK-COUNT-4: tile_gpu.load_view
// CHECK-NOT: tile_gpu.load_view
// CHECK-COUNT-4: arith.addf
// CHECK: scf.for
// CHECK: tile_gpu.load_view
// CHECK: return
func.func @sum(%p: !tile.ptr<f32>, %n: i32, %q: tensor<128x!tile.ptr<f32>, #l>) attributes {tile_gpu.num_warps = 1 : i32} {
  %tv = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %v = tile.make_view %tv : !view
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128xf32, #l>
  // expected-remark @below {{unrolled 4 times, so that more loads are in flight}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<128xf32, #l>) : i32 {
    %x = tile_gpu.load_view %v[%k : i32] : !view -> tensor<128xf32, #l>
    // Here the LONG one has more.
    %t = arith.addf %s, %x : tensor<128xf32, #l>
    scf.yield %t : tensor<128xf32, #l>
  }
  tile_gpu.store %q, %r : tensor<128x!tile.ptr<f32>, #l>
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!view = !tile.partition_view<128, !tile.tensor_view<?xf32, strides = [1]>, padding = zero>
// Loads pass stores that cannot meet them, and no others.
// CHECK-LABEL: func @apart
// CHECK: scf.for
// CHECK-COUNT-4: tile_gpu.load_view
// CHECK-COUNT-4: tile_gpu.store_view
// CHECK-LABEL: func @together
// CHECK: scf.for
// CHECK-NEXT: arith.
// CHECK: tile_gpu.load_view
// CHECK: tile_gpu.store_view
// CHECK: tile_gpu.load_view
// CHECK: tile_gpu.store_view
func.func @apart(%p: !tile.ptr<f32> {tile.restrict}, %o: !tile.ptr<f32> {tile.restrict}, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %tv = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %v = tile.make_view %tv : !view
  %tw = tile.make_tensor_view %o extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %w = tile.make_view %tw : !view
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{unrolled 4 times}}
  scf.for %k = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load_view %v[%k : i32] : !view -> tensor<128xf32, #l>
    %t = arith.addf %x, %x : tensor<128xf32, #l>
    tile_gpu.store_view %w[%k : i32], %t : !view, tensor<128xf32, #l>
  }
  return
}
func.func @together(%p: !tile.ptr<f32>, %o: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %tv = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %v = tile.make_view %tv : !view
  %tw = tile.make_tensor_view %o extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %w = tile.make_view %tw : !view
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{unrolled 4 times}}
  scf.for %k = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load_view %v[%k : i32] : !view -> tensor<128xf32, #l>
    %t = arith.addf %x, %x : tensor<128xf32, #l>
    tile_gpu.store_view %w[%k : i32], %t : !view, tensor<128xf32, #l>
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!view = !tile.partition_view<128, !tile.tensor_view<?xf32, strides = [1]>, padding = zero>
// CHECK-LABEL: func @declines
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @declines(%p: !tile.ptr<f32>, %n: i32, %m: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %tv = tile.make_tensor_view %p extents [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %v = tile.make_view %tv : !view
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{not unrolled: the loop does not count up from a constant by a constant}}
  scf.for %k = %m to %n step %c1 : i32 {
    %x = tile_gpu.load_view %v[%k : i32] : !view -> tensor<128xf32, #l>
    tile_gpu.store_view %v[%k : i32], %x : !view, tensor<128xf32, #l>
  }
  // expected-remark @below {{not unrolled: the body has 'tile_gpu.print'}}
  scf.for %k = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load_view %v[%k : i32] : !view -> tensor<128xf32, #l>
    tile_gpu.print "%f" %x : tensor<128xf32, #l>
  }
  return
}

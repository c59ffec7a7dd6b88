// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s | tile-opt | FileCheck %s
// Warp roles, with and without registers.

// CHECK-LABEL: func.func @dealt_out
// CHECK: tile_gpu.warp_roles registers 240, 24 consumers {
// CHECK: } producer {
func.func @dealt_out() attributes {tile.kernel, tile_gpu.num_warps = 8 : i32} {
  tile_gpu.warp_roles registers 240, 24 consumers {
    tile_gpu.memory_barrier cta
  } producer {
  }
  return
}

// CHECK-LABEL: func.func @one_warp
// CHECK: tile_gpu.warp_roles consumers {
// CHECK: } producer warps 1 {
// CHECK: scf.for
func.func @one_warp(%n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  tile_gpu.warp_roles consumers {
  } producer warps 1 {
    scf.for %i = %zero to %n step %one : i32 {
    }
  }
  return
}

// CHECK-LABEL: func.func @turns
// CHECK: tile_gpu.ping_pong_arrive first
// CHECK: tile_gpu.ping_pong_wait
// CHECK-NEXT: tile_gpu.ping_pong_arrive
// CHECK-NEXT: }
func.func @turns(%n: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  tile_gpu.warp_roles consumers {
    tile_gpu.ping_pong_arrive first
    scf.for %i = %zero to %n step %one : i32 {
      tile_gpu.ping_pong_wait
      tile_gpu.ping_pong_arrive
    }
  } producer {
  }
  return
}

// CHECK-LABEL: func.func @issuer
// CHECK: tile_gpu.warp_roles consumers {
// CHECK: } producer warps 1 {
// CHECK: } issuer {
// CHECK: tile_gpu.tensor_commit %{{.*}} to %{{.*}}[%{{.*}}] : !tile_gpu.tensor_memory<32>, !tile_gpu.mbarriers<2>
// CHECK: tile_gpu.tensor_commit %{{.*}} to %{{.*}}[%{{.*}}] cluster : !tile_gpu.tensor_memory<32>, !tile_gpu.mbarriers<2>
func.func @issuer() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %zero = arith.constant 0 : i32
  %memory = tile_gpu.alloc_tensor_memory : !tile_gpu.tensor_memory<32>
  %bars = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<2>
  tile_gpu.warp_roles consumers {
    tile_gpu.dealloc_tensor_memory %memory : !tile_gpu.tensor_memory<32>
  } producer warps 1 {
  } issuer {
    tile_gpu.tensor_commit %memory to %bars[%zero] : !tile_gpu.tensor_memory<32>, !tile_gpu.mbarriers<2>
    tile_gpu.tensor_commit %memory to %bars[%zero] cluster : !tile_gpu.tensor_memory<32>, !tile_gpu.mbarriers<2>
  }
  return
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-stage-mma-operands | FileCheck %s
// Block-scaled MMAs by tcgen05: fours in pairs, operands in buffers, scales behind the accumulators in tensor memory.

#sums = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#pairs = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#lanes = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [0, 32]]>
#scales = #tile_gpu.layout<register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#scalesOfB = #tile_gpu.layout<register = [[1, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 32], [0, 0]]>
// CHECK-DAG: #[[PAIRS:.*]] = #tile_gpu.layout<register = [{{\[}}1, 0], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [{{\[}}0, 1], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [{{\[}}32, 0], [0, 32]]>
// CHECK-DAG: #[[OF_A:.*]] = #tile_gpu.layout<register = [{{\[}}0, 1], [32, 0], [64, 0]], lane = [{{\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [{{\[}}0, 0], [0, 0]]>

!a = tensor<128x64xf4E2M1FN, #pairs>
!b = tensor<64x64xf4E2M1FN, #lanes>
!s = tensor<128x2xf8E8M0FNU, #scales>
!t = tensor<2x64xf8E8M0FNU, #scalesOfB>
!c = tensor<128x64xf32, #sums>

// a is as it has to be, b's lanes change one of each pair; 64 columns of accumulators, then those of scales.
// CHECK-LABEL: func.func @fours
// CHECK: %[[MEMORY:.*]] = tile_gpu.alloc_tensor_memory : !tile_gpu.tensor_memory<128>
// CHECK: %[[PACKED:.*]] = tile_gpu.pack_fours %arg0 dimension 1
// CHECK: %[[A:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<128x32xi8,
// CHECK: tile_gpu.buffer_store %[[PACKED]], %[[A]]
// CHECK: tile_gpu.proxy_fence
// CHECK: %[[PAIRS_OF_B:.*]] = tile_gpu.convert_layout %arg2 : {{.*}} -> tensor<64x64xf4E2M1FN, #[[PAIRS]]>
// CHECK: tile_gpu.pack_fours %[[PAIRS_OF_B]] dimension 0
// CHECK: %[[B:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<32x64xi8,
// CHECK: tile_gpu.tensor_store %arg4, %[[MEMORY]] column 0
// CHECK: tile_gpu.convert_layout %arg1 : {{.*}} -> tensor<128x2xf8E8M0FNU, #[[OF_A]]>
// CHECK: tile_gpu.tensor_store_scales %{{.*}}, %[[MEMORY]] column 64
// CHECK: tile_gpu.tensor_store_scales %{{.*}} of_b, %[[MEMORY]] column 68
// CHECK: tile_gpu.tensor_mma %[[A]], %[[B]] into %[[MEMORY]] column 0 accumulates %true{{.*}} scales <f8E8M0FNU, depth = 2, columnOfA = 64, columnOfB = 68>
// CHECK: tile_gpu.tensor_wait %[[MEMORY]] pending 0
// CHECK: %[[SUM:.*]] = tile_gpu.tensor_load %[[MEMORY]] column 0
// CHECK-DAG: tile_gpu.free_buffer %[[A]]
// CHECK-DAG: tile_gpu.free_buffer %[[B]]
// CHECK: return %[[SUM]]
func.func @fours(%a: !a, %s: !s, %b: !b, %t: !t, %c: !c) -> !c attributes {tile_gpu.num_warps = 4 : i32} {
  %d = tile_gpu.scaled_mma tcgen05 %a scale %s, %b scale %t, %c : !a, !s, !b, !t, !c
  return %d : !c
}

// What no loop changes is stored before it; the barrier for it stands there, too.
// CHECK-LABEL: func.func @loop
// CHECK: tile_gpu.buffer_store {{.*}}128x32xi8
// CHECK: tile_gpu.memory_barrier cta
// CHECK: scf.for
// CHECK: tile_gpu.tensor_mma
// CHECK: }
// CHECK: tile_gpu.free_buffer
func.func @loop(%a: !a, %s: !s, %b: !b, %t: !t, %c: !c, %n: index) -> !c attributes {tile_gpu.num_warps = 4 : i32} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (!c) {
    %d = tile_gpu.scaled_mma tcgen05 %a scale %s, %b scale %t, %sum : !a, !s, !b, !t, !c
    scf.yield %d : !c
  }
  return %r : !c
}

// Accumulators that change places have columns each: scales lie behind those of both.
// CHECK-LABEL: func.func @exchanged
// CHECK: %[[MEMORY:.*]] = tile_gpu.alloc_tensor_memory : !tile_gpu.tensor_memory<256>
// CHECK: tile_gpu.tensor_store %{{.*}}, %[[MEMORY]] column 0
// CHECK: tile_gpu.tensor_store_scales %{{.*}}, %[[MEMORY]] column 128
// CHECK: tile_gpu.tensor_load %[[MEMORY]] column 0
func.func @exchanged(%a: !a, %s: !s, %b: !b, %t: !t, %c: !c, %n: index) -> (!c, !c) attributes {tile_gpu.num_warps = 4 : i32} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%sum = %c, %other = %c) -> (!c, !c) {
    %d = tile_gpu.scaled_mma tcgen05 %a scale %s, %b scale %t, %sum : !a, !s, !b, !t, !c
    scf.yield %other, %d : !c, !c
  }
  return %r#0, %r#1 : !c, !c
}

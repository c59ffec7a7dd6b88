// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-stage-mma-operands | FileCheck %s
// RUN: tile-opt %s --tile-gpu-stage-mma-operands=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tile-opt %s --tile-gpu-stage-mma-operands=shared-memory=114688 | FileCheck %s
// RUN: tile-opt %s --tile-gpu-stage-mma-operands=shared-memory=114687 | FileCheck %s --check-prefix=SMALL
// Operands of warpgroup MMAs stay in the stages that they came into by tensor map, or are stored where they can be read.
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#any = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [32, 0], [16, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#turned = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0], [0, 32], [0, 16]], lane = [[8, 0], [16, 0], [32, 0], [0, 1], [0, 2]], warp = [[0, 4], [0, 8]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
#plain = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]]>
#map = #tile_gpu.tensor_map<bf16, base = ()[s0] -> (s0), extents = ()[s0] -> (4096, 4096), strides = ()[s0] -> (8192), box = [64, 64], order = [1, 0], swizzle = 128>
#mapPlain = #tile_gpu.tensor_map<bf16, base = ()[s0] -> (s0), extents = ()[s0] -> (4096, 4096), strides = ()[s0] -> (8192), box = [64, 64], order = [1, 0], swizzle = 0>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!plain = !tile_gpu.buffer<64x64xbf16, #plain>
!bar = !tile_gpu.mbarriers<1>
!factor = tensor<64x64xbf16, #any>
!sums = tensor<64x64xf32, #sum>

// Both in place, b transposed; the buffers live on behind the wait, and nothing is loaded to registers.
// CHECK-LABEL: func @in_place
// CHECK: %[[A:.*]] = tile_gpu.alloc_buffer : [[SLOT:!tile_gpu.buffer<64x64xbf16, #shared[0-9]*, align = 1024>]]
// CHECK: %[[T:.*]] = tile_gpu.mbarrier_wait
// CHECK-NOT: tile_gpu.buffer_load
// CHECK-NOT: tile_gpu.free_buffer
// CHECK: %[[V:.*]] = tile_gpu.buffer_view %[[A]]
// CHECK: %[[R:.*]] = tile_gpu.warpgroup_mma %[[A]], %[[V]] plus %arg1 : {{.*}} after %[[T]], %[[T]]
// CHECK: %[[W:.*]] = tile_gpu.warpgroup_wait %[[R]] pending 0
// CHECK-NEXT: tile_gpu.free_buffer %[[A]]
// CHECK-NEXT: return %[[W]]
// REMARK: remark: operand a of the MMA is read where the copy engine put it
// REMARK: remark: operand b of the MMA is read where the copy engine put it
func.func @in_place(%i: i32, %c: !sums) -> !sums {
  %zero = arith.constant 0 : i32
  %map = tile_gpu.tensor_map #map
  %buffer = tile_gpu.alloc_buffer : !slot
  %m = tile_gpu.alloc_mbarriers : !bar
  tile_gpu.tma_load %map[%i, %i] into %buffer, %m[%zero] : !slot, !bar
  %t = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar
  %a = tile_gpu.buffer_load %buffer after %t : !slot -> !factor
  tile_gpu.free_buffer %buffer : !slot
  %b = tile_gpu.permute %a [1, 0] : !factor -> tensor<64x64xbf16, #turned>
  %r = tile_gpu.mma wgmma %a, %b, %c : !factor, tensor<64x64xbf16, #turned>, !sums
  return %r : !sums
}

// Without a swizzle wgmma cannot read it; what is computed has no stage. Neighbours of a lane stay neighbours: a along K, b along N.
// CHECK-LABEL: func @stored
// CHECK: %[[X:.*]] = tile_gpu.buffer_load
// CHECK: tile_gpu.free_buffer
// CHECK: %[[A:.*]] = tile_gpu.alloc_buffer : [[SLOT:!tile_gpu.buffer<64x64xbf16, #shared[0-9]*, align = 1024>]]
// CHECK-NEXT: tile_gpu.buffer_store %[[X]], %[[A]]
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK: %[[B:.*]] = tile_gpu.alloc_buffer : [[SLOT]]
// CHECK-NEXT: tile_gpu.buffer_store %{{.*}}, %[[B]]
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK: tile_gpu.warpgroup_mma %[[A]], %[[B]] : [[SLOT]], [[SLOT]]
// CHECK-NEXT: tile_gpu.warpgroup_wait
// CHECK-DAG: tile_gpu.free_buffer %[[A]]
// CHECK-DAG: tile_gpu.free_buffer %[[B]]
// REMARK: operand a of the MMA is stored to shared memory for it: wgmma cannot read it as it lies
// REMARK: operand b of the MMA is stored to shared memory for it: it does not come by tensor map as it is
func.func @stored(%i: i32, %x: !factor) -> !sums {
  %zero = arith.constant 0 : i32
  %c = arith.constant dense<0.0> : !sums
  %map = tile_gpu.tensor_map #mapPlain
  %buffer = tile_gpu.alloc_buffer : !plain
  %m = tile_gpu.alloc_mbarriers : !bar
  tile_gpu.tma_load %map[%i, %i] into %buffer, %m[%zero] : !plain, !bar
  %t = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar
  %a = tile_gpu.buffer_load %buffer after %t : !plain -> !factor
  tile_gpu.free_buffer %buffer : !plain
  %b = arith.negf %x : !factor
  %r = tile_gpu.mma wgmma %a, %b, %c : !factor, !factor, !sums
  return %r : !sums
}

// What lanes load for two MMAs is stored once: rows of the first one's b are columns of the second one's.
// CHECK-LABEL: func @loaded_for_two
// CHECK: %[[X:.*]] = tile_gpu.load
// CHECK: %[[T:.*]] = tile_gpu.permute %[[X]] [1, 0]
// CHECK: tile_gpu.buffer_store %[[T]], %[[B:.*]] :
// CHECK: tile_gpu.warpgroup_mma %{{.*}}, %[[B]] :
// CHECK-NOT: tile_gpu.buffer_store %[[X]]
// CHECK-NOT: tile_gpu.free_buffer %[[B]]
// CHECK: %[[V:.*]] = tile_gpu.buffer_view %[[B]]
// CHECK-NEXT: tile_gpu.warpgroup_mma %{{.*}}, %[[V]] plus
// CHECK-NEXT: tile_gpu.warpgroup_wait
// CHECK-NEXT: tile_gpu.free_buffer %[[B]]
// Where the kernel's other buffers would not have 96 KB beside it, it is stored for each.
// SMALL-LABEL: func @loaded_for_two
// SMALL: %[[X:.*]] = tile_gpu.load
// SMALL: tile_gpu.warpgroup_mma
// SMALL: tile_gpu.buffer_store %[[X]]
// SMALL-NEXT: tile_gpu.proxy_fence
// SMALL-NEXT: tile_gpu.warpgroup_mma
// SMALL-LABEL: func @computed_for_two
func.func @loaded_for_two(%a: !factor, %p: tensor<64x64x!tile.ptr<bf16>, #any>) -> !sums {
  %c = arith.constant dense<0.0> : !sums
  %x = tile_gpu.load %p : tensor<64x64x!tile.ptr<bf16>, #any>
  %t = tile_gpu.permute %x [1, 0] : !factor -> tensor<64x64xbf16, #turned>
  %r = tile_gpu.mma wgmma %a, %t, %c : !factor, tensor<64x64xbf16, #turned>, !sums
  %s = tile_gpu.mma wgmma %a, %x, %r : !factor, !factor, !sums
  return %s : !sums
}

// What is computed is stored for each accumulator.
// CHECK-LABEL: func @computed_for_two
// CHECK: %[[X:.*]] = arith.negf
// CHECK: tile_gpu.warpgroup_mma
// CHECK: tile_gpu.buffer_store %[[X]]
// CHECK: tile_gpu.warpgroup_mma
func.func @computed_for_two(%a: !factor, %y: !factor, %d: !sums) -> (!sums, !sums) {
  %c = arith.constant dense<0.0> : !sums
  %x = arith.negf %y : !factor
  %t = tile_gpu.permute %x [1, 0] : !factor -> tensor<64x64xbf16, #turned>
  %r = tile_gpu.mma wgmma %a, %t, %c : !factor, tensor<64x64xbf16, #turned>, !sums
  %s = tile_gpu.mma wgmma %a, %x, %d : !factor, !factor, !sums
  return %r, %s : !sums, !sums
}

// What no iteration changes is stored once, and one barrier is behind it.
// CHECK-LABEL: func @before_the_loop
// CHECK: tile_gpu.buffer_store %arg0, %[[B:.*]] :
// CHECK: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK: scf.for
// CHECK: tile_gpu.warpgroup_mma
// CHECK: }
// CHECK: tile_gpu.free_buffer
func.func @before_the_loop(%x: !factor, %n: i32, %c: !sums) -> !sums {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %c) -> (!sums) : i32 {
    %t = tile_gpu.mma wgmma %x, %x, %s : !factor, !factor, !sums
    scf.yield %t : !sums
  }
  return %r : !sums
}

// The first operand stays in registers; only b is stored.
// CHECK-LABEL: func @in_registers
// CHECK-COUNT-1: tile_gpu.buffer_store
// CHECK-NOT: tile_gpu.buffer_store
// CHECK: tile_gpu.warpgroup_mma %arg0, %{{.*}} plus %arg2
func.func @in_registers(%a: tensor<64x64xbf16, #sum>, %b: !factor, %c: !sums) -> !sums {
  %r = tile_gpu.mma wgmma %a in_registers, %b, %c : tensor<64x64xbf16, #sum>, !factor, !sums
  return %r : !sums
}

// Accumulators of fp8 are exact enough for 128 MMAs: two steps from zero, added up in f32.
#deepA = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [32, 0], [16, 0], [4, 0]], lane = [[0, 16], [0, 32], [0, 64], [0, 128], [1, 0]], warp = [[2, 0], [8, 0]]>
#deepB = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 32], [0, 16], [0, 4]], lane = [[16, 0], [32, 0], [64, 0], [128, 0], [0, 1]], warp = [[0, 2], [0, 8]]>
// CHECK-LABEL: func @fp8
// CHECK: tile_gpu.warpgroup_mma %{{.*}}, %{{.*}} k_range [0, 128]
// CHECK-NEXT: %[[P:.*]] = tile_gpu.warpgroup_wait
// CHECK-NEXT: %[[S:.*]] = arith.addf %arg2, %[[P]]
// CHECK-NEXT: tile_gpu.warpgroup_mma %{{.*}}, %{{.*}} k_range [128, 256]
// CHECK-NEXT: %[[Q:.*]] = tile_gpu.warpgroup_wait
// CHECK-NEXT: arith.addf %[[S]], %[[Q]]
func.func @fp8(%a: tensor<64x256xf8E4M3FN, #deepA>, %b: tensor<256x64xf8E4M3FN, #deepB>, %c: !sums) -> !sums {
  %r = tile_gpu.mma wgmma %a, %b, %c : tensor<64x256xf8E4M3FN, #deepA>, tensor<256x64xf8E4M3FN, #deepB>, !sums
  return %r : !sums
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not tile-opt %s --convert-tile-gpu-to-registers=arch=sm_80 -split-input-file 2>&1 | FileCheck %s
// RUN: not tile-opt %s --convert-tile-gpu-to-registers=arch=sm_75 2>&1 | FileCheck %s --check-prefix=TARGET
// What cannot be lowered is an error at its line.

// TARGET: error: expected an architecture such as {{.*}}, got 'sm_75'

// CHECK: error: not supported yet: atomic add of bf16 on sm_80
func.func @bf16(%p: !tile.ptr<bf16>, %v: bf16) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  tile_gpu.atomic_rmw add relaxed device %p, %v : !tile.ptr<bf16>
  return
}

// -----

// CHECK: error: 'tile_gpu.alloca' op expected shared memory to be allocated (tile-gpu-allocate-shared-memory)
func.func @unallocated(%v: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %p = tile_gpu.alloca 16 bytes align 4 : !tile.ptr<i32>
  tile_gpu.store %p, %v : !tile.ptr<i32>
  return
}

// -----

// CHECK: error: 'tile_gpu.memory_barrier' op expected a target with clusters, got sm_80
func.func @cluster() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  tile_gpu.memory_barrier cluster
  return
}

// -----

// CHECK: error: 'func.func' op expected attribute tile_gpu.num_warps
func.func @warps() attributes {tile.kernel} {
  return
}

// -----

// CHECK: error: expected 2 arguments for the format, got 1
func.func @format(%v: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  tile_gpu.print "%d %d" %v : i32
  return
}

// -----

// CHECK: error: 'tile_gpu.scaled_mma' op expected a target with block-scaled mma.sync, got sm_80
#a = #tile_gpu.layout<register = [[0, 1], [0, 2], [8, 0], [0, 16]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]]>
#b = #tile_gpu.layout<register = [[1, 0], [2, 0], [16, 0]], lane = [[4, 0], [8, 0], [0, 1], [0, 2], [0, 4]]>
#c = #tile_gpu.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]>
#scalesA = #tile_gpu.layout<lane = [[8, 0], [0, 0], [1, 0], [2, 0], [4, 0]]>
#scalesB = #tile_gpu.layout<lane = [[0, 0], [0, 0], [0, 1], [0, 2], [0, 4]]>
!a = tensor<16x32xf8E4M3FN, #a>
!b = tensor<32x8xf8E4M3FN, #b>
!c = tensor<16x8xf32, #c>
!scalesA = tensor<16x1xf8E8M0FNU, #scalesA>
!scalesB = tensor<1x8xf8E8M0FNU, #scalesB>
func.func @scaled(%a: f8E4M3FN, %s: f8E8M0FNU, %c: f32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %x = tile.splat %a : !a
  %xs = tile.splat %s : !scalesA
  %y = tile.splat %a : !b
  %ys = tile.splat %s : !scalesB
  %z = tile.splat %c : !c
  %r = tile_gpu.scaled_mma %x scale %xs, %y scale %ys, %z : !a, !scalesA, !b, !scalesB, !c
  return
}

// -----

// CHECK: error: 'tile_gpu.next_block' op expected to stand in a kernel whose CTAs stay
func.func @next(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %draws = tile.num_blocks x
  %next = tile_gpu.next_block of %draws {shared_offset = 0 : i64}
  tile_gpu.store %p, %next : !tile.ptr<i32>
  return
}

// -----

// CHECK: error: 'tile_gpu.tensor_map' op expected a kernel with tensor maps
llvm.func @map() {
  %map = tile_gpu.tensor_map <f32, base = () -> (0), extents = () -> (8), strides = () -> (), box = [8], order = [0],
                              swizzle = 0>
  llvm.return
}

// -----

// RUN: not tile-opt %s --convert-tile-gpu-to-registers=arch=sm_103a -split-input-file 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BYTES
// BYTES: error: 'tile_gpu.tensor_mma' op expected a target with tcgen05 of i8, got sm_103a
#bytesA = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 16], [8, 0], [16, 0], [32, 0]]>
#bytesB = #tile_gpu.shared<[[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 1], [0, 2], [16, 4], [0, 8]]>
!bytesA = !tile_gpu.buffer<64x32xi8, #bytesA, align = 1024>
!bytesB = !tile_gpu.buffer<32x16xi8, #bytesB, align = 1024>
!memory = !tile_gpu.tensor_memory<32>
func.func @bytes(%accumulates: i1) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %memory = tile_gpu.alloc_tensor_memory {shared_offset = 0 : i64} : !memory
  %a = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !bytesA
  %b = tile_gpu.alloc_buffer {shared_offset = 3072 : i64} : !bytesB
  tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %accumulates : !bytesA, !bytesB into !memory
  tile_gpu.dealloc_tensor_memory %memory : !memory
  return
}

// -----

// RUN: not tile-opt %s --lower-warp-roles=arch=sm_80 -split-input-file 2>&1 | FileCheck %s --check-prefix=ROLES
// ROLES: error: 'tile_gpu.warp_roles' op expected a target with elect.sync, got sm_80
func.func @roles() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  tile_gpu.warp_roles consumers {
  } producer {
  }
  return
}

// -----

// RUN: not tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_75 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tile-opt %s --convert-math-to-libdevice -split-input-file 2>&1 | FileCheck %s --check-prefix=MATH
// MATH: error: not supported yet: math.ipowi on the GPU
llvm.func @power(%x: i32, %p: !llvm.ptr) {
  %y = math.ipowi %x, %x : i32
  llvm.store %y, %p : i32, !llvm.ptr
  llvm.return
}

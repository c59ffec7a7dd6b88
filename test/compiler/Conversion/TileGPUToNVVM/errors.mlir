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

// RUN: not tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_75 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tile-opt %s --convert-math-to-libdevice -split-input-file 2>&1 | FileCheck %s --check-prefix=MATH
// MATH: error: not supported yet: math.ipowi on the GPU
llvm.func @power(%x: i32, %p: !llvm.ptr) {
  %y = math.ipowi %x, %x : i32
  llvm.store %y, %p : i32, !llvm.ptr
  llvm.return
}

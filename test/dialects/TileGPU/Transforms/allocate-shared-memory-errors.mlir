// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-allocate-shared-memory=limit=100 --verify-diagnostics
// What does not fit is an error at the kernel.

// expected-error @below {{expected at most 100 bytes of shared memory, got 112}}
func.func @f() attributes {tile_gpu.num_warps = 4 : i32} {
  %a = tile_gpu.alloca 101 bytes align 1 : !tile.ptr<i8>
  return
}

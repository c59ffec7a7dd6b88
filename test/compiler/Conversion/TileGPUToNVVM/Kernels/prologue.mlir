// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --lower-warp-roles=arch=sm_90a | FileCheck %s
// What says of itself that it touches shared memory and parameters only may run while the kernel ahead in the stream does; whatever else it looks like, a kernel
// waits before it. Memory accesses do not pass the wait.

// CHECK-LABEL: llvm.func @of_prologue
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK-NOT: griddepcontrol.wait
// CHECK: mbarrier.init
// CHECK: scf.if
// CHECK: llvm.inline_asm has_side_effects "griddepcontrol.wait;", "~{memory}"
// CHECK: scf.if
// CHECK: llvm.inline_asm has_side_effects "griddepcontrol.wait;", "~{memory}"
llvm.func @of_prologue(%bar: !llvm.ptr<3>) attributes {nvvm.kernel, tile_gpu.num_warps = 4 : i32} {
  llvm.inline_asm has_side_effects {tile_gpu.of_prologue} "mbarrier.init.shared.b64 [$0], 1;", "l" %bar : (!llvm.ptr<3>) -> ()
  tile_gpu.warp_roles consumers {
    nvvm.barrier0
  } producer warps 1 {
  }
  llvm.return
}

// CHECK-LABEL: llvm.func @other
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK-NEXT: llvm.inline_asm has_side_effects "griddepcontrol.wait;", "~{memory}"
// CHECK: red.global
// CHECK-NOT: griddepcontrol
llvm.func @other(%p: !llvm.ptr) attributes {nvvm.kernel, tile_gpu.num_warps = 4 : i32} {
  llvm.inline_asm has_side_effects "red.global.add.u32 [$0], 1; // mbarrier.init", "l" %p : (!llvm.ptr) -> ()
  tile_gpu.warp_roles consumers {
    nvvm.barrier0
  } producer warps 1 {
  }
  llvm.return
}

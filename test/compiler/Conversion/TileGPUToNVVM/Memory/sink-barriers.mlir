// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --sink-barriers | FileCheck %s
// A barrier waits for the next access: not before arithmetic and shuffles, never behind an access.

// CHECK-LABEL: llvm.func @registers_first
// CHECK-NEXT: llvm.store
// CHECK-NEXT: arith.addf
// CHECK-NEXT: nvvm.shfl.sync
// CHECK-NEXT: nvvm.barrier0
// CHECK-NEXT: llvm.store
// CHECK-NEXT: nvvm.barrier0
// CHECK-NEXT: llvm.load
llvm.func @registers_first(%a: f32, %b: f32, %m: i32, %p: !llvm.ptr<3>) -> f32 {
  llvm.store %a, %p : f32, !llvm.ptr<3>
  nvvm.barrier0
  %s = arith.addf %a, %b : f32
  %t = nvvm.shfl.sync bfly %m, %s, %m, %m : f32 -> f32
  llvm.store %t, %p : f32, !llvm.ptr<3>
  nvvm.barrier0
  %r = llvm.load %p : !llvm.ptr<3> -> f32
  llvm.return %r : f32
}

// A branch with a store in it is an access; so is what nobody knows.
// CHECK-LABEL: llvm.func @stops
// CHECK-NEXT: nvvm.barrier0
// CHECK-NEXT: scf.if
// CHECK: llvm.store
// CHECK: nvvm.barrier0
// CHECK-NEXT: llvm.inline_asm
llvm.func @stops(%a: f32, %c: i1, %p: !llvm.ptr<3>) {
  nvvm.barrier0
  scf.if %c {
    llvm.store %a, %p : f32, !llvm.ptr<3>
  }
  nvvm.barrier0
  llvm.inline_asm has_side_effects "fence.acq_rel.gpu;", "" : () -> ()
  llvm.return
}

// What lanes do in memory of their own, and a vote, hold no barrier up.
// CHECK-LABEL: llvm.func @own_memory
// CHECK: nvvm.vote.sync
// CHECK-NEXT: scf.if
// CHECK: llvm.load
// CHECK: }
// CHECK-NEXT: nvvm.barrier0
// CHECK-NEXT: llvm.store
llvm.func @own_memory(%a: f32, %c: i1, %m: i32, %p: !llvm.ptr<3>) {
  %own = llvm.alloca %m x !llvm.array<8 x f32> : (i32) -> !llvm.ptr
  nvvm.barrier0
  %all = nvvm.vote.sync all %m, %c -> i1
  %r = scf.if %all -> f32 {
    scf.yield %a : f32
  } else {
    %e = llvm.getelementptr inbounds %own[1] : (!llvm.ptr) -> !llvm.ptr, f32
    llvm.store %a, %e : f32, !llvm.ptr
    %x = llvm.load %e : !llvm.ptr -> f32
    scf.yield %x : f32
  }
  llvm.store %r, %p : f32, !llvm.ptr<3>
  llvm.return
}

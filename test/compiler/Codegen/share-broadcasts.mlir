// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-translate -emit=llvm %s | FileCheck %s
// What a warp gets from its first lane: of the thread's number once, where the kernel begins; of what a loop loads in the loop, where the
// warp may be in a branch that others do not take.

// CHECK-LABEL: @groups
// CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1,
// CHECK-NOT: shfl
// CHECK: br
// CHECK-NOT: shfl
// CHECK: ret void
llvm.func @groups(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %last = llvm.mlir.constant(31 : i32) : i32
  %seven = llvm.mlir.constant(7 : i32) : i32
  llvm.br ^loop(%zero : i32)
^loop(%i: i32):
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %group = llvm.lshr %thread, %seven : i32
  %own = nvvm.shfl.sync idx %all, %group, %zero, %last : i32 -> i32
  %place = llvm.getelementptr %p[%own] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store volatile %i, %place : i32, !llvm.ptr<1>
  %odd = llvm.trunc %i : i32 to i1
  llvm.cond_br %odd, ^more, ^next
^more:
  %group2 = llvm.lshr %thread, %seven : i32
  %own2 = nvvm.shfl.sync idx %all, %group2, %zero, %last : i32 -> i32
  llvm.store volatile %own2, %p : i32, !llvm.ptr<1>
  llvm.br ^next
^next:
  %following = llvm.add %i, %one : i32
  %isMore = llvm.icmp "slt" %following, %n : i32
  llvm.cond_br %isMore, ^loop(%following : i32), ^end
^end:
  llvm.return
}

// CHECK-LABEL: @loaded
// CHECK: br
// CHECK: %[[X:.+]] = load volatile i32
// CHECK-NEXT: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %[[X]]
llvm.func @loaded(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %last = llvm.mlir.constant(31 : i32) : i32
  llvm.br ^loop(%zero : i32)
^loop(%i: i32):
  %x = llvm.load volatile %p : !llvm.ptr<1> -> i32
  %own = nvvm.shfl.sync idx %all, %x, %zero, %last : i32 -> i32
  %place = llvm.getelementptr %p[%own] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store volatile %i, %place : i32, !llvm.ptr<1>
  %following = llvm.add %i, %one : i32
  %isMore = llvm.icmp "slt" %following, %n : i32
  llvm.cond_br %isMore, ^loop(%following : i32), ^end
^end:
  llvm.return
}

// Other lanes than the first, and shuffles that not all lanes take part in, stay where they are.
// CHECK-LABEL: @others
// CHECK: br
// CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1,
// CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 15,
llvm.func @others(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %some = llvm.mlir.constant(15 : i32) : i32
  %last = llvm.mlir.constant(31 : i32) : i32
  llvm.br ^loop(%zero : i32)
^loop(%i: i32):
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %second = nvvm.shfl.sync idx %all, %thread, %one, %last : i32 -> i32
  %few = nvvm.shfl.sync idx %some, %thread, %zero, %last : i32 -> i32
  %both = llvm.add %second, %few : i32
  llvm.store volatile %both, %p : i32, !llvm.ptr<1>
  %following = llvm.add %i, %one : i32
  %isMore = llvm.icmp "slt" %following, %n : i32
  llvm.cond_br %isMore, ^loop(%following : i32), ^end
^end:
  llvm.return
}

// Warpgroups that multiply when they come to it keep theirs; where each waits for its turn, at a barrier of its number's, it is got once.
// CHECK-LABEL: @without_turns
// CHECK: br
// CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1,
// CHECK: ret void
// CHECK-LABEL: @in_turns
// CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1,
// CHECK: br
// CHECK-NOT: shfl
// CHECK: ret void
llvm.func @without_turns(%n: i32) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %last = llvm.mlir.constant(31 : i32) : i32
  %seven = llvm.mlir.constant(7 : i32) : i32
  llvm.br ^loop(%zero : i32)
^loop(%i: i32):
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %group = llvm.lshr %thread, %seven : i32
  %own = nvvm.shfl.sync idx %all, %group, %zero, %last : i32 -> i32
  llvm.inline_asm has_side_effects "wgmma.mma_async of $0;", "r" %own : (i32) -> ()
  %following = llvm.add %i, %one : i32
  %isMore = llvm.icmp "slt" %following, %n : i32
  llvm.cond_br %isMore, ^loop(%following : i32), ^end
^end:
  llvm.return
}

llvm.func @in_turns(%n: i32) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %last = llvm.mlir.constant(31 : i32) : i32
  %seven = llvm.mlir.constant(7 : i32) : i32
  llvm.br ^loop(%zero : i32)
^loop(%i: i32):
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %group = llvm.lshr %thread, %seven : i32
  %own = nvvm.shfl.sync idx %all, %group, %zero, %last : i32 -> i32
  llvm.inline_asm has_side_effects "bar.sync $0, 256;", "r" %own : (i32) -> ()
  llvm.inline_asm has_side_effects "wgmma.mma_async of $0;", "r" %own : (i32) -> ()
  %following = llvm.add %i, %one : i32
  %isMore = llvm.icmp "slt" %following, %n : i32
  llvm.cond_br %isMore, ^loop(%following : i32), ^end
^end:
  llvm.return
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.ptx && FileCheck %s < %t.ptx && %ptxas -arch=sm_90a -v -o /dev/null %t.ptx 2>&1 | FileCheck %s --check-prefix=ASSEMBLED
// RUN: not tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=compute_90 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 2>&1 | FileCheck %s --check-prefix=OLD
// REQUIRES: ptxas
// Warps branch by their number, which comes through a shuffle; consumers have a barrier of their own; one elected lane
// produces, without predicates' branches; each role waits for the kernel ahead in the stream before it touches global memory; registers are dealt out, and ptxas neither ignores that nor spills.
// ASSEMBLED-NOT: C75
// ASSEMBLED: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// ASSEMBLED: Used 168 registers
// PLAIN: error: 'tile_gpu.warp_roles' op expected a target with setmaxnreg, got compute_90
// OLD: error: {{.*}} expected a target with {{.*}}, got sm_80

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32], [64], [128]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64], [128]]>
!slot = !tile_gpu.buffer<256xi32, #rows>
!ring = !tile_gpu.buffer<256xi32, #rows, stages = 4>
!bars = !tile_gpu.mbarriers<4>

// CHECK-LABEL: .visible .entry ring(
// CHECK: .reqntid 384, 1, 1
// CHECK: .maxnreg 168
// CHECK: griddepcontrol.launch_dependents;
// CHECK-NOT: griddepcontrol
// CHECK: mbarrier.init
// CHECK: shfl.sync.idx.b32 %r[[WARP:[0-9]+]], %r{{[0-9]+}}, 0, 31, -1;
// CHECK: setp.gt.u32 %p{{[0-9]+}}, %r[[WARP]], 7;
// CHECK: bar.sync 0;
// CHECK: setmaxnreg.inc.sync.aligned.u32 240;
// CHECK: griddepcontrol.wait;
// CHECK: mbarrier.try_wait.parity
// CHECK: ld.shared
// CHECK: bar.sync 1, 256;
// CHECK: fence.proxy.async.shared::cta;
// CHECK: bar.warp.sync
// CHECK: mbarrier.arrive.shared.b64
// CHECK: setmaxnreg.dec.sync.aligned.u32 24;
// CHECK: setp.ne.b32 %p{{[0-9]+}}, %r[[WARP]], 8;
// CHECK: elect.sync
// CHECK-NOT: bar.
// CHECK: griddepcontrol.wait;
// CHECK: mbarrier.try_wait.parity
// CHECK: mbarrier.arrive.expect_tx
// CHECK: cp.async.bulk.shared::cluster.global
func.func @ring(%p: !tile.ptr<i32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 8192 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %ring = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !ring
  %full = tile_gpu.alloc_mbarriers {shared_offset = 0 : i64} : !bars
  %empty = tile_gpu.alloc_mbarriers {shared_offset = 32 : i64} : !bars
  tile_gpu.mbarrier_init %full arrivals 1 : !bars
  tile_gpu.mbarrier_init %empty arrivals 8 : !bars
  tile_gpu.memory_barrier cta
  tile_gpu.warp_roles registers 240, 24 consumers {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c3 : i32
      %round = arith.shrui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %w = tile_gpu.mbarrier_wait %full[%slot] parity %parity : !bars
      %x = tile_gpu.buffer_load %part after %w : !slot -> tensor<256xi32, #one>
      tile_gpu.memory_barrier cta
      tile_gpu.buffer_store %x, %part : tensor<256xi32, #one>, !slot
      tile_gpu.proxy_fence
      tile_gpu.mbarrier_arrive %empty[%slot] by warps : !bars
    }
  } producer {
    scf.for %i = %c0 to %n step %c1 : i32 {
      %slot = arith.andi %i, %c3 : i32
      %round = arith.shrui %i, %c2 : i32
      %parity = arith.andi %round, %c1 : i32
      %other = arith.subi %c1, %parity : i32
      %part = tile_gpu.buffer_stage %ring[%slot] : !ring
      %e = tile_gpu.mbarrier_wait %empty[%slot] parity %other : !bars
      tile_gpu.mbarrier_expect_tx %full[%slot] bytes 1024 : !bars
      tile_gpu.bulk_load %p into %part, %full[%slot] : !tile.ptr<i32> into !slot, !bars
    }
  }
  return
}

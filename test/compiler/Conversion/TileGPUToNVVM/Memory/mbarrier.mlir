// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: tile-opt %t/all.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && FileCheck %s --check-prefixes=ALL,SM90 < %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// RUN: tile-opt %t/old.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && FileCheck %s --check-prefix=SM80 < %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: not tile-opt %t/all.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_80 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: tile-opt %t/used.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.used.ptx && FileCheck %s --check-prefix=USED < %t.used.ptx && %ptxas -arch=sm_90a -o /dev/null %t.used.ptx
// REQUIRES: ptxas
// mbarriers: one lane initialises, warps arrive by one lane each, all wait for a parity.

//--- all.mlir
// ALL-LABEL: .visible .entry barriers(
// ALL-COUNT-2: mbarrier.init.shared.b64
// ALL: fence.mbarrier_init.release.cluster;
// ALL: bar{{.*}}sync
// ALL: mbarrier.arrive.expect_tx.shared.b64 _,
// ALL: fence.proxy.async.shared::cta;
// ALL: bar.warp.sync
// ALL: mbarrier.arrive.shared.b64
// SM90: mbarrier.try_wait.parity.shared.b64
// ERROR: 'tile_gpu.mbarrier_expect_tx' op expected a target with bulk copies, got sm_80
func.func @barriers(%i: i32, %parity: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %b = tile_gpu.alloc_mbarriers {shared_offset = 0 : i64} : !tile_gpu.mbarriers<2>
  tile_gpu.mbarrier_init %b arrivals 5 : !tile_gpu.mbarriers<2>
  tile_gpu.memory_barrier cta
  tile_gpu.mbarrier_expect_tx %b[%i] bytes 1024 : !tile_gpu.mbarriers<2>
  tile_gpu.proxy_fence
  tile_gpu.mbarrier_arrive %b[%i] by warps : !tile_gpu.mbarriers<2>
  %w = tile_gpu.mbarrier_wait %b[%i] parity %parity : !tile_gpu.mbarriers<2>
  return
}

//--- old.mlir
// SM80-LABEL: .visible .entry old(
// SM80-NOT: fence
// SM80: mbarrier.init.shared.b64
// SM80: mbarrier.arrive.shared.b64
// SM80: mbarrier.test_wait.parity.shared.b64
func.func @old(%i: i32, %parity: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 8 : i64} {
  %b = tile_gpu.alloc_mbarriers {shared_offset = 0 : i64} : !tile_gpu.mbarriers<1>
  tile_gpu.mbarrier_init %b arrivals 128 : !tile_gpu.mbarriers<1>
  tile_gpu.memory_barrier cta
  tile_gpu.mbarrier_arrive %b[%i] by lanes : !tile_gpu.mbarriers<1>
  %w = tile_gpu.mbarrier_wait %b[%i] parity %parity : !tile_gpu.mbarriers<1>
  return
}

// Which lane arrives depends on what all have loaded, one word of each access. Where nothing was loaded, a fence and the first lane.
//--- used.mlir
// USED-LABEL: .visible .entry used(
// USED: mbarrier.try_wait.parity.shared.b64
// USED: ld.shared.v4.b32 {%r[[A:[0-9]+]],
// USED: ld.shared.v4.b32 {%r[[B:[0-9]+]],
// USED-NOT: fence.proxy
// USED: or.b32 %r[[WORD:[0-9]+]], %r[[B]], %r[[A]];
// USED: bar.warp.sync
// USED: setp.ne.b32 %p[[SET:[0-9]+]], %r[[WORD]], 0;
// USED: vote.sync.ballot.b32 %r[[LANES:[0-9]+]], %p[[SET]], -1;
// USED: or.b32 %r[[SOME:[0-9]+]], %r[[LANES]], 1;
// USED: clz.b32 %r[[ABOVE:[0-9]+]], %r[[SOME]];
// USED: setp.eq.b32 %p[[ONE:[0-9]+]],
// USED: @%p[[ONE]] mbarrier.arrive.shared.b64
// USED: mbarrier.try_wait.parity.shared.b64
// USED: fence.proxy.async.shared::cta;
// USED: bar.warp.sync
// USED-NOT: vote
// USED: mbarrier.arrive.shared.b64
#eight = #tile_gpu.layout<register = [[1], [2], [128]], lane = [[4], [8], [16], [32], [64]], warp = []>
#bytes = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64], [128]]>
func.func @used(%p: !tile.ptr<i32>, %i: i32, %parity: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 2048 : i64} {
  %b = tile_gpu.alloc_mbarriers {shared_offset = 0 : i64} : !tile_gpu.mbarriers<2>
  %slot = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !tile_gpu.buffer<256xi32, #bytes>
  tile_gpu.mbarrier_init %b arrivals 1 : !tile_gpu.mbarriers<2>
  tile_gpu.memory_barrier cta
  %w = tile_gpu.mbarrier_wait %b[%i] parity %parity : !tile_gpu.mbarriers<2>
  %x = tile_gpu.buffer_load %slot after %w : !tile_gpu.buffer<256xi32, #bytes> -> tensor<256xi32, #eight>
  tile_gpu.proxy_fence {used}
  tile_gpu.mbarrier_arrive %b[%i] by warps {used} : !tile_gpu.mbarriers<2>
  %again = tile_gpu.mbarrier_wait %b[%i] parity %parity : !tile_gpu.mbarriers<2>
  tile_gpu.proxy_fence {used}
  tile_gpu.mbarrier_arrive %b[%i] by warps {used} : !tile_gpu.mbarriers<2>
  %c = tile_gpu.coordinate 0 : tensor<256xi32, #eight>
  %ps = tile.splat %p : tensor<256x!tile.ptr<i32>, #eight>
  %pp = tile.offset %ps, %c : tensor<256x!tile.ptr<i32>, #eight>, tensor<256xi32, #eight>
  tile_gpu.store %pp, %x vector 4 : tensor<256x!tile.ptr<i32>, #eight>
  return
}

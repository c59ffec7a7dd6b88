// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: tile-opt %t/all.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && FileCheck %s --check-prefixes=ALL,SM90 < %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// RUN: tile-opt %t/old.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && FileCheck %s --check-prefix=SM80 < %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: not tile-opt %t/all.mlir --tile-gpu-to-nvvm-pipeline=arch=sm_80 2>&1 | FileCheck %s --check-prefix=ERROR
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

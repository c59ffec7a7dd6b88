// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-gpu-pipeline-loops{remarks}))' --verify-diagnostics | FileCheck %s
// Stage buffers of different depth in one loop: what is further ahead was started earlier, so one wait serves all.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
!ptrs = tensor<512x!tile.ptr<f32>, #l>
!ints = tensor<512xi32, #l>
// CHECK-LABEL: func @two
// CHECK-DAG: %[[DEEP:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<512xf32, #{{.*}}, stages = 5>
// CHECK-DAG: %[[FLAT:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<512xf32, #{{.*}}, stages = 2>
// Four steps, of which the last one begins the flat stage buffer.
// CHECK: scf.for %[[STEP:.*]] = %{{.*}} to %[[FOUR:.*]] step
// CHECK:   arith.cmpi uge, %[[STEP]], %{{.*}} : i32
// CHECK:   tile_gpu.buffer_stage %[[FLAT]]
// CHECK:   tile_gpu.buffer_stage %[[DEEP]][%[[STEP]]]
// CHECK:   tile_gpu.async_commit
// Groups 0 to 3 are older than the flat stage buffer's newest, which is the only one that may be in flight.
// CHECK: scf.for {{.*}} iter_args({{.*}}, %[[G0:[a-z0-9]*]] = %{{[a-z0-9]*}}#0, %[[G1:[a-z0-9]*]] = %{{[a-z0-9]*}}#1, %[[G2:[a-z0-9]*]] = %{{[a-z0-9]*}}#2, %[[G3:[a-z0-9]*]] = %{{[a-z0-9]*}}#3)
// CHECK:   tile_gpu.async_wait %[[G0]], %[[G1]], %[[G2]], %[[G3]] pending 0
// CHECK:   tile_gpu.async_copy
// CHECK:   tile_gpu.async_copy
// CHECK:   tile_gpu.async_commit
func.func @two(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32, %r: !ptrs) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<512xf32, #l>
  %at = tile_gpu.coordinate 0 : !ints
  // expected-remark @below {{pipelined: 2 loads by asynchronous copies into 2, 5 stages, 10240 bytes of a CTA in flight}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> tensor<512xf32, #l> : i32 {
    %pi = tile.offset %p, %i : !tile.ptr<f32>, i32
    %ps = tile.splat %pi : !ptrs
    %pp = tile.offset %ps, %at : !ptrs, !ints
    %x = tile_gpu.load %pp {hints = [#tile.hints<arch = 900, latency = 5>]} : !ptrs
    %qi = tile.offset %q, %i : !tile.ptr<f32>, i32
    %qs = tile.splat %qi : !ptrs
    %qq = tile.offset %qs, %at : !ptrs, !ints
    %y = tile_gpu.load %qq {hints = [#tile.hints<arch = 900, latency = 2>]} : !ptrs
    // expected-remark @below {{load not brought ahead of its iteration: the hint latency = 1 asks for one stage}}
    %z = tile_gpu.load %qq {hints = [#tile.hints<arch = 900, latency = 1>]} : !ptrs
    %a = arith.addf %acc, %x : tensor<512xf32, #l>
    %b = arith.addf %y, %z : tensor<512xf32, #l>
    %s = arith.addf %a, %b : tensor<512xf32, #l>
    scf.yield %s : tensor<512xf32, #l>
  }
  tile_gpu.store %r, %sum vector 4 : !ptrs
  return
}

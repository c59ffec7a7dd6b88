// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true" --cse --canonicalize --loop-invariant-code-motion --tile-gpu-specialize-warps="stages=3" --canonicalize --cse --split-input-file | FileCheck %s
// A producer warp brings the loads by tensor map of a kernel, the other warps wait for stages and release them.

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// Stage and phase are carried, without a division; each region has the loop with what it needs of it.
// CHECK-LABEL: func @sum$v0
// CHECK-DAG: %[[MAP:.*]] = tile_gpu.tensor_map
// CHECK-DAG: %[[RING:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<16x32xf32, #shared, stages = 3>
// CHECK: %[[FULL:.*]] = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<3>
// CHECK: tile_gpu.mbarrier_init %[[FULL]] arrivals 1
// CHECK: %[[EMPTY:.*]] = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<3>
// CHECK: tile_gpu.mbarrier_init %[[EMPTY]] arrivals 4
// CHECK: tile_gpu.tma_prefetch_map %[[MAP]]
// CHECK: tile_gpu.warp_roles consumers {
// CHECK:   %[[SUM:.*]]:3 = scf.for %{{.*}} = %c0_i32 to %[[N:.*]] step %c1_i32 iter_args(%[[S:.*]] = %cst, %[[SLOT:.*]] = %c0_i32, %[[PHASE:.*]] = %c0_i32)
// CHECK:     %[[AT:.*]] = tile_gpu.buffer_stage %[[RING]][%[[SLOT]]]
// CHECK:     %[[T:.*]] = tile_gpu.mbarrier_wait %[[FULL]][%[[SLOT]]] parity %[[PHASE]]
// CHECK:     %[[X:.*]] = tile_gpu.buffer_load %[[AT]] after %[[T]]
// CHECK:     tile_gpu.mbarrier_arrive %[[EMPTY]][%[[SLOT]]] by warps
// CHECK:     %[[ADDED:.*]] = arith.addf %[[S]], %[[X]]
// CHECK:     %[[TURNED:.*]] = arith.xori %[[PHASE]], %c1_i32
// CHECK:     %[[FOLLOWING:.*]] = arith.addi %[[SLOT]], %c1_i32
// CHECK:     %[[END:.*]] = arith.cmpi eq, %[[FOLLOWING]], %c3_i32
// CHECK:     %[[NEXT:.*]] = arith.select %[[END]], %c0_i32, %[[FOLLOWING]]
// CHECK:     %[[NEXTPHASE:.*]] = arith.select %[[END]], %[[TURNED]], %[[PHASE]]
// CHECK:     scf.yield %[[ADDED]], %[[NEXT]], %[[NEXTPHASE]]
// CHECK:   tile_gpu.print "%f" %[[SUM]]#0
// CHECK: } producer warps 1 {
// CHECK:   scf.for %[[I:.*]] = %c0_i32 to %[[N]] step %c1_i32 iter_args(%[[PSLOT:.*]] = %c0_i32, %[[PPHASE:.*]] = %c0_i32)
// CHECK:     %[[OTHER:.*]] = arith.xori %[[PPHASE]], %c1_i32
// CHECK:     tile_gpu.mbarrier_wait %[[EMPTY]][%[[PSLOT]]] parity %[[OTHER]]
// CHECK:     tile_gpu.mbarrier_expect_tx %[[FULL]][%[[PSLOT]]] bytes 2048
// CHECK:     %[[INTO:.*]] = tile_gpu.buffer_stage %[[RING]][%[[PSLOT]]]
// CHECK:     tile_gpu.tma_load %[[MAP]][%c0_i32, %{{.*}}] into %[[INTO]], %[[FULL]][%[[PSLOT]]]
// CHECK:     scf.yield
// CHECK-NOT: print
// CHECK: return
func.func @sum$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@sum, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32, #l>
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<16x32xf32, #l>) : i32 {
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    %a = arith.addf %s, %x : tensor<16x32xf32, #l>
    scf.yield %a : tensor<16x32xf32, #l>
  }
  tile_gpu.print "%f" %sum : tensor<16x32xf32, #l>
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// Loads of one block share a stage: one mbarrier, all bytes, released behind the last use. What takes long between loads
// parts them.
// CHECK-LABEL: func @groups$v0
// CHECK-COUNT-2: tile_gpu.alloc_buffer {{.*}}stages = 3>
// CHECK: %[[FULL:.*]] = tile_gpu.alloc_mbarriers
// CHECK: %[[EMPTY:.*]] = tile_gpu.alloc_mbarriers
// CHECK: tile_gpu.alloc_buffer {{.*}}stages = 3>
// CHECK: %[[FULL2:.*]] = tile_gpu.alloc_mbarriers
// CHECK: %[[EMPTY2:.*]] = tile_gpu.alloc_mbarriers
// CHECK: warp_roles consumers {
// CHECK: %[[T:.*]] = tile_gpu.mbarrier_wait %[[FULL]]
// CHECK: tile_gpu.buffer_load %{{.*}} after %[[T]]
// CHECK-NOT: mbarrier
// CHECK: tile_gpu.buffer_load %{{.*}} after %[[T]]
// CHECK: tile_gpu.mbarrier_arrive %[[EMPTY]]
// CHECK: tile_gpu.reduce
// CHECK: tile_gpu.mbarrier_wait %[[FULL2]]
// CHECK: tile_gpu.buffer_load
// CHECK: tile_gpu.mbarrier_arrive %[[EMPTY2]]
// CHECK: } producer
// CHECK: tile_gpu.mbarrier_wait %[[EMPTY]]
// CHECK: tile_gpu.mbarrier_expect_tx %[[FULL]][%{{.*}}] bytes 4096
// CHECK-COUNT-2: tile_gpu.tma_load {{.*}} %[[FULL]][
// CHECK: tile_gpu.mbarrier_wait %[[EMPTY2]]
// CHECK: tile_gpu.mbarrier_expect_tx %[[FULL2]][%{{.*}}] bytes 2048
// CHECK: tile_gpu.tma_load
func.func @groups$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@groups, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    %j = arith.addi %i, %c1 : i32
    %y = tile_gpu.load_view %v[%j, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    %a = arith.addf %x, %y : tensor<16x32xf32, #l>
    %r = tile_gpu.reduce %a axis = 1 : (tensor<16x32xf32, #l>) -> tensor<16x1xf32, #tile_gpu.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>> {
    ^bb0(%e: f32, %f: f32):
      %g = arith.addf %e, %f : f32
      tile_gpu.yield %g : f32
    }
    %k = arith.addi %j, %c1 : i32
    %z = tile_gpu.load_view %v[%k, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f %f" %r, %z : tensor<16x1xf32, #tile_gpu.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>>, tensor<16x32xf32, #l>
  }
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// Counters run on through a condition, an inner loop and a loop without a trip count; what the loops carry and the producer
// needs not is not in its copies of them. The load in front is brought once, into one stage that nobody releases.
// CHECK-LABEL: func @nest$v0
// CHECK: %[[ONCE:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<16x32xf32, #shared>
// CHECK: %[[FULL:.*]] = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<1>
// CHECK-NEXT: tile_gpu.mbarrier_init %[[FULL]] arrivals 1
// CHECK-NEXT: tile_gpu.alloc_buffer {{.*}}stages = 3>
// CHECK: warp_roles consumers {
// CHECK: tile_gpu.mbarrier_wait %[[FULL]][%c0_i32] parity %c0_i32
// CHECK: scf.while (%{{.*}}, %{{.*}}, %[[SLOT:.*]] = %c0_i32, %[[PHASE:.*]] = %c0_i32) : (i32, tensor<{{.*}}>, i32, i32) -> (i32, tensor<{{.*}}>, i32, i32)
// CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}}, %[[SLOT]], %[[PHASE]]
// CHECK: scf.for {{.*}} -> (tensor<{{.*}}>, i32, i32)
// CHECK: scf.if %{{.*}} -> (tensor<{{.*}}>, i32, i32) {
// CHECK: tile_gpu.mbarrier_arrive
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}} : tensor<{{.*}}>, i32, i32
// CHECK: } else {
// CHECK-NEXT: scf.yield
// CHECK: } producer
// CHECK: tile_gpu.mbarrier_expect_tx %[[FULL]][%c0_i32] bytes 2048
// CHECK-NEXT: tile_gpu.tma_load %{{.*}} into %[[ONCE]]
// CHECK: scf.while (%{{.*}}, %{{.*}}, %{{.*}}) : (i32, i32, i32) -> (i32, i32, i32)
// CHECK: scf.for {{.*}} -> (i32, i32)
// CHECK: scf.if %{{.*}} -> (i32, i32) {
// CHECK: tile_gpu.tma_load
func.func @nest$v0(%p: !tile.ptr<f32>, %n: i32, %step: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@nest, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %first = tile_gpu.load_view %v[%n, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
  %end:2 = scf.while (%i = %c0, %s = %first) : (i32, tensor<16x32xf32, #l>) -> (i32, tensor<16x32xf32, #l>) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %s : i32, tensor<16x32xf32, #l>
  } do {
  ^bb0(%i: i32, %s: tensor<16x32xf32, #l>):
    %inner = scf.for %j = %c0 to %i step %c1 iter_args(%q = %s) -> (tensor<16x32xf32, #l>) : i32 {
      %odd = arith.trunci %j : i32 to i1
      %sum = scf.if %odd -> tensor<16x32xf32, #l> {
        %x = tile_gpu.load_view %v[%j, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
        %a = arith.addf %q, %x : tensor<16x32xf32, #l>
        scf.yield %a : tensor<16x32xf32, #l>
      } else {
        scf.yield %q : tensor<16x32xf32, #l>
      }
      scf.yield %sum : tensor<16x32xf32, #l>
    }
    %next = arith.addi %i, %step : i32
    scf.yield %next, %inner : i32, tensor<16x32xf32, #l>
  }
  tile_gpu.print "%f" %end#1 : tensor<16x32xf32, #l>
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// The producer draws blocks under the last of its loads, twice as many as there are stages, and hands their numbers on.
// CHECK-LABEL: func @drawn$v0
// CHECK: %[[NUMBERS:.*]] = tile_gpu.alloc_buffer : !tile_gpu.buffer<1xi32, #{{.*}}, stages = 2, align = 16>
// CHECK: %[[FULL:.*]] = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<2>
// CHECK: tile_gpu.mbarrier_init %[[FULL]] arrivals 1
// CHECK: %[[EMPTY:.*]] = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<2>
// CHECK: tile_gpu.mbarrier_init %[[EMPTY]] arrivals 4
// CHECK: tile_gpu.warp_roles consumers {
// CHECK-NOT: next_block
// CHECK:   scf.while
// CHECK:   } do {
// CHECK:     scf.for
// CHECK:     tile_gpu.print
// CHECK:     %[[T:.*]] = tile_gpu.mbarrier_wait %[[FULL]][%[[SLOT:.*]]] parity
// CHECK:     %[[AT:.*]] = tile_gpu.buffer_stage %[[NUMBERS]][%[[SLOT]]]
// CHECK:     %[[NEXT:.*]] = tile_gpu.buffer_get %[[AT]] after %[[T]]
// CHECK:     tile_gpu.mbarrier_arrive %[[EMPTY]][%[[SLOT]]] by warps
// CHECK:     scf.yield %[[NEXT]]
// CHECK:   attributes {tile.block_loop}
// CHECK: } producer warps 1 {
// CHECK:   scf.while
// CHECK:   } do {
// CHECK:     ^bb0(%[[B:[^:]*]]: i32
// CHECK-NOT: next_block
// CHECK:     %[[LAST:.*]] = arith.subi %[[B]], %c6_i32
// CHECK:     %[[FIRST:.*]] = arith.maxsi %[[LAST]], %c0_i32
// CHECK:     %[[MIDDLE:.*]] = arith.minsi %[[FIRST]], %[[B]]
// CHECK:     %[[BEFORE:.*]]:2 = scf.for %{{.*}} = %c0_i32 to %[[MIDDLE]]
// CHECK:       tile_gpu.tma_load
// CHECK:     %[[DRAWN:.*]] = tile_gpu.next_block
// CHECK:     scf.for %{{.*}} = %[[MIDDLE]] to %[[B]] step %c1_i32 iter_args(%{{.*}} = %[[BEFORE]]#0, %{{.*}} = %[[BEFORE]]#1)
// CHECK:       tile_gpu.tma_load
// CHECK:     %[[OTHER:.*]] = arith.xori
// CHECK:     tile_gpu.mbarrier_wait %[[EMPTY]][%[[SLOT:.*]]] parity %[[OTHER]]
// CHECK:     %[[AT:.*]] = tile_gpu.buffer_stage %[[NUMBERS]][%[[SLOT]]]
// CHECK:     tile_gpu.buffer_put %[[DRAWN]], %[[AT]]
// CHECK:     tile_gpu.mbarrier_arrive %[[FULL]][%[[SLOT]]] by first
// CHECK:     scf.yield %[[DRAWN]]
func.func @drawn$v0(%p: !tile.ptr<f32>, %blocks: i32) attributes {tile.kernel, tile.persistent, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@drawn, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32, #l>
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %w = tile.worker_id
  %end = scf.while (%b = %w) : (i32) -> i32 {
    %more = arith.cmpi ult, %b, %blocks : i32
    scf.condition(%more) %b : i32
  } do {
  ^bb0(%b: i32):
    %next = tile_gpu.next_block of %blocks
    %sum = scf.for %i = %c0 to %b step %c1 iter_args(%s = %zero) -> (tensor<16x32xf32, #l>) : i32 {
      %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
      %a = arith.addf %s, %x : tensor<16x32xf32, #l>
      scf.yield %a : tensor<16x32xf32, #l>
    }
    tile_gpu.print "%f" %sum : tensor<16x32xf32, #l>
    scf.yield %next : i32
  } attributes {tile.block_loop}
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// Where a drawn block is the producer computes alone, behind its loads, and hands it on with the number.
// CHECK-LABEL: func @places$v0
// CHECK-COUNT-2: tile_gpu.alloc_buffer : !tile_gpu.buffer<1xi32, #{{.*}}, stages = 2, align = 16>
// CHECK: tile_gpu.warp_roles consumers {
// CHECK-NOT: arith.remui
// CHECK:   tile_gpu.print
// CHECK:   %[[T:.*]] = tile_gpu.mbarrier_wait
// CHECK:   %[[ONE:.*]] = tile_gpu.buffer_get {{.*}} after %[[T]]
// CHECK:   %[[OTHER:.*]] = tile_gpu.buffer_get {{.*}} after %[[T]]
// CHECK:   tile_gpu.mbarrier_arrive
// CHECK:   scf.yield %{{[^,]*}}, %{{[^,]*}},
// CHECK: } producer warps 1 {
// CHECK-NOT: next_block
// CHECK:   scf.for
// CHECK:   tile_gpu.tma_load
// CHECK:   %[[DRAWN:.*]] = tile_gpu.next_block
// CHECK:   scf.for
// CHECK:   tile_gpu.tma_load
// CHECK:   %[[PLACE:.*]] = arith.remui %[[DRAWN]]
// CHECK:   tile_gpu.mbarrier_wait
// CHECK-DAG: tile_gpu.buffer_put %[[DRAWN]]
// CHECK-DAG: tile_gpu.buffer_put %[[PLACE]]
// CHECK:   tile_gpu.mbarrier_arrive {{.*}} by first
// CHECK:   scf.yield %[[DRAWN]], %[[PLACE]]
func.func @places$v0(%p: !tile.ptr<f32>, %blocks: i32, %columns: i32) attributes {tile.kernel, tile.persistent, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@places, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32, #l>
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %w = tile.worker_id
  %first = arith.remui %w, %columns : i32
  %end = scf.while (%b = %w, %x = %first) : (i32, i32) -> i32 {
    %more = arith.cmpi ult, %b, %blocks : i32
    scf.condition(%more) %x : i32
  } do {
  ^bb0(%x: i32):
    %next = tile_gpu.next_block of %blocks
    %sum = scf.for %i = %c0 to %x step %c1 iter_args(%s = %zero) -> (tensor<16x32xf32, #l>) : i32 {
      %y = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
      %a = arith.addf %s, %y : tensor<16x32xf32, #l>
      scf.yield %a : tensor<16x32xf32, #l>
    }
    tile_gpu.print "%f" %sum : tensor<16x32xf32, #l>
    %place = arith.remui %next, %columns : i32
    scf.yield %next, %place : i32, i32
  } attributes {tile.block_loop}
  return
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true" --cse --tile-gpu-specialize-warps="remarks" --split-input-file --verify-diagnostics
// Each schedule, and each load that stays where it was.

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
func.func @schedule$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@schedule, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{1 load by a producer warp, 2048 bytes once; 4 warps consume}}
  %first = tile_gpu.load_view %v[%n, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-remark @below {{2 loads by a producer warp into 2 stage buffers of 2 stages, 8192 bytes of a CTA in flight; 4 warps consume}}
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f %f" %first, %x : tensor<16x32xf32, #l>, tensor<16x32xf32, #l>
    scf.for %j = %c0 to %n step %c1 : i32 {
      // The hint takes so many stages.
      // expected-remark @below {{1 load by a producer warp into 1 stage buffer of 5 stages, 10240 bytes of a CTA in flight; 4 warps consume; expected limit: memory's bandwidth}}
      %y = tile_gpu.load_view %v[%j, %c0 : i32, i32] {hints = [#tile.hints<arch = 0, latency = 5>]} : !view -> tensor<16x32xf32, #l>
      tile_gpu.print "%f" %y : tensor<16x32xf32, #l>
    }
    %z = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f" %z : tensor<16x32xf32, #l>
  }
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
func.func @outside$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@outside, 0>} {
  %c0 = arith.constant 0 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no producer warp: no load by tensor map is in a loop}}
  %x = tile_gpu.load_view %v[%n, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
  tile_gpu.print "%f" %x : tensor<16x32xf32, #l>
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
func.func @short$v0(%p: !tile.ptr<f32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@short, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    // expected-remark @below {{no producer warp: all loops with loads have fewer than 4 iterations}}
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f" %x : tensor<16x32xf32, #l>
  }
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
!large_tensor = !tile.tensor_view<1024x128xf32, strides = [128, 1]>
!large = !tile.partition_view<128x128, !large_tensor>
#large = #tile_gpu.layout<register = [[0, 1], [0, 2], [16, 0], [32, 0], [64, 0], [4, 0], [8, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[1, 0], [2, 0]]>
func.func @places$v0(%p: !tile.ptr<f32> {tile.restrict}, %indices: !tile.ptr<i32> {tile.restrict}, %out: !tile.ptr<i32> {tile.restrict}, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@places, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %n step %c1 : i32 {
    // Of an array that the kernel only reads: the producer can read it, too.
    %pi = tile.offset %indices, %i : !tile.ptr<i32>, i32
    %at = tile_gpu.load %pi : !tile.ptr<i32>
    // expected-remark @below {{1 load by a producer warp into 1 stage buffer of}}
    %x = tile_gpu.load_view %v[%at, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f" %x : tensor<16x32xf32, #l>
    %qi = tile.offset %out, %i : !tile.ptr<i32>, i32
    tile_gpu.store %qi, %i : !tile.ptr<i32>
    // expected-note @below {{here}}
    %written = tile_gpu.load %qi : !tile.ptr<i32>
    // expected-remark @below {{not loaded by a producer warp: where it starts is read from memory that the kernel may write}}
    %y = tile_gpu.load_view %v[%written, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f" %y : tensor<16x32xf32, #l>
    // expected-note @below {{here}}
    %old = tile_gpu.atomic_rmw add relaxed device %qi, %i : !tile.ptr<i32> -> i32
    // expected-remark @below {{not loaded by a producer warp: where it starts depends on 'tile_gpu.atomic_rmw'}}
    %z = tile_gpu.load_view %v[%old, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f" %z : tensor<16x32xf32, #l>
  }
  return
}

// -----

#l = #tile_gpu.layout<register = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<32x32, !tensor>
func.func @full$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 32 : i32, tile.variant = #tile.variant<@full, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-remark @below {{no producer warp: the CTA has 32 warps already}}
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<32x32xf32, #l>
    tile_gpu.print "%f" %x : tensor<32x32xf32, #l>
  }
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// The hint `occupancy` comes first.
func.func @many$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.min_ctas = 16 : i32, tile.variant = #tile.variant<@many, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-remark @below {{no producer warp: of its CTAs with one warp more, 12 have room on a multiprocessor, not 16}}
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f" %x : tensor<16x32xf32, #l>
  }
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2], [4, 0], [8, 0], [16, 0], [32, 0], [64, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[1, 0], [2, 0]]>
!tensor = !tile.tensor_view<1024x256xf32, strides = [256, 1]>
!view = !tile.partition_view<128x128, !tensor>
func.func @large$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@large, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-remark @below {{no producer warp: stage buffers of 262184 bytes do not fit into the}}
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<128x128xf32, #l>
    %y = tile_gpu.load_view %v[%i, %c1 : i32, i32] : !view -> tensor<128x128xf32, #l>
    tile_gpu.print "%f %f" %x, %y : tensor<128x128xf32, #l>, tensor<128x128xf32, #l>
  }
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = []>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<4x32, !tensor>
func.func @latency$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.min_ctas = 2 : i32, tile.variant = #tile.variant<@latency, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-remark @below {{1 load by a producer warp into 1 stage buffer of 8 stages, 4096 bytes of a CTA in flight; 1 warp consumes; expected limit: memory's latency, with 8192 of}}
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<4x32xf32, #l>
    tile_gpu.print "%f" %x : tensor<4x32xf32, #l>
  }
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#row = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// The producer is one lane: it has no tiles.
func.func @tiles$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@tiles, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %list = tile_gpu.coordinate 0 : tensor<32xi32, #row>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %sum = tile_gpu.reduce %list axis = 0 : (tensor<32xi32, #row>) -> tensor<1xi32, #one> {
    ^bb0(%a: i32, %b: i32):
      %add = arith.addi %a, %b : i32
      tile_gpu.yield %add : i32
    }
    // expected-note @below {{here}}
    %at = tile.to_scalar %sum : tensor<1xi32, #one>
    // expected-remark @below {{not loaded by a producer warp: where it starts depends on the elements of a tile}}
    %x = tile_gpu.load_view %v[%at, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f" %x : tensor<16x32xf32, #l>
  }
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// An early return that no structure stands for.
func.func @branches$v0(%p: !tile.ptr<f32>, %n: i32, %c: i1) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@branches, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.cond_br %c, ^work, ^end
^work:
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-remark @below {{no producer warp: the kernel has branches that no loop or condition stands for}}
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f" %x : tensor<16x32xf32, #l>
  }
  cf.br ^end
^end:
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
func.func @region$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@region, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-note @below {{here}}
    %at = scf.execute_region -> i32 {
      tile_gpu.print "%d" %i : i32
      scf.yield %i : i32
    }
    // expected-remark @below {{not loaded by a producer warp: where it starts depends on 'scf.execute_region'}}
    %x = tile_gpu.load_view %v[%at, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    tile_gpu.print "%f" %x : tensor<16x32xf32, #l>
  }
  return
}

// -----

#row = #tile_gpu.shared<[[1], [2], [4]]>
#one = #tile_gpu.layout<lane = [[1], [2], [4], [0], [0]]>
#map = #tile_gpu.tensor_map<f32, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (8), strides = ()[s0, s1] -> (), box = [8], order = [0], swizzle = 0>
!slot = !tile_gpu.buffer<8xf32, #row>
!bar = !tile_gpu.mbarriers<1>
// The buffer is there for all iterations.
func.func @shares(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %map = tile_gpu.tensor_map #map
  %b = tile_gpu.alloc_buffer : !slot
  scf.for %i = %c0 to %n step %c1 : i32 {
    %m = tile_gpu.alloc_mbarriers : !bar
    tile_gpu.mbarrier_init %m arrivals 1 : !bar
    tile_gpu.mbarrier_expect_tx %m[%c0] bytes 32 : !bar
    // expected-remark @below {{not loaded by a producer warp: it has a buffer or an mbarrier together with other ops}}
    tile_gpu.tma_load %map[%i] into %b, %m[%c0] : !slot, !bar
    %t = tile_gpu.mbarrier_wait %m[%c0] parity %c0 : !bar
    tile_gpu.mbarrier_inval %m : !bar
    %x = tile_gpu.buffer_load %b after %t : !slot -> tensor<8xf32, #one>
    tile_gpu.print "%f" %x : tensor<8xf32, #one>
  }
  tile_gpu.free_buffer %b : !slot
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]]>
#both = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
// A barrier of the cluster, for all threads of its CTAs.
func.func @meets$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@meets, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %mine = tile_gpu.coordinate 0 : tensor<1xi32, #one>
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-remark @below {{no producer warp: CTAs of its clusters synchronise, which a producer warp has no part in}}
    %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
    %all = tile_gpu.cluster_gather %mine : (tensor<1xi32, #one>) -> tensor<2x1xi32, #both>
    tile_gpu.print "%f %d" %x, %all : tensor<16x32xf32, #l>, tensor<2x1xi32, #both>
  }
  return
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!tensor = !tile.tensor_view<1024x32xf32, strides = [32, 1]>
!view = !tile.partition_view<16x32, !tensor>
func.func @inside$v0(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@inside, 0>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %pa : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-note @below {{here}}
    scf.execute_region {
      // expected-remark @below {{not loaded by a producer warp: it stands inside of 'scf.execute_region'}}
      %x = tile_gpu.load_view %v[%i, %c0 : i32, i32] : !view -> tensor<16x32xf32, #l>
      tile_gpu.print "%f" %x : tensor<16x32xf32, #l>
      scf.yield
    }
  }
  return
}

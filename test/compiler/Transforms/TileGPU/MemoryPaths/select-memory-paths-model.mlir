// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="producers=true remarks=true target=sm_90a" --split-input-file --verify-diagnostics -o /dev/null
// Where a tensor map is expected to be faster, and where not: each rule of the model.

#l = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
!tensor = !tile.tensor_view<1024x64xf16, strides = [64, 1]>
!view = !tile.partition_view<64x64, !tensor, padding = zero>
!to = !tile.partition_view<64x64, !tensor>
// An MMA reads both operands where they arrive, and its result passes through shared memory on its way anyway.
func.func @product$v0(%p: !tile.ptr<f16>, %q: !tile.ptr<f16> {tile.restrict}, %i: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@product, 0>} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f16>
  %qa = tile.assume %q [#tile.divisible<16>] : !tile.ptr<f16>
  %t = tile.make_tensor_view %pa : !tile.ptr<f16> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{load of 8192 bytes by tensor map}}
  %a = tile_gpu.load_view %v[%i, %i : i32, i32] : !view -> tensor<64x64xf16, #l>
  %zero = arith.constant dense<0.0> : tensor<64x64xf16, #sum>
  %c = tile_gpu.mma wgmma %a, %a, %zero : tensor<64x64xf16, #l>, tensor<64x64xf16, #l>, tensor<64x64xf16, #sum>
  %r = tile_gpu.convert_layout %c : tensor<64x64xf16, #sum> -> tensor<64x64xf16, #l>
  %u = tile.make_tensor_view %qa : !tile.ptr<f16> -> !tensor
  %w = tile.make_view %u : !to
  // expected-remark @below {{store of 8192 bytes by tensor map}}
  tile_gpu.store_view %w[%i, %i : i32, i32], %r : !to, tensor<64x64xf16, #l>
  return
}

// -----

#l = #tile_gpu.layout<register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
!tensor = !tile.tensor_view<?xf32, strides = [1]>
!view = !tile.partition_view<1024, !tensor, padding = zero>
// Streams: once, in a loop, and in a loop from the same place.
func.func @streams$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<1024xf32, #l> attributes {tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@streams, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: what is used once goes to and from registers as fast}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<1024xf32, #l>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (tensor<1024xf32, #l>) : i32 {
    // expected-remark @below {{load of 4096 bytes by tensor map}}
    %y = tile_gpu.load_view %v[%i : i32] : !view -> tensor<1024xf32, #l>
    // expected-remark @below {{no tensor map: what every iteration loads again stays in L1}}
    %w = tile_gpu.load_view %v[%c1 : i32] : !view -> tensor<1024xf32, #l>
    %z = math.fma %y, %w, %sum : tensor<1024xf32, #l>
    scf.yield %z : tensor<1024xf32, #l>
  }
  return %s : tensor<1024xf32, #l>
}

// Three iterations are over before a producer is ahead: back to registers.
func.func @short$v0(%p: !tile.ptr<f32>, %x: tensor<1024xf32, #l>, %n: i32) -> tensor<1024xf32, #l> attributes {tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@short, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %s = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %x) -> (tensor<1024xf32, #l>) : i32 {
    // expected-remark @below {{no tensor map: no producer warp would bring it, all loops with loads have fewer than 4 iterations}}
    %y = tile_gpu.load_view %v[%i : i32] : !view -> tensor<1024xf32, #l>
    %z = arith.addf %sum, %y : tensor<1024xf32, #l>
    scf.yield %z : tensor<1024xf32, #l>
  }
  return %s : tensor<1024xf32, #l>
}

// -----

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!tensor = !tile.tensor_view<?xf32, strides = [1]>
!view = !tile.partition_view<128, !tensor, padding = zero>
// A small tile.
func.func @small$v0(%p: !tile.ptr<f32>, %x: tensor<128xf32, #l>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@small, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (tensor<128xf32, #l>) : i32 {
    // expected-remark @below {{no tensor map: an iteration loads 512 bytes, which are not worth a hand-over; make the tile 4096 bytes or more}}
    %y = tile_gpu.load_view %v[%i : i32] : !view -> tensor<128xf32, #l>
    %z = arith.addf %sum, %y : tensor<128xf32, #l>
    scf.yield %z : tensor<128xf32, #l>
  }
  return %s : tensor<128xf32, #l>
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 1024]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[0, 128], [0, 256], [0, 512]]>
#s = #tile_gpu.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0], [0, 0]]>
!tensor = !tile.tensor_view<64x?xbf16, strides = [4096, 1]>
!view = !tile.partition_view<1x2048, !tensor, padding = zero>
// Halves that the loop widens and reduces.
func.func @narrow$v0(%p: !tile.ptr<bf16>, %x: tensor<1x1xf32, #s>, %n: i32) -> tensor<1x1xf32, #s> attributes {tile_gpu.num_warps = 8 : i32, tile.variant = #tile.variant<@narrow, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<bf16>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<bf16> -> !tensor
  %v = tile.make_view %t : !view
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (tensor<1x1xf32, #s>) : i32 {
    // expected-remark @below {{no tensor map: the loop reduces what it has widened, which keeps lanes busy while registers load; ask for it with --memory-path=tma}}
    %y = tile_gpu.load_view %v[%c0, %i : i32, i32] : !view -> tensor<1x2048xbf16, #l>
    %f = tile.ftof %y : tensor<1x2048xbf16, #l> -> tensor<1x2048xf32, #l>
    %r = tile_gpu.reduce %f axis = 1 : (tensor<1x2048xf32, #l>) -> tensor<1x1xf32, #s> {
    ^bb0(%u: f32, %w: f32):
      %z = arith.addf %u, %w : f32
      tile_gpu.yield %z : f32
    }
    %q = arith.addf %sum, %r : tensor<1x1xf32, #s>
    scf.yield %q : tensor<1x1xf32, #s>
  }
  return %s : tensor<1x1xf32, #s>
}

// -----

#l = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 1024]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[0, 128], [0, 256], [0, 512]]>
#s = #tile_gpu.layout<register = [], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0], [0, 0]]>
!tensor = !tile.tensor_view<64x?xf32, strides = [4096, 1]>
!view = !tile.partition_view<1x2048, !tensor, padding = zero>
// A kernel that is held to few CTAs and reduces in the loop.
func.func @full$v0(%p: !tile.ptr<f32>, %x: tensor<1x1xf32, #s>, %n: i32) -> tensor<1x1xf32, #s> attributes {tile_gpu.num_warps = 8 : i32, tile_gpu.min_ctas = 2 : i32, tile.variant = #tile.variant<@full, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (tensor<1x1xf32, #s>) : i32 {
    // expected-remark @below {{no tensor map: a producer warp would take registers from the tiles that the kernel holds over reductions}}
    %y = tile_gpu.load_view %v[%c0, %i : i32, i32] : !view -> tensor<1x2048xf32, #l>
    %r = tile_gpu.reduce %y axis = 1 : (tensor<1x2048xf32, #l>) -> tensor<1x1xf32, #s> {
    ^bb0(%u: f32, %w: f32):
      %z = arith.addf %u, %w : f32
      tile_gpu.yield %z : f32
    }
    %q = arith.addf %sum, %r : tensor<1x1xf32, #s>
    scf.yield %q : tensor<1x1xf32, #s>
  }
  return %s : tensor<1x1xf32, #s>
}

// -----

#l = #tile_gpu.layout<register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
!tensor = !tile.tensor_view<?xf32, strides = [1]>
!view = !tile.partition_view<1024, !tensor>
// The copy engine could, and gains nothing.
func.func @reduction$v0(%p: !tile.ptr<f32>, %x: tensor<1024xf32, #l>, %n: i32) attributes {tile_gpu.num_warps = 4 : i32, tile.variant = #tile.variant<@reduction, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: the L2 cache adds as fast what lanes send; ask for it with --memory-path=tma}}
  tile_gpu.atomic_reduce_view add relaxed device %v[%n : i32], %x : !view, tensor<1024xf32, #l>
  return
}

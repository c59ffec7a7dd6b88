// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="producers=true remarks=true target=sm_90a" --split-input-file --verify-diagnostics -o /dev/null
// Where a tensor map is expected to be faster, and where not: each rule of the model.

#l = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
!tensor = !tile.tensor_view<1024x64xf16, strides = [64, 1]>
!view = !tile.partition_view<64x64, !tensor, padding = zero>
!to = !tile.partition_view<64x64, !tensor>
// A product reads both operands where they arrive, and its result passes through shared memory on its way anyway.
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

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!tensor = !tile.tensor_view<?xf32, strides = [1]>
!view = !tile.partition_view<128, !tensor, padding = zero>
// Streams: once, and in a loop.
func.func @streams$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@streams, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: what is used once goes to and from registers as fast}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (tensor<128xf32, #l>) : i32 {
    // expected-remark @below {{no tensor map: faster for some loops only; ask for it with --memory-path=tma}}
    %y = tile_gpu.load_view %v[%i : i32] : !view -> tensor<128xf32, #l>
    %z = arith.addf %sum, %y : tensor<128xf32, #l>
    scf.yield %z : tensor<128xf32, #l>
  }
  return %s : tensor<128xf32, #l>
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="remarks=true target=sm_90a" --verify-diagnostics -o /dev/null
// RUN: sed 's/possible; ask for it with --memory-path=tma/sm_80 has no copy engine/' %s > %t.mlir
// RUN: tile-opt %t.mlir --tile-gpu-select-memory-paths="remarks=true target=sm_80" --verify-diagnostics -o /dev/null
// Where no warps are to be had for it tensor maps are used only if they are asked for; what has no copy engine cannot.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!tensor = !tile.tensor_view<?xf32, strides = [1]>
!view = !tile.partition_view<128, !tensor, padding = zero>
func.func @possible$v0(%p: !tile.ptr<f32>, %n: i32) -> tensor<128xf32, #l> attributes {tile_gpu.num_warps = 1 : i32, tile.variant = #tile.variant<@possible, 0>} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %t = tile.make_tensor_view %a extents [%n : i32] : !tile.ptr<f32> -> !tensor
  %v = tile.make_view %t : !view
  // expected-remark @below {{no tensor map: possible; ask for it with --memory-path=tma}}
  %x = tile_gpu.load_view %v[%n : i32] : !view -> tensor<128xf32, #l>
  return %x : tensor<128xf32, #l>
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reasons for which an operand is not read where it came: one line of an MMA that reads it there is changed.
// RUN: tile-opt %s --tile-gpu-stage-mma-operands=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=DONE
// DONE: remark: operand a of the MMA is read where the copy engine put it

// DEFINE: %{change} =
// DEFINE: %{run} = sed %{change} %s | tile-opt --tile-gpu-stage-mma-operands=remarks -o /dev/null 2>&1 | FileCheck %s

// REDEFINE: %{change} = -e 's,// if again: ,,'
// RUN: %{run} --check-prefix=AGAIN
// AGAIN: remark: operand a of the MMA is stored to shared memory for it: its buffer is written again

// REDEFINE: %{change} = -e 's/buffer_load %buffer/buffer_load %given/'
// RUN: %{run} --check-prefix=GIVEN
// GIVEN: remark: operand a of the MMA is stored to shared memory for it: its buffer is chosen at run time

#sum = #tile_gpu.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#any = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [32, 0], [16, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]>
#map = #tile_gpu.tensor_map<bf16, base = ()[s0] -> (s0), extents = ()[s0] -> (4096, 4096), strides = ()[s0] -> (8192), box = [64, 64], order = [1, 0], swizzle = 128>
!slot = !tile_gpu.buffer<64x64xbf16, #rows, align = 1024>
!bar = !tile_gpu.mbarriers<1>
!factor = tensor<64x64xbf16, #any>
!sums = tensor<64x64xf32, #sum>
func.func @product(%i: i32, %x: !factor, %c: !sums, %given: !slot) -> !sums {
  %zero = arith.constant 0 : i32
  %map = tile_gpu.tensor_map #map
  %buffer = tile_gpu.alloc_buffer : !slot
  %m = tile_gpu.alloc_mbarriers : !bar
  tile_gpu.tma_load %map[%i, %i] into %buffer, %m[%zero] : !slot, !bar
  %w = tile_gpu.mbarrier_wait %m[%zero] parity %zero : !bar
  %a = tile_gpu.buffer_load %buffer after %w : !slot -> !factor
  // if again: tile_gpu.tma_load %map[%i, %zero] into %buffer, %m[%zero] : !slot, !bar
  tile_gpu.free_buffer %buffer : !slot
  %r = tile_gpu.mma wgmma %a, %x, %c : !factor, !factor, !sums
  return %r : !sums
}

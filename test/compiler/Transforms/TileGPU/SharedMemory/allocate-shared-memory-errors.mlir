// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-allocate-shared-memory=limit=100 --split-input-file --verify-diagnostics
// What does not fit is an error at whatever needs most.

// expected-note @below {{in this kernel}}
func.func @local() attributes {tile_gpu.num_warps = 4 : i32} {
  %a = tile_gpu.alloca 10 bytes align 1 : !tile.ptr<i8>
  // expected-error @below {{not supported yet: a kernel that needs 112 bytes of shared memory (at most 100); this local object needs 101}}
  %b = tile_gpu.alloca 101 bytes align 1 : !tile.ptr<i8>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#b = #tile_gpu.layout<lane = [[32], [16], [8], [4], [2]], warp = [[1]]>
// expected-note @below {{in this kernel}}
func.func @scratch(%x: tensor<64xf32, #a>) attributes {tile_gpu.num_warps = 2 : i32} {
  // expected-error @below {{not supported yet: a kernel that needs 256 bytes of shared memory (at most 100); this operation needs 256}}
  %0 = tile_gpu.convert_layout %x : tensor<64xf32, #a> -> tensor<64xf32, #b>
  return
}

// -----
#a = #tile_gpu.layout<lane = [[1], [2], [4], [0], [0]], warp = [[8]]>
#b = #tile_gpu.layout<lane = [[8], [4], [2], [0], [0]], warp = [[1]]>
#run = #tile_gpu.shared<[[1], [2], [4], [8]]>
// An MMA into tensor memory may still read what is freed, so scratch keeps out of it.
// expected-note @below {{in this kernel}}
func.func @tensor_memory(%x: tensor<16xf32, #a>) attributes {tile_gpu.num_warps = 2 : i32} {
  %memory = tile_gpu.alloc_tensor_memory : !tile_gpu.tensor_memory<32>
  // expected-error @below {{not supported yet: a kernel that needs 320 bytes of shared memory (at most 100); this operation needs 128}}
  %buffer = tile_gpu.alloc_buffer : !tile_gpu.buffer<16xf32, #run>
  tile_gpu.free_buffer %buffer : !tile_gpu.buffer<16xf32, #run>
  %0 = tile_gpu.convert_layout %x : tensor<16xf32, #a> -> tensor<16xf32, #b>
  tile_gpu.dealloc_tensor_memory %memory : !tile_gpu.tensor_memory<32>
  return
}

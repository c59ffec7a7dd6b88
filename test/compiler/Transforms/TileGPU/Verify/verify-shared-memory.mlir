// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two things that live at one time must not share bytes of shared memory: nothing else would notice before the values are
// wrong, now and then.
// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(tile-gpu-verify-shared-memory))'

#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!buffer = !tile_gpu.buffer<64xi32, #rows>

// Neighbours, and buffers that take turns.
func.func @right() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 576 : i64} {
  %m = tile_gpu.alloc_mbarriers {shared_offset = 512 : i64} : !tile_gpu.mbarriers<2>
  %o = tile_gpu.alloca 16 bytes align 16 {shared_offset = 528 : i64} : !tile.ptr<i32>
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  %b = tile_gpu.alloc_buffer {shared_offset = 256 : i64} : !buffer
  tile_gpu.free_buffer %a : !buffer
  %c = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  tile_gpu.free_buffer %c : !buffer
  tile_gpu.free_buffer %b : !buffer
  return
}

// -----

#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!buffer = !tile_gpu.buffer<64xi32, #rows>

func.func @two_buffers() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 512 : i64} {
  // expected-remark @below {{which has bytes 0 to 255}}
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  // expected-error @below {{bytes 128 to 383 of shared memory are in use by something else that lives at this time}}
  %b = tile_gpu.alloc_buffer {shared_offset = 128 : i64} : !buffer
  tile_gpu.free_buffer %a : !buffer
  return
}

// -----

#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!buffer = !tile_gpu.buffer<64xi32, #rows>

// Mbarriers live to the kernel's end, wherever they are made.
func.func @mbarriers() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 512 : i64} {
  // expected-remark @below {{which has bytes 0 to 255}}
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  tile_gpu.free_buffer %a : !buffer
  // expected-error @below {{bytes 248 to 255 of shared memory are in use by something else that lives at this time}}
  %m = tile_gpu.alloc_mbarriers {shared_offset = 248 : i64} : !tile_gpu.mbarriers<1>
  return
}

// -----

#one = #tile_gpu.layout<lane = [[1], [2], [4], [8], [16]], warp = [[32]]>
#turned = #tile_gpu.layout<lane = [[32], [1], [2], [4], [8]], warp = [[16]]>
#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>
!buffer = !tile_gpu.buffer<64xi32, #rows>

// The scratch of an op inside of a loop, while the buffer outside lives; behind its end it may be there.
func.func @scratch(%n: i32) attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 512 : i64} {
  %zero = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %i = tile.iota : tensor<64xi32, #one>
  // expected-remark @below {{which has bytes 0 to 255}}
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !buffer
  scf.for %k = %zero to %n step %step : i32 {
    // expected-error @below {{of shared memory are in use by something else that lives at this time}}
    %x = tile_gpu.convert_layout %i {shared_offset = 0 : i64} : tensor<64xi32, #one> -> tensor<64xi32, #turned>
  }
  tile_gpu.free_buffer %a : !buffer
  %y = tile_gpu.convert_layout %i {shared_offset = 0 : i64} : tensor<64xi32, #one> -> tensor<64xi32, #turned>
  return
}

// -----

#rows = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32]]>

func.func @too_long() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 255 : i64} {
  // expected-error @below {{expected an end in shared memory of at most 255, got 256}}
  %a = tile_gpu.alloc_buffer {shared_offset = 0 : i64} : !tile_gpu.buffer<64xi32, #rows>
  return
}

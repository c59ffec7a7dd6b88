// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-allocate-shared-memory --split-input-file | FileCheck %s

#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#other = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>

// Local objects come first, each aligned as it asks; scratch takes turns in two stages behind them.
// CHECK-LABEL: func @both
// CHECK-SAME: tile_gpu.shared_bytes = 2064 : i64
// CHECK: tile_gpu.alloca 3 bytes align 1 {shared_offset = 0 : i64}
// CHECK: tile_gpu.alloca 8 bytes align 8 {shared_offset = 8 : i64}
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 16 : i64}
// CHECK: tile_gpu.atomic_load {{.*}} {shared_offset = 1040 : i64}
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 16 : i64}
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 1040 : i64}
func.func @both(%x: tensor<256xf32, #own>, %p: !tile.ptr<i32>) -> i32 attributes {tile_gpu.num_warps = 4 : i32} {
  %a = tile_gpu.alloca 3 bytes align 1 : !tile.ptr<i8>
  %b = tile_gpu.alloca 8 bytes align 8 : !tile.ptr<f64>
  %0 = tile_gpu.convert_layout %x : tensor<256xf32, #own> -> tensor<256xf32, #other>
  %1 = tile_gpu.atomic_load relaxed device %p : !tile.ptr<i32>
  %2 = tile_gpu.convert_layout %x : tensor<256xf32, #own> -> tensor<256xf32, #other>
  %3 = tile_gpu.convert_layout %x : tensor<256xf32, #own> -> tensor<256xf32, #other>
  return %1 : i32
}

// -----
#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
// What needs no scratch gets no place: registers of one lane, an atomic whose result nobody reads.
// CHECK-LABEL: func @none
// CHECK-SAME: tile_gpu.shared_bytes = 0 : i64
// CHECK-NOT: shared_offset
func.func @none(%x: tensor<256xf32, #own>, %p: !tile.ptr<i32>, %i: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %0 = tile_gpu.convert_layout %x : tensor<256xf32, #own> -> tensor<256xf32, #own>
  tile_gpu.atomic_rmw add relaxed device %p, %i : !tile.ptr<i32>
  return
}

// -----
#row = #tile_gpu.layout<register = [[128], [256], [512], [1024], [2048], [4096], [8192]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#column = #tile_gpu.layout<register = [[1], [2], [4], [8], [16], [32], [64]], lane = [[128], [256], [512], [1024], [2048]], warp = [[4096], [8192]]>
// Two stages would go beyond 48 KB: one.
// CHECK-LABEL: func @large
// CHECK-SAME: tile_gpu.shared_bytes = 65536 : i64
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 0 : i64}
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 0 : i64}
func.func @large(%x: tensor<16384xf32, #row>) attributes {tile_gpu.num_warps = 4 : i32} {
  %0 = tile_gpu.convert_layout %x : tensor<16384xf32, #row> -> tensor<16384xf32, #column>
  %1 = tile_gpu.convert_layout %x : tensor<16384xf32, #row> -> tensor<16384xf32, #column>
  return
}

#in_warp_rows = #tile_gpu.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0]]>
#in_warp_columns = #tile_gpu.layout<register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[32, 0]]>

// What each warp passes through scratch alone takes one part a warp, used again and again.
// CHECK-LABEL: func.func @scratch_of_warps
// CHECK-SAME: tile_gpu.shared_bytes = 8192 : i64, tile_gpu.warp_scratch_bytes = 4096 : i64
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 0 : i64} : tensor<64x32xi32
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 0 : i64} : tensor<64x32xi16
func.func @scratch_of_warps() attributes {tile.kernel, tile_gpu.num_warps = 2 : i32} {
  %x = tile.iota : tensor<64x32xi32, #in_warp_rows>
  %y = tile_gpu.convert_layout %x : tensor<64x32xi32, #in_warp_rows> -> tensor<64x32xi32, #in_warp_columns>
  %z = tile.iota : tensor<64x32xi16, #in_warp_rows>
  %w = tile_gpu.convert_layout %z : tensor<64x32xi16, #in_warp_rows> -> tensor<64x32xi16, #in_warp_columns>
  return
}

// -----
#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#other = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>
#run = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64], [128]]>

// Buffers that live together lie apart, each aligned; one that lives later has the bytes of one that is free. mbarriers
// come before, scratch behind.
// CHECK-LABEL: func @buffers
// CHECK-SAME: tile_gpu.shared_bytes = 10240 : i64
// CHECK: tile_gpu.alloc_mbarriers {shared_offset = 0 : i64}
// CHECK: tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : {{.*}} stages = 4
// CHECK: tile_gpu.alloc_buffer {shared_offset = 5120 : i64} : {{.*}} stages = 4
// CHECK: tile_gpu.alloc_buffer {shared_offset = 128 : i64} : {{.*}} stages = 2
// CHECK: tile_gpu.alloc_buffer {shared_offset = 2176 : i64} : {{.*}} stages = 2
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 9216 : i64}
func.func @buffers(%x: tensor<256xf32, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  %m = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<3>
  %a = tile_gpu.alloc_buffer : !tile_gpu.buffer<256xf32, #run, stages = 4, align = 1024>
  %b = tile_gpu.alloc_buffer : !tile_gpu.buffer<256xf32, #run, stages = 4>
  tile_gpu.free_buffer %a : !tile_gpu.buffer<256xf32, #run, stages = 4, align = 1024>
  %c = tile_gpu.alloc_buffer : !tile_gpu.buffer<256xf32, #run, stages = 2>
  %d = tile_gpu.alloc_buffer : !tile_gpu.buffer<256xf32, #run, stages = 2>
  %0 = tile_gpu.convert_layout %x : tensor<256xf32, #own> -> tensor<256xf32, #other>
  return
}

// -----
#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#other = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>
#run = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64], [128]]>

// Buffers that lanes alone use: scratch lies behind those that live, in the bytes of those that do not any more.
// CHECK-LABEL: func @freed_buffers
// CHECK-SAME: tile_gpu.shared_bytes = 5120 : i64
// CHECK: tile_gpu.alloc_buffer {shared_offset = 0 : i64} : {{.*}} stages = 4
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 4096 : i64}
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 1024 : i64}
func.func @freed_buffers(%x: tensor<256xf32, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  %a = tile_gpu.alloc_buffer : !tile_gpu.buffer<256xf32, #run, stages = 4>
  %0 = tile_gpu.convert_layout %x : tensor<256xf32, #own> -> tensor<256xf32, #other>
  tile_gpu.free_buffer %a : !tile_gpu.buffer<256xf32, #run, stages = 4>
  %1 = tile_gpu.convert_layout %x : tensor<256xf32, #own> -> tensor<256xf32, #other>
  return
}

// -----
#row = #tile_gpu.layout<register = [[128], [256], [512], [1024], [2048], [4096], [8192]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#column = #tile_gpu.layout<register = [[1], [2], [4], [8], [16], [32], [64]], lane = [[128], [256], [512], [1024], [2048]], warp = [[4096], [8192]]>
#run = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64], [128]]>

// Others than lanes use buffers: scratch lies behind them (@buffers), unless there is no room. Then it takes the bytes of one that is free.
// CHECK-LABEL: func @no_room_behind
// CHECK-SAME: tile_gpu.shared_bytes = 196736 : i64
// CHECK: tile_gpu.alloc_buffer {shared_offset = 128 : i64}
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 32 : i64}
func.func @no_room_behind(%x: tensor<16384xf32, #row>) attributes {tile_gpu.num_warps = 4 : i32} {
  %m = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<3>
  %a = tile_gpu.alloc_buffer : !tile_gpu.buffer<256xf32, #run, stages = 192>
  tile_gpu.free_buffer %a : !tile_gpu.buffer<256xf32, #run, stages = 192>
  %0 = tile_gpu.convert_layout %x : tensor<16384xf32, #row> -> tensor<16384xf32, #column>
  return
}

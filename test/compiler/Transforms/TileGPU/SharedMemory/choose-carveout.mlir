// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-choose-carveout="arch=sm_90a remarks" --tile-gpu-summarize-kernel=arch=sm_90a --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --tile-gpu-choose-carveout=arch=sm_86 | FileCheck %s --check-prefix=SMALL
// What the CTAs of a multiprocessor need of its memory is shared, the rest is L1 cache.

// 228 KB hold six of 35 KB: 210 of them.
// CHECK: func @by_shared_memory{{.*}} tile_gpu.carveout = 93 : i32
// SMALL: func @by_shared_memory{{.*}} tile_gpu.carveout = 70 : i32
// expected-remark @below {{6 CTAs of 8 warps and 34816 bytes of shared memory on a multiprocessor, limited by shared memory; 40 registers or fewer a lane}}
// expected-remark @below {{93 % of a multiprocessor's memory is shared memory, the rest L1 cache}}
func.func @by_shared_memory() attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 34816 : i64} {
  return
}

// Where other things limit the driver divides.
// CHECK: func @by_warps() attributes {tile.kernel, tile_gpu.num_warps
// expected-remark @below {{16 CTAs of 4 warps and 0 bytes of shared memory on a multiprocessor, limited by warps; 32 registers or fewer a lane}}
func.func @by_warps() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 0 : i64} {
  return
}

// Shared memory has room for three, registers were planned for one.
// CHECK: func @by_registers() attributes {tile.kernel, tile_gpu.min_ctas
// expected-remark @below {{1 CTA of 16 warps and 65600 bytes of shared memory on a multiprocessor, limited by the registers that it was planned with; 128 registers or fewer a lane}}
func.func @by_registers() attributes {tile.kernel, tile_gpu.num_warps = 16 : i32, tile_gpu.shared_bytes = 65600 : i64, tile_gpu.min_ctas = 1 : i32} {
  return
}

// CHECK: func @by_ctas() attributes {tile.kernel, tile_gpu.num_warps
// expected-remark @below {{32 CTAs of 1 warp and 1024 bytes of shared memory on a multiprocessor, limited by the number of CTAs; 64 registers or fewer a lane}}
func.func @by_ctas() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 1024 : i64} {
  return
}

// One CTA, with the warps of its producer.
// CHECK: func @one{{.*}} tile_gpu.carveout = 89 : i32
// expected-remark @below {{1 CTA of 12 warps and 204800 bytes of shared memory on a multiprocessor, limited by shared memory; 168 registers or fewer a lane}}
// expected-remark @below {{89 % of a multiprocessor's memory is shared memory, the rest L1 cache}}
func.func @one() attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 204800 : i64} {
  tile_gpu.warp_roles consumers {
  } producer warps 4 {
  }
  return
}

// Whose registers go to its consumers.
// expected-remark @below {{168 registers or fewer a lane, then 232 in consumers and 40 in the producer}}
// expected-remark @below {{89 % of a multiprocessor's memory is shared memory, the rest L1 cache}}
func.func @dealt_out() attributes {tile.kernel, tile_gpu.num_warps = 8 : i32, tile_gpu.shared_bytes = 204800 : i64} {
  tile_gpu.warp_roles registers 232, 40 consumers {
  } producer warps 4 {
  }
  return
}

// The assembler does not see shared memory that a launch asks for: where few warps have room, it is told how many, so that it does not
// spill for more.
// CHECK: func @few_warps{{.*}} tile_gpu.min_ctas = 3 : i32
// expected-remark @below {{3 CTAs of 1 warp and 65536 bytes of shared memory on a multiprocessor, limited by shared memory; 255 registers or fewer a lane}}
// expected-remark @below {{86 % of a multiprocessor's memory is shared memory, the rest L1 cache}}
func.func @few_warps() attributes {tile.kernel, tile_gpu.num_warps = 1 : i32, tile_gpu.shared_bytes = 65536 : i64} {
  return
}

// Three warps on a scheduler would be held to 168 registers.
// CHECK-NOT: func @more_warps{{.*}} tile_gpu.min_ctas
// expected-remark @below {{3 CTAs of 4 warps and 65536 bytes of shared memory on a multiprocessor, limited by shared memory}}
// expected-remark @below {{% of a multiprocessor's memory is shared memory}}
func.func @more_warps() attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 65536 : i64} {
  return
}

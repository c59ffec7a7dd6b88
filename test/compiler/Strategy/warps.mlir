// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu | FileCheck %s
// How many warps a kernel gets, and how many CTAs its registers leave room for: the table of compiler/Strategy/KernelStrategy.h.

// CHECK-LABEL: func @scalars({{.*}} tile_gpu.num_warps = 1 : i32
func.func @scalars(%n: i32) attributes {tile.kernel} {
  tile.print "%d" %n : i32
  return
}
// CHECK-LABEL: func @n256() {{.*}} tile_gpu.num_warps = 1 : i32
func.func @n256() attributes {tile.kernel} {
  %i = tile.iota : tensor<256xi32>
  return
}
// CHECK-LABEL: func @n512() {{.*}} tile_gpu.num_warps = 2 : i32
func.func @n512() attributes {tile.kernel} {
  %i = tile.iota : tensor<512xi32>
  return
}
// CHECK-LABEL: func @n8192() {{.*}} tile_gpu.num_warps = 8 : i32
func.func @n8192() attributes {tile.kernel} {
  %i = tile.iota : tensor<8192xi32>
  return
}
// CHECK-LABEL: func @n16384() {{.*}} tile_gpu.num_warps = 8 : i32
func.func @n16384() attributes {tile.kernel} {
  %i = tile.iota : tensor<16384xi32>
  return
}
// CHECK-LABEL: func @n65536() {{.*}} tile_gpu.num_warps = 32 : i32
func.func @n65536() attributes {tile.kernel} {
  %i = tile.iota : tensor<65536xi32>
  return
}
// A hint decides.
// CHECK-LABEL: func @hinted() {{.*}} tile_gpu.num_warps = 4 : i32
func.func @hinted() attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 4>]} {
  %i = tile.iota : tensor<65536xi32>
  return
}

// 16 CTAs of 8 warps are more than the 64 warps that fit.
// CHECK-LABEL: func @occupancy() {{.*}} tile_gpu.min_ctas = 8 : i32
func.func @occupancy() attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 8, occupancy = 16>]} {
  %i = tile.iota : tensor<65536xi32>
  return
}

// A reduced tile gets 16 elements a lane, or 32 if they are two bytes each in memory.
// CHECK-LABEL: func @reduced{{.*}} tile_gpu.num_warps = 2 : i32
func.func @reduced(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %i = tile.iota : tensor<1024xi32>
  %s = tile.splat %p : tensor<1024x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %q : tensor<1024x!tile.ptr<f32>>
  %r = tile.reduce %x axis = 0 : (tensor<1024xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tile.yield %t : f32
  }
  tile.print "%f" %r : tensor<1xf32>
  return
}
// CHECK-LABEL: func @reduced_halves{{.*}} tile_gpu.num_warps = 1 : i32
func.func @reduced_halves(%p: !tile.ptr<f16>) attributes {tile.kernel} {
  %i = tile.iota : tensor<1024xi32>
  %s = tile.splat %p : tensor<1024x!tile.ptr<f16>>
  %q = tile.offset %s, %i : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %x = tile.load %q : tensor<1024x!tile.ptr<f16>>
  %r = tile.reduce %x axis = 0 : (tensor<1024xf16>) -> tensor<1xf16> {
  ^bb0(%a: f16, %b: f16):
    %t = arith.addf %a, %b : f16
    tile.yield %t : f16
  }
  tile.print "%f" %r : tensor<1xf16>
  return
}

// Two CTAs of 16 warps beat one, which would have nothing to do at its barriers; registers are planned for them.
// CHECK-LABEL: func @long_row{{.*}} tile_gpu.min_ctas = 2 : i32, tile_gpu.num_warps = 16 : i32
func.func @long_row(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %aligned = tile.assume %p[#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<16384xi32>
  %s = tile.splat %aligned : tensor<16384x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<16384x!tile.ptr<f32>>, tensor<16384xi32>
  %x = tile.load %q : tensor<16384x!tile.ptr<f32>>
  %r = tile.reduce %x axis = 0 : (tensor<16384xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tile.yield %t : f32
  }
  %b = tile.broadcast %r : tensor<1xf32> -> tensor<16384xf32>
  %y = arith.divf %x, %b : tensor<16384xf32>
  tile.store %q, %y : tensor<16384x!tile.ptr<f32>>
  return
}

// What is loaded after the reduction goes by piece by piece and takes no registers: still two CTAs.
// CHECK-LABEL: func @streams{{.*}} tile_gpu.min_ctas = 2 : i32, tile_gpu.num_warps = 16 : i32
func.func @streams(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %aligned = tile.assume %p[#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<16384xi32>
  %s = tile.splat %aligned : tensor<16384x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<16384x!tile.ptr<f32>>, tensor<16384xi32>
  %x = tile.load %q : tensor<16384x!tile.ptr<f32>>
  %r = tile.reduce %x axis = 0 : (tensor<16384xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tile.yield %t : f32
  }
  %b = tile.broadcast %r : tensor<1xf32> -> tensor<16384xf32>
  %w = tile.load %q : tensor<16384x!tile.ptr<f32>>
  %v = tile.load %q : tensor<16384x!tile.ptr<f32>>
  %y = arith.mulf %x, %w : tensor<16384xf32>
  %z = arith.addf %y, %v : tensor<16384xf32>
  %u = arith.divf %z, %b : tensor<16384xf32>
  tile.store %q, %u : tensor<16384x!tile.ptr<f32>>
  return
}

// Rows of floats of which a lane has 8: as many CTAs as have lanes.
// CHECK-LABEL: func @float_row{{.*}} tile_gpu.min_ctas = 4 : i32, tile_gpu.num_warps = 16 : i32
func.func @float_row(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %i = tile.iota : tensor<4096xi32>
  %s = tile.splat %p : tensor<4096x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %x = tile.load %q : tensor<4096x!tile.ptr<f32>>
  %r = tile.reduce %x axis = 0 : (tensor<4096xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tile.yield %t : f32
  }
  %b = tile.broadcast %r : tensor<1xf32> -> tensor<4096xf32>
  %y = arith.divf %x, %b : tensor<4096xf32>
  tile.store %q, %y : tensor<4096x!tile.ptr<f32>>
  return
}

// Two reductions in turn of narrow rows: a third CTA has room with 4 warps.
// CHECK-LABEL: func @narrow_row{{.*}} tile_gpu.min_ctas = 3 : i32, tile_gpu.num_warps = 4 : i32
func.func @narrow_row(%p: !tile.ptr<bf16>) attributes {tile.kernel} {
  %aligned = tile.assume %p[#tile.divisible<16>] : !tile.ptr<bf16>
  %i = tile.iota : tensor<16384xi32>
  %s = tile.splat %aligned : tensor<16384x!tile.ptr<bf16>>
  %q = tile.offset %s, %i : tensor<16384x!tile.ptr<bf16>>, tensor<16384xi32>
  %h = tile.load %q : tensor<16384x!tile.ptr<bf16>>
  %x = arith.extf %h : tensor<16384xbf16> to tensor<16384xf32>
  %m = tile.reduce %x axis = 0 : (tensor<16384xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %t = arith.maximumf %a, %b : f32
    tile.yield %t : f32
  }
  %l = tile.broadcast %m : tensor<1xf32> -> tensor<16384xf32>
  %d = arith.subf %x, %l : tensor<16384xf32>
  %e = math.exp %d : tensor<16384xf32>
  %r = tile.reduce %e axis = 0 : (tensor<16384xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tile.yield %t : f32
  }
  %b = tile.broadcast %r : tensor<1xf32> -> tensor<16384xf32>
  %y = arith.divf %e, %b : tensor<16384xf32>
  %z = arith.truncf %y : tensor<16384xf32> to tensor<16384xbf16>
  tile.store %q, %z : tensor<16384x!tile.ptr<bf16>>
  return
}

// Three tiles that a loop carries are held: one CTA, of so many warps that they fit, told to use all registers.
// CHECK-LABEL: func @carried{{.*}} tile_gpu.min_ctas = 1 : i32, tile_gpu.num_warps = 16 : i32
func.func @carried(%p: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16384xf32>
  %i = tile.iota : tensor<16384xi32>
  %s = tile.splat %p : tensor<16384x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<16384x!tile.ptr<f32>>, tensor<16384xi32>
  %k:3 = scf.for %j = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero, %c = %zero) -> (tensor<16384xf32>, tensor<16384xf32>, tensor<16384xf32>) : i32 {
    %x = tile.load %q : tensor<16384x!tile.ptr<f32>>
    %r = tile.reduce %x axis = 0 : (tensor<16384xf32>) -> tensor<1xf32> {
    ^bb0(%d: f32, %e: f32):
      %t = arith.addf %d, %e : f32
      tile.yield %t : f32
    }
    %w = tile.broadcast %r : tensor<1xf32> -> tensor<16384xf32>
    %a1 = arith.addf %a, %w : tensor<16384xf32>
    %b1 = arith.mulf %b, %w : tensor<16384xf32>
    %c2 = arith.subf %c, %w : tensor<16384xf32>
    scf.yield %a1, %b1, %c2 : tensor<16384xf32>, tensor<16384xf32>, tensor<16384xf32>
  }
  tile.store %q, %k#0 : tensor<16384x!tile.ptr<f32>>
  tile.store %q, %k#1 : tensor<16384x!tile.ptr<f32>>
  tile.store %q, %k#2 : tensor<16384x!tile.ptr<f32>>
  return
}

// A scan gets 128 elements a lane.
// CHECK-LABEL: func @scanned{{.*}} tile_gpu.num_warps = 1 : i32
func.func @scanned(%p: !tile.ptr<i32>) attributes {tile.kernel} {
  %i = tile.iota : tensor<4096xi32>
  %s = tile.splat %p : tensor<4096x!tile.ptr<i32>>
  %q = tile.offset %s, %i : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
  %x = tile.load %q : tensor<4096x!tile.ptr<i32>>
  %r = tile.scan %x axis = 0 : (tensor<4096xi32>) -> tensor<4096xi32> {
  ^bb0(%a: i32, %b: i32):
    %t = arith.addi %a, %b : i32
    tile.yield %t : i32
  }
  tile.store %q, %r : tensor<4096x!tile.ptr<i32>>
  return
}

// What is widened to floats: a lane has as many elements as of floats alone, not as many bytes as an access moves.
// CHECK-LABEL: func @widened_bytes{{.*}} tile_gpu.num_warps = 4 : i32
func.func @widened_bytes(%p: !tile.ptr<i8>, %o: !tile.ptr<f32>) attributes {tile.kernel} {
  %aligned = tile.assume %p[#tile.divisible<16>] : !tile.ptr<i8>
  %i = tile.iota : tensor<1024xi32>
  %s = tile.splat %aligned : tensor<1024x!tile.ptr<i8>>
  %q = tile.offset %s, %i : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
  %n = tile.load %q : tensor<1024x!tile.ptr<i8>>
  %x = arith.sitofp %n : tensor<1024xi8> to tensor<1024xf32>
  %so = tile.splat %o : tensor<1024x!tile.ptr<f32>>
  %qo = tile.offset %so, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %qo, %x : tensor<1024x!tile.ptr<f32>>
  return
}
// Each iteration waits for what is reduced of the tile that the last one left: no two warps share a row.
// CHECK-LABEL: func @rows_in_turn({{.*}} tile_gpu.num_warps = 4 : i32
func.func @rows_in_turn(%n: i32, %x: !tile.ptr<f32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = tile.iota : tensor<4096xi32>
  %j = tile.reshape %i : tensor<4096xi32> -> tensor<4x1024xi32>
  %xs = tile.splat %x : tensor<4x1024x!tile.ptr<f32>>
  %p = tile.offset %xs, %j : tensor<4x1024x!tile.ptr<f32>>, tensor<4x1024xi32>
  %t = tile.load %p : tensor<4x1024x!tile.ptr<f32>>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%u = %t) -> (tensor<4x1024xf32>) : i32 {
    %m = tile.reduce %u axis = 1 : (tensor<4x1024xf32>) -> tensor<4x1xf32> {
    ^bb0(%a: f32, %b: f32):
      %s = arith.maxnumf %a, %b : f32
      tile.yield %s : f32
    }
    %w = tile.broadcast %m : tensor<4x1xf32> -> tensor<4x1024xf32>
    %v = arith.subf %u, %w : tensor<4x1024xf32>
    scf.yield %v : tensor<4x1024xf32>
  }
  tile.store %p, %r : tensor<4x1024x!tile.ptr<f32>>
  return
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --convert-tile-to-tile-gpu=remarks=true --verify-diagnostics -o /dev/null
// RUN: not tile-opt %s --convert-tile-to-tile-gpu=architecture=sm_1 2>&1 | FileCheck %s
// CHECK: error: expected an architecture such as
// A kernel says what was chosen for it.

// expected-remark @below {{1 warp, 8 elements a lane, up to 16 bytes a lane and access}}
func.func @copy(%p: !tile.ptr<f32>) attributes {tile.kernel} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %i = tile.iota : tensor<256xi32>
  %s = tile.splat %a : tensor<256x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %x = tile.load %q : tensor<256x!tile.ptr<f32>>
  tile.store %q, %x : tensor<256x!tile.ptr<f32>>
  return
}
// expected-remark @below {{planned with registers for 3 CTAs}}
func.func @held(%p: !tile.ptr<f32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 8, occupancy = 3>]} {
  %i = tile.iota : tensor<16384xi32>
  %s = tile.splat %p : tensor<16384x!tile.ptr<f32>>
  %q = tile.offset %s, %i : tensor<16384x!tile.ptr<f32>>, tensor<16384xi32>
  %x = tile.load %q : tensor<16384x!tile.ptr<f32>>
  tile.store %q, %x : tensor<16384x!tile.ptr<f32>>
  return
}

// Four loads whose results are all needed at once: registers for them, not for as many lanes as there can be.
// expected-remark @below {{planned with registers for 10 CTAs}}
func.func @rotated(%p: !tile.ptr<bf16>, %t: !tile.ptr<f32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 2>]} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<bf16>
  %b = tile.assume %t [#tile.divisible<16>] : !tile.ptr<f32>
  %c1024 = arith.constant 1024 : i32
  %later = tile.offset %a, %c1024 : !tile.ptr<bf16>, i32
  %sines = tile.offset %b, %c1024 : !tile.ptr<f32>, i32
  %i = tile.iota : tensor<1024xi32>
  %s = tile.splat %a : tensor<1024x!tile.ptr<bf16>>
  %l = tile.splat %later : tensor<1024x!tile.ptr<bf16>>
  %u = tile.splat %b : tensor<1024x!tile.ptr<f32>>
  %v = tile.splat %sines : tensor<1024x!tile.ptr<f32>>
  %ps = tile.offset %s, %i : tensor<1024x!tile.ptr<bf16>>, tensor<1024xi32>
  %pl = tile.offset %l, %i : tensor<1024x!tile.ptr<bf16>>, tensor<1024xi32>
  %pu = tile.offset %u, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %pv = tile.offset %v, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %xn = tile.load %ps : tensor<1024x!tile.ptr<bf16>>
  %yn = tile.load %pl : tensor<1024x!tile.ptr<bf16>>
  %c = tile.load %pu : tensor<1024x!tile.ptr<f32>>
  %d = tile.load %pv : tensor<1024x!tile.ptr<f32>>
  %x = tile.ftof %xn : tensor<1024xbf16> -> tensor<1024xf32>
  %y = tile.ftof %yn : tensor<1024xbf16> -> tensor<1024xf32>
  %xc = arith.mulf %x, %c : tensor<1024xf32>
  %yd = arith.mulf %y, %d : tensor<1024xf32>
  %r = arith.addf %xc, %yd : tensor<1024xf32>
  %rn = tile.ftof %r : tensor<1024xf32> -> tensor<1024xbf16>
  tile.store %ps, %rn : tensor<1024x!tile.ptr<bf16>>
  %xd = arith.mulf %x, %d : tensor<1024xf32>
  %yc = arith.mulf %y, %c : tensor<1024xf32>
  %q = arith.addf %xd, %yc : tensor<1024xf32>
  %qn = tile.ftof %q : tensor<1024xf32> -> tensor<1024xbf16>
  tile.store %pl, %qn : tensor<1024x!tile.ptr<bf16>>
  return
}

// A loop that only reduces narrow elements has as many CTAs as fit; one that carries a tile besides is held to two.
// expected-remark @below {{planned with registers for 4 CTAs}}
func.func @streamed(%p: !tile.ptr<bf16>, %n: i32, %o: !tile.ptr<f32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 8>]} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<bf16>
  %init = arith.constant dense<0.0> : tensor<1xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %size = arith.constant 8192 : i32
  %i = tile.iota : tensor<8192xi32>
  %result = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> tensor<1xf32> : i32 {
    %at = arith.muli %k, %size : i32
    %start = tile.offset %a, %at : !tile.ptr<bf16>, i32
    %s = tile.splat %start : tensor<8192x!tile.ptr<bf16>>
    %q = tile.offset %s, %i : tensor<8192x!tile.ptr<bf16>>, tensor<8192xi32>
    %x = tile.load %q : tensor<8192x!tile.ptr<bf16>>
    %w = tile.ftof %x : tensor<8192xbf16> -> tensor<8192xf32>
    %m = tile.reduce %w axis = 0 : (tensor<8192xf32>) -> tensor<1xf32> {
    ^bb0(%u: f32, %v: f32):
      %t = arith.maxnumf %u, %v : f32
      tile.yield %t : f32
    }
    %b = tile.broadcast %m : tensor<1xf32> -> tensor<8192xf32>
    %d = arith.subf %w, %b : tensor<8192xf32>
    %r = tile.reduce %d axis = 0 : (tensor<8192xf32>) -> tensor<1xf32> {
    ^bb0(%u: f32, %v: f32):
      %t = arith.addf %u, %v : f32
      tile.yield %t : f32
    }
    %next = arith.addf %acc, %r : tensor<1xf32>
    scf.yield %next : tensor<1xf32>
  }
  %place = tile.iota : tensor<1xi32>
  %os = tile.splat %o : tensor<1x!tile.ptr<f32>>
  %to = tile.offset %os, %place : tensor<1x!tile.ptr<f32>>, tensor<1xi32>
  tile.store %to, %result : tensor<1x!tile.ptr<f32>>
  return
}

// expected-remark @below {{planned with registers for 2 CTAs}}
func.func @carried(%p: !tile.ptr<bf16>, %n: i32, %o: !tile.ptr<f32>) attributes {tile.kernel, tile.hints = [#tile.hints<arch = 900, num_worker_warps_per_cta = 8>]} {
  %a = tile.assume %p [#tile.divisible<16>] : !tile.ptr<bf16>
  %init = arith.constant dense<0.0> : tensor<8192xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %size = arith.constant 8192 : i32
  %i = tile.iota : tensor<8192xi32>
  %result = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> tensor<8192xf32> : i32 {
    %at = arith.muli %k, %size : i32
    %start = tile.offset %a, %at : !tile.ptr<bf16>, i32
    %s = tile.splat %start : tensor<8192x!tile.ptr<bf16>>
    %q = tile.offset %s, %i : tensor<8192x!tile.ptr<bf16>>, tensor<8192xi32>
    %x = tile.load %q : tensor<8192x!tile.ptr<bf16>>
    %w = tile.ftof %x : tensor<8192xbf16> -> tensor<8192xf32>
    %m = tile.reduce %w axis = 0 : (tensor<8192xf32>) -> tensor<1xf32> {
    ^bb0(%u: f32, %v: f32):
      %t = arith.maxnumf %u, %v : f32
      tile.yield %t : f32
    }
    %b = tile.broadcast %m : tensor<1xf32> -> tensor<8192xf32>
    %d = arith.subf %w, %b : tensor<8192xf32>
    %r = tile.reduce %d axis = 0 : (tensor<8192xf32>) -> tensor<1xf32> {
    ^bb0(%u: f32, %v: f32):
      %t = arith.addf %u, %v : f32
      tile.yield %t : f32
    }
    %next = arith.addf %acc, %d : tensor<8192xf32>
    scf.yield %next : tensor<8192xf32>
  }
  %place = tile.iota : tensor<8192xi32>
  %os = tile.splat %o : tensor<8192x!tile.ptr<f32>>
  %to = tile.offset %os, %place : tensor<8192x!tile.ptr<f32>>, tensor<8192xi32>
  tile.store %to, %result : tensor<8192x!tile.ptr<f32>>
  return
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-pipeline-loops="remarks slots=4" --split-input-file --verify-diagnostics
// Each schedule, and each case that is left as it was.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @schedule(%p: !tile.ptr<f32>, %n: i32, %q: !ptrs) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %at = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  // expected-remark @below {{pipelined: 1 load by asynchronous copies into 4 slots, 1536 bytes of a CTA in flight; every lane copies, and reads only what it copied itself; 1 load one iteration ahead in registers}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %pi = tile.offset %p, %i : !tile.ptr<f32>, i32
    %ps = tile.splat %pi : !ptrs
    %pp = tile.offset %ps, %at : !ptrs, tensor<128xi32, #l>
    %x = tile_gpu.load %pp : !ptrs
    %b = tile.bitcast %pp : !ptrs -> tensor<128x!tile.ptr<i8>, #l>
    %y = tile_gpu.load %b : tensor<128x!tile.ptr<i8>, #l>
    tile_gpu.print "%f %d" %x, %y : tensor<128xf32, #l>, tensor<128xi8, #l>
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @while(%p: !ptrs, %c: i1) attributes {tile_gpu.num_warps = 1 : i32} {
  // expected-remark @below {{not pipelined: the number of iterations is not known before the loop}}
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    %x = tile_gpu.load %p : !ptrs
    scf.yield
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @loops(%p: !ptrs, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  // expected-remark @below {{not pipelined: the loop counts unsigned}}
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load %p : !ptrs
    tile_gpu.print "%f" %x : tensor<128xf32, #l>
  }
  // expected-remark @below {{not pipelined: the loop has fewer than 4 iterations}}
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %x = tile_gpu.load %p : !ptrs
    tile_gpu.print "%f" %x : tensor<128xf32, #l>
  }
  // A loop without loads is nothing to speak of.
  scf.for %i = %c0 to %n step %c1 : i32 {
    tile_gpu.print "%d" %i : i32
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @nested(%p: !ptrs, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{not pipelined: the loop has another loop inside}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tile_gpu.load %p : !ptrs
    scf.for %j = %c0 to %n step %c1 : i32 {
      tile_gpu.print "%f" %x : tensor<128xf32, #l>
    }
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @rest(%p: !ptrs, %m: i32, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  scf.for %i = %c0 to %m step %c4 : i32 {
    tile_gpu.print "%d" %i : i32
  }
  // expected-remark @below {{not pipelined: the loop is what unrolling left over}}
  scf.for %i = %m to %n step %c1 : i32 {
    %x = tile_gpu.load %p : !ptrs
    tile_gpu.print "%f" %x : tensor<128xf32, #l>
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @acquire(%p: !ptrs, %n: i32, %flag: !tile.ptr<i32>) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{not pipelined: the loop has an acquire, which no later load may pass}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %f = tile_gpu.atomic_load acquire device %flag : !tile.ptr<i32>
    %x = tile_gpu.load %p : !ptrs
    tile_gpu.print "%f" %x : tensor<128xf32, #l>
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#run = #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @own_copies(%p: !ptrs, %n: i32, %slot: !tile_gpu.buffer<128xf32, #run>) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{not pipelined: the loop has asynchronous copies of its own}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %c = tile_gpu.async_copy %p into %slot : !ptrs into !tile_gpu.buffer<128xf32, #run>
    %x = tile_gpu.load %p : !ptrs
    tile_gpu.print "%f" %x : tensor<128xf32, #l>
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @loads(%p: !ptrs, %t: tensor<128x!tile.ptr<i32>, #l>, %n: i32, %c: i1) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{pipelined: 1 load by asynchronous copies}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p) -> !ptrs : i32 {
    %o = tile_gpu.load %t : tensor<128x!tile.ptr<i32>, #l>
    %pp = tile.offset %p, %o : !ptrs, tensor<128xi32, #l>
    // expected-remark @below {{load not brought ahead of its iteration: its address is loaded in the loop}}
    %x = tile_gpu.load %pp : !ptrs
    // expected-remark @below {{load not brought ahead of its iteration: its address is carried by the loop}}
    %y = tile_gpu.load %q : !ptrs
    scf.if %c {
      // expected-remark @below {{load not brought ahead of its iteration: it is conditional}}
      %z = tile_gpu.load %p : !ptrs
      tile_gpu.print "%f" %z : tensor<128xf32, #l>
    }
    tile_gpu.print "%f %f" %x, %y : tensor<128xf32, #l>, tensor<128xf32, #l>
    %next = tile.offset %q, %o : !ptrs, tensor<128xi32, #l>
    scf.yield %next : !ptrs
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @written(%p: !ptrs, %q: !ptrs, %n: i32, %v: tensor<128xf32, #l>) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{not pipelined: no load can be brought ahead}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-remark @below {{load not brought ahead of its iteration: the loop may write what it reads}}
    %x = tile_gpu.load %p : !ptrs
    tile_gpu.store %q, %x : !ptrs
  }
  return
}


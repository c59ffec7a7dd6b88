// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-pipeline-loops="remarks stages=4" --split-input-file --verify-diagnostics
// Each schedule, and each case that is left as it was.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
func.func @schedule(%p: !tile.ptr<f32>, %n: i32, %q: !ptrs) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %at = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  // expected-remark @below {{pipelined: 1 load by asynchronous copies into 4 stages, 1536 bytes of a CTA in flight; every lane copies, and reads only what it copied itself; 1 load one iteration ahead in registers}}
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
  // expected-remark @below {{pipelined: 3 loads by asynchronous copies into 4 stages, 4608 bytes of a CTA in flight; every lane copies, and reads only what it copied itself; the place of 1 of them is loaded one iteration earlier still}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p) -> !ptrs : i32 {
    %o = tile_gpu.load %t : tensor<128x!tile.ptr<i32>, #l>
    %pp = tile.offset %p, %o : !ptrs, tensor<128xi32, #l>
    %x = tile_gpu.load %pp : !ptrs
    // expected-remark @below {{load not brought ahead of its iteration: its address is carried by the loop}}
    %y = tile_gpu.load %q : !ptrs
    scf.if %c {
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

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
!bytes = tensor<128x!tile.ptr<i8>, #l>
!lists = tensor<128x!tile.ptr<i32>, #l>
func.func @conditions(%p: !ptrs, %b: !bytes, %t: !lists, %n: i32, %m: tensor<128xi1, #l>, %w: !lists) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %false = arith.constant false
  // expected-remark @below {{not pipelined: no load can be brought ahead}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%done = %false, %odd = %false) -> (i1, i1) : i32 {
    %new:2 = scf.if %done -> (i1, i1) {
      scf.yield %true, %odd : i1, i1
    } else {
      // expected-remark @below {{load not brought ahead of its iteration: a break may end the loop before it, and memory is only known to be there if it is loaded by load_masked of a view}}
      %x = tile_gpu.load %p : !ptrs
      tile_gpu.print "%f" %x : tensor<128xf32, #l>
      %even = arith.cmpi slt, %i, %c1 : i32
      scf.yield %even, %even : i1, i1
    }
    // Nothing says that this one stays as it is.
    scf.if %odd {
      // expected-remark @below {{load not brought ahead of its iteration: it is conditional, and of the condition holds: its address is carried by the loop}}
      %y = tile_gpu.load %p {in_view} : !ptrs
      tile_gpu.print "%f" %y : tensor<128xf32, #l>
    }
    %less = arith.cmpi slt, %i, %n : i32
    scf.if %less {
      // expected-remark @below {{load not brought ahead of its iteration: it is conditional, and too narrow for a stage buffer}}
      %z = tile_gpu.load %b : !bytes
      tile_gpu.print "%d" %z : tensor<128xi8, #l>
    }
    scf.yield %new#0, %new#1 : i1, i1
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!ptrs = tensor<128x!tile.ptr<f32>, #l>
!bytes = tensor<128x!tile.ptr<i8>, #l>
!lists = tensor<128x!tile.ptr<i32>, #l>
func.func @indices(%b: !tile.ptr<i8> {tile.restrict}, %t: !tile.ptr<i32> {tile.restrict}, %w: !tile.ptr<i32> {tile.restrict}, %f: !tile.ptr<f32> {tile.restrict}, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %false = arith.constant false
  %line = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  // expected-remark @below {{not pipelined: no load can be brought ahead}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%done = %false) -> i1 : i32 {
    // A number for all lanes, and what the loop writes.
    %ti = tile.offset %t, %i : !tile.ptr<i32>, i32
    %first = tile_gpu.load %ti : !tile.ptr<i32>
    %tj = tile.offset %t, %first : !tile.ptr<i32>, i32
    %second = tile_gpu.load %tj : !tile.ptr<i32>
    %fs = tile.splat %f : !ptrs
    %s2 = tile.splat %second : tensor<128xi32, #l>
    %p2 = tile.offset %fs, %s2 : !ptrs, tensor<128xi32, #l>
    // expected-remark @below {{load not brought ahead of its iteration: its address is loaded in the loop from where another load says}}
    %x = tile_gpu.load %p2 : !ptrs
    %wi = tile.offset %w, %i : !tile.ptr<i32>, i32
    %written = tile_gpu.load %wi : !tile.ptr<i32>
    %s3 = tile.splat %written : tensor<128xi32, #l>
    %p3 = tile.offset %fs, %s3 : !ptrs, tensor<128xi32, #l>
    // expected-remark @below {{load not brought ahead of its iteration: its address is loaded from what the loop may write}}
    %y = tile_gpu.load %p3 : !ptrs
    tile_gpu.store %wi, %first : !tile.ptr<i32>
    %bs = tile.splat %b : !bytes
    %s1 = tile.splat %first : tensor<128xi32, #l>
    %p1 = tile.offset %bs, %s1 : !bytes, tensor<128xi32, #l>
    // expected-remark @below {{load not brought ahead of its iteration: its address is loaded in the loop, and it is too narrow for a stage buffer}}
    %z = tile_gpu.load %p1 : !bytes
    %sum = tile_gpu.reduce %line axis = 0 : (tensor<128xi32, #l>) -> tensor<1xi32, #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>> {
    ^bb0(%a: i32, %c: i32):
      %add = arith.addi %a, %c : i32
      tile_gpu.yield %add : i32
    }
    %number = tile.to_scalar %sum : tensor<1xi32, #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>>
    %s4 = tile.splat %number : tensor<128xi32, #l>
    %p4 = tile.offset %fs, %s4 : !ptrs, tensor<128xi32, #l>
    // expected-remark @below {{load not brought ahead of its iteration: its address is computed by 'tile_gpu.reduce'}}
    %u = tile_gpu.load %p4 : !ptrs
    %fi = tile.offset %fs, %s1 : !ptrs, tensor<128xi32, #l>
    %over = scf.if %done -> i1 {
      scf.yield %true : i1
    } else {
      // expected-remark @below {{load not brought ahead of its iteration: its address is loaded in a loop that a break may end}}
      %v = tile_gpu.load %fi {in_view} : !ptrs
      tile_gpu.print "%f" %v : tensor<128xf32, #l>
      %is = arith.cmpi eq, %first, %i : i32
      scf.yield %is : i1
    }
    tile_gpu.print "%f %f %d %f" %x, %y, %z, %u : tensor<128xf32, #l>, tensor<128xf32, #l>, tensor<128xi8, #l>, tensor<128xf32, #l>
    scf.yield %over : i1
  }
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
!bytes = tensor<128x!tile.ptr<i8>, #l>
func.func @by_itself(%b: !tile.ptr<i8> {tile.restrict}, %n: i32) attributes {tile_gpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0> : tensor<128xi8, #l>
  %line = tile_gpu.coordinate 0 : tensor<128xi32, #l>
  // expected-remark @below {{not pipelined: no load can be brought ahead}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> tensor<128xi8, #l> : i32 {
    %bi = tile.offset %b, %i : !tile.ptr<i8>, i32
    %bs = tile.splat %bi : !bytes
    %p = tile.offset %bs, %line : !bytes, tensor<128xi32, #l>
    // expected-remark @below {{load not brought ahead of its iteration: the loop loads it for its next iteration by itself, and it is too narrow for a stage buffer}}
    %y = tile_gpu.load %p : !bytes
    tile_gpu.print "%d" %x : tensor<128xi8, #l>
    scf.yield %y : tensor<128xi8, #l>
  }
  tile_gpu.print "%d" %r : tensor<128xi8, #l>
  return
}

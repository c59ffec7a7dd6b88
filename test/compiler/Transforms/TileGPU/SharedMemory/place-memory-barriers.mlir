// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-place-memory-barriers | FileCheck %s
// Where lanes must wait for each other, and where they need not. `#own` gives each element one lane, `#copy` gives it several.

#own = #tile_gpu.layout<register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#other = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>
#copy = #tile_gpu.layout<register = [[32], [64], [128]], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]]>
!ptrs = tensor<256x!tile.ptr<f32>, #own>

// A lane may load what another has just stored.
// CHECK-LABEL: func @store_then_load
// CHECK: tile_gpu.store
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
func.func @store_then_load(%a: !tile.ptr<f32>, %i: tensor<256xi32, #own>, %x: tensor<256xf32, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  %s = tile.splat %a : !ptrs
  %p = tile.offset %s, %i : !ptrs, tensor<256xi32, #own>
  tile_gpu.store %s, %x : !ptrs
  %y = tile_gpu.load %p : !ptrs
  return
}

// Nor may a lane overwrite what another has still to load.
// CHECK-LABEL: func @load_then_store
// CHECK: tile_gpu.load
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.store
func.func @load_then_store(%a: !tile.ptr<f32>, %b: !tile.ptr<f32>) attributes {tile_gpu.num_warps = 4 : i32} {
  %p = tile.splat %a : !ptrs
  %q = tile.splat %b : !ptrs
  %y = tile_gpu.load %p : !ptrs
  tile_gpu.store %q, %y : !ptrs
  return
}

// Parameters that promise to be apart need none.
// CHECK-LABEL: func @restrict
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @restrict(%a: !tile.ptr<f32> {tile.restrict}, %b: !tile.ptr<f32> {tile.restrict}) attributes {tile_gpu.num_warps = 4 : i32} {
  %p = tile.splat %a : !ptrs
  %q = tile.splat %b : !ptrs
  %y = tile_gpu.load %p : !ptrs
  tile_gpu.store %q, %y : !ptrs
  return
}

// The same pointers in the same lanes: each lane meets only itself.
// CHECK-LABEL: func @in_place
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @in_place(%p: !ptrs) attributes {tile_gpu.num_warps = 4 : i32} {
  %x = tile_gpu.load %p : !ptrs
  tile_gpu.store %p, %x : !ptrs
  %y = tile_gpu.load %p : !ptrs
  return
}

// Atomics may name one address twice: what one lane added another loads through the same pointers.
// CHECK-LABEL: func @same_pointers_twice_in_a_tile
// CHECK: tile_gpu.atomic_rmw
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.atomic_rmw
func.func @same_pointers_twice_in_a_tile(%p: !ptrs, %x: tensor<256xf32, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  tile_gpu.atomic_rmw add relaxed device %p, %x : !ptrs
  %y = tile_gpu.load %p : !ptrs
  tile_gpu.atomic_rmw add relaxed device %p, %x : !ptrs
  return
}

// Neighbouring addresses are distinct.
// CHECK-LABEL: func @one_run
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @one_run(%a: !tile.ptr<f32>, %x: tensor<256xf32, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  %i = tile.iota : tensor<256xi32, #own>
  %s = tile.splat %a : !ptrs
  %p = tile.offset %s, %i : !ptrs, tensor<256xi32, #own>
  tile_gpu.atomic_rmw add relaxed device %p, %x : !ptrs
  %y = tile_gpu.load %p : !ptrs
  return
}

// A masked store says that the stored addresses are distinct, not the others.
// CHECK-LABEL: func @masked
// CHECK: tile_gpu.store
// CHECK-NEXT: tile_gpu.load {{.*}} mask
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
func.func @masked(%p: !ptrs, %x: tensor<256xf32, #own>, %m: tensor<256xi1, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  tile_gpu.store %p, %x mask %m : !ptrs
  %y = tile_gpu.load %p mask %m : !ptrs
  %z = tile_gpu.load %p : !ptrs
  return
}

// Copies are stored by one lane and loaded by all that hold them.
// CHECK-LABEL: func @copies
// CHECK: tile_gpu.store
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
func.func @copies(%p: tensor<256x!tile.ptr<f32>, #copy>, %x: tensor<256xf32, #copy>) attributes {tile_gpu.num_warps = 4 : i32} {
  tile_gpu.store %p, %x : tensor<256x!tile.ptr<f32>, #copy>
  %y = tile_gpu.load %p : tensor<256x!tile.ptr<f32>, #copy>
  return
}

// Lane 0 stores a scalar, every lane loads it; lane 0 stores again after all have loaded.
// CHECK-LABEL: func @scalars
// CHECK: tile_gpu.store
// CHECK-NEXT: tile_gpu.store
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: %[[Y:.*]] = tile_gpu.load
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.store
func.func @scalars(%p: !tile.ptr<f32>, %x: f32) attributes {tile_gpu.num_warps = 4 : i32} {
  tile_gpu.store %p, %x : !tile.ptr<f32>
  tile_gpu.store %p, %x : !tile.ptr<f32>
  %y = tile_gpu.load %p : !tile.ptr<f32>
  tile_gpu.store %p, %x : !tile.ptr<f32>
  return
}

// One warp waits for itself only.
// CHECK-LABEL: func @one_warp
// CHECK: tile_gpu.memory_barrier warp
func.func @one_warp(%p: !tile.ptr<f32>, %x: f32) attributes {tile_gpu.num_warps = 1 : i32} {
  tile_gpu.store %p, %x : !tile.ptr<f32>
  %y = tile_gpu.load %p : !tile.ptr<f32>
  return
}

// Around the back edge: the load of an iteration meets the store of the one before, through a pointer that has moved on.
// CHECK-LABEL: func @loop
// CHECK: scf.for
// CHECK: tile.offset
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
// CHECK-NEXT: tile_gpu.store
// CHECK-NEXT: }
func.func @loop(%s: !ptrs, %n: index) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %k32 = arith.index_cast %k : index to i32
    %i = tile.splat %k32 : tensor<256xi32, #own>
    %p = tile.offset %s, %i : !ptrs, tensor<256xi32, #own>
    %x = tile_gpu.load %p : !ptrs
    tile_gpu.store %p, %x : !ptrs
  }
  return
}

// What was stored before a loop is waited for before it, where no iteration meets another one.
// CHECK-LABEL: func @stored_before_loop
// CHECK: tile_gpu.store
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: scf.for
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @stored_before_loop(%s: !ptrs, %x: tensor<256xf32, #own>, %n: index) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile_gpu.store %s, %x : !ptrs
  scf.for %j = %c0 to %n step %c1 {
    scf.for %k = %c0 to %j step %c1 {
      %k32 = arith.index_cast %k : index to i32
      %i = tile.splat %k32 : tensor<256xi32, #own>
      %p = tile.offset %s, %i : !ptrs, tensor<256xi32, #own>
      %y = tile_gpu.load %p : !ptrs
    }
  }
  return
}

// The barrier that the load asks for stands before the next iteration's scratch, too, so one before the loop saves none.
// CHECK-LABEL: func @stored_before_and_inside
// CHECK: tile_gpu.store
// CHECK-NOT: memory_barrier
// CHECK: scf.for
// CHECK: tile.offset
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
// CHECK-NEXT: tile_gpu.convert_layout
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.convert_layout
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @stored_before_and_inside(%s: !ptrs, %x: tensor<256xf32, #own>, %n: index) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile_gpu.store %s, %x : !ptrs
  scf.for %k = %c0 to %n step %c1 {
    %k32 = arith.index_cast %k : index to i32
    %i = tile.splat %k32 : tensor<256xi32, #own>
    %p = tile.offset %s, %i : !ptrs, tensor<256xi32, #own>
    %y = tile_gpu.load %p : !ptrs
    %0 = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<256xf32, #own> -> tensor<256xf32, #other>
    %1 = tile_gpu.convert_layout %y {shared_offset = 0 : i64} : tensor<256xf32, #own> -> tensor<256xf32, #other>
  }
  return
}

// Where iterations meet anyway, the barrier inside is for both.
// CHECK-LABEL: func @stored_before_loop_that_stores
// CHECK: tile_gpu.store
// CHECK-NOT: memory_barrier
// CHECK: scf.for
// CHECK: tile.offset
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
func.func @stored_before_loop_that_stores(%s: !ptrs, %x: tensor<256xf32, #own>, %n: index) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile_gpu.store %s, %x : !ptrs
  scf.for %k = %c0 to %n step %c1 {
    %k32 = arith.index_cast %k : index to i32
    %i = tile.splat %k32 : tensor<256xi32, #own>
    %p = tile.offset %s, %i : !ptrs, tensor<256xi32, #own>
    %y = tile_gpu.load %p : !ptrs
    tile_gpu.store %p, %y : !ptrs
  }
  return
}

// A pointer from outside the loop stays with its lane in every iteration.
// CHECK-LABEL: func @loop_in_place
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @loop_in_place(%p: !ptrs, %n: index) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %x = tile_gpu.load %p : !ptrs
    tile_gpu.store %p, %x : !ptrs
  }
  return
}

// What a loop leaves pending counts after it, and in a while loop too.
// CHECK-LABEL: func @after_while
// CHECK: scf.while
// CHECK: scf.condition
// CHECK: tile_gpu.store
// CHECK: }
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
func.func @after_while(%p: !ptrs, %q: !ptrs, %x: tensor<256xf32, #own>, %c: i1) attributes {tile_gpu.num_warps = 4 : i32} {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    tile_gpu.store %p, %x : !ptrs
    scf.yield
  }
  %y = tile_gpu.load %q : !ptrs
  return
}

// After a branch that may have stored; the other branch needs none before its own load.
// CHECK-LABEL: func @branch
// CHECK: scf.if
// CHECK-NEXT: tile_gpu.store
// CHECK-NEXT: } else {
// CHECK-NEXT: tile_gpu.load
// CHECK-NEXT: }
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
func.func @branch(%p: !ptrs, %q: !ptrs, %x: tensor<256xf32, #own>, %c: i1) attributes {tile_gpu.num_warps = 4 : i32} {
  scf.if %c {
    tile_gpu.store %p, %x : !ptrs
  } else {
    %z = tile_gpu.load %q : !ptrs
  }
  %y = tile_gpu.load %q : !ptrs
  return
}

// What was stored before a branch counts inside it.
// CHECK-LABEL: func @into_branch
// CHECK: tile_gpu.store
// CHECK-NEXT: scf.if
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
func.func @into_branch(%p: !ptrs, %q: !ptrs, %x: tensor<256xf32, #own>, %c: i1) attributes {tile_gpu.num_warps = 4 : i32} {
  tile_gpu.store %p, %x : !ptrs
  scf.if %c {
    %z = tile_gpu.load %q : !ptrs
  }
  return
}

// A release covers the stores of all lanes; an acquire holds back the loads of all lanes.
// CHECK-LABEL: func @release_acquire
// CHECK: tile_gpu.store
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.atomic_store
// CHECK-NEXT: tile_gpu.atomic_rmw{{.*}}acquire
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
func.func @release_acquire(%s: !tile.ptr<f32> {tile.restrict}, %x: tensor<256xf32, #own>, %a: !tile.ptr<i32> {tile.restrict},
                           %b: !tile.ptr<i32> {tile.restrict}, %one: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %p = tile.splat %s : !ptrs
  tile_gpu.store %p, %x : !ptrs
  tile_gpu.atomic_store release device %a, %one : !tile.ptr<i32>
  tile_gpu.atomic_rmw add acquire device %b, %one : !tile.ptr<i32>
  %y = tile_gpu.load %p : !ptrs
  return
}

// The result of a scalar atomic reaches all lanes through a barrier: an acquire needs no second one.
// CHECK-LABEL: func @acquire_with_result
// CHECK: tile_gpu.atomic_load
// CHECK-NEXT: tile_gpu.load
func.func @acquire_with_result(%p: !ptrs, %a: !tile.ptr<i32>) -> i32 attributes {tile_gpu.num_warps = 4 : i32} {
  %v = tile_gpu.atomic_load acquire device %a {shared_offset = 0 : i64} : !tile.ptr<i32>
  %y = tile_gpu.load %p : !ptrs
  return %v : i32
}

// A relaxed atomic by another lane on memory that was stored comes after the store; sums among themselves have no order.
// CHECK-LABEL: func @relaxed
// CHECK: tile_gpu.store
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.atomic_rmw
// CHECK-NEXT: tile_gpu.atomic_rmw
// CHECK-NEXT: return
func.func @relaxed(%p: !ptrs, %q: !ptrs, %x: tensor<256xf32, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  tile_gpu.store %p, %x : !ptrs
  tile_gpu.atomic_rmw add relaxed device %q, %x : !ptrs
  tile_gpu.atomic_rmw add relaxed device %p, %x : !ptrs
  return
}

// Scratch that slow lanes still read is not overwritten: the third conversion has the first one's place, but the second one's
// barrier lies between; the fourth has the third one's.
// CHECK-LABEL: func @scratch
// CHECK: tile_gpu.convert_layout {{.*}} {shared_offset = 0 : i64}
// CHECK-NEXT: tile_gpu.convert_layout {{.*}} {shared_offset = 1024 : i64}
// CHECK-NEXT: tile_gpu.convert_layout {{.*}} {shared_offset = 0 : i64}
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.convert_layout {{.*}} {shared_offset = 0 : i64}
func.func @scratch(%x: tensor<256xf32, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  %0 = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<256xf32, #own> -> tensor<256xf32, #other>
  %1 = tile_gpu.convert_layout %x {shared_offset = 1024 : i64} : tensor<256xf32, #own> -> tensor<256xf32, #other>
  %2 = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<256xf32, #own> -> tensor<256xf32, #other>
  %3 = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<256xf32, #own> -> tensor<256xf32, #other>
  return
}

// In a loop one op meets its own scratch again.
// CHECK-LABEL: func @scratch_in_loop
// CHECK: scf.for
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.convert_layout
func.func @scratch_in_loop(%x: tensor<256xf32, #own>, %n: index) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<256xf32, #own> -> tensor<256xf32, #other>
  }
  return
}

// The barrier inside an op that passes data between lanes orders what stands around it.
// CHECK-LABEL: func @barrier_inside
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @barrier_inside(%p: !ptrs, %q: !ptrs, %x: tensor<256xf32, #own>) attributes {tile_gpu.num_warps = 4 : i32} {
  tile_gpu.store %p, %x : !ptrs
  %0 = tile_gpu.convert_layout %x {shared_offset = 0 : i64} : tensor<256xf32, #own> -> tensor<256xf32, #other>
  %y = tile_gpu.load %q : !ptrs
  return
}

// Local memory is one object for all lanes.
// CHECK-LABEL: func @local
// CHECK: tile_gpu.store
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
// CHECK-NEXT: tile_gpu.load
func.func @local(%x: f32, %q: !tile.ptr<f32>) attributes {tile_gpu.num_warps = 4 : i32} {
  %l = tile_gpu.alloca 16 bytes align 4 {shared_offset = 0 : i64} : !tile.ptr<f32>
  tile_gpu.store %l, %x : !tile.ptr<f32>
  %y = tile_gpu.load %l : !tile.ptr<f32>
  %z = tile_gpu.load %q : !tile.ptr<f32>
  return
}

// Blocks that follow each other are threads of their own: neither waits for the other's stores.
// CHECK-LABEL: func @blocks
// CHECK-NOT: memory_barrier
// CHECK: return
func.func @blocks(%p: !tile.ptr<f32>, %x: tensor<256xf32, #own>, %n: i32) attributes {tile_gpu.num_warps = 4 : i32, tile.persistent} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %q = tile.offset %p, %i : !tile.ptr<f32>, i32
    %r = tile.splat %q : !ptrs
    %e = tile.iota : tensor<256xi32, #own>
    %a = tile.offset %r, %e : !ptrs, tensor<256xi32, #own>
    tile_gpu.store %a, %x : !ptrs
  } {tile.block_loop}
  return
}

// Two ops may be one block's, part of which is done in the next iteration.
// CHECK-LABEL: func @joined_blocks
// CHECK: scf.for
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.store
func.func @joined_blocks(%p: !tile.ptr<f32>, %x: tensor<256xf32, #own>, %n: i32) attributes {tile_gpu.num_warps = 4 : i32, tile.persistent} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %s = tile.splat %p : !ptrs
  scf.for %i = %c0 to %n step %c1 : i32 {
    %y = tile_gpu.load %s : !ptrs
    %q = tile.offset %p, %i : !tile.ptr<f32>, i32
    %r = tile.splat %q : !ptrs
    tile_gpu.store %r, %x : !ptrs
  } {tile.block_loop}
  return
}

// Iterations of any other loop are one thread's.
// CHECK-LABEL: func @iterations
// CHECK: scf.for
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.store
func.func @iterations(%p: !tile.ptr<f32>, %x: tensor<256xf32, #own>, %n: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %q = tile.offset %p, %i : !tile.ptr<f32>, i32
    %r = tile.splat %q : !ptrs
    %e = tile.iota : tensor<256xi32, #own>
    %a = tile.offset %r, %e : !ptrs, tensor<256xi32, #own>
    tile_gpu.store %a, %x : !ptrs
  }
  return
}

// The next block's local memory has the bytes of this one's: no lane may store to it while another still loads.
// CHECK-LABEL: func @local_of_blocks
// CHECK: scf.for
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.store
// CHECK: tile_gpu.memory_barrier cta
// CHECK-NEXT: tile_gpu.load
func.func @local_of_blocks(%x: f32, %n: i32) attributes {tile_gpu.num_warps = 4 : i32, tile.persistent} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = tile_gpu.alloca 16 bytes align 4 {shared_offset = 0 : i64} : !tile.ptr<f32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    tile_gpu.store %l, %x : !tile.ptr<f32>
    %y = tile_gpu.load %l : !tile.ptr<f32>
  } {tile.block_loop}
  return
}

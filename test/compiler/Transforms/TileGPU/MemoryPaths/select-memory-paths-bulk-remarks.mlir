// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-select-memory-paths="tma=true remarks=true target=sm_90a" --split-input-file --verify-diagnostics -o /dev/null
// Every reason against moving a pointer tile as a run, with what the user could change.

#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
!ptrs = tensor<256x!tile.ptr<f32>, #l>
!ints = tensor<256xi32, #l>

func.func @loads(%p: !tile.ptr<f32>, %m: tensor<256xi1, #l>, %list: !ints, %base: !ints) attributes {tile_gpu.num_warps = 2 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %line = tile_gpu.coordinate 0 : !ints
  %as = tile.splat %pa : !ptrs
  %run = tile.offset %as, %line : !ptrs, !ints
  // expected-remark @below {{load of 1024 bytes as one run by the copy engine, through shared memory}}
  %a = tile_gpu.load %run vector 4 : !ptrs
  // expected-remark @below {{no bulk copy: its mask may leave elements out; a view says where a tensor ends}}
  %b = tile_gpu.load %run mask %m : !ptrs
  %ps = tile.splat %p : !ptrs
  %unaligned = tile.offset %ps, %line : !ptrs, !ints
  // expected-remark @below {{no bulk copy: it is only known to begin at a multiple of 4 bytes; add assume_aligned(p, 16_ic)}}
  %c = tile_gpu.load %unaligned : !ptrs
  %listed = tile.offset %as, %list : !ptrs, !ints
  // expected-remark @below {{no bulk copy: its elements are not known to follow one another in memory}}
  %d = tile_gpu.load %listed : !ptrs
  // expected-remark @below {{no bulk copy: the hint allow_tma = false forbids it}}
  %e = tile_gpu.load %run vector 4 {hints = [#tile.hints<arch = 900, allow_tma = false>]} : !ptrs
  return
}

// -----
#l = #tile_gpu.layout<register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0]]>
!ptrs = tensor<2x!tile.ptr<f32>, #l>
func.func @short(%p: !tile.ptr<f32>) attributes {tile_gpu.num_warps = 2 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %line = tile_gpu.coordinate 0 : tensor<2xi32, #l>
  %as = tile.splat %pa : !ptrs
  %run = tile.offset %as, %line : !ptrs, tensor<2xi32, #l>
  // expected-remark @below {{no bulk copy: a run has a multiple of 16 and at most 65536 bytes, this tile 8}}
  %a = tile_gpu.load %run : !ptrs
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
!ptrs = tensor<256x!tile.ptr<f32>, #l>
!ints = tensor<256xi32, #l>
func.func @updates(%p: !tile.ptr<f32> {tile.restrict}, %q: !tile.ptr<f32> {tile.restrict}, %x: tensor<256xf32, #l>) attributes {tile_gpu.num_warps = 2 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %line = tile_gpu.coordinate 0 : !ints
  %as = tile.splat %pa : !ptrs
  %run = tile.offset %as, %line : !ptrs, !ints
  // expected-remark @below {{no bulk copy: other accesses of this kernel may touch the same memory; say __restrict__ where they do not}}
  tile_gpu.atomic_rmw add relaxed device %run, %x : !ptrs
  %qa = tile.assume %q [#tile.divisible<16>] : !tile.ptr<f32>
  %qs = tile.splat %qa : !ptrs
  %other = tile.offset %qs, %line : !ptrs, !ints
  // expected-remark @below {{no bulk copy: other accesses of this kernel may touch the same memory}}
  tile_gpu.store %run, %x : !ptrs
  // expected-remark @below {{no bulk copy: the copy engine is atomic within the device only}}
  tile_gpu.atomic_rmw add relaxed system %other, %x : !ptrs
  return
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
!ptrs = tensor<256x!tile.ptr<f32>, #l>
!ints = tensor<256xi32, #l>
func.func @old_values(%p: !tile.ptr<f32> {tile.restrict}, %x: tensor<256xf32, #l>) -> tensor<256xf32, #l> attributes {tile_gpu.num_warps = 2 : i32} {
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %line = tile_gpu.coordinate 0 : !ints
  %as = tile.splat %pa : !ptrs
  %run = tile.offset %as, %line : !ptrs, !ints
  // expected-remark @below {{no bulk copy: the copy engine does not return old values}}
  %old = tile_gpu.atomic_rmw add relaxed device %run, %x : !ptrs -> tensor<256xf32, #l>
  return %old : tensor<256xf32, #l>
}

// -----
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]]>
!ptrs = tensor<256x!tile.ptr<f32>, #l>
// Known to be a run, but what a loop carries are all its addresses.
func.func @no_origin(%p: !tile.ptr<f32>, %n: i32) attributes {tile_gpu.num_warps = 2 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pa = tile.assume %p [#tile.divisible<16>] : !tile.ptr<f32>
  %line = tile_gpu.coordinate 0 : tensor<256xi32, #l>
  %step = arith.constant dense<256> : tensor<256xi32, #l>
  %as = tile.splat %pa : !ptrs
  %run = tile.offset %as, %line : !ptrs, tensor<256xi32, #l>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %run) -> !ptrs : i32 {
    // expected-remark @below {{no bulk copy: the address of its first element is not a number that all lanes have}}
    %a = tile_gpu.load %q : !ptrs
    tile_gpu.print "%f" %a : tensor<256xf32, #l>
    %next = tile.offset %q, %step : !ptrs, tensor<256xi32, #l>
    scf.yield %next : !ptrs
  }
  return
}

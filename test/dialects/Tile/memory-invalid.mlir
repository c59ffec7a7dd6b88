// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s -split-input-file -verify-diagnostics
// Every message of memory ops, atomics, views, assumptions, hints and MMAs.

func.func @f(%p: !tile.ptr<f32>, %x: f32) {
  // expected-error @below {{expected a mask beside the padding}}
  %0 = tile.load %p padding %x : !tile.ptr<f32>
  return
}
// -----
func.func @f() {
  // expected-error @below {{expected from 1 to 16777216 bytes, got 0}}
  %0 = tile.alloca 0 bytes align 4 : !tile.ptr<f32>
  return
}
// -----
// expected-error @below {{expected a power of two as alignment, got 3}}
tile.global @g 4 bytes align 3
// -----
// expected-error @below {{expected 4 initial bytes, got 2}}
tile.global @g 4 bytes align 4 = [1, 2]
// -----
func.func @f() {
  // expected-error @below {{expected a tile.global named @g}}
  %0 = tile.address_of @g : !tile.ptr<f32>
  return
}
// -----
func.func @f(%p: !tile.ptr<f32>) {
  // expected-error @below {{expected order relaxed or acquire, got release}}
  %0 = tile.atomic_load release device %p : !tile.ptr<f32>
  return
}
// -----
func.func @f(%p: !tile.ptr<f32>, %x: f32) {
  // expected-error @below {{expected a mask beside the padding}}
  %0 = tile.atomic_load relaxed device %p padding %x : !tile.ptr<f32>
  return
}
// -----
func.func @f(%p: !tile.ptr<f32>, %x: f32) {
  // expected-error @below {{expected order relaxed or release, got acquire}}
  tile.atomic_store acquire device %p, %x : !tile.ptr<f32>
  return
}
// -----
func.func @f(%p: !tile.ptr<f32>, %x: f32) {
  // expected-error @below {{has no max_signed of 'f32'}}
  tile.atomic_rmw max_signed relaxed device %p, %x : !tile.ptr<f32>
  return
}
// -----
func.func @f(%p: !tile.ptr<f32>, %x: f32) {
  // expected-error @below {{expected a result of type 'f32', got 'i32'}}
  %0 = tile.atomic_rmw add relaxed device %p, %x : !tile.ptr<f32> -> i32
  return
}
// -----
func.func @f(%p: !tile.ptr<f16>, %x: f16) {
  // expected-error @below {{has no compare-exchange of 'f16'}}
  tile.atomic_cas relaxed device %p, %x, %x : !tile.ptr<f16>
  return
}
// -----
func.func @f(%p: !tile.ptr<f32>, %x: f32) {
  // expected-error @below {{expected a result of type 'f32', got 'i32'}}
  %0 = tile.atomic_cas relaxed device %p, %x, %x : !tile.ptr<f32> -> i32
  return
}
// -----
func.func @f(%p: !tile.ptr<f16>) {
  // expected-error @below {{expected a pointer to 'f32', got '!tile.ptr<f16>'}}
  %0 = tile.make_tensor_view %p : !tile.ptr<f16> -> !tile.tensor_view<4xf32, strides = [1]>
  return
}
// -----
func.func @f(%p: !tile.ptr<f32>) {
  // expected-error @below {{expected 1 extents, got 0}}
  %0 = tile.make_tensor_view %p : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  return
}
// -----
func.func @f(%p: !tile.ptr<f32>, %n: i32) {
  // expected-error @below {{expected 0 strides, got 1}}
  %0 = tile.make_tensor_view %p strides [%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<4xf32, strides = [1]>
  return
}
// -----
!view = !tile.partition_view<4, !tile.tensor_view<8xf32, strides = [1]>>
func.func @f(%v: !view, %n: i32) {
  // expected-error @below {{expected 1 indices, got 2}}
  %0 = tile.load_view %v[%n, %n : i32, i32] : !view
  return
}
// -----
!view = !tile.partition_view<4, !tile.tensor_view<8xf32, strides = [1]>>
func.func @f(%v: !view, %n: tensor<4xi32>) {
  // expected-error @below {{expected a scalar as index 0, got 'tensor<4xi32>'}}
  %0 = tile.load_view %v[%n : tensor<4xi32>] : !view
  return
}
// -----
!view = !tile.partition_view<4, !tile.tensor_view<8xf32, strides = [1]>>
func.func @f(%v: !view, %n: i32) {
  // expected-error @below {{expected a tile of type 'tensor<4xf32>', got 'tensor<4xbf16>'}}
  %0 = tile.load_view %v[%n : i32] : !view -> bf16
  return
}
// -----
!view = !tile.partition_view<4, !tile.tensor_view<8xf64, strides = [1]>>
func.func @f(%v: !view, %n: i32) {
  // expected-error @below {{expected a tile of type 'tensor<4xf64>', got 'tensor<4xtf32>'}}
  %0 = tile.load_view %v[%n : i32] : !view -> tf32
  return
}
// -----
!view = !tile.gather_scatter_view<4, dimension = 0, !tile.tensor_view<8xf32, strides = [1]>>
func.func @f(%v: !view, %n: tensor<8xi32>, %t: tensor<4xf32>) {
  // expected-error @below {{expected a tile of 4 indices as index 0, got 'tensor<8xi32>'}}
  tile.store_view %v[%n : tensor<8xi32>], %t : !view
  return
}
// -----
!view = !tile.partition_view<4, !tile.tensor_view<8xf32, strides = [1]>>
func.func @f(%v: !view, %n: i32) {
  // expected-error @below {{expected order relaxed or acquire, got acq_rel}}
  %0 = tile.atomic_load_view acq_rel device %v[%n : i32] : !view
  return
}
// -----
!view = !tile.partition_view<4, !tile.tensor_view<8xf32, strides = [1]>>
func.func @f(%v: !view, %n: i32, %t: tensor<4xf32>) {
  // expected-error @below {{expected order relaxed or release, got acquire}}
  tile.atomic_store_view acquire device %v[%n : i32], %t : !view
  return
}
// -----
!view = !tile.gather_scatter_view<4, dimension = 0, !tile.tensor_view<8xf32, strides = [1]>>
func.func @f(%v: !view, %n: tensor<4xi32>, %t: tensor<4xf32>) {
  // expected-error @below {{expected a partition or strided view}}
  tile.atomic_reduce_view add relaxed device %v[%n : tensor<4xi32>], %t : !view
  return
}
// -----
!view = !tile.partition_view<4, !tile.tensor_view<8xf32, strides = [1]>>
func.func @f(%v: !view, %n: i32, %t: tensor<4xf32>) {
  // expected-error @below {{expected order relaxed, got release}}
  tile.atomic_reduce_view add release device %v[%n : i32], %t : !view
  return
}
// -----
!view = !tile.partition_view<4, !tile.tensor_view<8xf32, strides = [1]>>
func.func @f(%v: !view, %n: i32, %t: tensor<4xf32>) {
  // expected-error @below {{expected scope block or device, got system}}
  tile.atomic_reduce_view add relaxed system %v[%n : i32], %t : !view
  return
}
// -----
!view = !tile.partition_view<4, !tile.tensor_view<8xf32, strides = [1]>>
func.func @f(%v: !view, %n: i32, %t: tensor<4xf32>) {
  // expected-error @below {{has no reduction and of 'f32'}}
  tile.atomic_reduce_view and relaxed device %v[%n : i32], %t : !view
  return
}
// -----
// expected-error @below {{expected a numeric element type as pointee, got '!tile.ptr<f32>'}}
func.func @f(%p: !tile.ptr<!tile.ptr<f32>>) { return }
// -----
// expected-error @below {{expected 1 strides, got 2}}
func.func @f(%p: !tile.tensor_view<4xf32, strides = [1, 1]>) { return }
// -----
// expected-error @below {{expected non-negative strides, got -1}}
func.func @f(%p: !tile.tensor_view<4xf32, strides = [-1]>) { return }
// -----
// expected-error @below {{expected 1 tile extents, got 2}}
func.func @f(%p: !tile.partition_view<4x4, !tile.tensor_view<4xf32, strides = [1]>>) { return }
// -----
// expected-error @below {{expected power-of-two tile extents, got 3}}
func.func @f(%p: !tile.partition_view<3, !tile.tensor_view<4xf32, strides = [1]>>) { return }
// -----
// expected-error @below {{expected padding zero for element type 'i32', got nan}}
func.func @f(%p: !tile.partition_view<4, !tile.tensor_view<4xi32, strides = [1]>, padding = nan>) { return }
// -----
// expected-error @below {{expected a padding that 'f8E4M3FN' has, got positive_inf}}
func.func @f(%p: !tile.partition_view<4, !tile.tensor_view<4xf8E4M3FN, strides = [1]>, padding = positive_inf>) { return }
// -----
// expected-error @below {{expected 1 steps, got 2}}
func.func @f(%p: !tile.strided_view<4, steps = [1, 1], !tile.tensor_view<4xf32, strides = [1]>>) { return }
// -----
// expected-error @below {{expected positive steps, got 0}}
func.func @f(%p: !tile.strided_view<4, steps = [0], !tile.tensor_view<4xf32, strides = [1]>>) { return }
// -----
// expected-error @below {{expected a dimension below 1, got 1}}
func.func @f(%p: !tile.gather_scatter_view<4, dimension = 1, !tile.tensor_view<4xf32, strides = [1]>>) { return }
// -----
func.func @f(%x: f32) {
  // expected-error @below {{expected integers or pointers, got 'f32'}}
  %0 = tile.assume %x [#tile.divisible<4>] : f32
  return
}
// -----
func.func @f(%x: !tile.ptr<f32>) {
  // expected-error @below {{expected integers under 'bounded', got '!tile.ptr<f32>'}}
  %0 = tile.assume %x [#tile.bounded<lower = 4>] : !tile.ptr<f32>
  return
}
// -----
func.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{expected 'along' below 1, got 1}}
  %0 = tile.assume %x [#tile.divisible<4, every = 2, along = 1>] : tensor<4xi32>
  return
}
// -----
func.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{expected a block of rank 1, got 2}}
  %0 = tile.assume %x [#tile.same_elements<[2, 2]>] : tensor<4xi32>
  return
}
// -----
func.func @f(%x: i32) {
  // expected-error @below {{expected a power of two as divisor, got 3}}
  %0 = tile.assume %x [#tile.divisible<3>] : i32
  return
}
// -----
// expected-error @below {{expected arch to be 0 or ten times a known compute capability, got 7}}
func.func @f() attributes {tile.hints = [#tile.hints<arch = 7, occupancy = 2>]} { return }
// -----
// expected-error @below {{expected num_cta_in_cga to be a power of two up to 16, got 3}}
func.func @f() attributes {tile.hints = [#tile.hints<arch = 0, num_cta_in_cga = 3>]} { return }
// -----
// expected-error @below {{expected occupancy to be 1 to 32, got 33}}
func.func @f() attributes {tile.hints = [#tile.hints<arch = 0, occupancy = 33>]} { return }
// -----
// expected-error @below {{expected num_worker_warps_per_cta to be a power of two up to 32, got 6}}
func.func @f() attributes {tile.hints = [#tile.hints<arch = 0, num_worker_warps_per_cta = 6>]} { return }
// -----
// expected-error @below {{expected latency to be 1 to 10, got 11}}
func.func @f() attributes {tile.hints = [#tile.hints<arch = 0, latency = 11>]} { return }
// -----
func.func @f(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<4x4xf64>) {
  // expected-error @below {{has no MMA of 'f16' and 'f16' with sums in 'f64'}}
  %0 = tile.mma %a, %b, %c : tensor<4x8xf16>, tensor<8x4xf16>, tensor<4x4xf64>
  return
}
// -----
func.func @f(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<4x4xf32>) {
  // expected-error @below {{expected i8 operands with a sign, got 'f16'}}
  %0 = tile.mma %a, %b, %c unsigned_a : tensor<4x8xf16>, tensor<8x4xf16>, tensor<4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf16>, %b: tensor<4x4xf16>, %c: tensor<4x4xf32>) {
  // expected-error @below {{expected 8 rows of b, got 4}}
  %0 = tile.mma %a, %b, %c : tensor<4x8xf16>, tensor<4x4xf16>, tensor<4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<8x4xf32>) {
  // expected-error @below {{expected an accumulator of 4x4, got 8x4}}
  %0 = tile.mma %a, %b, %c : tensor<4x8xf16>, tensor<8x4xf16>, tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8xf16>, %b: tensor<8x4xf16>, %c: tensor<8x4xf32>) {
  // expected-error @below {{expected three tiles of rank 2 or of rank 3, got ranks 1, 2 and 2}}
  %0 = tile.mma %a, %b, %c : tensor<8xf16>, tensor<8x4xf16>, tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<2x4x8xf16>, %b: tensor<1x8x4xf16>, %c: tensor<2x4x4xf32>) {
  // expected-error @below {{expected equal batch extents, got 2, 1 and 2}}
  %0 = tile.mma %a, %b, %c : tensor<2x4x8xf16>, tensor<1x8x4xf16>, tensor<2x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x64xf8E4M3FN>, %s: tensor<4x1xf8E8M0FNU>, %b: tensor<64x4xf8E4M3FN>, %t: tensor<1x4xf8E8M0FNU>, %c: tensor<4x4xf32>) {
  // expected-error @below {{has no MMA of 'f8E4M3FN' with one 'f8E8M0FNU' scale for 64 elements}}
  %0 = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<4x64xf8E4M3FN>, tensor<4x1xf8E8M0FNU>, tensor<64x4xf8E4M3FN>, tensor<1x4xf8E8M0FNU>, tensor<4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x64xf8E4M3FN>, %s: tensor<4x2xf8E8M0FNU>, %b: tensor<64x4xf8E5M2>, %t: tensor<2x4xf8E8M0FNU>, %c: tensor<4x4xf32>) {
  // expected-error @below {{expected equal element types on both sides}}
  %0 = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<4x64xf8E4M3FN>, tensor<4x2xf8E8M0FNU>, tensor<64x4xf8E5M2>, tensor<2x4xf8E8M0FNU>, tensor<4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x64xf8E4M3FN>, %s: tensor<8xf8E8M0FNU>, %b: tensor<64x4xf8E4M3FN>, %t: tensor<2x4xf8E8M0FNU>, %c: tensor<4x4xf32>) {
  // expected-error @below {{expected scales of rank 2}}
  %0 = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<4x64xf8E4M3FN>, tensor<8xf8E8M0FNU>, tensor<64x4xf8E4M3FN>, tensor<2x4xf8E8M0FNU>, tensor<4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x64xf8E4M3FN>, %s: tensor<4x2xf8E8M0FNU>, %b: tensor<64x8xf8E4M3FN>, %t: tensor<2x4xf8E8M0FNU>, %c: tensor<4x8xf32>) {
  // expected-error @below {{expected scales of one depth for each row of a and column of b, got 'tensor<4x2xf8E8M0FNU>' and 'tensor<2x4xf8E8M0FNU>'}}
  %0 = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<4x64xf8E4M3FN>, tensor<4x2xf8E8M0FNU>, tensor<64x8xf8E4M3FN>, tensor<2x4xf8E8M0FNU>, tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x64xf8E4M3FN>, %s: tensor<4x2xf8E8M0FNU>, %b: tensor<64x8xf8E4M3FN>, %t: tensor<4x8xf8E8M0FNU>, %c: tensor<4x8xf32>) {
  // expected-error @below {{expected scales of one depth for each row of a and column of b, got}}
  %0 = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<4x64xf8E4M3FN>, tensor<4x2xf8E8M0FNU>, tensor<64x8xf8E4M3FN>, tensor<4x8xf8E8M0FNU>, tensor<4x8xf32>
  return
}
// -----
func.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{expected a positive 'every', got 0}}
  %0 = tile.assume %x [#tile.divisible<4, every = 0, along = 0>] : tensor<4xi32>
  return
}
// -----
func.func @f(%x: i32) {
  // expected-error @below {{expected a lower or an upper bound}}
  %0 = tile.assume %x [#tile.bounded<>] : i32
  return
}
// -----
// expected-error @below {{expected a numeric element type, got 'index'}}
func.func @f(%t: !tile.tensor_view<4xindex, strides = [1]>) { return }
// -----
// expected-error @below {{expected a padding, got 'seven'}}
func.func @f(%v: !tile.partition_view<4, !tile.tensor_view<8xf32, strides = [1]>, padding = seven>) { return }

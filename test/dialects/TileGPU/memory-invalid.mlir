// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics

#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @f(%p: tensor<128x!tile.ptr<f32>, #a>, %x: tensor<128xf32, #a>) {
  // expected-error @below {{expected a mask with the padding}}
  %0 = tile_gpu.load %p padding %x : tensor<128x!tile.ptr<f32>, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @f(%p: tensor<128x!tile.ptr<f32>, #a>) {
  // expected-error @below {{expected a power of two as vector, got 3}}
  %0 = tile_gpu.load %p vector 3 : tensor<128x!tile.ptr<f32>, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @f(%p: tensor<128x!tile.ptr<f64>, #a>) {
  // expected-error @below {{expected accesses of at most 16 bytes, got 32}}
  %0 = tile_gpu.load %p vector 4 : tensor<128x!tile.ptr<f64>, #a>
  return
}

// -----
// Some targets move more.
#a = #tile_gpu.layout<register = [[1], [2], [4]], lane = [[8], [16], [32], [64], [128]]>
func.func @f(%p: tensor<256x!tile.ptr<f64>, #a>) attributes {tile_gpu.access_bytes = 32 : i32} {
  %0 = tile_gpu.load %p vector 4 : tensor<256x!tile.ptr<f64>, #a>
  // expected-error @below {{expected accesses of at most 32 bytes, got 64}}
  %1 = tile_gpu.load %p vector 8 : tensor<256x!tile.ptr<f64>, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @f(%p: tensor<128x!tile.ptr<f16>, #a>, %x: tensor<128xf16, #a>) {
  // expected-error @below {{expected a vector of at most 4 registers, got 8}}
  tile_gpu.store %p, %x vector 8 : tensor<128x!tile.ptr<f16>, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!view = !tile.partition_view<64, !tile.tensor_view<?xf32, strides = [1]>>
func.func @f(%v: !view, %i: i32) {
  // expected-error @below {{expected a tile of type 'tensor<64xf32>', got 'tensor<128xf32>'}}
  %0 = tile_gpu.load_view %v[%i : i32] : !view -> tensor<128xf32, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!view = !tile.partition_view<128, !tile.tensor_view<?xf32, strides = [1]>>
func.func @f(%v: !view, %i: i32, %x: tensor<128xf32, #a>) {
  // expected-error @below {{expected 1 indices, got 2}}
  tile_gpu.store_view %v[%i, %i : i32, i32], %x : !view, tensor<128xf32, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!view = !tile.partition_view<128, !tile.tensor_view<?xf32, strides = [1]>>
func.func @f(%v: !view, %i: tensor<128xi32, #a>) {
  // expected-error @below {{expected a scalar index for dimension 0, got 'tensor<128xi32}}
  %0 = tile_gpu.atomic_load_view relaxed device %v[%i : tensor<128xi32, #a>] : !view -> tensor<128xf32, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!view = !tile.gather_scatter_view<128, dimension = 0, !tile.tensor_view<?xf32, strides = [1]>>
func.func @f(%v: !view, %i: i32, %x: tensor<128xf32, #a>) {
  // expected-error @below {{expected a tile of 128 indices for dimension 0, got 'i32'}}
  tile_gpu.atomic_store_view relaxed device %v[%i : i32], %x : !view, tensor<128xf32, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!view = !tile.partition_view<128, !tile.tensor_view<?xf32, strides = [1]>>
func.func @f(%v: !view, %i: i32, %x: tensor<128xf32, #a>) {
  // expected-error @below {{expected a reduction, got exchange}}
  tile_gpu.atomic_reduce_view exchange relaxed device %v[%i : i32], %x : !view, tensor<128xf32, #a>
  return
}

// -----
func.func @f(%q: !tile.ptr<i32>, %x: i32) {
  // expected-error @below {{expected a mask with the padding}}
  %0 = tile_gpu.atomic_load relaxed device %q padding %x : !tile.ptr<i32>
  return
}

// -----
func.func @f(%q: !tile.ptr<i32>) {
  // expected-error @below {{expected order relaxed or acquire, got release}}
  %0 = tile_gpu.atomic_load release device %q : !tile.ptr<i32>
  return
}

// -----
func.func @f(%q: !tile.ptr<i32>, %x: i32) {
  // expected-error @below {{expected order relaxed or release, got acq_rel}}
  tile_gpu.atomic_store acq_rel device %q, %x : !tile.ptr<i32>
  return
}

// -----
func.func @f(%q: !tile.ptr<f32>, %x: f32) {
  // expected-error @below {{expected an element type that has xor, got 'f32'}}
  tile_gpu.atomic_rmw xor relaxed device %q, %x : !tile.ptr<f32>
  return
}

// -----
func.func @f(%q: !tile.ptr<i32>, %x: i32) {
  // expected-error @below {{expected a result of type 'i32', got 'i64'}}
  %0 = tile_gpu.atomic_rmw xor relaxed device %q, %x : !tile.ptr<i32> -> i64
  return
}

// -----
func.func @f(%q: !tile.ptr<i8>, %x: i8) {
  // expected-error @below {{expected an element type that has compare-exchange, got 'i8'}}
  %0 = tile_gpu.atomic_cas relaxed device %q, %x, %x : !tile.ptr<i8> -> i8
  return
}

// -----
// Only sums whose results nobody reads have wide forms.
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @f(%p: tensor<128x!tile.ptr<i32>, #a>, %x: tensor<128xi32, #a>) {
  // expected-error @below {{expected a vector of 1, got 2}}
  tile_gpu.atomic_rmw add relaxed device %p, %x vector 2 : tensor<128x!tile.ptr<i32>, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @f(%p: tensor<128x!tile.ptr<f32>, #a>, %x: tensor<128xf32, #a>) {
  // expected-error @below {{expected a power of two of at most 4 registers as vector, got 8}}
  tile_gpu.atomic_rmw add relaxed device %p, %x vector 8 : tensor<128x!tile.ptr<f32>, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @f(%p: tensor<128x!tile.ptr<f32>, #a>) {
  // expected-error @below {{expected two results or more, got 1}}
  %0 = tile_gpu.load_structs %p : (tensor<128x!tile.ptr<f32>, #a>) -> tensor<128xf32, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @f(%p: tensor<128x!tile.ptr<f32>, #a>) {
  // expected-error @below {{expected results of type}}
  %0:2 = tile_gpu.load_structs %p : (tensor<128x!tile.ptr<f32>, #a>) -> (tensor<128xf32, #a>, tensor<128xf16, #a>)
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
#b = #tile_gpu.layout<register = [[64], [32]], lane = [[1], [2], [4], [8], [16]]>
func.func @f(%p: tensor<128x!tile.ptr<f32>, #a>, %m: tensor<128xi1, #b>) {
  // expected-error @below {{expected a mask of type}}
  %0:2 = tile_gpu.load_structs %p mask %m : (tensor<128x!tile.ptr<f32>, #a>, tensor<128xi1, #b>) -> (tensor<128xf32, #a>, tensor<128xf32, #a>)
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
!p = tensor<128x!tile.ptr<f32>, #a>
!x = tensor<128xf32, #a>
func.func @f(%p: !p, %m: tensor<128xi1, #a>, %x: tensor<128xf16, #a>) {
  // expected-error @below {{expected padding of type 'tensor<128xf32, #}}
  %0:2 = tile_gpu.load_structs %p mask %m padding %x : (!p, tensor<128xi1, #a>, tensor<128xf16, #a>) -> (!x, !x)
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @f(%p: tensor<128x!tile.ptr<f32>, #a>) {
  // expected-error @below {{expected 1 to 4294967295 adjacent_blocks, got 0}}
  %0 = tile_gpu.load %p {adjacent_blocks = 0 : i64} : tensor<128x!tile.ptr<f32>, #a>
  return
}

// -----
#a = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]]>
func.func @f(%p: tensor<128x!tile.ptr<f32>, #a>, %m: tensor<128xi1, #a>) {
  // expected-error @below {{expected no mask with adjacent_blocks}}
  %0 = tile_gpu.load %p mask %m {adjacent_blocks = 8 : i64} : tensor<128x!tile.ptr<f32>, #a>
  return
}

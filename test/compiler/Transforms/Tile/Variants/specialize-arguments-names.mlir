// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variants of C++ kernels are told apart by an ABI tag, behind the kernel's own name and not behind a namespace or a
// template argument of the same name; other names get a suffix.
// RUN: tile-opt %s --tile-specialize-arguments | FileCheck %s
// RUN: tile-opt %s --tile-specialize-arguments | grep -o '_Z[A-Za-z0-9_]*' | llvm-cxxfilt | FileCheck %s --check-prefix=SHOWN
!view = !tile.partition_view<1024, <?xf32, strides = [1]>, padding = zero>

// CHECK: @_Z4copyB2v0IfEvPT_S1_i(
// SHOWN: void copy[abi:v0]<float>(float*, float*, int)
func.func @_Z4copyIfEvPT_S1_i(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %i = tile.block_id x
  %from = tile.make_tensor_view %p extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %a = tile.make_view %from : !view
  %x = tile.load_view %a[%i : i32] : !view
  %to = tile.make_tensor_view %q extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %b = tile.make_view %to : !view
  tile.store_view %b[%i : i32], %x : !view
  return
}

// CHECK: @_ZN4copy4copyB2v0INS_4copyEEEvPfS2_i(
// SHOWN: void copy::copy[abi:v0]<copy::copy>(float*, float*, int)
func.func @_ZN4copy4copyINS_4copyEEEvPfS2_i(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %i = tile.block_id x
  %from = tile.make_tensor_view %p extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %a = tile.make_view %from : !view
  %x = tile.load_view %a[%i : i32] : !view
  %to = tile.make_tensor_view %q extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %b = tile.make_view %to : !view
  tile.store_view %b[%i : i32], %x : !view
  return
}

// CHECK: @plain$v0(
func.func @plain(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} {
  %i = tile.block_id x
  %from = tile.make_tensor_view %p extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %a = tile.make_view %from : !view
  %x = tile.load_view %a[%i : i32] : !view
  %to = tile.make_tensor_view %q extents[%n : i32] : !tile.ptr<f32> -> !tile.tensor_view<?xf32, strides = [1]>
  %b = tile.make_view %to : !view
  tile.store_view %b[%i : i32], %x : !view
  return
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- primitives.h - what the compiler itself implements -------------------===//
//
// A function annotated `__tile_op(name, constants...)` is never defined: a call of it is one operation. Everything else
// in this library is ordinary C++ over these functions.
//
//   * The constants follow the name. The operands are the arguments, with records taken apart into their members; empty
//     classes contribute none. The result type `R` is the declared return type.
//   * Operands are scalars or tiles. Whether an operation is signed, unsigned or floating is decided by the C++ element
//     type. Operands of elementwise operations have equal types (pointer offsets and selections: equal shapes).
//   * Functions that take a closure have a body, since the closure's type may have no linkage. The closure is the first
//     operand and takes and returns scalars.
//   * Enumerators are passed as ints. -1 as rounding or subnormal mode means that none was given.
//
// Class templates annotated `__tile_type` are single values. Their constructors that are not trivial assign `*this`.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "extents.h"

namespace cuda::tiles {

template <scalar E, tile_shape S> class __tile_type("tile") tile;

namespace __detail {

template <long... Values> struct index_list {};
/// Stands for an extent or stride that is an operand of `make_tensor_view`.
inline constexpr long dynamic = -__LONG_MAX__ - 1;

template <class E, class Extents, class Strides> class __tile_type("tensor_view") tensor_view_handle {};
/// `Padding`: an enumerator of `view_padding`, or -1 for none.
template <class TensorView, class Shape, int Padding> class __tile_type("partition_view") partition_view_handle {};
template <class TensorView, class Shape, class Steps, int Padding>
class __tile_type("strided_view") strided_view_handle {};
template <class TensorView, class Shape, int Dimension, int Padding>
class __tile_type("gather_scatter_view") gather_scatter_view_handle {};

//===----------------------------------------------------------------------===//
// Grid, factories, shape
//===----------------------------------------------------------------------===//

template <int Axis> __tile_api __tile_op("block_id", Axis) unsigned block_id();
template <int Axis> __tile_api __tile_op("num_blocks", Axis) unsigned num_blocks();

/// 0, 1, 2, ... in row-major order.
template <class R> __tile_api __tile_op("iota") R iota();
/// A scalar to a tile of any shape.
template <class R, class T> __tile_api __tile_op("splat") R splat(T scalar);
/// A one-element tile to a scalar.
template <class R, class T> __tile_api __tile_op("scalar_of") R scalar_of(T one_element);
template <class R, class T> __tile_api __tile_op("broadcast") R broadcast(T value);
template <class R, class T> __tile_api __tile_op("reshape") R reshape(T value);
/// Dimension `i` of the result is dimension `Dimensions[i]` of the operand.
template <class R, int... Dimensions, class T> __tile_api __tile_op("permute", Dimensions...) R permute(T value);
template <int Axis, class R, class T> __tile_api __tile_op("cat", Axis) R cat(T a, T b);
/// The indices count sub-tiles.
template <class R, class T, class... I> __tile_api __tile_op("extract") R extract(T value, I... indices);
template <class R, class Part, class... I> __tile_api __tile_op("insert") R insert(R value, Part part, I... indices);
/// `condition` has bool elements and the shape of the values, or is a scalar.
template <class R, class C> __tile_api __tile_op("select") R select(C condition, R if_true, R if_false);

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Any numeric type to any other; to bool means `!= 0`.
template <class R, class T> __tile_api __tile_op("element_cast") R element_cast(T value);
/// Keeps the bits; also pointer to pointer, and pointer to and from a 64-bit integer.
template <class R, class T> __tile_api __tile_op("element_bitcast") R element_bitcast(T value);

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

template <int Rounding = -1, int Subnormals = -1, class T>
__tile_api __tile_op("add", Rounding, Subnormals) T add(T a, T b);
template <int Rounding = -1, int Subnormals = -1, class T>
__tile_api __tile_op("sub", Rounding, Subnormals) T sub(T a, T b);
template <int Rounding = -1, int Subnormals = -1, class T>
__tile_api __tile_op("mul", Rounding, Subnormals) T mul(T a, T b);
template <int Rounding = -1, int Subnormals = -1, class T>
__tile_api __tile_op("div", Rounding, Subnormals) T div(T a, T b);
/// `a * b + c`, rounded once.
template <int Rounding = -1, int Subnormals = -1, class T>
__tile_api __tile_op("fma", Rounding, Subnormals) T fma(T a, T b, T c);
/// `value + step` where `step` is positive, and a sum beyond the type's end ends the loop that counts.
template <class T> __tile_api __tile_op("next_of_range") T next_of_range(T value, T step);
/// Remainder of the division that rounds towards zero.
template <class T> __tile_api __tile_op("rem") T rem(T a, T b);
template <class T> __tile_api __tile_op("floordiv") T floordiv(T a, T b);
template <class T> __tile_api __tile_op("ceildiv") T ceildiv(T a, T b);
/// High half of the unsigned product, for signed types too.
template <class T> __tile_api __tile_op("mulhi") T mulhi(T a, T b);
/// `Nan`: 0 suppresses, 1 propagates.
template <int Nan = 0, class T> __tile_api __tile_op("min", Nan) T min(T a, T b);
template <int Nan = 0, class T> __tile_api __tile_op("max", Nan) T max(T a, T b);
template <class T> __tile_api __tile_op("neg") T neg(T value);
template <class T> __tile_api __tile_op("abs") T abs(T value);
template <class T> __tile_api __tile_op("bit_and") T bit_and(T a, T b);
template <class T> __tile_api __tile_op("bit_or") T bit_or(T a, T b);
template <class T> __tile_api __tile_op("bit_xor") T bit_xor(T a, T b);
template <class T> __tile_api __tile_op("bit_not") T bit_not(T value);
template <class T> __tile_api __tile_op("shl") T shl(T value, T amount);
template <class T> __tile_api __tile_op("shr") T shr(T value, T amount);

/// Comparisons yield bool elements and are ordered for floating types, except `ne`.
template <class R, class T> __tile_api __tile_op("eq") R eq(T a, T b);
template <class R, class T> __tile_api __tile_op("ne") R ne(T a, T b);
template <class R, class T> __tile_api __tile_op("lt") R lt(T a, T b);
template <class R, class T> __tile_api __tile_op("le") R le(T a, T b);
template <class R, class T> __tile_api __tile_op("gt") R gt(T a, T b);
template <class R, class T> __tile_api __tile_op("ge") R ge(T a, T b);
/// Not (`value != 0`).
template <class R, class T> __tile_api __tile_op("logical_not") R logical_not(T value);

//===----------------------------------------------------------------------===//
// Elementwise mathematics
//===----------------------------------------------------------------------===//

template <class T> __tile_api __tile_op("ceil") T ceil(T x);
template <class T> __tile_api __tile_op("floor") T floor(T x);
template <int Rounding = -1, class T> __tile_api __tile_op("exp", Rounding) T exp(T x);
template <int Subnormals = -1, class T> __tile_api __tile_op("exp2", Subnormals) T exp2(T x);
template <class T> __tile_api __tile_op("log") T log(T x);
template <class T> __tile_api __tile_op("log2") T log2(T x);
template <class T> __tile_api __tile_op("pow") T pow(T base, T exponent);
/// `exponent` has signed integer elements of at most 32 bits.
template <class T, class I> __tile_api __tile_op("powi") T powi(T base, I exponent);
template <int Rounding = -1, int Subnormals = -1, class T>
__tile_api __tile_op("sqrt", Rounding, Subnormals) T sqrt(T x);
template <int Subnormals = -1, class T> __tile_api __tile_op("rsqrt", Subnormals) T rsqrt(T x);
template <class T> __tile_api __tile_op("sin") T sin(T x);
template <class T> __tile_api __tile_op("cos") T cos(T x);
template <class T> __tile_api __tile_op("tan") T tan(T x);
template <class T> __tile_api __tile_op("sinh") T sinh(T x);
template <class T> __tile_api __tile_op("cosh") T cosh(T x);
template <int Rounding = -1, class T> __tile_api __tile_op("tanh", Rounding) T tanh(T x);
template <class T> __tile_api __tile_op("atan2") T atan2(T y, T x);
template <class R, class T> __tile_api __tile_op("isnan") R isnan(T x);
template <class R, class T> __tile_api __tile_op("isinf") R isinf(T x);

//===----------------------------------------------------------------------===//
// Reductions, scans, matrix products
//===----------------------------------------------------------------------===//

/// Combines along `Axis`, whose extent becomes 1. `combine` takes `a0, a1, ..., b0, b1, ...` and returns a scalar, or a
/// record with one member for each value.
template <int Axis, class R, class F, class... T>
__tile_api __tile_op("reduce", Axis) R reduce([[maybe_unused]] F combine, [[maybe_unused]] T... values) {
  __builtin_unreachable();
}
/// Inclusive scan along `Axis`.
template <int Axis, bool Reverse, class R, class F, class... T>
__tile_api __tile_op("scan", Axis, Reverse) R scan([[maybe_unused]] F combine, [[maybe_unused]] T... values) {
  __builtin_unreachable();
}

/// `a * b + accumulator`; in rank 3 dimension 0 is the batch, of equal extent in all three.
template <class R, class A, class B> __tile_api __tile_op("mma") R mma(A a, B b, R accumulator);
template <class R, class A, class AScale, class B, class BScale>
__tile_api __tile_op("scaled_mma") R scaled_mma(A a, AScale a_scale, B b, BScale b_scale, R accumulator);

//===----------------------------------------------------------------------===//
// Pointers and memory
//===----------------------------------------------------------------------===//

/// `pointer + elements`, scaled by the size of the pointee.
template <class R, class I> __tile_api __tile_op("offset") R offset(R pointer, I elements);
/// `a - b` in elements.
template <class R, class P> __tile_api __tile_op("ptr_diff") R ptr_diff(P a, P b);

/// (pointer [, mask [, padding]])
template <bool HasMask, bool HasPadding, class R, class... T>
__tile_api __tile_op("load", HasMask, HasPadding) R load(T... operands);
/// (pointer, value [, mask])
template <bool HasMask, class... T> __tile_api __tile_op("store", HasMask) void store(T... operands);

/// (pointer [, mask [, padding]])
template <int Order, int Scope, bool HasMask, bool HasPadding, class R, class... T>
__tile_api __tile_op("atomic_load", Order, Scope, HasMask, HasPadding) R atomic_load(T... operands);
/// (pointer, value [, mask])
template <int Order, int Scope, bool HasMask, class... T>
__tile_api __tile_op("atomic_store", Order, Scope, HasMask) void atomic_store(T... operands);
/// All that follow: (pointer, value [, mask]) to the old value.
template <int Order, int Scope, bool HasMask, class R, class... T>
__tile_api __tile_op("atomic_xchg", Order, Scope, HasMask) R atomic_xchg(T... operands);
template <int Order, int Scope, bool HasMask, class R, class... T>
__tile_api __tile_op("atomic_add", Order, Scope, HasMask) R atomic_add(T... operands);
template <int Order, int Scope, bool HasMask, class R, class... T>
__tile_api __tile_op("atomic_sub", Order, Scope, HasMask) R atomic_sub(T... operands);
template <int Order, int Scope, bool HasMask, class R, class... T>
__tile_api __tile_op("atomic_and", Order, Scope, HasMask) R atomic_and(T... operands);
template <int Order, int Scope, bool HasMask, class R, class... T>
__tile_api __tile_op("atomic_or", Order, Scope, HasMask) R atomic_or(T... operands);
template <int Order, int Scope, bool HasMask, class R, class... T>
__tile_api __tile_op("atomic_xor", Order, Scope, HasMask) R atomic_xor(T... operands);
template <int Order, int Scope, bool HasMask, class R, class... T>
__tile_api __tile_op("atomic_max", Order, Scope, HasMask) R atomic_max(T... operands);
template <int Order, int Scope, bool HasMask, class R, class... T>
__tile_api __tile_op("atomic_min", Order, Scope, HasMask) R atomic_min(T... operands);
/// (pointer, expected, desired [, mask]) to the old value.
template <int Order, int Scope, bool HasMask, class R, class... T>
__tile_api __tile_op("atomic_compare_exchange", Order, Scope, HasMask) R atomic_compare_exchange(T... operands);

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The numbers are the run-time extents, then the run-time strides; entries known in `R` are empty objects.
template <class R, class E, class... I>
__tile_api __tile_op("make_tensor_view") R make_tensor_view(E *data, I... numbers);
template <class R, class V> __tile_api __tile_op("make_partition_view") R make_partition_view(V tensor);
template <class R, class V> __tile_api __tile_op("make_strided_view") R make_strided_view(V tensor);
template <class R, class V> __tile_api __tile_op("make_gather_scatter_view") R make_gather_scatter_view(V tensor);

template <bool Masked, class R, class V, class... I>
__tile_api __tile_op("load_view", Masked) R load_view(V view, I... indices);
template <bool Masked, class V, class T, class... I>
__tile_api __tile_op("store_view", Masked) void store_view(V view, T value, I... indices);
template <int Order, int Scope, bool Masked, class R, class V, class... I>
__tile_api __tile_op("atomic_load_view", Order, Scope, Masked) R atomic_load_view(V view, I... indices);
template <int Order, int Scope, bool Masked, class V, class T, class... I>
__tile_api __tile_op("atomic_store_view", Order, Scope, Masked) void atomic_store_view(V view, T value, I... indices);
/// `Kind`: an enumerator of `atomic_kind`.
template <int Kind, int Order, int Scope, bool Masked, class V, class T, class... I>
__tile_api __tile_op("atomic_reduce_view", Kind, Order, Scope, Masked) void atomic_reduce_view(V view, T value,
                                                                                               I... indices);

/// The updates that `atomic_reduce_view` knows.
enum class atomic_kind { add, sub, bit_and, bit_or, bit_xor, max, min };

//===----------------------------------------------------------------------===//
// Promises: the result is the operand, known to have a property
//===----------------------------------------------------------------------===//

template <long Bytes, class T> __tile_api __tile_op("assume_aligned", Bytes) T assume_aligned(T value);
template <long Divisor, class T> __tile_api __tile_op("assume_divisible", Divisor) T assume_divisible(T value);
template <bool HasLower, long Lower, bool HasUpper, long Upper, class T>
__tile_api __tile_op("assume_bounded", HasLower, Lower, HasUpper, Upper) T assume_bounded(T value);
/// Equal elements within every block of these extents.
template <class T, long... Extents>
__tile_api __tile_op("assume_same_elements", Extents...) T assume_same_elements(T value);
/// For every `Every`-th element along `Axis`.
template <long Bytes, long Every, int Axis, class T>
__tile_api __tile_op("assume_aligned_strided", Bytes, Every, Axis) T assume_aligned_strided(T value);
template <long Divisor, long Every, int Axis, class T>
__tile_api __tile_op("assume_divisible_strided", Divisor, Every, Axis) T assume_divisible_strided(T value);

} // namespace __detail
} // namespace cuda::tiles

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- matrix.h - mma, matmul, scaled_mma -----------------------------------===//
//
//   a        b        accumulators     matmul
//   __half   __half   __half, float    __half
//   bfloat16, tf32, float   (equal)   float   float
//   double   double   double           double
//   e4m3 or e5m2 (equal)   __half, float   __half
//   8-bit integers, bool   (any two)   int    int
//
// `a` is MxK, `b` KxN, the accumulator MxN; in rank 3 a batch dimension stands first, in which `a` and `b` broadcast to
// the accumulator.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "common_type.h"

namespace cuda::tiles {

namespace __detail {

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

template <class E>
inline constexpr bool is_byte_integer = integral_scalar<E> && sizeof(conditional_t<__is_integral(E), E, int>) == 1;

template <class A, class B> consteval auto product_element() {
  if constexpr (is_byte_integer<A> && is_byte_integer<B>)
    return type_box<int>{};
  else if constexpr (!same_as<A, B>)
    return type_box<no_common_type>{};
  else if constexpr (same_as<A, __half> || same_as<A, __nv_fp8_e4m3> || same_as<A, __nv_fp8_e5m2>)
    return type_box<__half>{};
  else if constexpr (same_as<A, __nv_bfloat16> || same_as<A, __nv_tf32> || same_as<A, float>)
    return type_box<float>{};
  else if constexpr (same_as<A, double>)
    return type_box<double>{};
  else
    return type_box<no_common_type>{};
}

/// The element type of `matmul`, or `no_common_type`.
template <class A, class B> using product_element_t = typename decltype(product_element<A, B>())::type;

/// Matrix elements are both half, bfloat16, tf32, float, double, e4m3 or e5m2, or both 8-bit integers.
template <class A, class B>
concept matrix_elements = !same_as<product_element_t<A, B>, no_common_type> && available_on_this_architecture<A> &&
                          available_on_this_architecture<B>;
/// Products are accumulated in int for 8-bit integers, in half or float for half and fp8, in double for double, else in
/// float.
template <class A, class B, class C>
concept accumulates_in =
    same_as<C, product_element_t<A, B>> || (same_as<C, float> && same_as<product_element_t<A, B>, __half>);

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

template <class A, class B> consteval bool inner_extents_match() {
  constexpr size_t rank = A::rank();
  if (rank != B::rank() || rank < 2 || rank > 3)
    return false;
  if (A::static_extent(rank - 1) != B::static_extent(rank - 2))
    return false;
  return rank == 2 || A::static_extent(0) == B::static_extent(0) || A::static_extent(0) == 1 ||
         B::static_extent(0) == 1;
}

/// Ranks are equal and 2 or 3, the inner extents are equal, and batches broadcast.
template <class A, class B>
concept matrix_shapes = is_tile<A> && is_tile<B> && inner_extents_match<shape_of<A>, shape_of<B>>();

template <class A, class B> consteval auto product_shape() {
  constexpr size_t rank = A::rank();
  if constexpr (rank == 2)
    return type_box<shape<A::static_extent(0), B::static_extent(1)>>{};
  else
    return type_box<shape<(A::static_extent(0) != 1 ? A::static_extent(0) : B::static_extent(0)), A::static_extent(1),
                          B::static_extent(2)>>{};
}
template <class A, class B> using product_shape_t = typename decltype(product_shape<shape_of<A>, shape_of<B>>())::type;

template <class Product, class S> consteval bool is_product_shape() {
  if (Product::rank() != S::rank())
    return false;
  for (size_t i = 0; i < S::rank(); ++i)
    if (Product::static_extent(i) != S::static_extent(i) &&
        !(S::rank() == 3 && i == 0 && Product::static_extent(0) == 1))
      return false;
  return true;
}
/// The accumulator has the shape of the product; a batch of 1 broadcasts to that of the accumulator.
template <class A, class B, class C>
concept has_the_shape_of_the_product = is_product_shape<product_shape_t<A, B>, shape_of<C>>();

/// A matrix operand as the primitive wants it: bools as bytes, the batch of the product.
template <class Product, class T> __tile_api auto matrix_operand(T value) {
  using E = conditional_t<same_as<element_of<T>, bool>, unsigned char, element_of<T>>;
  using S = shape_of<T>;
  if constexpr (S::rank() == 2)
    return convert_elements<E>(value);
  else
    return convert<tile<E, shape<Product::static_extent(0), S::static_extent(1), S::static_extent(2)>>>(value);
}

template <class A, class B, class C> __tile_api C multiply_add(A a, B b, C accumulator) {
  return __detail::mma<C>(matrix_operand<shape_of<C>>(a), matrix_operand<shape_of<C>>(b), accumulator);
}

} // namespace __detail

/// `matmul(a, b)` exists.
template <class A, class B>
concept matmul_compatible = __detail::matrix_elements<tile_element_t<A>, tile_element_t<B>> &&
                            __detail::matrix_shapes<__remove_cvref(A), __remove_cvref(B)> &&
                            tile_shape<__detail::product_shape_t<__remove_cvref(A), __remove_cvref(B)>>;

/// `mma(a, b, accumulator)` exists.
template <class A, class B, class C>
concept mma_compatible =
    matmul_compatible<A, B> && __detail::accumulates_in<tile_element_t<A>, tile_element_t<B>, tile_element_t<C>> &&
    __detail::has_the_shape_of_the_product<__remove_cvref(A), __remove_cvref(B), __remove_cvref(C)>;

/// The matrix product of `a` and `b` plus `accumulator`. Order and precision of the sums are not specified.
template <class A, class B, class C>
  requires mma_compatible<A, B, C>
[[nodiscard]] __tile_api C mma(A a, B b, C accumulator) {
  return __detail::multiply_add(a, b, accumulator);
}

/// The matrix product of `a` and `b`, accumulated in the result's element type.
template <class A, class B>
  requires matmul_compatible<A, B>
[[nodiscard]] __tile_api auto matmul(A a, B b) {
  using E = __detail::product_element_t<__detail::element_of<A>, __detail::element_of<B>>;
  using result = tile<E, __detail::product_shape_t<A, B>>;
  return __detail::multiply_add(a, b, __detail::convert<result>(0));
}

//===----------------------------------------------------------------------===//
// Block-scaled product
//===----------------------------------------------------------------------===//

namespace __detail {

/// Which scales fit which elements: the number of elements along K that share a scale must be this or, for fp4 with
/// e8m0, half of it.
template <class E, class Scale> inline constexpr size_t scale_block = 0;
template <> inline constexpr size_t scale_block<__nv_fp8_e4m3, __nv_fp8_e8m0> = 32;
template <> inline constexpr size_t scale_block<__nv_fp8_e5m2, __nv_fp8_e8m0> = 32;
template <> inline constexpr size_t scale_block<__nv_fp4_e2m1, __nv_fp8_e8m0> = 32;
template <> inline constexpr size_t scale_block<__nv_fp4_e2m1, __nv_fp8_e4m3> = 16;

template <class E, class Scale> consteval bool is_scale_block(size_t elements) {
  constexpr size_t block = scale_block<E, Scale>;
  constexpr bool half_too = same_as<E, __nv_fp4_e2m1> && block == 32;
  return block != 0 && (elements == block || (half_too && elements == block / 2));
}

/// The scales of a matrix operand have its shape, but one element for each block along dimension `K`.
template <class T, class Scale, size_t K> consteval bool scales_fit() {
  using S = shape_of<T>;
  using R = shape_of<Scale>;
  if constexpr (!is_tile<T> || !is_tile<Scale> || S::rank() != R::rank() || K >= S::rank()) {
    return false;
  } else {
    for (size_t i = 0; i < S::rank(); ++i)
      if (i != K && S::static_extent(i) != R::static_extent(i))
        return false;
    return is_scale_block<element_of<T>, element_of<Scale>>(S::static_extent(K) / R::static_extent(K));
  }
}

/// The scale tiles fit the operands in type and shape, and both divide K into as many blocks.
template <class A, class AScale, class B, class BScale>
concept scales_fit_the_operands =
    scales_fit<A, AScale, shape_of<A>::rank() - 1>() && scales_fit<B, BScale, shape_of<B>::rank() - 2>() &&
    shape_of<AScale>::static_extent(shape_of<A>::rank() - 1) ==
        shape_of<BScale>::static_extent(shape_of<B>::rank() - 2);

consteval bool architecture_has_scaled_mma() {
  return architecture_is_at_least(1000);
}
/// Block-scaled matrix products need sm_100.
template <class T>
concept scaled_mma_available = is_tile<T> && architecture_has_scaled_mma();

} // namespace __detail

/// The matrix product of `a * a_scale` and `b * b_scale` plus `accumulator`, whose elements are float. Each scale
/// belongs to a block of elements along K: `a` is MxK and `a_scale` Mx(K/block), `b` is KxN and `b_scale` (K/block)xN.
/// Elements are e4m3 or e5m2 with e8m0 scales and blocks of 32, e2m1 with e8m0 and 16 or 32, or e2m1 with e4m3 and 16.
/// From sm_100.
template <class A, class AScale, class B, class BScale, class C>
  requires(__detail::scaled_mma_available<A> && __detail::matrix_shapes<A, B> &&
           __detail::same_as<__detail::element_of<A>, __detail::element_of<B>> &&
           __detail::same_as<__detail::element_of<AScale>, __detail::element_of<BScale>> &&
           __detail::scales_fit_the_operands<A, AScale, B, BScale> &&
           __detail::same_as<__detail::element_of<C>, float> && __detail::has_the_shape_of_the_product<A, B, C>)
[[nodiscard]] __tile_api C scaled_mma(A a, AScale a_scale, B b, BScale b_scale, C accumulator) {
  return __detail::scaled_mma<C>(__detail::matrix_operand<__detail::shape_of<C>>(a),
                                 __detail::matrix_operand<__detail::shape_of<C>>(a_scale),
                                 __detail::matrix_operand<__detail::shape_of<C>>(b),
                                 __detail::matrix_operand<__detail::shape_of<C>>(b_scale), accumulator);
}

} // namespace cuda::tiles

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- view_policies.h - how the three kinds of view reach memory -------------===//
//
// Each kind of view has an access policy: it says which indices a view takes, and makes the compiler's handle of the
// view from the handle of its span.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "common_type.h"
#include "tensor_span.h"

namespace cuda::tiles::__detail {

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Scalars of any numeric type, one for each dimension.
template <class Shape, class... I> consteval bool are_tile_indices() {
  return sizeof...(I) == Shape::rank() && (numeric_scalar<I> && ... && true);
}

/// A 1-D tile of numbers with the view's extent at `Dimension`.
template <class Shape, size_t Dimension, class I> consteval bool is_index_tile() {
  if constexpr (is_tile<I>)
    return numeric_scalar<element_of<I>> && same_as<shape_of<I>, shape<Shape::static_extent(Dimension)>>;
  else
    return false;
}

/// An index tile at `Dimension`, scalars elsewhere.
template <class Shape, size_t Dimension, class... I, size_t... At>
consteval bool are_gather_indices(index_sequence<At...>) {
  return ((At == Dimension ? is_index_tile<Shape, Dimension, I>() : numeric_scalar<I>) && ... && true);
}

/// An index as the compiler wants it: an integer or a tile of integers.
template <class I> __tile_api constexpr auto view_index(I index) {
  if constexpr (same_as<element_of<I>, bool>)
    return convert_elements<unsigned>(index);
  else if constexpr (integral_scalar<element_of<I>>)
    return index;
  else
    return convert_elements<long>(index);
}

//===----------------------------------------------------------------------===//
// Access policies
//===----------------------------------------------------------------------===//

} // namespace cuda::tiles::__detail

namespace cuda::tiles::__types {

/// Tile `i` follows tile `i - 1` without gap.
struct partition_access {
  template <class Shape, class... I> static consteval bool accepts() {
    return are_tile_indices<Shape, I...>();
  }
  template <class Shape, int Padding, class Tensor> __tile_api static auto make(Tensor tensor) {
    return __detail::make_partition_view<partition_view_handle<Tensor, Shape, Padding>>(tensor);
  }
};

/// Tile `i` starts at element `i * Step`.
template <long... Step> struct strided_access {
  template <class Shape, class... I> static consteval bool accepts() {
    return are_tile_indices<Shape, I...>();
  }
  template <class Shape, int Padding, class Tensor> __tile_api static auto make(Tensor tensor) {
    return __detail::make_strided_view<strided_view_handle<Tensor, Shape, index_list<Step...>, Padding>>(tensor);
  }
};

/// Along `Dimension` an index tile names each element.
template <size_t Dimension> struct gather_scatter_access {
  template <class Shape, class... I> static consteval bool accepts() {
    if constexpr (sizeof...(I) != Shape::rank())
      return false;
    else
      return are_gather_indices<Shape, Dimension, I...>(make_index_sequence<sizeof...(I)>{});
  }
  template <class Shape, int Padding, class Tensor> __tile_api static auto make(Tensor tensor) {
    return __detail::make_gather_scatter_view<gather_scatter_view_handle<Tensor, Shape, int(Dimension), Padding>>(
        tensor);
  }
};

} // namespace cuda::tiles::__types

namespace cuda::tiles::__detail {

//===----------------------------------------------------------------------===//
// Elements and padding
//===----------------------------------------------------------------------===//

/// A view looks at a tensor_span of at least one dimension, with elements that this architecture can load.
template <class Span>
concept viewable = tensor_span_like<Span> && Span::rank() > 0 && !__is_volatile(typename Span::element_type) &&
                   available_on_this_architecture<typename Span::value_type>;
/// A view's tile has one extent for each dimension of the span, each of them a power of two.
template <class Shape, class Span>
concept has_the_rank_of = tile_shape<Shape> && Shape::rank() == Span::rank();

/// Integers are padded with zero; floating-point formats with what they have of negative zero, infinity and NaN.
template <class E> consteval bool can_be_padded_with(view_padding padding) {
  if (padding == view_padding::zero)
    return !__is_same(E, __nv_fp8_e8m0);
  if (!floating_point_scalar<E> || __is_same(E, __nv_fp4_e2m1))
    return false;
  if (padding == view_padding::negative_zero)
    return !__is_same(E, __nv_fp8_e8m0);
  if (padding == view_padding::nan)
    return true;
  return !__is_same(E, __nv_fp8_e8m0) && !__is_same(E, __nv_fp8_e4m3);
}
/// The element type has the padding value: only floating-point elements have others than zero, __nv_fp8_e4m3 no
/// infinity.
template <class E, view_padding Padding>
concept element_type_has_padding_value = can_be_padded_with<E>(Padding);

/// One integer for each dimension of the view; for that of a gather/scatter view a tile of as many as a tile has there.
template <class Access, class Shape, class... I>
concept indices_of_the_view = Access::template accepts<Shape, I...>();

/// The elements of the view are not const.
template <class Element>
concept writable_view_element = !__is_const(Element);
/// A stored tile has exactly the shape of the view's tiles.
template <class T, class Shape>
concept has_the_shape_of_the_view = is_tile<T> && same_as<shape_of<T>, Shape>;
/// The elements of a stored tile convert to those of the view without narrowing.
template <class T, class Element>
concept fits_the_view_element = non_narrowing_element_conversion<element_of<T>, Element>;
/// A tile that a view can store.
template <class T, class Element, class Shape>
concept storable_tile =
    writable_view_element<Element> && has_the_shape_of_the_view<T, Shape> && fits_the_view_element<T, Element>;

/// The padding of views that need none.
inline constexpr int no_padding = -1;

} // namespace cuda::tiles::__detail

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- shape_operations.h - reshape, broadcast, permute, cat, extract, select ===//
//
// Shapes and dimension maps are template arguments (`reshape<shape<2, 16>>(t)`) or objects (`reshape(t, shape<2,
// 16>{})`).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "common_type.h"

namespace cuda::tiles {

namespace __detail {

/// Both shapes have the same number of elements.
template <class T, class S>
concept has_as_many_elements_as = element_count<T> == tile_element_count<S>;

/// An object has at most 16 MiB.
template <class T, class S>
concept makes_an_object_of_shape = object_has_at_most_16_MiB<element_of<T>, S>;

template <class T, class S> __tile_api tile<element_of<T>, S> reshape_to(T value) {
  using result = tile<element_of<T>, S>;
  if constexpr (__is_same(T, result))
    return value;
  else if constexpr (!is_tile<T>)
    return __detail::splat<result>(value);
  else
    return __detail::reshape<result>(value);
}

} // namespace __detail

/// The same elements in row-major order in another shape with as many elements.
template <tile_shape S, tile_like T>
  requires __detail::has_as_many_elements_as<T, S>
[[nodiscard]] __tile_api tile<__detail::element_of<T>, S> reshape(T value, S = {}) {
  return __detail::reshape_to<T, S>(value);
}
/// The elements repeated along dimensions of extent 1 and new leading dimensions.
template <tile_shape S, tile_like T>
  requires(broadcastable_to<T, S> && __detail::makes_an_object_of_shape<T, S>)
[[nodiscard]] __tile_api tile<__detail::element_of<T>, S> broadcast(T value, S = {}) {
  return __detail::convert<tile<__detail::element_of<T>, S>>(value);
}
//===----------------------------------------------------------------------===//
// Permutations
//===----------------------------------------------------------------------===//

namespace __detail {

template <class T, class Map> inline constexpr bool is_permutation_of = false;
template <class T, size_t... D>
inline constexpr bool is_permutation_of<T, dimension_map<D...>> = sizeof...(D) == shape_of<T>::rank();

/// The dimension map names each dimension of the tile once.
template <class Map, class T>
concept permutes = is_permutation_of<T, Map>;

/// The result of a permutation, and how to make it. Nothing happens to scalars and tiles of rank 0 and 1.
template <class T, class Map> struct permuted {
  using type = T;
  __tile_api static T apply(T value) {
    return value;
  }
};
template <class E, class S, size_t... D>
  requires(sizeof...(D) > 1)
struct permuted<tile<E, S>, dimension_map<D...>> {
  using type = tile<E, shape<S::static_extent(D)...>>;
  __tile_api static type apply(tile<E, S> value) {
    return __detail::permute<type, int(D)...>(value);
  }
};
template <class T, class Map> using permuted_t = typename permuted<T, Map>::type;

/// Swaps the first two of `Rank` dimensions.
template <size_t... I> consteval auto transposition(index_sequence<I...>) {
  return dimension_map<(I < 2 && sizeof...(I) > 1 ? 1 - I : I)...>{};
}
template <class T> using transposition_of = decltype(transposition(make_index_sequence<shape_of<T>::rank()>{}));

} // namespace __detail

/// Reorders dimensions: dimension `i` of the result is dimension `Map[i]` of `value`. `permute(t, dimension_map<2, 0,
/// 1>{})` has `t`'s dimension 2 as its dimension 0.
template <class Map, tile_like T>
  requires __detail::permutes<Map, T>
[[nodiscard]] __tile_api __detail::permuted_t<T, Map> permute(T value, Map = {}) {
  return __detail::permuted<T, Map>::apply(value);
}
/// Swaps dimensions 0 and 1. Scalars and tiles of rank 0 and 1 stay as they are.
template <tile_like T>
[[nodiscard]] __tile_api __detail::permuted_t<T, __detail::transposition_of<T>> transpose(T value) {
  return __detail::permuted<T, __detail::transposition_of<T>>::apply(value);
}

//===----------------------------------------------------------------------===//
// Putting together and taking apart
//===----------------------------------------------------------------------===//

namespace __detail {

/// The axis is a dimension of the tile, counted from 0.
template <auto Axis, class T>
concept dimension_of =
    integral_scalar<decltype(Axis)> && is_tile<T> && Axis >= 0 && static_cast<size_t>(Axis) < shape_of<T>::rank();

/// Shape `S` with `Extent` at dimension `Axis`.
template <class S, size_t Axis, size_t Extent, class Positions = make_index_sequence<S::rank()>> struct replaced_extent;
template <class S, size_t Axis, size_t Extent, size_t... I>
struct replaced_extent<S, Axis, Extent, index_sequence<I...>> {
  using type = shape<(I == Axis ? Extent : S::static_extent(I))...>;
};

/// Shape `S` with every extent replaced by 1.
template <class S> struct ones_like;
template <size_t... E> struct ones_like<extents<unsigned, E...>> {
  using type = shape<(E ? 1 : 1)...>;
};

template <class T, size_t Axis>
using doubled_shape = typename replaced_extent<shape_of<T>, Axis, 2 * shape_of<T>::static_extent(Axis)>::type;
template <class T, size_t Axis> using doubled_t = tile<element_of<T>, doubled_shape<T, Axis>>;

/// Two such tiles one after the other make a tile.
template <class T, auto Axis>
concept can_double =
    dimension_of<Axis, T> && tile_shape<doubled_shape<T, Axis>> && makes_an_object_of_shape<T, doubled_shape<T, Axis>>;

template <class Part, class Whole> consteval bool shape_divides() {
  if (Part::rank() != Whole::rank())
    return false;
  for (size_t i = 0; i < Part::rank(); ++i)
    if (Part::static_extent(i) > Whole::static_extent(i))
      return false;
  return true;
}
/// The sub-tile has the rank of the tile and extents that divide its extents.
template <class Part, class T>
concept divides_the_shape_of = tile_like<T> && shape_divides<Part, shape_of<T>>();

/// An index of a sub-tile: a number or a constant such as `1_ic`.
template <class T>
concept sub_tile_index = arithmetic_scalar<T> || constant<T>;
/// One index for each dimension.
template <class T, class... I>
concept one_index_for_each_dimension_of = sizeof...(I) == shape_of<T>::rank();

/// An index as the compiler wants it: an integer.
template <class I> __tile_api constexpr auto index_value(I index) {
  if constexpr (constant<I>)
    return I::value;
  else if constexpr (same_as<I, bool>)
    return convert_elements<unsigned>(index);
  else if constexpr (integral_scalar<I>)
    return index;
  else
    return convert_elements<long>(index);
}

template <class T, class S, class... I> __tile_api tile<element_of<T>, S> extract_from(T value, I... indices) {
  if constexpr (S::rank() == 0)
    return convert<tile<element_of<T>, S>>(value);
  else
    return __detail::extract<tile<element_of<T>, S>>(value, index_value(indices)...);
}

} // namespace __detail

/// `b` after `a` along dimension `Axis`, whose extent doubles. Both have the same type.
template <auto Axis, __detail::proper_tile T>
  requires __detail::can_double<T, Axis>
[[nodiscard]] __tile_api __detail::doubled_t<T, Axis> cat(T a, T b, integral_constant<Axis> = {}) {
  return __detail::cat<int(Axis), __detail::doubled_t<T, Axis>>(a, b);
}
/// The sub-tile of shape `S` at `indices`, which count sub-tiles, not elements: one for each dimension.
template <class T, tile_shape S, __detail::sub_tile_index... I>
  requires(__detail::divides_the_shape_of<S, T> && __detail::one_index_for_each_dimension_of<T, I...>)
[[nodiscard]] __tile_api tile<__detail::element_of<T>, S> extract(T value, S, I... indices) {
  return __detail::extract_from<T, S>(value, indices...);
}

/// `value` with the sub-tile at `indices` replaced by `part`. Indices count sub-tiles of `part`'s shape.
template <class T, __detail::proper_tile Part, __detail::sub_tile_index... I>
  requires(__detail::divides_the_shape_of<__detail::shape_of<Part>, T> && __detail::elements_do_not_narrow<Part, T> &&
           __detail::one_index_for_each_dimension_of<T, I...>)
[[nodiscard]] __tile_api T insert(T value, Part part, I... indices) {
  if constexpr (__detail::shape_of<T>::rank() == 0)
    return __detail::convert<T>(part);
  else
    return __detail::insert(value, __detail::convert_elements<__detail::element_of<T>>(part),
                            __detail::index_value(indices)...);
}

/// `if_true` where `condition` is not zero, else `if_false`. Both values have exactly the same type; the condition has
/// any element type and broadcasts to them. Both values are always evaluated.
template <tile_like C, tile_like T>
  requires __detail::shape_broadcasts_to<__detail::shape_of<C>, __detail::shape_of<T>>
[[nodiscard]] __tile_api T select(C condition, T if_true, T if_false) {
  if constexpr (__detail::is_tile<C>)
    return __detail::select<T>(__detail::convert<__detail::with_element_t<T, bool>>(condition), if_true, if_false);
  else
    return __detail::select<T>(__detail::convert_elements<bool>(condition), if_true, if_false);
}

} // namespace cuda::tiles

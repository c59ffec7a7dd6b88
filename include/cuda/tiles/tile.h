// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- tile.h - the tile class, its conversions, and what counts as a tile --===//
//
//   tile<float, shape<4, 8>>   32 floats; a value: it can be copied and reassigned, its elements cannot be addressed
//
// Conversions:
//
//   scalar -> rank-0 tile         implicit if no value can be lost, else explicit
//   one-element tile -> scalar    explicit, so also as a condition
//   tile -> tile, equal shapes    implicit if no value can be lost, else explicit
//
// A scalar counts as a tile of rank 0 wherever this library takes a tile.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "primitives.h"

namespace cuda::tiles {

namespace __detail {

template <class T> struct tile_traits {
  static constexpr bool is_tile = false;
  using element = T;
  using shape = cuda::tiles::shape<>;
};
template <class E, class S> struct tile_traits<tile<E, S>> {
  static constexpr bool is_tile = true;
  using element = E;
  using shape = S;
};

template <class T> inline constexpr bool is_tile = tile_traits<T>::is_tile;
template <class T> using element_of = typename tile_traits<T>::element;
template <class T> using shape_of = typename tile_traits<T>::shape;
template <class T> inline constexpr unsigned long long element_count = tile_element_count<shape_of<T>>;

/// An object has at most 16 MiB.
template <class E, class S>
concept object_has_at_most_16_MiB = tile_element_count<S> * storage_bytes<E>() <= max_tile_bytes;

/// A value of type `From` converts to elements of type `To`, perhaps with loss.
template <class From, class To>
concept explicitly_convertible_elements = scalar<From> && scalar<To> && element_convertible<From, To>;

/// Element type `E` in place of `T`'s, in a scalar or tile.
template <class T, class E> struct with_element {
  using type = E;
};
template <class F, class S, class E> struct with_element<tile<F, S>, E> {
  using type = tile<E, S>;
};
template <class T, class E> using with_element_t = typename with_element<T, E>::type;

/// `value`, a scalar or tile, with elements of type `E`. The conversion must exist.
template <class E, class T> __tile_api constexpr with_element_t<T, E> convert_elements(T value) {
  if constexpr (__is_same(element_of<T>, E))
    return value;
  else if constexpr (__is_same(T, nullptr_type))
    return static_cast<E>(value);
  else if constexpr (pointer_scalar<E>)
    return __detail::element_bitcast<with_element_t<T, E>>(value);
  else
    return __detail::element_cast<with_element_t<T, E>>(value);
}

/// `value` with pointers to another type, as `reinterpret_cast` and `const_cast` would make them.
template <class R, class T> __tile_api constexpr R pointer_cast(T value) {
  if constexpr (__is_same(R, T))
    return value;
  else
    return __detail::element_bitcast<R>(value);
}

/// `value` as `R`: elements converted, then broadcast. The conversion must exist.
template <class R, class T> __tile_api constexpr R convert(T value) {
  if constexpr (__is_same(R, T)) {
    return value;
  } else {
    auto converted = convert_elements<element_of<R>>(value);
    if constexpr (__is_same(R, decltype(converted)))
      return converted;
    else if constexpr (!is_tile<R>)
      return __detail::scalar_of<R>(converted);
    else if constexpr (!is_tile<T>)
      return __detail::splat<R>(converted);
    else
      return __detail::broadcast<R>(converted);
  }
}

} // namespace __detail

/// A value of `Shape` many elements of type `Element`, laid out as the compiler likes.
template <scalar Element, tile_shape Shape> class __tile_type("tile") tile final {
public:
  using element_type = Element;
  using shape_type = Shape;

  /// Elements are indeterminate until the tile is assigned.
  constexpr tile()
    requires __detail::object_has_at_most_16_MiB<Element, Shape>
  = default;

  /// A tile of rank 0 from a scalar; explicit if the conversion may lose value.
  template <class T>
    requires(Shape::rank() == 0 && __detail::explicitly_convertible_elements<T, Element>)
  __tile_api explicit(!__detail::non_narrowing_element_conversion<T, Element>) tile(T value) {
    *this = __detail::splat<tile>(__detail::convert_elements<Element>(value));
  }

  /// The tile with converted elements; explicit if the conversion may lose value.
  template <class T>
    requires(!__detail::same_as<T, Element> && __detail::explicitly_convertible_elements<Element, T>)
  __tile_api explicit(!__detail::non_narrowing_element_conversion<Element, T>) operator tile<T, Shape>() const {
    return __detail::convert_elements<T>(*this);
  }

  /// The only element, as a scalar.
  template <class T>
    requires(__detail::tile_element_count<Shape> == 1 && __detail::explicitly_convertible_elements<Element, T>)
  __tile_api explicit operator T() const {
    return __detail::scalar_of<T>(__detail::convert_elements<T>(*this));
  }

private:
  alignas(__detail::storage_bytes<Element>()) unsigned char bytes[__detail::tile_element_count<Shape> *
                                                                  __detail::storage_bytes<Element>()];
};

//===----------------------------------------------------------------------===//
// What counts as a tile
//===----------------------------------------------------------------------===//

/// The element type of a tile; a scalar's own type.
template <class T> using tile_element_t = __detail::element_of<__remove_cvref(T)>;
/// The shape of a tile; `shape<>` for a scalar.
template <class T> using tile_shape_t = __detail::shape_of<__remove_cvref(T)>;

/// A tile or scalar type with element type `E` in place of its own.
template <class T, class E> using tile_with_element_t = __detail::with_element_t<__remove_cvref(T), E>;

/// A tile, or a scalar, which counts as a tile of rank 0: a number, or a pointer to a number or void.
template <class T>
concept tile_like = scalar<tile_element_t<T>>;
template <class T>
concept integral_tile = integral_scalar<tile_element_t<T>>;
template <class T>
concept basic_floating_point_tile = basic_floating_point_scalar<tile_element_t<T>>;
template <class T>
concept floating_point_tile = floating_point_scalar<tile_element_t<T>>;
template <class T>
concept arithmetic_tile = arithmetic_scalar<tile_element_t<T>>;
template <class T>
concept numeric_tile = numeric_scalar<tile_element_t<T>>;
template <class T>
concept pointer_tile = pointer_scalar<tile_element_t<T>>;

namespace __detail {
/// A tile, not a scalar.
template <class T>
concept proper_tile = is_tile<T>;
/// A tile or scalar of at most 16 MiB, of elements that this architecture can work with.
template <class T>
concept tile_object = tile_like<T> && available_on_this_architecture<element_of<T>> &&
                      object_has_at_most_16_MiB<element_of<T>, shape_of<T>>;
} // namespace __detail

} // namespace cuda::tiles

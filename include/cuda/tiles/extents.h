// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- extents.h - extents, shapes, strides and offsets ---------------------===//
//
// A list of integers, one for each dimension, each a constant in the type or a value at run time:
//
//   extents{n, 64_ic}     extents<unsigned, dynamic_extent, 64>, holds one integer
//   shape<4, 8>           extents<unsigned, 4, 8>, holds nothing: the shape of a tile
//   strides{n, 1_ic}      strides<unsigned, dynamic_stride, 1>
//
//===----------------------------------------------------------------------===//
#pragma once

#include "constants.h"
#include "scalar.h"

namespace cuda::tiles {

/// Stands for an extent known at run time.
inline constexpr __detail::size_t dynamic_extent = static_cast<__detail::size_t>(-1);
/// Stands for a stride known at run time.
inline constexpr __detail::size_t dynamic_stride = static_cast<__detail::size_t>(-1);
/// Stands for an offset known at run time.
inline constexpr __detail::size_t dynamic_offset = static_cast<__detail::size_t>(-1);

namespace __detail {

inline constexpr size_t dynamic_entry = static_cast<size_t>(-1);

} // namespace __detail

namespace __types {

/// One entry of a list: empty if it is a constant.
template <size_t Dimension, class Index, size_t Entry> struct list_entry {
  constexpr list_entry() = default;
  template <class T> __tile_api constexpr explicit list_entry(T) {}
  __tile_api constexpr Index value() const {
    return static_cast<Index>(Entry);
  }
};
template <size_t Dimension, class Index> struct list_entry<Dimension, Index, dynamic_entry> {
  constexpr list_entry() = default;
  template <class T> __tile_api constexpr explicit list_entry(T value) : run_time_value(static_cast<Index>(value)) {}
  __tile_api constexpr Index value() const {
    return run_time_value;
  }
  Index run_time_value = 0;
};

} // namespace __types

namespace __detail {

/// What an argument contributes to the type of a list: its constant, or "known at run time".
template <class T> inline constexpr size_t static_entry_of = dynamic_entry;
template <auto Value> inline constexpr size_t static_entry_of<integral_constant<Value>> = static_cast<size_t>(Value);

/// An argument of a list: an integer or a constant such as `16_ic`.
template <class T>
concept list_argument = integral_scalar<T> || constant<T>;

} // namespace __detail

namespace __types {

template <class Positions, class Index, size_t... Entries> struct mixed_list;

/// The entries of a list, each at its position. Constants take no space.
template <size_t... Position, class Index, size_t... Entries>
struct mixed_list<index_sequence<Position...>, Index, Entries...> : list_entry<Position, Index, Entries>... {
  static constexpr size_t count = sizeof...(Entries);
  static constexpr size_t dynamic_count = ((Entries == dynamic_entry ? 1 : 0) + ... + 0);
  static constexpr size_t entries[sizeof...(Entries) + 1] = {Entries..., 0};

  constexpr mixed_list() = default;
  template <class... T>
    requires(sizeof...(T) == sizeof...(Entries))
  __tile_api constexpr explicit mixed_list(T... values) : list_entry<Position, Index, Entries>(values)... {}

  /// The number of run-time entries before `position`.
  static consteval size_t dynamic_position(size_t position) {
    size_t result = 0;
    for (size_t i = 0; i < position; ++i)
      result += entries[i] == dynamic_entry;
    return result;
  }
  /// The entry at a position known at compile time.
  template <size_t At> __tile_api constexpr Index get() const {
    return list_entry<At, Index, entries[At]>::value();
  }
  /// The entry at a position known at run time.
  __tile_api constexpr Index at(size_t position) const {
    return static_cast<Index>(
        ((position == Position ? list_entry<Position, Index, Entries>::value() : Index(0)) | ... | Index(0)));
  }
};

} // namespace __types

namespace __detail {

template <class Index, size_t... Entries>
using mixed_list_of = mixed_list<make_index_sequence<sizeof...(Entries)>, Index, Entries...>;

/// The value at position `At` of a pack.
template <size_t At, class First, class... Rest> __tile_api constexpr auto pick(First first, Rest... rest) {
  if constexpr (At == 0)
    return first;
  else
    return pick<At - 1>(rest...);
}

/// Makes `List` from its run-time entries only.
template <class List, size_t... Position, class... T>
__tile_api constexpr List list_from_dynamic(index_sequence<Position...>, T... values) {
  return List(pick<(List::entries[Position] == dynamic_entry ? List::dynamic_position(Position) : sizeof...(T))>(
      values..., 0)...);
}

/// `From` and `To` have the same constants wherever both have one.
template <class From, class To> consteval bool lists_are_compatible() {
  if (From::count != To::count)
    return false;
  for (size_t i = 0; i < From::count; ++i)
    if (From::entries[i] != dynamic_entry && To::entries[i] != dynamic_entry && From::entries[i] != To::entries[i])
      return false;
  return true;
}

template <class To, class From, size_t... Position>
__tile_api constexpr To convert_list(index_sequence<Position...>, const From &from) {
  return To(from.template get<Position>()...);
}

template <class A, class B, size_t... Position>
__tile_api constexpr bool lists_equal(index_sequence<Position...>, const A &a, const B &b) {
  return ((a.template get<Position>() == b.template get<Position>()) && ... && true);
}

} // namespace __detail

/// The extents of a tensor, as `std::extents`: `Index` is the type of run-time extents.
template <class Index, __detail::size_t... Extents> class extents : public __detail::mixed_list_of<Index, Extents...> {
  using list = __detail::mixed_list_of<Index, Extents...>;

public:
  using index_type = Index;
  using rank_type = __detail::size_t;

  constexpr extents() = default;
  /// From one integer or constant for each dimension.
  template <__detail::list_argument... T>
    requires(sizeof...(T) > 0 && sizeof...(T) == sizeof...(Extents))
  __tile_api constexpr extents(T... values) : list(values...) {}
  /// From one integer for each run-time dimension.
  template <__detail::list_argument... T>
    requires(sizeof...(T) > 0 && sizeof...(T) != sizeof...(Extents) && sizeof...(T) == list::dynamic_count)
  __tile_api constexpr explicit extents(T... values)
      : list(__detail::list_from_dynamic<list>(__detail::make_index_sequence<sizeof...(Extents)>{}, values...)) {}
  /// From extents whose constants do not contradict these.
  template <class OtherIndex, __detail::size_t... Other>
    requires(__detail::lists_are_compatible<extents<OtherIndex, Other...>, list>() &&
             !__is_same(extents, extents<OtherIndex, Other...>))
  __tile_api constexpr extents(const extents<OtherIndex, Other...> &other)
      : list(__detail::convert_list<list>(__detail::make_index_sequence<sizeof...(Extents)>{}, other)) {}

  /// The number of dimensions.
  __tile_api static constexpr rank_type rank() {
    return sizeof...(Extents);
  }
  /// The number of dimensions whose extent is known at run time only.
  __tile_api static constexpr rank_type rank_dynamic() {
    return list::dynamic_count;
  }
  /// The extent of dimension `r` if it is a constant, else `dynamic_extent`.
  __tile_api static constexpr __detail::size_t static_extent(rank_type r) {
    return list::entries[r];
  }
  /// The extent of dimension `r`.
  __tile_api constexpr index_type extent(rank_type r) const {
    return list::at(r);
  }
};
template <__detail::list_argument... T> extents(T...) -> extents<unsigned, __detail::static_entry_of<T>...>;

/// The shape of a tile: extents in the type.
template <__detail::size_t... Extents> using shape = extents<unsigned, Extents...>;

/// The strides of a tensor, in elements.
template <class Index, __detail::size_t... Strides> class strides : public __detail::mixed_list_of<Index, Strides...> {
  using list = __detail::mixed_list_of<Index, Strides...>;

public:
  using index_type = Index;
  using rank_type = __detail::size_t;

  constexpr strides() = default;
  /// From one integer or constant for each dimension.
  template <__detail::list_argument... T>
    requires(sizeof...(T) > 0 && sizeof...(T) == sizeof...(Strides))
  __tile_api constexpr strides(T... values) : list(values...) {}
  /// From one integer for each run-time stride.
  template <__detail::list_argument... T>
    requires(sizeof...(T) > 0 && sizeof...(T) != sizeof...(Strides) && sizeof...(T) == list::dynamic_count)
  __tile_api constexpr explicit strides(T... values)
      : list(__detail::list_from_dynamic<list>(__detail::make_index_sequence<sizeof...(Strides)>{}, values...)) {}

  /// The number of dimensions.
  __tile_api static constexpr rank_type rank() {
    return sizeof...(Strides);
  }
  /// The number of dimensions whose stride is known at run time only.
  __tile_api static constexpr rank_type rank_dynamic() {
    return list::dynamic_count;
  }
  /// The stride of dimension `r` if it is a constant, else `dynamic_stride`.
  __tile_api static constexpr __detail::size_t static_stride(rank_type r) {
    return list::entries[r];
  }
  /// The stride of dimension `r`, in elements.
  __tile_api constexpr index_type stride(rank_type r) const {
    return list::at(r);
  }
};
template <__detail::list_argument... T> strides(T...) -> strides<unsigned, __detail::static_entry_of<T>...>;

/// Where the first tile of a `strided_view` starts, in elements.
template <class Index, __detail::size_t... Offsets> class offsets : public __detail::mixed_list_of<Index, Offsets...> {
  using list = __detail::mixed_list_of<Index, Offsets...>;

public:
  using index_type = Index;
  using rank_type = __detail::size_t;

  constexpr offsets() = default;
  /// From one integer or constant for each dimension.
  template <__detail::list_argument... T>
    requires(sizeof...(T) > 0 && sizeof...(T) == sizeof...(Offsets))
  __tile_api constexpr offsets(T... values) : list(values...) {}

  /// The number of dimensions.
  __tile_api static constexpr rank_type rank() {
    return sizeof...(Offsets);
  }
  /// The offset of dimension `r` if it is a constant, else `dynamic_offset`.
  __tile_api static constexpr __detail::size_t static_offset(rank_type r) {
    return list::entries[r];
  }
  /// The offset of dimension `r`.
  __tile_api constexpr index_type offset(rank_type r) const {
    return list::at(r);
  }
};
template <__detail::list_argument... T> offsets(T...) -> offsets<int, __detail::static_entry_of<T>...>;

namespace __detail {

template <class T> inline constexpr bool is_extents = false;
template <class Index, size_t... E> inline constexpr bool is_extents<extents<Index, E...>> = true;
template <class T> inline constexpr bool is_shape = false;
template <size_t... E> inline constexpr bool is_shape<extents<unsigned, E...>> = true;
template <class T> inline constexpr bool is_strides = false;
template <class Index, size_t... S> inline constexpr bool is_strides<strides<Index, S...>> = true;
template <class T> inline constexpr bool is_offsets = false;
template <class Index, size_t... O> inline constexpr bool is_offsets<offsets<Index, O...>> = true;

/// The largest number of elements, and of bytes, of a tile.
inline constexpr unsigned long long max_tile_elements = 1ull << 24;
inline constexpr unsigned long long max_tile_bytes = 1ull << 24;

/// The number of elements of a shape; 0 if there are more than a tile may have or an extent is no power of two.
template <class Shape> inline constexpr unsigned long long tile_element_count = 0;
template <size_t... E>
inline constexpr unsigned long long tile_element_count<extents<unsigned, E...>> = [] {
  constexpr size_t extents[] = {1, E...};
  unsigned long long count = 1;
  for (size_t extent : extents)
    count = is_power_of_two(extent) && extent <= max_tile_elements && count <= max_tile_elements ? count * extent : 0;
  return count <= max_tile_elements ? count : 0;
}();

} // namespace __detail

template <class T>
concept extents_like = __detail::is_extents<T>;
template <class T>
concept shape_like = __detail::is_shape<T>;
template <class T>
concept strides_like = __detail::is_strides<T>;
template <class T>
concept offsets_like = __detail::is_offsets<T>;

namespace __detail {
/// Every extent is a constant power of two, and their product is at most 2^24.
template <class S>
concept extents_are_powers_of_two_with_at_most_2_24_elements = tile_element_count<S> != 0;
} // namespace __detail

/// A shape that a tile may have: every extent a constant power of two, at most 2^24 elements in all.
template <class T>
concept tile_shape = shape_like<T> && __detail::extents_are_powers_of_two_with_at_most_2_24_elements<T>;

/// Whether two lists of extents have equal rank and values.
template <extents_like A, extents_like B> __tile_api constexpr bool extents_equal(const A &a, const B &b) {
  if constexpr (A::count != B::count)
    return false;
  else
    return __detail::lists_equal(__detail::make_index_sequence<A::count>{}, a, b);
}
/// Whether two lists of strides have equal rank and values.
template <strides_like A, strides_like B> __tile_api constexpr bool strides_equal(const A &a, const B &b) {
  if constexpr (A::count != B::count)
    return false;
  else
    return __detail::lists_equal(__detail::make_index_sequence<A::count>{}, a, b);
}
/// Whether two lists of offsets have equal rank and values.
template <offsets_like A, offsets_like B> __tile_api constexpr bool offsets_equal(const A &a, const B &b) {
  if constexpr (A::count != B::count)
    return false;
  else
    return __detail::lists_equal(__detail::make_index_sequence<A::count>{}, a, b);
}

template <extents_like A, extents_like B> __tile_api constexpr bool operator==(const A &a, const B &b) {
  return extents_equal(a, b);
}
template <strides_like A, strides_like B> __tile_api constexpr bool operator==(const A &a, const B &b) {
  return strides_equal(a, b);
}
template <offsets_like A, offsets_like B> __tile_api constexpr bool operator==(const A &a, const B &b) {
  return offsets_equal(a, b);
}

} // namespace cuda::tiles

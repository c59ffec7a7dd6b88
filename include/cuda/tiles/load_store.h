// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- load_store.h - loads and stores through pointers and pointer tiles ---===//
//
// A pointer tile addresses each element on its own; a scalar pointer addresses one element and yields a scalar. Masks
// broadcast to the pointers and may have any element type (true where `!= 0`); elements that are masked out are not
// accessed. Stored values have exactly the shape of the pointers.
//
// The accesses are weak: they may not race with other accesses to the same element.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "common_type.h"

namespace cuda::tiles {

namespace __detail {

template <class P> using pointee_of = __remove_pointer(element_of<P>);

/// A pointer, or tile of pointers, to elements that this architecture can load: not void, not volatile.
template <class P>
concept loadable_pointer = pointer_scalar<element_of<P>> && !__is_void(pointee_of<P>) &&
                           !__is_volatile(pointee_of<P>) && available_on_this_architecture<__remove_cv(pointee_of<P>)>;
/// A pointer, or tile of pointers, to elements that can be stored to: not void, not volatile, not const.
template <class P>
concept storable_pointer = loadable_pointer<P> && !__is_const(pointee_of<P>);

/// What a load through `P` yields: a tile for a tile of pointers, a scalar for a pointer.
template <class P> using loaded_t = with_element_t<P, __remove_cv(pointee_of<P>)>;
template <class P> using pointer_mask_t = with_element_t<P, bool>;

/// A stored value has the shape of the pointers.
template <class V, class P>
concept has_the_shape_of_the_pointers = tile_like<V> && shapes_are_equal<V, P>;
/// The value converts to the pointee without narrowing.
template <class V, class P>
concept fits_the_pointee = elements_do_not_narrow<V, loaded_t<P>>;
/// A mask, of any element type, broadcasts to the pointers.
template <class M, class P>
concept masks = tile_like<M> && shape_broadcasts_to<shape_of<M>, shape_of<P>>;
/// Padding broadcasts to the pointers and converts to the pointee without narrowing.
template <class T, class P>
concept pads = tile_like<T> && shape_broadcasts_to<shape_of<T>, shape_of<P>> && fits_the_pointee<T, P>;

} // namespace __detail

/// A pointer or tile of pointers that `load` accepts.
template <class T>
concept loadable_tile = __detail::loadable_pointer<__remove_cvref(T)>;
/// A pointer or tile of pointers that `store` accepts.
template <class T>
concept storeable_tile = __detail::storable_pointer<__remove_cvref(T)>;
/// The type of `load(p)` for `p` of type `T`.
template <loadable_tile T> using tile_load_t = __detail::loaded_t<__remove_cvref(T)>;

/// The elements that `pointers` point to.
template <class P>
  requires __detail::loadable_pointer<P>
[[nodiscard]] __tile_api __detail::loaded_t<P> load(P pointers) {
  return __detail::load<false, false, __detail::loaded_t<P>>(pointers);
}

/// The elements that `pointers` point to where `mask` is true, unspecified elements elsewhere.
template <class P, class M>
  requires(__detail::loadable_pointer<P> && __detail::masks<M, P>)
[[nodiscard]] __tile_api __detail::loaded_t<P> load_masked(P pointers, M mask) {
  return __detail::load<true, false, __detail::loaded_t<P>>(pointers,
                                                            __detail::convert<__detail::pointer_mask_t<P>>(mask));
}

/// The elements that `pointers` point to where `mask` is true, those of `padding` elsewhere.
template <class P, class M, class T>
  requires(__detail::loadable_pointer<P> && __detail::masks<M, P> && __detail::pads<T, P>)
[[nodiscard]] __tile_api __detail::loaded_t<P> load_masked(P pointers, M mask, T padding) {
  return __detail::load<true, true, __detail::loaded_t<P>>(pointers,
                                                           __detail::convert<__detail::pointer_mask_t<P>>(mask),
                                                           __detail::convert<__detail::loaded_t<P>>(padding));
}

/// Stores each element of `value` to its pointer. Equal pointers race.
template <class P, class V>
  requires(__detail::storable_pointer<P> && __detail::has_the_shape_of_the_pointers<V, P> &&
           __detail::fits_the_pointee<V, P>)
__tile_api void store(P pointers, V value) {
  __detail::store<false>(pointers, __detail::convert<__detail::loaded_t<P>>(value));
}

/// Stores those elements of `value` for which `mask` is true.
template <class P, class V, class M>
  requires(__detail::storable_pointer<P> && __detail::has_the_shape_of_the_pointers<V, P> &&
           __detail::fits_the_pointee<V, P> && __detail::masks<M, P>)
__tile_api void store_masked(P pointers, V value, M mask) {
  __detail::store<true>(pointers, __detail::convert<__detail::loaded_t<P>>(value),
                        __detail::convert<__detail::pointer_mask_t<P>>(mask));
}

} // namespace cuda::tiles

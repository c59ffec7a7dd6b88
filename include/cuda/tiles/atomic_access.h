// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- atomic_access.h - atomic load, store, exchange, compare-exchange -----===//
//
// Through a pointer (scalar values) or a tile of pointers (tiles of values); each element is accessed atomically, not
// the tile as a whole. The memory order has no default, the scope is the system unless given:
//
//   atomic_xchg<memory_order::relaxed, thread_scope::device>(p, v)
//   atomic_xchg(p, v, memory_order_relaxed_t{}, thread_scope_device_t{})
//
// Values have exactly the shape of the pointers and elements that do not narrow; masks broadcast to the pointers.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "load_store.h"

namespace cuda::tiles {

namespace __detail {

/// A load is relaxed or acquires.
template <memory_order Order>
concept load_order = Order == memory_order::relaxed || Order == memory_order::acquire;
/// A store is relaxed or releases.
template <memory_order Order>
concept store_order = Order == memory_order::relaxed || Order == memory_order::release;

/// A 32 or 64-bit integer.
template <class E>
concept word_integer = integral_scalar<E> && (storage_bytes<E>() == 4 || storage_bytes<E>() == 8);
template <class E>
concept float_or_double = same_as<E, float> || same_as<E, double>;

/// Atomics of bfloat16 need sm_90.
template <class E>
concept added_on_this_architecture = !same_as<E, __nv_bfloat16> || architecture_is_at_least(900);
/// Atomic addition is for 32 or 64-bit integers, float, double, half, and from sm_90 bfloat16.
template <class E>
concept atomic_addable = (word_integer<E> || float_or_double<E> || same_as<E, __half> || same_as<E, __nv_bfloat16>) &&
                         added_on_this_architecture<E>;

/// The pointers are to 32 or 64-bit integers, float or double, and not to const.
template <class P>
concept atomic_word_pointer =
    storable_pointer<P> && (word_integer<element_of<loaded_t<P>>> || float_or_double<element_of<loaded_t<P>>>);
/// The pointers are to 32 or 64-bit integers that are not const.
template <class P>
concept atomic_integral_pointer = storable_pointer<P> && word_integer<element_of<loaded_t<P>>>;
/// The pointers are to 32 or 64-bit integers, float, double, half or (from sm_90) bfloat16, and not to const.
template <class P>
concept atomic_addable_pointer = storable_pointer<P> && atomic_addable<element_of<loaded_t<P>>>;
/// The value has exactly the shape of the pointers and does not narrow.
template <class V, class P>
concept atomic_value = has_the_shape_of_the_pointers<V, P> && fits_the_pointee<V, P>;

} // namespace __detail

/// Loads atomically. Elements may have any type.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P>
  requires(__detail::load_order<Order> && __detail::loadable_pointer<P>)
[[nodiscard]] __tile_api __detail::loaded_t<P> atomic_load(P pointers) {
  return __detail::atomic_load<int(Order), int(Scope), false, false, __detail::loaded_t<P>>(pointers);
}
/// As above, with tags: `atomic_load(p, memory_order_acquire_t{})`.
template <class P, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::load_order<Order> && __detail::loadable_pointer<P>)
[[nodiscard]] __tile_api __detail::loaded_t<P> atomic_load(P pointers, memory_order_constant<Order>,
                                                           thread_scope_constant<Scope> = {}) {
  return atomic_load<Order, Scope>(pointers);
}
/// Loads atomically where `mask` is true; elements are unspecified elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class M>
  requires(__detail::load_order<Order> && __detail::loadable_pointer<P> && __detail::masks<M, P>)
[[nodiscard]] __tile_api __detail::loaded_t<P> atomic_load_masked(P pointers, M mask) {
  return __detail::atomic_load<int(Order), int(Scope), true, false, __detail::loaded_t<P>>(
      pointers, __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// Loads atomically where `mask` is true; the elements of `padding` elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class M, class T>
  requires(__detail::load_order<Order> && __detail::loadable_pointer<P> && __detail::masks<M, P> &&
           __detail::pads<T, P>)
[[nodiscard]] __tile_api __detail::loaded_t<P> atomic_load_masked(P pointers, M mask, T padding) {
  return __detail::atomic_load<int(Order), int(Scope), true, true, __detail::loaded_t<P>>(
      pointers, __detail::convert<__detail::pointer_mask_t<P>>(mask),
      __detail::convert<__detail::loaded_t<P>>(padding));
}
/// Loads atomically where `mask` is true, with tags after the mask.
template <class P, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::load_order<Order> && __detail::loadable_pointer<P> && __detail::masks<M, P>)
[[nodiscard]] __tile_api __detail::loaded_t<P> atomic_load_masked(P pointers, M mask, memory_order_constant<Order>,
                                                                  thread_scope_constant<Scope> = {}) {
  return atomic_load_masked<Order, Scope>(pointers, mask);
}
/// Loads atomically where `mask` is true, with tags after the padding.
template <class P, class M, class T, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::load_order<Order> && __detail::loadable_pointer<P> && __detail::masks<M, P> &&
           __detail::pads<T, P>)
[[nodiscard]] __tile_api __detail::loaded_t<P>
atomic_load_masked(P pointers, M mask, T padding, memory_order_constant<Order>, thread_scope_constant<Scope> = {}) {
  return atomic_load_masked<Order, Scope>(pointers, mask, padding);
}

/// Stores atomically. Elements may have any type.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V>
  requires(__detail::store_order<Order> && __detail::storable_pointer<P> && __detail::atomic_value<V, P>)
__tile_api void atomic_store(P pointers, V value) {
  __detail::atomic_store<int(Order), int(Scope), false>(pointers, __detail::convert<__detail::loaded_t<P>>(value));
}
/// As above, with tags: `atomic_store(p, v, memory_order_release_t{})`.
template <class P, class V, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::store_order<Order> && __detail::storable_pointer<P> && __detail::atomic_value<V, P>)
__tile_api void atomic_store(P pointers, V value, memory_order_constant<Order>, thread_scope_constant<Scope> = {}) {
  atomic_store<Order, Scope>(pointers, value);
}
/// Stores atomically where `mask` is true.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V, class M>
  requires(__detail::store_order<Order> && __detail::storable_pointer<P> && __detail::atomic_value<V, P> &&
           __detail::masks<M, P>)
__tile_api void atomic_store_masked(P pointers, V value, M mask) {
  __detail::atomic_store<int(Order), int(Scope), true>(pointers, __detail::convert<__detail::loaded_t<P>>(value),
                                                       __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// As above, with tags after the mask.
template <class P, class V, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::store_order<Order> && __detail::storable_pointer<P> && __detail::atomic_value<V, P> &&
           __detail::masks<M, P>)
__tile_api void atomic_store_masked(P pointers, V value, M mask, memory_order_constant<Order>,
                                    thread_scope_constant<Scope> = {}) {
  atomic_store_masked<Order, Scope>(pointers, value, mask);
}

/// Replaces the element by `value`; returns the old elements. For 32 or 64-bit integers, float and double.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V>
  requires(__detail::atomic_word_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_xchg(P pointers, V value) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_xchg<int(Order), int(Scope), false, result>(pointers, __detail::convert<result>(value));
}
/// As above, with tags: `atomic_xchg(p, v, memory_order_relaxed_t{}, thread_scope_device_t{})`.
template <class P, class V, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_word_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_xchg(P pointers, V value, memory_order_constant<Order>,
                                             thread_scope_constant<Scope> = {}) {
  return atomic_xchg<Order, Scope>(pointers, value);
}
/// Replaces the element by `value`, where `mask` is true; returns the old elements, unspecified ones elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V, class M>
  requires(__detail::atomic_word_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_xchg_masked(P pointers, V value, M mask) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_xchg<int(Order), int(Scope), true, result>(
      pointers, __detail::convert<result>(value), __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// As above, with tags after the mask.
template <class P, class V, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_word_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_xchg_masked(P pointers, V value, M mask, memory_order_constant<Order>,
                                                    thread_scope_constant<Scope> = {}) {
  return atomic_xchg_masked<Order, Scope>(pointers, value, mask);
}

/// Stores `desired` where the element has the bits of `expected`; returns the old elements. For 32 or 64-bit integers,
/// float and double.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class E, class D>
  requires(__detail::atomic_word_pointer<P> && __detail::atomic_value<E, P> && __detail::atomic_value<D, P>)
__tile_api __detail::loaded_t<P> atomic_compare_exchange(P pointers, E expected, D desired) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_compare_exchange<int(Order), int(Scope), false, result>(
      pointers, __detail::convert<result>(expected), __detail::convert<result>(desired));
}
/// As above, with tags after the values.
template <class P, class E, class D, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_word_pointer<P> && __detail::atomic_value<E, P> && __detail::atomic_value<D, P>)
__tile_api __detail::loaded_t<P> atomic_compare_exchange(P pointers, E expected, D desired,
                                                         memory_order_constant<Order>,
                                                         thread_scope_constant<Scope> = {}) {
  return atomic_compare_exchange<Order, Scope>(pointers, expected, desired);
}
/// Compares and exchanges where `mask` is true; returns the old elements, `expected` elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class E, class D, class M>
  requires(__detail::atomic_word_pointer<P> && __detail::atomic_value<E, P> && __detail::atomic_value<D, P> &&
           __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_compare_exchange_masked(P pointers, E expected, D desired, M mask) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_compare_exchange<int(Order), int(Scope), true, result>(
      pointers, __detail::convert<result>(expected), __detail::convert<result>(desired),
      __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// As above, with tags after the mask.
template <class P, class E, class D, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_word_pointer<P> && __detail::atomic_value<E, P> && __detail::atomic_value<D, P> &&
           __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_compare_exchange_masked(P pointers, E expected, D desired, M mask,
                                                                memory_order_constant<Order>,
                                                                thread_scope_constant<Scope> = {}) {
  return atomic_compare_exchange_masked<Order, Scope>(pointers, expected, desired, mask);
}

} // namespace cuda::tiles

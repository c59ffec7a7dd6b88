// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- atomic_updates.h - atomic add, sub, and, or, xor, max, min -----------===//
//
// Each updates the elements that a pointer or tile of pointers points to and returns their old values: a scalar for a
// pointer, a tile for a tile of pointers. Orders and scopes are given as in atomic_access.h.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "atomic_access.h"

namespace cuda::tiles {

/// Adds `value`; returns the old elements. For 32 or 64-bit integers, float, double, __half, and from sm_90
/// __nv_bfloat16.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V>
  requires(__detail::atomic_addable_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_add(P pointers, V value) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_add<int(Order), int(Scope), false, result>(pointers, __detail::convert<result>(value));
}
/// As above, with tags: `atomic_add(p, v, memory_order_relaxed_t{}, thread_scope_device_t{})`.
template <class P, class V, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_addable_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_add(P pointers, V value, memory_order_constant<Order>,
                                            thread_scope_constant<Scope> = {}) {
  return atomic_add<Order, Scope>(pointers, value);
}
/// Adds `value`, where `mask` is true; returns the old elements, unspecified ones elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V, class M>
  requires(__detail::atomic_addable_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_add_masked(P pointers, V value, M mask) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_add<int(Order), int(Scope), true, result>(
      pointers, __detail::convert<result>(value), __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// As above, with tags after the mask.
template <class P, class V, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_addable_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_add_masked(P pointers, V value, M mask, memory_order_constant<Order>,
                                                   thread_scope_constant<Scope> = {}) {
  return atomic_add_masked<Order, Scope>(pointers, value, mask);
}

/// Subtracts `value`; returns the old elements. For 32 or 64-bit integers, float, double, __half, and from sm_90
/// __nv_bfloat16.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V>
  requires(__detail::atomic_addable_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_sub(P pointers, V value) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_sub<int(Order), int(Scope), false, result>(pointers, __detail::convert<result>(value));
}
/// As above, with tags: `atomic_sub(p, v, memory_order_relaxed_t{}, thread_scope_device_t{})`.
template <class P, class V, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_addable_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_sub(P pointers, V value, memory_order_constant<Order>,
                                            thread_scope_constant<Scope> = {}) {
  return atomic_sub<Order, Scope>(pointers, value);
}
/// Subtracts `value`, where `mask` is true; returns the old elements, unspecified ones elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V, class M>
  requires(__detail::atomic_addable_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_sub_masked(P pointers, V value, M mask) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_sub<int(Order), int(Scope), true, result>(
      pointers, __detail::convert<result>(value), __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// As above, with tags after the mask.
template <class P, class V, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_addable_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_sub_masked(P pointers, V value, M mask, memory_order_constant<Order>,
                                                   thread_scope_constant<Scope> = {}) {
  return atomic_sub_masked<Order, Scope>(pointers, value, mask);
}

/// Ands the bits with `value`; returns the old elements. For 32 or 64-bit integers.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_and(P pointers, V value) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_and<int(Order), int(Scope), false, result>(pointers, __detail::convert<result>(value));
}
/// As above, with tags: `atomic_and(p, v, memory_order_relaxed_t{}, thread_scope_device_t{})`.
template <class P, class V, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_and(P pointers, V value, memory_order_constant<Order>,
                                            thread_scope_constant<Scope> = {}) {
  return atomic_and<Order, Scope>(pointers, value);
}
/// Ands the bits with `value`, where `mask` is true; returns the old elements, unspecified ones elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V, class M>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_and_masked(P pointers, V value, M mask) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_and<int(Order), int(Scope), true, result>(
      pointers, __detail::convert<result>(value), __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// As above, with tags after the mask.
template <class P, class V, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_and_masked(P pointers, V value, M mask, memory_order_constant<Order>,
                                                   thread_scope_constant<Scope> = {}) {
  return atomic_and_masked<Order, Scope>(pointers, value, mask);
}

/// Ors the bits with `value`; returns the old elements. For 32 or 64-bit integers.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_or(P pointers, V value) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_or<int(Order), int(Scope), false, result>(pointers, __detail::convert<result>(value));
}
/// As above, with tags: `atomic_or(p, v, memory_order_relaxed_t{}, thread_scope_device_t{})`.
template <class P, class V, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_or(P pointers, V value, memory_order_constant<Order>,
                                           thread_scope_constant<Scope> = {}) {
  return atomic_or<Order, Scope>(pointers, value);
}
/// Ors the bits with `value`, where `mask` is true; returns the old elements, unspecified ones elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V, class M>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_or_masked(P pointers, V value, M mask) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_or<int(Order), int(Scope), true, result>(
      pointers, __detail::convert<result>(value), __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// As above, with tags after the mask.
template <class P, class V, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_or_masked(P pointers, V value, M mask, memory_order_constant<Order>,
                                                  thread_scope_constant<Scope> = {}) {
  return atomic_or_masked<Order, Scope>(pointers, value, mask);
}

/// Exclusive-ors the bits with `value`; returns the old elements. For 32 or 64-bit integers.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_xor(P pointers, V value) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_xor<int(Order), int(Scope), false, result>(pointers, __detail::convert<result>(value));
}
/// As above, with tags: `atomic_xor(p, v, memory_order_relaxed_t{}, thread_scope_device_t{})`.
template <class P, class V, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_xor(P pointers, V value, memory_order_constant<Order>,
                                            thread_scope_constant<Scope> = {}) {
  return atomic_xor<Order, Scope>(pointers, value);
}
/// Exclusive-ors the bits with `value`, where `mask` is true; returns the old elements, unspecified ones elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V, class M>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_xor_masked(P pointers, V value, M mask) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_xor<int(Order), int(Scope), true, result>(
      pointers, __detail::convert<result>(value), __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// As above, with tags after the mask.
template <class P, class V, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_xor_masked(P pointers, V value, M mask, memory_order_constant<Order>,
                                                   thread_scope_constant<Scope> = {}) {
  return atomic_xor_masked<Order, Scope>(pointers, value, mask);
}

/// Keeps the larger of the element and `value`; returns the old elements. For 32 or 64-bit integers.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_max(P pointers, V value) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_max<int(Order), int(Scope), false, result>(pointers, __detail::convert<result>(value));
}
/// As above, with tags: `atomic_max(p, v, memory_order_relaxed_t{}, thread_scope_device_t{})`.
template <class P, class V, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_max(P pointers, V value, memory_order_constant<Order>,
                                            thread_scope_constant<Scope> = {}) {
  return atomic_max<Order, Scope>(pointers, value);
}
/// Keeps the larger of the element and `value`, where `mask` is true; returns the old elements, unspecified ones
/// elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V, class M>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_max_masked(P pointers, V value, M mask) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_max<int(Order), int(Scope), true, result>(
      pointers, __detail::convert<result>(value), __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// As above, with tags after the mask.
template <class P, class V, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_max_masked(P pointers, V value, M mask, memory_order_constant<Order>,
                                                   thread_scope_constant<Scope> = {}) {
  return atomic_max_masked<Order, Scope>(pointers, value, mask);
}

/// Keeps the smaller of the element and `value`; returns the old elements. For 32 or 64-bit integers.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_min(P pointers, V value) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_min<int(Order), int(Scope), false, result>(pointers, __detail::convert<result>(value));
}
/// As above, with tags: `atomic_min(p, v, memory_order_relaxed_t{}, thread_scope_device_t{})`.
template <class P, class V, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P>)
__tile_api __detail::loaded_t<P> atomic_min(P pointers, V value, memory_order_constant<Order>,
                                            thread_scope_constant<Scope> = {}) {
  return atomic_min<Order, Scope>(pointers, value);
}
/// Keeps the smaller of the element and `value`, where `mask` is true; returns the old elements, unspecified ones
/// elsewhere.
template <memory_order Order, thread_scope Scope = thread_scope::system, class P, class V, class M>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_min_masked(P pointers, V value, M mask) {
  using result = __detail::loaded_t<P>;
  return __detail::atomic_min<int(Order), int(Scope), true, result>(
      pointers, __detail::convert<result>(value), __detail::convert<__detail::pointer_mask_t<P>>(mask));
}
/// As above, with tags after the mask.
template <class P, class V, class M, memory_order Order, thread_scope Scope = thread_scope::system>
  requires(__detail::atomic_integral_pointer<P> && __detail::atomic_value<V, P> && __detail::masks<M, P>)
__tile_api __detail::loaded_t<P> atomic_min_masked(P pointers, V value, M mask, memory_order_constant<Order>,
                                                   thread_scope_constant<Scope> = {}) {
  return atomic_min_masked<Order, Scope>(pointers, value, mask);
}

} // namespace cuda::tiles

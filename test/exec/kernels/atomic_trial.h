// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One atomic operation in every memory order and scope, on a whole tile, on a tile under a mask, and on single cells. What
// each block found in the cells is written out, so that a checker can ask whether some order of the blocks explains it all.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kLanes = 16, kForms = 3, kCells = kForms * kLanes;

enum class Operation { add, sub, bit_and, bit_or, bit_xor, max, min, exchange, compare_exchange };

template <Operation Op, ct::memory_order Order, ct::thread_scope Scope, class P, class V> __tile__ auto apply(P p, V v, V w) {
  if constexpr (Op == Operation::add) return ct::atomic_add<Order, Scope>(p, v);
  if constexpr (Op == Operation::sub) return ct::atomic_sub<Order, Scope>(p, v);
  if constexpr (Op == Operation::bit_and) return ct::atomic_and<Order, Scope>(p, v);
  if constexpr (Op == Operation::bit_or) return ct::atomic_or<Order, Scope>(p, v);
  if constexpr (Op == Operation::bit_xor) return ct::atomic_xor<Order, Scope>(p, v);
  if constexpr (Op == Operation::max) return ct::atomic_max<Order, Scope>(p, v);
  if constexpr (Op == Operation::min) return ct::atomic_min<Order, Scope>(p, v);
  if constexpr (Op == Operation::exchange) return ct::atomic_xchg<Order, Scope>(p, v);
  if constexpr (Op == Operation::compare_exchange) return ct::atomic_compare_exchange<Order, Scope>(p, w, v);
}

template <Operation Op, ct::memory_order Order, ct::thread_scope Scope, class P, class V, class M>
__tile__ auto apply_masked(P p, V v, V w, M m) {
  if constexpr (Op == Operation::add) return ct::atomic_add_masked<Order, Scope>(p, v, m);
  if constexpr (Op == Operation::sub) return ct::atomic_sub_masked<Order, Scope>(p, v, m);
  if constexpr (Op == Operation::bit_and) return ct::atomic_and_masked<Order, Scope>(p, v, m);
  if constexpr (Op == Operation::bit_or) return ct::atomic_or_masked<Order, Scope>(p, v, m);
  if constexpr (Op == Operation::bit_xor) return ct::atomic_xor_masked<Order, Scope>(p, v, m);
  if constexpr (Op == Operation::max) return ct::atomic_max_masked<Order, Scope>(p, v, m);
  if constexpr (Op == Operation::min) return ct::atomic_min_masked<Order, Scope>(p, v, m);
  if constexpr (Op == Operation::exchange) return ct::atomic_xchg_masked<Order, Scope>(p, v, m);
  if constexpr (Op == Operation::compare_exchange) return ct::atomic_compare_exchange_masked<Order, Scope>(p, w, v, m);
}

// Block scope orders nothing between blocks, so there each block has cells of its own.
template <class E, Operation Op, ct::memory_order Order, ct::thread_scope Scope>
__tile__ void trial(E* cells, E* found, const E* values, const E* expected) {
  int block = ct::bid().x, blocks = ct::num_blocks().x;
  int which = 3 * (int)Order + (int)Scope;
  int owner = Scope == ct::thread_scope::block ? block : 0;
  E* mine = cells + (which * blocks + owner) * kCells;
  E* out = found + (which * blocks + block) * kCells;
  auto lane = ct::iota<ct::tile<int, ct::shape<kLanes>>>();
  auto v = ct::load(values + block * kLanes + lane), w = ct::load(expected + block * kLanes + lane);
  ct::store(out + lane, apply<Op, Order, Scope>(mine + lane, v, w));
  auto mask = (lane + block) % 3 != 0;
  ct::store_masked(out + kLanes + lane, apply_masked<Op, Order, Scope>(mine + kLanes + lane, v, w, mask), mask);
  for (int i = 0; i < kLanes; ++i)
    out[2 * kLanes + i] =
        apply<Op, Order, Scope>(mine + 2 * kLanes + i, values[block * kLanes + i], expected[block * kLanes + i]);
}

template <class E, Operation Op, ct::memory_order Order>
__tile__ void each_scope(E* cells, E* found, const E* values, const E* expected) {
  trial<E, Op, Order, ct::thread_scope::block>(cells, found, values, expected);
  trial<E, Op, Order, ct::thread_scope::device>(cells, found, values, expected);
  trial<E, Op, Order, ct::thread_scope::system>(cells, found, values, expected);
}

template <class E, Operation Op> __tile_global__ void atomic(E* cells, E* found, const E* values, const E* expected) {
  each_scope<E, Op, ct::memory_order::relaxed>(cells, found, values, expected);
  each_scope<E, Op, ct::memory_order::acquire>(cells, found, values, expected);
  each_scope<E, Op, ct::memory_order::release>(cells, found, values, expected);
  each_scope<E, Op, ct::memory_order::acq_rel>(cells, found, values, expected);
}

#define ATOMIC(OPERATION, ...)                                                                                                 \
  template __tile_global__ void atomic<__VA_ARGS__, Operation::OPERATION>(__VA_ARGS__*, __VA_ARGS__*, const __VA_ARGS__*,      \
                                                                          const __VA_ARGS__*);

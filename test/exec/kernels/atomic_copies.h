// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic loads and stores in every order and scope that they take, masked and not.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kLanes = 32, kAreas = 6;

// Area `which` of a block's output receives three copies of its input: whole, where the mask holds, and padded elsewhere.
template <class E, ct::memory_order LoadOrder, ct::memory_order StoreOrder, ct::thread_scope Scope>
__tile__ void copy(E* out, const E* in, E padding, int which) {
  auto lane = ct::iota<ct::tile<int, ct::shape<kLanes>>>();
  auto mask = lane % 3 != 1;
  E* area = out + which * 3 * kLanes;
  ct::atomic_store<StoreOrder, Scope>(area + lane, ct::atomic_load<LoadOrder, Scope>(in + lane));
  ct::atomic_store_masked<StoreOrder, Scope>(area + kLanes + lane, ct::atomic_load_masked<LoadOrder, Scope>(in + lane, mask),
                                             mask);
  ct::atomic_store<StoreOrder, Scope>(area + 2 * kLanes + lane,
                                      ct::atomic_load_masked<LoadOrder, Scope>(in + lane, mask, padding));
}

template <class E> __tile_global__ void copy_atomically(E* out, const E* in, const E* padding) {
  using Order = ct::memory_order;
  using Scope = ct::thread_scope;
  E pad = *padding;
  int block = ct::bid().x;
  out += block * kAreas * 3 * kLanes;
  in += block * kLanes;
  copy<E, Order::relaxed, Order::relaxed, Scope::block>(out, in, pad, 0);
  copy<E, Order::acquire, Order::release, Scope::block>(out, in, pad, 1);
  copy<E, Order::relaxed, Order::release, Scope::device>(out, in, pad, 2);
  copy<E, Order::acquire, Order::relaxed, Scope::device>(out, in, pad, 3);
  copy<E, Order::relaxed, Order::release, Scope::system>(out, in, pad, 4);
  copy<E, Order::acquire, Order::relaxed, Scope::system>(out, in, pad, 5);
}

#define COPY(E) template __tile_global__ void copy_atomically<E>(E*, const E*, const E*);

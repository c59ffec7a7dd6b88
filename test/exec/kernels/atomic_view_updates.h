// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every atomic update that views have, in both scopes, on whole tiles, on ragged ones, and on strided ones of which the last
// lies partly outside. All blocks update the same elements; those of block scope have their own.
#pragma once
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// Rows of 8 elements: four whole, three ragged ones of seven, six under tiles that begin at every second row.
constexpr int kWhole = 32, kRagged = 21, kStrided = 48, kArea = kWhole + kRagged + kStrided;

enum class Update { add, sub, bit_and, bit_or, bit_xor, max, min };

template <Update Op, bool Masked, class Scope, class View, class V> __tile__ void update(View view, V v, int i) {
  using Relaxed = ct::memory_order_relaxed_t;
#define UPDATE(OPERATION, NAME)                                                           \
  if constexpr (Op == Update::OPERATION && Masked)                                        \
    view.NAME##_masked(v, Relaxed{}, Scope{}, i, 0);                                      \
  else if constexpr (Op == Update::OPERATION)                                             \
    view.NAME(v, Relaxed{}, Scope{}, i, 0);
  UPDATE(add, atomic_add)
  UPDATE(sub, atomic_sub)
  UPDATE(bit_and, atomic_and)
  UPDATE(bit_or, atomic_or)
  UPDATE(bit_xor, atomic_xor)
  UPDATE(max, atomic_max)
  UPDATE(min, atomic_min)
#undef UPDATE
}

// Block `b` brings to element (r, c) of a tile b + 1 + (8 * r + c) % 4.
template <class E, Update Op, class Scope> __tile__ void areas(E* cells) {
  int block = int(ct::bid().x), operation = int(Op) * 2 + int(Scope::value != ct::thread_scope::block);
  E* area = cells + (operation * int(ct::num_blocks().x) + (Scope::value == ct::thread_scope::block ? block : 0)) * kArea;
  auto v = ct::element_cast<E>(ct::iota<ct::tile<int, ct::shape<4, 8>>>() % 4 + (block + 1));
  update<Op, false, Scope>(ct::partition_view{ct::tensor_span{area, ct::extents{4, 8}}, ct::shape<4, 8>{}}, v, 0);
  update<Op, true, Scope>(ct::partition_view{ct::tensor_span{area + kWhole, ct::extents{3, 7}}, ct::shape<4, 8>{}}, v, 0);
  auto strided = ct::strided_view{ct::tensor_span{area + (kWhole + kRagged), ct::extents{6, 8}}, ct::shape<4, 8>{}, ct::strides{2_ic, 8_ic}};
  update<Op, false, Scope>(strided, v, 1);
  update<Op, true, Scope>(strided, v, 2);
}

template <class E, Update Op> __tile__ void scopes(E* cells) {
  areas<E, Op, ct::thread_scope_block_t>(cells);
  areas<E, Op, ct::thread_scope_device_t>(cells);
}

template <class E> __tile_global__ void update_sums(E* cells) {
  scopes<E, Update::add>(cells);
  scopes<E, Update::sub>(cells);
}
template <class E> __tile_global__ void update_all(E* cells) {
  scopes<E, Update::add>(cells);
  scopes<E, Update::sub>(cells);
  scopes<E, Update::bit_and>(cells);
  scopes<E, Update::bit_or>(cells);
  scopes<E, Update::bit_xor>(cells);
  scopes<E, Update::max>(cells);
  scopes<E, Update::min>(cells);
}

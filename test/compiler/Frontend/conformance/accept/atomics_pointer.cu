// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// the eleven pointer atomics, both spellings, every masked form
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

__tile_global__ void k(int* q, float* p, const float* c) {
  using O = ct::memory_order; using T = ct::thread_scope;
  auto x = ct::iota<Tile<int, 8>>(); auto i = q + x; auto m = x < 3;
  SAME((ct::atomic_add<O::relaxed>(i, x)), Tile<int, 8>);
  SAME((ct::atomic_add<O::acq_rel, T::device>(i, x)), Tile<int, 8>);
  SAME(ct::atomic_add(i, x, ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{}), Tile<int, 8>);
  SAME(ct::atomic_add(i, x, ct::memory_order_release_t{}), Tile<int, 8>);
  SAME(ct::atomic_add<O::relaxed>(q, 1), int);
  (void)ct::atomic_sub<O::acquire>(i, x); (void)ct::atomic_and<O::relaxed>(i, x); (void)ct::atomic_or<O::relaxed>(i, x);
  (void)ct::atomic_xor<O::relaxed>(i, x); (void)ct::atomic_max<O::relaxed>(i, x); (void)ct::atomic_min<O::relaxed>(i, x);
  (void)ct::atomic_xchg<O::relaxed>(i, x); (void)ct::atomic_compare_exchange<O::acq_rel>(i, x, x);
  (void)ct::atomic_load<O::acquire>(i); (void)ct::atomic_load<O::relaxed>(c); ct::atomic_store<O::release>(i, x);
  (void)ct::atomic_add_masked<O::relaxed>(i, x, m); (void)ct::atomic_sub_masked<O::relaxed>(i, x, m);
  (void)ct::atomic_and_masked<O::relaxed>(i, x, m); (void)ct::atomic_or_masked<O::relaxed>(i, x, m);
  (void)ct::atomic_xor_masked<O::relaxed>(i, x, m); (void)ct::atomic_max_masked<O::relaxed>(i, x, m);
  (void)ct::atomic_min_masked<O::relaxed>(i, x, true); (void)ct::atomic_xchg_masked<O::relaxed>(i, x, m);
  (void)ct::atomic_compare_exchange_masked<O::relaxed>(i, x, x, m);
  SAME((ct::atomic_load_masked<O::relaxed>(i, m)), Tile<int, 8>);
  SAME((ct::atomic_load_masked<O::relaxed>(i, m, 7)), Tile<int, 8>);
  ct::atomic_store_masked<O::relaxed>(i, x, m);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// view atomics: relaxed only, the scope block or device is written out; atomic load and store take every order and scope
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#define SAME(X, ...) static_assert(std::is_same_v<decltype(X), __VA_ARGS__>)

#include <cuda_fp16.h>
__tile_global__ void k(float* p, int* q, int n) {
  using O = ct::memory_order;
  auto v = ct::partition_view{ct::tensor_span{p, ct::extents{n, n}}, ct::shape<4, 8>{}};
  auto w = ct::strided_view{ct::tensor_span{q, ct::extents{n, n}}, ct::shape<4, 8>{}, ct::strides{4_ic, 8_ic}};
  Tile<float, 4, 8> f = ct::ones<Tile<float, 4, 8>>(); auto i = ct::ones<Tile<int, 4, 8>>();
  v.atomic_add(f, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, 1);
  v.atomic_sub(ct::ones<Tile<__half, 4, 8>>(), ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{}, 0, 1);
  v.atomic_add_masked(f, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, 1);
  w.atomic_max(i, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, 1);
  w.atomic_and_masked(i, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, 1);
  SAME(v.atomic_load(ct::memory_order_acquire_t{}, 0, 1), Tile<float, 4, 8>);
  SAME((v.atomic_load<O::relaxed, ct::thread_scope::device>(0, 1)), Tile<float, 4, 8>);
  SAME(v.atomic_load_masked(ct::view_padding_zero_t{}, ct::memory_order_relaxed_t{}, 0, 1), Tile<float, 4, 8>);
  v.atomic_store(f, ct::memory_order_release_t{}, ct::thread_scope_device_t{}, 0, 1);
  v.atomic_store<O::relaxed>(f, 0, 1);
  v.atomic_store_masked(f, ct::memory_order_relaxed_t{}, 0, 1);
}

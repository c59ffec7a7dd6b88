// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// element types of the pointer atomics
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp16.h>
#include <cuda_bf16.h>
template <class E> constexpr bool add = requires(Tile<E*, 8> p, Tile<E, 8> v) { ct::atomic_add<ct::memory_order::relaxed>(p, v); };
template <class E> constexpr bool mx = requires(Tile<E*, 8> p, Tile<E, 8> v) { ct::atomic_max<ct::memory_order::relaxed>(p, v); };
template <class E> constexpr bool an = requires(Tile<E*, 8> p, Tile<E, 8> v) { ct::atomic_and<ct::memory_order::relaxed>(p, v); };
template <class E> constexpr bool xc = requires(Tile<E*, 8> p, Tile<E, 8> v) { ct::atomic_xchg<ct::memory_order::relaxed>(p, v); };
template <class E> constexpr bool cx = requires(Tile<E*, 8> p, Tile<E, 8> v) { ct::atomic_compare_exchange<ct::memory_order::relaxed>(p, v, v); };
template <class E> constexpr bool ld = requires(Tile<E*, 8> p, Tile<E, 8> v) { ct::atomic_load<ct::memory_order::relaxed>(p); ct::atomic_store<ct::memory_order::relaxed>(p, v); };
__tile_global__ void k() {
  static_assert(add<int> && add<unsigned> && add<long> && add<unsigned long> && add<__half> && add<__nv_bfloat16> && add<float> && add<double>);
  static_assert(!add<short> && !add<signed char> && !add<bool>);
  static_assert(mx<int> && mx<unsigned long> && !mx<float> && !mx<__half>);
  static_assert(an<unsigned> && an<long> && !an<float> && !an<bool>);
  static_assert(xc<int> && xc<float> && xc<double> && !xc<__half> && !xc<short>);
  static_assert(cx<long> && cx<float> && cx<double> && !cx<__nv_bfloat16>);
  static_assert(ld<bool> && ld<signed char> && ld<__half> && ld<double>);
}

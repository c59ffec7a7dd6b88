// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What load, store and the pointer atomics accept: pointees, shapes of values, masks and padding, orders and scopes.
// RUN: check-source %s
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;
using O = ct::memory_order;
using S = ct::thread_scope;

template <class... T> constexpr bool loads = requires(T... t) { ct::load(t...); };
template <class... T> constexpr bool loads_masked = requires(T... t) { ct::load_masked(t...); };
static_assert(loads<float *> && loads<const __half *> && loads<Tile<const int *, 8>> && !loads<void *> &&
              !loads<volatile float *> && !loads<int>);
static_assert(loads_masked<Tile<float *, 4, 8>, Tile<bool, 8>> && loads_masked<Tile<float *, 8>, int *> &&
              loads_masked<float *, Tile<bool>>);
static_assert(!loads_masked<Tile<float *, 8>, Tile<bool, 4, 8>> && !loads_masked<float *, Tile<bool, 1>>);
static_assert(loads_masked<Tile<float *, 8>, bool, Tile<__half, 1>> && !loads_masked<Tile<float *, 8>, bool, int> &&
              !loads_masked<Tile<float *, 8>, bool, double>);
static_assert(std::is_same_v<decltype(ct::load((const float *)nullptr)), float> &&
              std::is_same_v<ct::tile_load_t<Tile<const int *, 8>>, Tile<int, 8>>);

template <class... T> constexpr bool stores = requires(T... t) { ct::store(t...); };
static_assert(stores<Tile<float *, 8>, Tile<__half, 8>> && stores<float *, Tile<float>> &&
              stores<Tile<float *>, float> && stores<int *, bool>);
static_assert(!stores<Tile<float *, 8>, float> && !stores<Tile<float *, 8>, Tile<float, 1>> &&
              !stores<const float *, float> && !stores<float *, Tile<float, 1>>);
static_assert(!stores<volatile int *, int> && !stores<float *, int> && !stores<signed char *, int> &&
              !stores<void *, int>);

template <class E> constexpr bool adds = requires(E *p, E v) { ct::atomic_add<O::relaxed>(p, v); };
template <class E> constexpr bool ors = requires(E *p, E v) { ct::atomic_or<O::relaxed>(p, v); };
template <class E> constexpr bool exchanges = requires(E *p, E v) { ct::atomic_xchg<O::relaxed>(p, v); };
template <class E> constexpr bool swaps = requires(E *p, E v) { ct::atomic_compare_exchange<O::relaxed>(p, v, v); };
template <class E>
constexpr bool accesses = requires(E *p, E v) {
  ct::atomic_store<O::relaxed>(p, v);
  ct::atomic_load<O::relaxed>(p);
};
static_assert(adds<char32_t> && adds<wchar_t> && adds<__half> && adds<__nv_bfloat16> && !adds<short> &&
              !adds<__nv_fp8_e4m3>);
static_assert(ors<unsigned long long> && !ors<float> && !ors<bool> && exchanges<double> && !exchanges<__half> &&
              swaps<float> && !swaps<char>);
static_assert(accesses<bool> && accesses<__nv_fp8_e5m2> && accesses<short>);

template <O Order> constexpr bool load_order = requires(int *p) { ct::atomic_load<Order>(p); };
template <O Order> constexpr bool store_order = requires(int *p) { ct::atomic_store<Order>(p, 1); };
template <O Order> constexpr bool update_order = requires(int *p) { ct::atomic_min<Order, S::block>(p, 1); };
static_assert(load_order<O::acquire> && !load_order<O::release> && !load_order<O::acq_rel>);
static_assert(store_order<O::release> && !store_order<O::acquire> && !store_order<O::acq_rel>);
static_assert(update_order<O::relaxed> && update_order<O::acquire> && update_order<O::release> &&
              update_order<O::acq_rel>);

using relaxed = ct::memory_order_relaxed_t;
template <class... T> constexpr bool tagged = requires(int *p, T... t) { ct::atomic_add(p, 1, t...); };
static_assert(tagged<relaxed> && tagged<relaxed, ct::thread_scope_system_t> && !tagged<> &&
              !tagged<ct::thread_scope_block_t>);
static_assert(!tagged<ct::thread_scope_block_t, relaxed> && !tagged<O> && !tagged<relaxed, S>);
template <class... T>
constexpr bool tagged_load = requires(Tile<int *, 8> p, T... t) { ct::atomic_load_masked(p, t...); };
static_assert(tagged_load<bool, relaxed> && tagged_load<bool, int, relaxed, ct::thread_scope_block_t> &&
              !tagged_load<bool> && !tagged_load<bool, float, relaxed>);
template <class... T>
constexpr bool masked =
    requires(Tile<int *, 8> p, Tile<int, 8> v, T... t) { ct::atomic_compare_exchange_masked(p, v, v, t...); };
static_assert(masked<bool, relaxed> && masked<Tile<float, 1>, relaxed> && !masked<Tile<bool, 4, 8>, relaxed>);
static_assert(std::is_void_v<decltype(ct::atomic_store<O::relaxed>((int *)nullptr, 1))>);
static_assert(std::is_same_v<decltype(ct::atomic_xchg((float *)nullptr, 1.0f, relaxed())), float>);

__tile_global__ void k() {}

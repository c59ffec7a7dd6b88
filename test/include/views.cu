// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Construction, indices, padding, stored tiles and atomics of the three views.
// RUN: check-source %s
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;
template <class E> using Span = ct::tensor_span<E, ct::extents<unsigned, ct::dynamic_extent, 64>>;
template <class E> using Partition = decltype(ct::partition_view{std::declval<Span<E>>(), ct::shape<4, 8>()});
template <class E>
using Strided = decltype(ct::strided_view{std::declval<Span<E>>(), ct::shape<4, 8>(), ct::strides{3_ic, 8_ic}});
template <class E, int D = 0>
using Gather =
    decltype(ct::gather_scatter_view{std::declval<Span<E>>(), ct::shape<4, 8>(), ct::integral_constant<D>()});

// A view is its span.
static_assert(sizeof(Partition<float>) == sizeof(Span<float>) && sizeof(Strided<float>) == 16 &&
              sizeof(Gather<float>) == 16);
static_assert(std::is_same_v<Partition<const float>::element_type, const float> &&
              std::is_same_v<Partition<const float>::value_type, float>);
static_assert(std::is_same_v<Strided<float>::span_type, Span<float>> &&
              std::is_same_v<decltype(std::declval<Gather<float>>().load(Tile<int, 4>(), 0)), Tile<float, 4, 8>>);

template <class S> constexpr bool partitions = requires(S s) { ct::partition_view{std::declval<Span<int>>(), s}; };
static_assert(partitions<ct::shape<1, 64>> && !partitions<ct::shape<4>> && !partitions<ct::shape<4, 8, 1>> &&
              !partitions<ct::shape<3, 8>>);
template <class... T>
constexpr bool strides = requires(T... t) { ct::strided_view{std::declval<Span<int>>(), ct::shape<4, 8>(), t...}; };
static_assert(strides<ct::strides<unsigned, 5, 7>> && strides<ct::strides<unsigned, 5, 7>, ct::offsets<int, 0, 0>>);
static_assert(!strides<ct::strides<unsigned, 5>> && !strides<ct::strides<unsigned, 5, 0>> &&
              !strides<ct::strides<unsigned, 5, ct::dynamic_stride>>);
static_assert(!strides<ct::strides<unsigned, 5, 7>, ct::offsets<int, 0, 1>> &&
              !strides<ct::strides<unsigned, 5, 7>, ct::offsets<unsigned, 0, 0>>);
static_assert(!strides<ct::strides<unsigned, 5, 7>, ct::offsets<long, 0, 0>> &&
              !strides<ct::strides<unsigned, 5, 7>, ct::offsets<int, 0>>);
template <class D>
constexpr bool gathers = requires(D d) { ct::gather_scatter_view{std::declval<Span<int>>(), ct::shape<4, 8>(), d}; };
static_assert(gathers<decltype(1_ic)> && !gathers<decltype(2_ic)> && !gathers<ct::integral_constant<-1>> &&
              !gathers<int>);

template <class V, class... I> constexpr bool loads = requires(V v, I... i) { v.load(i...); };
static_assert(loads<Partition<float>, unsigned, long> && loads<Partition<float>, float, bool> &&
              loads<Strided<float>, char, __half>);
static_assert(!loads<Partition<float>, int> && !loads<Partition<float>, int, int, int> &&
              !loads<Partition<float>, int, decltype(1_ic)>);
static_assert(!loads<Partition<float>, Tile<int>, int> && !loads<Partition<float>, int *, int>);
static_assert(loads<Gather<float>, Tile<long, 4>, int> && loads<Gather<float, 1>, int, Tile<unsigned char, 8>>);
static_assert(!loads<Gather<float>, int, int> && !loads<Gather<float>, Tile<int, 8>, int> &&
              !loads<Gather<float>, Tile<int, 4>, Tile<int, 8>>);
static_assert(!loads<Gather<float>, Tile<int, 4, 1>, int> && !loads<Gather<float>, Tile<int, 4>, Tile<int>>);

template <class E, ct::view_padding P>
constexpr bool pads = requires(Partition<E> v) {
  v.template load_masked<P>(0, 0);
  v.load_masked(ct::view_padding_constant<P>(), 0, 0);
};
using P = ct::view_padding;
static_assert(pads<int, P::zero> && pads<bool, P::zero> && !pads<int, P::negative_zero> && !pads<int, P::nan>);
static_assert(pads<float, P::negative_zero> && pads<__half, P::positive_inf> && pads<double, P::nan> &&
              pads<__nv_tf32, P::negative_inf>);
static_assert(pads<__nv_fp8_e4m3, P::negative_zero> && pads<__nv_fp8_e4m3, P::nan> &&
              !pads<__nv_fp8_e4m3, P::positive_inf>);
static_assert(pads<__nv_fp8_e5m2, P::negative_inf> && pads<__nv_fp8_e5m2, P::nan>);

template <class V, class T>
constexpr bool stores = requires(V v, T t) {
  v.store(t, 0, 0);
  v.store_masked(t, 0, 0);
};
static_assert(stores<Partition<float>, Tile<float, 4, 8>> && stores<Partition<float>, Tile<__half, 4, 8>> &&
              !stores<Partition<const float>, Tile<float, 4, 8>>);
static_assert(!stores<Partition<float>, float> && !stores<Partition<float>, Tile<double, 4, 8>> &&
              !stores<Partition<float>, Tile<float, 8>> && !stores<Partition<float>, Tile<int, 4, 8>>);

using relaxed = ct::memory_order_relaxed_t;
using device = ct::thread_scope_device_t;
template <class V, class... T> constexpr bool loads_atomically = requires(V v, T... t) { v.atomic_load(t..., 0, 0); };
static_assert(loads_atomically<Partition<bool>, relaxed> &&
              loads_atomically<Strided<float>, ct::memory_order_acquire_t, ct::thread_scope_system_t>);
static_assert(!loads_atomically<Partition<int>> && !loads_atomically<Partition<int>, ct::memory_order_release_t> &&
              !loads_atomically<Partition<int>, device, relaxed>);
template <class V, class... T>
constexpr bool pads_atomically = requires(V v, T... t) { v.atomic_load_masked(t..., 0, 0); };
static_assert(pads_atomically<Partition<float>, ct::view_padding_nan_t, relaxed> &&
              !pads_atomically<Partition<float>, relaxed> &&
              !pads_atomically<Partition<int>, ct::view_padding_nan_t, relaxed>);

template <class V, class... T>
constexpr bool adds = requires(V v, T... t) {
  v.atomic_add(Tile<int, 4, 8>(), t..., 0, 0);
  v.atomic_add_masked(Tile<int, 4, 8>(), t..., 0, 0);
};
static_assert(adds<Partition<int>, relaxed, device> && adds<Strided<long>, relaxed, ct::thread_scope_block_t>);
static_assert(!adds<Partition<int>, relaxed> && !adds<Partition<int>, relaxed, ct::thread_scope_system_t> &&
              !adds<Partition<int>, ct::memory_order_acq_rel_t, device>);
static_assert(!adds<Partition<short>, relaxed, device> && !adds<Partition<unsigned>, relaxed, device> &&
              !adds<Partition<const int>, relaxed, device>);
template <class E>
constexpr bool maxes = requires(Partition<E> v) { v.atomic_max(Tile<E, 4, 8>(), relaxed(), device(), 0, 0); };
static_assert(maxes<unsigned long> && !maxes<float> && !maxes<__half>);
template <class V>
constexpr bool gather_adds = requires(V v) { v.atomic_add(Tile<int, 4, 8>(), relaxed(), device(), Tile<int, 4>(), 0); };
static_assert(!gather_adds<Gather<int>>);

__tile_global__ void k() {}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extents, shapes, traits and concepts at compile time.
#include <type_traits>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using T = ct::tile<float, ct::shape<4, 8>>;
static_assert(std::is_same_v<T::element_type, float> && T::shape_type::rank() == 2 && T::shape_type::static_extent(1) == 8);
static_assert(std::is_same_v<ct::tile_element_t<T>, float>);
static_assert(ct::tile_like<T> && ct::tile_like<float> && !ct::integral_tile<T> && ct::floating_point_tile<T>);
static_assert(std::is_trivially_copyable_v<T> && sizeof(T) == 128);
static_assert(ct::shape_like<ct::shape<2, 4>> && ct::extents_like<ct::extents<int, 3, ct::dynamic_extent>>);
static_assert(ct::extents<int, 3, ct::dynamic_extent>::rank_dynamic() == 1);
static_assert(std::is_same_v<decltype(ct::shape{2_ic, 4_ic}), ct::shape<2, 4>>);
__tile_global__ void k(int* p, int n) { ct::extents e{n, 4_ic}; p[0] = e.extent(0) + e.extent(1) + e.static_extent(1) + e.rank(); }

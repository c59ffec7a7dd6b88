// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// the accepted element types
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
__tile_global__ void k() {
  Tile<char8_t, 2> a{}; Tile<wchar_t, 2> b{}; Tile<char16_t, 2> c{}; Tile<char32_t, 2> d{};
  Tile<long long, 2> e{}; Tile<unsigned long long, 2> f{}; Tile<char, 2> g{}; Tile<bool, 2> h{};
  Tile<__half, 2> i{}; Tile<__nv_bfloat16, 2> j{}; Tile<__nv_fp8_e4m3, 2> l{}; Tile<__nv_fp8_e5m2, 2> m{};
  Tile<__nv_tf32, 2> n{}; Tile<double, 2> o{}; Tile<const int*, 2> p{}; Tile<void*, 2> q{}; Tile<volatile float*, 2> r{};
}

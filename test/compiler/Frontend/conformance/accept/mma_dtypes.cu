// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// every legal mma combination and the result type of matmul
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
template <class L, class R, class A> constexpr bool ok = ct::mma_compatible<Tile<L, 16, 32>, Tile<R, 32, 8>, Tile<A, 16, 8>>;
template <class L, class R> using MM = typename decltype(ct::matmul(Tile<L, 16, 32>{}, Tile<R, 32, 8>{}))::element_type;
using e4 = __nv_fp8_e4m3; using e5 = __nv_fp8_e5m2; using h = __half; using bf = __nv_bfloat16; using tf = __nv_tf32;
static_assert(ok<h, h, h> && ok<h, h, float> && !ok<h, h, double> && std::is_same_v<MM<h, h>, h>);
static_assert(ok<bf, bf, float> && !ok<bf, bf, bf> && std::is_same_v<MM<bf, bf>, float>);
static_assert(ok<tf, tf, float> && std::is_same_v<MM<tf, tf>, float>);
static_assert(ok<float, float, float> && std::is_same_v<MM<float, float>, float>);
static_assert(ok<double, double, double> && std::is_same_v<MM<double, double>, double>);
static_assert(ok<e4, e4, h> && ok<e4, e4, float> && !ok<e4, e5, float> && std::is_same_v<MM<e4, e4>, h>);
static_assert(ok<e5, e5, h> && ok<e5, e5, float> && std::is_same_v<MM<e5, e5>, h>);
static_assert(ok<signed char, signed char, int> && ok<unsigned char, signed char, int> && ok<bool, bool, int>);
static_assert(std::is_same_v<MM<unsigned char, unsigned char>, int> && !ok<unsigned char, unsigned char, unsigned>);
static_assert(!ok<short, short, int> && !ok<int, int, int> && !ok<h, bf, float> && !ok<signed char, signed char, float>);
__tile_global__ void k(float* p) {
  auto a = ct::full<Tile<h, 16, 32>>(1); auto b = ct::full<Tile<h, 32, 8>>(1);
  ct::store(p + ct::iota<Tile<int, 16, 8>>(), ct::mma(a, b, ct::zeros<Tile<float, 16, 8>>()));
}

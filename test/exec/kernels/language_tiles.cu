// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles as values: factories, shapes, broadcasting, rank zero, scalars of 16 and 8 bits, assumptions, hints.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

// Writes tiles one after another.
template <class E> struct Writer {
  E* next;
  template <class T> __tile__ void put(T tile) {
    constexpr int count = (int)(sizeof(T) / sizeof(typename T::element_type));
    using Indices = ct::tile<int, typename T::shape_type>;
    ct::store(next + ct::iota<Indices>(), ct::element_cast<E>(tile));
    next += count;
  }
};

__tile_global__ void factories(int* out, double x) {
  Writer<int> w{out};
  w.put(ct::full<Tile<int, 4>>(x));
  w.put(ct::zeros<Tile<short, 4>>());
  w.put(ct::ones<Tile<unsigned char, 4>>());
  w.put(ct::iota<Tile<signed char, 2, 2>>());
  w.put(ct::iota<Tile<bool, 2>>());
  w.put(ct::element_cast<int>(ct::full<Tile<float, 2>>(x) * 2));
  Tile<int, 4> empty{};
  w.put(empty);
  out[24] = ct::iota<int>() + ct::ones<int>() * 10;
  out[25] = (int)sizeof(Tile<short, 4, 4>) * 100 + (int)alignof(Tile<double, 4>);
}

__tile_global__ void shapes(int* out) {
  Writer<int> w{out};
  auto t = ct::iota<Tile<int, 2, 4>>();
  w.put(ct::reshape(t, ct::shape<4, 2>{}) + ct::iota<Tile<int, 4, 1>>() * 100);
  w.put(ct::broadcast<ct::shape<2, 2, 4>>(t));
  w.put(ct::broadcast(ct::iota<Tile<int, 2, 1>>(), ct::shape<2, 4>{}));
  w.put(ct::permute(ct::reshape(t, ct::shape<2, 2, 2>{}), ct::dimension_map<2, 0, 1>{}));
  w.put(ct::transpose(t));
  w.put(ct::transpose(ct::iota<Tile<int, 8>>()));
  w.put(ct::cat<0>(t, t + 50));
  w.put(ct::extract(t, ct::shape<1, 2>{}, 1, 1));
  w.put(ct::insert(t, ct::full<Tile<short, 2, 1>>(7), 0, 2));
}

// Shapes grow on the left; each operand stretches where its extent is one.
__tile_global__ void broadcasting(int* out) {
  Writer<int> w{out};
  auto column = ct::iota<Tile<int, 4, 1>>();
  auto row = ct::iota<Tile<int, 1, 2>>();
  w.put(column * 10 + row);
  w.put(ct::iota<Tile<int, 2>>() - ct::iota<Tile<int, 2, 2, 1>>() * 10);
  w.put(ct::max(column, ct::iota<Tile<int, 2>>() * 2));
  w.put(column < row + 1);
  w.put(ct::select(ct::iota<Tile<int, 2>>(), column + ct::zeros<Tile<int, 4, 2>>(), ct::full<Tile<int, 4, 2>>(-1)));
  w.put(ct::select(true, column, column + 1));
  w.put(ct::fma(2.0f, ct::element_cast<float>(ct::iota<Tile<int, 2>>()), ct::element_cast<float>(column * 10 + ct::zeros<Tile<int, 4, 2>>())));
}

__tile_global__ void rank_zero(double* out, float x, int i) {
  Tile<float> a = x;
  Tile<double> b = 0.1;
  auto c = a * b;
  out[0] = static_cast<double>(c);
  out[1] = static_cast<float>(ct::sum<0>(ct::full<Tile<float, 4>>(x) + a));
  out[2] = ct::add((signed char)100, (signed char)20);
  out[3] = ct::max(i, 3l);
  out[4] = ct::mul(x, 2.0f);
  out[5] = static_cast<int>(Tile<int>(i) << 3);
  out[6] = ct::ceildiv(i, 4) * 10 + ct::floordiv(-i, 4);
  if (Tile<int>(i) == 7) out[7] = 1;
  out[8] = (int)decltype(ct::iota<Tile<int, 1, 1, 1>>())::shape_type::rank();
  out[9] = static_cast<int>(ct::reshape(+ct::full<Tile<signed char, 1>>(5), ct::shape<>{}));
}

// Arithmetic of the 16-bit scalars, and 8-bit ones by way of float.
template <class H> __tile_global__ void small_scalars(float* out, const H* in) {
  H a = in[0], b = in[1];
  out[0] = (float)(a + b), out[1] = (float)(a - b), out[2] = (float)(a * b), out[3] = (float)(a / b);
  out[4] = a < b, out[5] = a == a, out[6] = (float)-a, out[7] = a >= b;
  H c = H(0.1f);
  c += a;
  c *= b;
  out[8] = (float)c;
  out[9] = (float)H(7) + (float)static_cast<H>(2.5);
  H array[4];
  for (int i = 0; i < 4; ++i) array[i] = in[i];
  out[10] = (float)array[(int)(float)in[4]];
}
template __tile_global__ void small_scalars<__half>(float*, const __half*);
template __tile_global__ void small_scalars<__nv_bfloat16>(float*, const __nv_bfloat16*);

// True assumptions change nothing.
__tile_global__ void assumptions(float* out, const float* in, int n) {
  out = ct::assume_aligned(out, 16_ic);
  int count = ct::assume_bounded_below<0>(ct::assume_divisible(n, 8_ic));
  auto i = ct::iota<Tile<int, 64>>();
  auto p = ct::assume_aligned<4>(in + i);
  auto blocked = ct::assume_blocked<ct::shape<8>>(i / 8);
  auto x = ct::load_masked(p, i < count, 0.0f);
  ct::store(out + i, x + ct::element_cast<float>(ct::assume_bounded<0, 7>(blocked)));
}

// Those of indices, of each type that has them: runs of 8 that begin at multiples of 8, and their numbers, twice.
template <class E> __tile_global__ void index_assumptions(float* out, const float* in, E last) {
  using Indices = Tile<E, 8, 8>;
  auto line = ct::iota<Tile<E, 8, 1>>() * (E)8;
  Indices i = ct::broadcast(line, ct::shape<8, 8>{}) + ct::iota<Tile<E, 1, 8>>();
  i = ct::assume_divisible_strided<8, 8, 1>(ct::assume_bounded_above<63>(i));
  i = ct::assume_divisible_strided(ct::assume_bounded(i, 0_ic, 63_ic), 8_ic, 8_ic, 1_ic);
  i = ct::assume_bounded_above(ct::assume_bounded_below(i, 0_ic), 63_ic);
  auto from = ct::assume_aligned_strided<32, 8, 1>(in + i);
  from = ct::assume_aligned_strided(from, 32_ic, 8_ic, 1_ic);
  auto lines = ct::assume_blocked(i / (E)8, ct::shape<1, 8>{});
  last = ct::assume_bounded_above<63>(ct::assume_bounded<0, 127>(last));
  auto x = ct::load_masked(from, i <= last, 0.0f);
  ct::store(ct::assume_aligned(out, 4_ic) + i, x + ct::element_cast<float>(lines));
}
template __tile_global__ void index_assumptions<signed char>(float*, const float*, signed char);
template __tile_global__ void index_assumptions<short>(float*, const float*, short);
template __tile_global__ void index_assumptions<int>(float*, const float*, int);
template __tile_global__ void index_assumptions<long>(float*, const float*, long);

// Hints change no result.
template <int Occupancy>
[[using cutile : hint(0, occupancy = Occupancy), hint(900, num_cta_in_cga = 1, num_worker_warps_per_cta = 4)]]
__tile_global__ void hinted(float* out, const float* in, int n) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<128>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<128>{}};
  for (int t : ct::irange(0, ct::ceildiv(n, 128))) {
    [[cutile::hint(0, latency = 4, allow_tma = false)]] auto x = from.load_masked(t);
    [[cutile::hint(900, latency = 2)]] to.store_masked(x * 3.0f, t);
  }
}
template __tile_global__ void hinted<2>(float*, const float*, int);

// One function for every place that calls it.
__host__ __device__ __tile__ int everywhere(int x) { return 3 * x + 1; }
__tile_global__ void shared_function(int* out, int n) { *out = everywhere(everywhere(n)); }
void host_use() { (void)everywhere(1); }

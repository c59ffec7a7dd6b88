// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the operators and arithmetic functions compute: integers of every width and sign, common types, rounding modes,
// contraction, comparisons, logic.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kLanes = 64;
using Index = ct::tile<int, ct::shape<kLanes>>;
template <class E> using Tile = ct::tile<E, ct::shape<kLanes>>;

__tile__ Index lanes() { return ct::iota<Index>() + (int)ct::bid().x * kLanes; }
template <class T> __tile__ void put(T* out, int row, int rows, const Tile<T>& values) {
  ct::store(out + (int)ct::bid().x * kLanes * rows + row * kLanes + ct::iota<Index>(), values);
}

// Fifteen rows a block. Divisors are not zero, shifts are within the width, signed results are representable.
template <class E> __tile_global__ void integer_operators(E* out, const E* a, const E* b, const int* shift) {
  auto x = ct::load(a + lanes()), y = ct::load(b + lanes());
  auto s = ct::load(shift + lanes());
  constexpr int rows = 15;
  put<E>(out, 0, rows, x + y);
  put<E>(out, 1, rows, x - y);
  put<E>(out, 2, rows, x * y);
  put<E>(out, 3, rows, x / y);
  put<E>(out, 4, rows, x % y);
  put<E>(out, 5, rows, x & y);
  put<E>(out, 6, rows, x | y);
  put<E>(out, 7, rows, x ^ y);
  put<E>(out, 8, rows, ~x);
  put<E>(out, 9, rows, x << s);
  put<E>(out, 10, rows, x >> s);
  put<E>(out, 11, rows, ct::max(x, y));
  put<E>(out, 12, rows, ct::min(x, y));
  put<E>(out, 13, rows, ct::floordiv(x, y));
  put<E>(out, 14, rows, ct::ceildiv(x, y));
}

// abs, minus and the high half of a product; mulhi is that of the unsigned product for signed elements too.
template <class E> __tile_global__ void integer_functions(E* out, const E* a, const E* b) {
  auto x = ct::load(a + lanes()), y = ct::load(b + lanes());
  put<E>(out, 0, 3, ct::abs(x));
  put<E>(out, 1, 3, -x);
  put<E>(out, 2, 3, ct::mulhi(x, y));
}

template <class E> __tile_global__ void comparisons(bool* out, const E* a, const E* b) {
  auto x = ct::load(a + lanes()), y = ct::load(b + lanes());
  put<bool>(out, 0, 9, x == y);
  put<bool>(out, 1, 9, x != y);
  put<bool>(out, 2, 9, x < y);
  put<bool>(out, 3, 9, x <= y);
  put<bool>(out, 4, 9, x > y);
  put<bool>(out, 5, 9, x >= y);
  put<bool>(out, 6, 9, x && y);
  put<bool>(out, 7, 9, x || y);
  put<bool>(out, 8, 9, !x);
}

// Mixed element types, no promotion.
__tile_global__ void common_types(signed char* bytes, long* longs, float* floats, double* doubles, __half* halves,
                                  const signed char* a, const unsigned char* b, const int* c, const float* d) {
  auto x = ct::load(a + lanes());
  auto y = ct::load(b + lanes());
  auto z = ct::load(c + lanes());
  auto w = ct::load(d + lanes());
  put<signed char>(bytes, 0, 1, x + x);
  put<long>(longs, 0, 1, y * ct::element_cast<long>(z) + x);
  put<float>(floats, 0, 1, w * z + y);
  put<double>(doubles, 0, 1, w + ct::element_cast<double>(z) / 3);
  put<__half>(halves, 0, 1, ct::element_cast<__half>(w) + z);
}

template <class Mode, class E> __tile__ void rounded(E* out, int row, const Tile<E>& x, const Tile<E>& y, const Tile<E>& z) {
  put<E>(out, row, 24, ct::add(x, y, Mode{}));
  put<E>(out, row + 1, 24, ct::sub(x, y, Mode{}));
  put<E>(out, row + 2, 24, ct::mul(x, y, Mode{}));
  put<E>(out, row + 3, 24, ct::div(x, y, Mode{}));
  put<E>(out, row + 4, 24, ct::fma(x, y, z, Mode{}));
  put<E>(out, row + 5, 24, ct::sqrt(ct::abs(x), Mode{}));
}

template <class E> __tile_global__ void rounding(E* out, const E* a, const E* b, const E* c) {
  auto x = ct::load(a + lanes()), y = ct::load(b + lanes()), z = ct::load(c + lanes());
  rounded<ct::round_ties_to_even_t, E>(out, 0, x, y, z);
  rounded<ct::round_toward_zero_t, E>(out, 6, x, y, z);
  rounded<ct::round_toward_negative_t, E>(out, 12, x, y, z);
  rounded<ct::round_toward_positive_t, E>(out, 18, x, y, z);
}

// Default float arithmetic: `*` followed by `+` is one fma, and so is the product with a minus behind it, but not before.
template <class E> __tile_global__ void contraction(E* out, const E* a, const E* b, const E* c) {
  auto x = ct::load(a + lanes()), y = ct::load(b + lanes()), z = ct::load(c + lanes());
  put<E>(out, 0, 6, x * y + z);
  put<E>(out, 1, 6, z + x * y);
  put<E>(out, 2, 6, x * y - z);
  put<E>(out, 3, 6, z - x * y);
  put<E>(out, 4, 6, x / y);
  put<E>(out, 5, 6, ct::remainder(x, y));
}

__tile_global__ void flushed(float* out, const float* a, const float* b) {
  auto x = ct::load(a + lanes()), y = ct::load(b + lanes());
  using Nearest = ct::round_ties_to_even_t;
  using Flush = ct::round_subnormals_to_zero_t;
  put<float>(out, 0, 3, ct::add(x, y, Nearest{}, Flush{}));
  put<float>(out, 1, 3, ct::mul(x, y, Nearest{}, Flush{}));
  put<float>(out, 2, 3, ct::fma(x, y, x, Nearest{}, Flush{}));
}

// select, max and min with NaN in both manners.
__tile_global__ void choices(float* out, const float* a, const float* b) {
  auto x = ct::load(a + lanes()), y = ct::load(b + lanes());
  put<float>(out, 0, 5, ct::max(x, y));
  put<float>(out, 1, 5, ct::min(x, y));
  put<float>(out, 2, 5, ct::max(x, y, ct::propagate_nan_t{}));
  put<float>(out, 3, 5, ct::min(x, y, ct::propagate_nan_t{}));
  put<float>(out, 4, 5, ct::select(x < y, x, y));
}

#define INTEGERS(E)                                                                                                            \
  template __tile_global__ void integer_operators<E>(E*, const E*, const E*, const int*);                                      \
  template __tile_global__ void integer_functions<E>(E*, const E*, const E*);                                                  \
  template __tile_global__ void comparisons<E>(bool*, const E*, const E*);
INTEGERS(signed char)
INTEGERS(unsigned char)
INTEGERS(short)
INTEGERS(unsigned short)
INTEGERS(int)
INTEGERS(unsigned)
INTEGERS(long)
INTEGERS(unsigned long)
#define FLOATS(E)                                                                                                              \
  template __tile_global__ void comparisons<E>(bool*, const E*, const E*);                                                     \
  template __tile_global__ void contraction<E>(E*, const E*, const E*, const E*);
FLOATS(__half)
FLOATS(float)
FLOATS(double)
template __tile_global__ void rounding<float>(float*, const float*, const float*, const float*);
template __tile_global__ void rounding<double>(double*, const double*, const double*, const double*);

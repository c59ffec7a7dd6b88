// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transform of 2048 points, a signal a block, as a struct of two tiles: the input is read in bit-reversed order, then
// eleven rounds of butterflies between halves of ever longer groups.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kPoints = 2048, kBits = 11;

template <int... N> struct Complex {
  using Part = ct::tile<float, ct::shape<N...>>;
  Part re, im;

  friend __tile__ Complex operator+(const Complex& a, const Complex& b) { return {a.re + b.re, a.im + b.im}; }
  friend __tile__ Complex operator-(const Complex& a, const Complex& b) { return {a.re - b.re, a.im - b.im}; }
  friend __tile__ Complex operator*(const Complex& a, const Complex& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};

template <class Indices> __tile__ Indices reverse_bits(Indices i) {
  auto reversed = ct::zeros<Indices>();
  for (int bit = 0; bit < kBits; ++bit) {
    reversed = (reversed << 1) | (i & 1u);
    i = i >> 1;
  }
  return reversed;
}

__tile_global__ void bit_reversal(int* out, const int* in) {
  auto i = ct::iota<ct::tile<unsigned, ct::shape<kPoints>>>();
  int base = (int)ct::bid().x * kPoints;
  ct::store(out + base + i, ct::load(in + base + reverse_bits(i)));
}

// One round: groups of 2 * Half points; the second half, turned by the roots of unity, is added to and subtracted from the first.
template <int Half> __tile__ Complex<kPoints> round(const Complex<kPoints>& x) {
  constexpr int groups = kPoints / (2 * Half);
  using Column = Complex<groups, 1, Half>;
  auto re = ct::reshape(x.re, ct::shape<groups, 2, Half>{}), im = ct::reshape(x.im, ct::shape<groups, 2, Half>{});
  auto half = ct::shape<groups, 1, Half>{};
  Column even{ct::extract(re, half, 0, 0, 0), ct::extract(im, half, 0, 0, 0)};
  Column odd{ct::extract(re, half, 0, 1, 0), ct::extract(im, half, 0, 1, 0)};
  auto angle = ct::element_cast<float>(ct::iota<ct::tile<int, ct::shape<1, 1, Half>>>()) * (-3.14159265358979f / Half);
  Column turn{ct::broadcast(ct::cos(angle), half), ct::broadcast(ct::sin(angle), half)};
  Column turned = odd * turn, sum = even + turned, difference = even - turned;
  return {ct::reshape(ct::cat<1>(sum.re, difference.re), ct::shape<kPoints>{}),
          ct::reshape(ct::cat<1>(sum.im, difference.im), ct::shape<kPoints>{})};
}

template <int Half = 1> __tile__ Complex<kPoints> rounds(const Complex<kPoints>& x) {
  if constexpr (2 * Half == kPoints)
    return round<Half>(x);
  else
    return rounds<2 * Half>(round<Half>(x));
}

__tile_global__ void fft(float* re_out, float* im_out, const float* re, const float* im) {
  auto i = ct::iota<ct::tile<unsigned, ct::shape<kPoints>>>();
  int base = (int)ct::bid().x * kPoints;
  auto from = reverse_bits(i);
  auto result = rounds(Complex<kPoints>{ct::load(re + base + from), ct::load(im + base + from)});
  ct::store(re_out + base + i, result.re);
  ct::store(im_out + base + i, result.im);
}

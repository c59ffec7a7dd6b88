// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions and bit casts from each element type to each other one. Input row r, which holds only what the type of result
// row r can represent, becomes result row r; a row of results takes eight bytes an element, whatever its type.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>

#include "conformance.h"

template <class To, class From, class S> __tile__ void convert(unsigned char* out, const From* in, int& row) {
  int n = int(ct::num_blocks().x) * Elements<S>::count;
  auto at = Elements<S>::positions();
  auto value = ct::load(in + row * n + at);
  ct::store(reinterpret_cast<To*>(out + row * n * 8) + at, ct::element_cast<To>(value));
  ++row;
}

template <class From, class S> __tile_global__ void casts(unsigned char* out, const From* in) {
  int row = 0;
  convert<bool, From, S>(out, in, row);
  convert<signed char, From, S>(out, in, row);
  convert<unsigned char, From, S>(out, in, row);
  convert<short, From, S>(out, in, row);
  convert<unsigned short, From, S>(out, in, row);
  convert<int, From, S>(out, in, row);
  convert<unsigned, From, S>(out, in, row);
  convert<long, From, S>(out, in, row);
  convert<unsigned long, From, S>(out, in, row);
  convert<__half, From, S>(out, in, row);
  convert<__nv_bfloat16, From, S>(out, in, row);
  convert<float, From, S>(out, in, row);
  convert<double, From, S>(out, in, row);
  convert<__nv_fp8_e4m3, From, S>(out, in, row);
  convert<__nv_fp8_e5m2, From, S>(out, in, row);
  convert<__nv_tf32, From, S>(out, in, row);
}

// Each shape has a row of its own, as long as 64 elements for each block.
template <class S, class To, class From> __tile__ void bitcast_row(To* out, const From* in, int row) {
  int first = row * 64 * int(ct::num_blocks().x);
  ct::store(out + first + Elements<S>::positions(), ct::element_bitcast<To>(get<S>(in + first)));
}
template <class To, class From> __tile_global__ void bitcast(To* out, const From* in) {
  bitcast_row<Scalar>(out, in, 0);
  bitcast_row<Rank0>(out, in, 1);
  bitcast_row<Rank1>(out, in, 2);
  bitcast_row<Rank2>(out, in, 3);
  bitcast_row<Rank3>(out, in, 4);
}

// Addresses there and back.
template <class E> __tile_global__ void bitcast_pointers(E* out, const E* in) {
  auto at = in + Elements<Rank1>::positions();
  auto address = ct::element_bitcast<unsigned long>(at);
  put<Rank1>(out, 0, ct::load(ct::element_bitcast<const E*>(address + sizeof(E) - sizeof(E))));
  put<Rank1>(out, 1, ct::load(ct::element_bitcast<E*>(ct::element_bitcast<long>(at))));
}
template __tile_global__ void bitcast_pointers<short>(short*, const short*);
template __tile_global__ void bitcast_pointers<double>(double*, const double*);

#define SHAPED(E, S) template __tile_global__ void casts<E, S>(unsigned char*, const E*);
#define TYPE(E) SHAPED(E, Rank0) SHAPED(E, Rank1) SHAPED(E, Rank2) SHAPED(E, Rank3)
TYPE(bool)
TYPE(signed char)
TYPE(unsigned char)
TYPE(short)
TYPE(unsigned short)
TYPE(int)
TYPE(unsigned)
TYPE(long)
TYPE(unsigned long)
TYPE(__half)
TYPE(__nv_bfloat16)
TYPE(float)
TYPE(double)
TYPE(__nv_fp8_e4m3)
TYPE(__nv_fp8_e5m2)
TYPE(__nv_tf32)

#define SAME_BITS(A, B)                                         \
  template __tile_global__ void bitcast<A, B>(A*, const B*); \
  template __tile_global__ void bitcast<B, A>(B*, const A*);
SAME_BITS(bool, unsigned char)
SAME_BITS(signed char, unsigned char)
SAME_BITS(char, char8_t)
SAME_BITS(unsigned char, __nv_fp8_e4m3)
SAME_BITS(__nv_fp8_e4m3, __nv_fp8_e5m2)
SAME_BITS(short, unsigned short)
SAME_BITS(char16_t, __half)
SAME_BITS(unsigned short, __half)
SAME_BITS(__half, __nv_bfloat16)
SAME_BITS(int, unsigned)
SAME_BITS(wchar_t, char32_t)
template __tile_global__ void bitcast<__nv_tf32, __nv_tf32>(__nv_tf32*, const __nv_tf32*);
SAME_BITS(unsigned, float)
SAME_BITS(long, unsigned long)
SAME_BITS(long long, double)
SAME_BITS(unsigned long, double)

// needs sm_89
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between element types: every pair, bit casts, and the conversions of tiles and scalars.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kLanes = 64;
using Index = ct::tile<int, ct::shape<kLanes>>;

__tile__ Index lanes() { return ct::iota<Index>() + (int)ct::bid().x * kLanes; }

template <class To, class From> __tile_global__ void cast(To* out, const From* in) {
  ct::store(out + lanes(), ct::element_cast<To>(ct::load(in + lanes())));
}

template <class To, class From> __tile_global__ void bitcast(To* out, const From* in) {
  ct::store(out + lanes(), ct::element_bitcast<To>(ct::load(in + lanes())));
}

// The same through scalars of the language.
template <class To, class From> __tile_global__ void scalar_cast(To* out, const From* in) {
  for (int i = 0; i < kLanes; ++i) out[i] = static_cast<To>(in[i]);
}

// Implicit widening, explicit narrowing, rank-0 tiles, and tiles of one element as scalars.
__tile_global__ void tile_conversions(double* doubles, signed char* bytes, float* scalars, const float* in) {
  using Floats = ct::tile<float, ct::shape<kLanes>>;
  Floats x = ct::load(in + lanes());
  ct::tile<double, ct::shape<kLanes>> wide = x;
  ct::store(doubles + lanes(), wide / 3.0);
  ct::store(bytes + lanes(), static_cast<ct::tile<signed char, ct::shape<kLanes>>>(x));
  ct::tile<float, ct::shape<>> zero_rank = in[1];
  auto sum = ct::sum<0>(x);
  scalars[0] = static_cast<float>(zero_rank * 2.0f);
  scalars[1] = static_cast<float>(sum);
  scalars[2] = (int)sum;
  scalars[3] = static_cast<float>(ct::reshape(sum, ct::shape<1, 1, 1>{}));
  scalars[4] = ct::max(in[0], 100.0f);
  if (sum > 1e9f) scalars[5] = 1;
  if (ct::any_of<0>(x == in[3])) scalars[6] += 1;
  if (ct::any_of<0>(x == 1e30f)) scalars[6] += 2;
}

#define FROM(FROM_TYPE)                                                                                                        \
  template __tile_global__ void cast<signed char, FROM_TYPE>(signed char*, const FROM_TYPE*);                                  \
  template __tile_global__ void cast<unsigned char, FROM_TYPE>(unsigned char*, const FROM_TYPE*);                              \
  template __tile_global__ void cast<short, FROM_TYPE>(short*, const FROM_TYPE*);                                              \
  template __tile_global__ void cast<unsigned, FROM_TYPE>(unsigned*, const FROM_TYPE*);                                        \
  template __tile_global__ void cast<int, FROM_TYPE>(int*, const FROM_TYPE*);                                                  \
  template __tile_global__ void cast<long, FROM_TYPE>(long*, const FROM_TYPE*);                                                \
  template __tile_global__ void cast<unsigned long, FROM_TYPE>(unsigned long*, const FROM_TYPE*);                              \
  template __tile_global__ void cast<bool, FROM_TYPE>(bool*, const FROM_TYPE*);                                                \
  template __tile_global__ void cast<__half, FROM_TYPE>(__half*, const FROM_TYPE*);                                            \
  template __tile_global__ void cast<__nv_bfloat16, FROM_TYPE>(__nv_bfloat16*, const FROM_TYPE*);                              \
  template __tile_global__ void cast<float, FROM_TYPE>(float*, const FROM_TYPE*);                                              \
  template __tile_global__ void cast<double, FROM_TYPE>(double*, const FROM_TYPE*);                                            \
  template __tile_global__ void cast<__nv_fp8_e4m3, FROM_TYPE>(__nv_fp8_e4m3*, const FROM_TYPE*);                              \
  template __tile_global__ void cast<__nv_fp8_e5m2, FROM_TYPE>(__nv_fp8_e5m2*, const FROM_TYPE*);
FROM(signed char)
FROM(unsigned char)
FROM(int)
FROM(unsigned)
FROM(long)
FROM(unsigned long)
FROM(__half)
FROM(__nv_bfloat16)
FROM(float)
FROM(double)
FROM(__nv_fp8_e4m3)
FROM(__nv_fp8_e5m2)

template __tile_global__ void bitcast<int, float>(int*, const float*);
template __tile_global__ void bitcast<float, unsigned>(float*, const unsigned*);
template __tile_global__ void bitcast<long, double>(long*, const double*);
template __tile_global__ void bitcast<short, __half>(short*, const __half*);
template __tile_global__ void bitcast<__nv_bfloat16, unsigned short>(__nv_bfloat16*, const unsigned short*);
template __tile_global__ void bitcast<unsigned char, __nv_fp8_e4m3>(unsigned char*, const __nv_fp8_e4m3*);
template __tile_global__ void scalar_cast<__half, float>(__half*, const float*);
template __tile_global__ void scalar_cast<__nv_bfloat16, float>(__nv_bfloat16*, const float*);
template __tile_global__ void scalar_cast<float, __half>(float*, const __half*);
template __tile_global__ void scalar_cast<short, int>(short*, const int*);
template __tile_global__ void scalar_cast<int, double>(int*, const double*);
template __tile_global__ void scalar_cast<bool, float>(bool*, const float*);

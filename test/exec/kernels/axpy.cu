// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// y = a * x + y with the scalar `a` and the arrays of every arithmetic type, and with scalars that convert to the type of
// the arrays without narrowing.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 1024;

template <class Scalar, class T> __tile_global__ void axpy(T* y, const T* x, Scalar a, int n) {
  auto i = (int)ct::bid().x * kTile + ct::iota<ct::tile<int, ct::shape<kTile>>>();
  auto inside = i < n;
  auto result = a * ct::load_masked(x + i, inside) + ct::load_masked(y + i, inside);
  ct::store_masked(y + i, result, inside);
}

template __tile_global__ void axpy(char*, const char*, char, int);
template __tile_global__ void axpy(signed char*, const signed char*, signed char, int);
template __tile_global__ void axpy(unsigned char*, const unsigned char*, unsigned char, int);
template __tile_global__ void axpy(short*, const short*, short, int);
template __tile_global__ void axpy(unsigned short*, const unsigned short*, unsigned short, int);
template __tile_global__ void axpy(int*, const int*, int, int);
template __tile_global__ void axpy(unsigned*, const unsigned*, unsigned, int);
template __tile_global__ void axpy(long*, const long*, long, int);
template __tile_global__ void axpy(unsigned long*, const unsigned long*, unsigned long, int);
template __tile_global__ void axpy(long long*, const long long*, long long, int);
template __tile_global__ void axpy(unsigned long long*, const unsigned long long*, unsigned long long, int);
template __tile_global__ void axpy(__half*, const __half*, __half, int);
template __tile_global__ void axpy(__nv_bfloat16*, const __nv_bfloat16*, __nv_bfloat16, int);
template __tile_global__ void axpy(float*, const float*, float, int);
template __tile_global__ void axpy(double*, const double*, double, int);

template __tile_global__ void axpy(float*, const float*, int, int);
template __tile_global__ void axpy(float*, const float*, long, int);
template __tile_global__ void axpy(float*, const float*, bool, int);
template __tile_global__ void axpy(float*, const float*, __half, int);
template __tile_global__ void axpy(double*, const double*, float, int);
template __tile_global__ void axpy(double*, const double*, unsigned char, int);
template __tile_global__ void axpy(__half*, const __half*, int, int);
template __tile_global__ void axpy(long*, const long*, unsigned, int);
template __tile_global__ void axpy(unsigned*, const unsigned*, unsigned short, int);

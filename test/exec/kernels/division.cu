// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows divided by one number each: every quotient is the correctly rounded one, whatever the row holds.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Width> __tile_global__ void divide_rows(float* out, const float* in, const float* divisors) {
  auto column = ct::iota<ct::tile<int, ct::shape<Width>>>();
  long row = ct::bid().x;
  ct::store(out + row * Width + column, ct::load(in + row * Width + column) / divisors[row]);
}

// Several rows in a tile, each with a divisor of its own, and a number divided by all.
template <int Rows, int Width>
__tile_global__ void divide_tile(float* out, float* inverse, const float* in, const float* divisors, float one) {
  auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<Rows>>>(), ct::shape<Rows, 1>{});
  auto column = ct::iota<ct::tile<int, ct::shape<Width>>>();
  auto x = ct::load(in + row * Width + column);
  ct::store(out + row * Width + column, x / ct::load(divisors + row));
  ct::store(inverse + row * Width + column, one / x);
}

// Exponentials divided by one number for each row, of which only the quotient's bf16 is wanted, or the float.
template <int Width, class T> __tile__ void divide_row_of_powers(T* out, float* powers, const float* in, const float* divisors) {
  auto column = ct::iota<ct::tile<int, ct::shape<Width>>>();
  long row = ct::bid().x;
  auto e = ct::exp(ct::load(in + row * Width + column));
  ct::store(powers + row * Width + column, e);
  ct::store(out + row * Width + column, ct::element_cast<T>(e / divisors[row]));
}

template <class T, int Width> __tile_global__ void divide_powers(T* out, float* powers, const float* in, const float* divisors) {
  divide_row_of_powers<Width>(out, powers, in, divisors);
}

// Lanes with 64 of them.
template <class T, int Width>
[[cutile::hint(0, num_worker_warps_per_cta = 1)]] __tile_global__ void divide_many_powers(T* out, float* powers, const float* in,
                                                                                         const float* divisors) {
  divide_row_of_powers<Width>(out, powers, in, divisors);
}

template __tile_global__ void divide_rows<64>(float*, const float*, const float*);
template __tile_global__ void divide_rows<1024>(float*, const float*, const float*);
template __tile_global__ void divide_tile<8, 64>(float*, float*, const float*, const float*, float);
template __tile_global__ void divide_tile<64, 4>(float*, float*, const float*, const float*, float);
template __tile_global__ void divide_powers<float, 1024>(float*, float*, const float*, const float*);
template __tile_global__ void divide_powers<float, 2048>(float*, float*, const float*, const float*);
template __tile_global__ void divide_powers<__nv_bfloat16, 1024>(__nv_bfloat16*, float*, const float*, const float*);
template __tile_global__ void divide_powers<__nv_bfloat16, 2048>(__nv_bfloat16*, float*, const float*, const float*);
template __tile_global__ void divide_many_powers<float, 2048>(float*, float*, const float*, const float*);
template __tile_global__ void divide_many_powers<__nv_bfloat16, 2048>(__nv_bfloat16*, float*, const float*, const float*);

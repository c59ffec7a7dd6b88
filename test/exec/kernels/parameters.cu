// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with parameters of every legal type: what arrives is written out, converted to double.
#include <cstddef>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

enum Plain { plain_zero, plain_five = 5 };
enum class Scoped : unsigned char { low = 1, high = 200 };
struct Record {
  int count;
  double weight;
  const float* data;
};

__tile_global__ void small_integers(double* out, bool b, char c, signed char sc, unsigned char uc, short s, unsigned short us,
                                    char8_t c8, char16_t c16, char32_t c32, wchar_t w) {
  double values[] = {(double)b, (double)c, (double)sc, (double)uc, (double)s, (double)us, (double)c8, (double)c16, (double)c32, (double)w};
  for (int i = 0; i < 10; ++i) out[i] = values[i];
}

__tile_global__ void wide_integers(double* out, int i, unsigned u, long l, unsigned long ul, long long ll, unsigned long long ull,
                                   Plain plain, Scoped scoped) {
  out[0] = i, out[1] = u, out[2] = l, out[3] = ul, out[4] = ll, out[5] = ull, out[6] = plain;
  out[7] = static_cast<unsigned char>(scoped);
}

__tile_global__ void floats(double* out, __half h, __nv_bfloat16 bf, __nv_fp8_e4m3 e4, float f, __nv_fp8_e5m2 e5, double d) {
  out[0] = (float)h, out[1] = (float)bf, out[2] = (float)e4, out[3] = f, out[4] = (float)e5, out[5] = d;
}

__tile_global__ void pointers(double* out, const Record* record, void* untyped, int** table, const __grid_constant__ int n,
                              int& referred, const float& constant, const double* __restrict__ numbers, std::nullptr_t) {
  out[0] = record->count, out[1] = record->weight, out[2] = record->data[1];
  out[3] = *static_cast<int*>(untyped), out[4] = table[1][0], out[5] = n, out[6] = referred, out[7] = constant;
  out[8] = numbers[n];
  referred = 77;
}

template <class... Values> __tile_global__ void pack(double* out, Values... values) {
  int i = 0;
  ((out[i++] = static_cast<double>(values)), ...);
}
template __tile_global__ void pack<int, float, unsigned char>(double*, int, float, unsigned char);

extern "C" __tile_global__ void plain_name(int* out, int n) { *out = n; }
__tile_global__ void overloaded(int* out, int n) { *out = n; }
__tile_global__ void overloaded(int* out, float x) { *out = (int)(x * 2); }
namespace inner {
__tile_global__ void in_namespace(int* out, int n) { *out = n + 1; }
} // namespace inner
__tile_global__ void no_parameters() {}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T> T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (size_t i = 0; i < n; ++i)
    p[i] = T();
  return p;
}
int failures = 0;
void expect(const char *what, int i, double got, double want, double tolerance = 1e-4) {
  if (!(std::fabs(got - want) <= tolerance * (1 + std::fabs(want))) && failures++ < 5)
    std::printf("%s[%d]: %g, not %g\n", what, i, got, want);
}
int done() {
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) std::printf("%s\n", cudaGetErrorString(e));
  std::printf(failures || e != cudaSuccess ? "FAILED\n" : "passed\n");
  return failures != 0 || e != cudaSuccess;
}
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
template <class To, class T> __tile__ auto there(T t) { return ct::element_cast<float>(ct::element_cast<To>(t)); }
__tile_global__ void k(const float *p, float *o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto x = ct::load(p + i);
  int r = 0;
  auto put = [&](auto t) { ct::store(o + 16 * r++ + i, t); };
  put(there<__half>(x));
  put(there<__nv_bfloat16>(x));
  put(there<__nv_fp8_e4m3>(x));
  put(there<__nv_fp8_e5m2>(x));
  put(there<signed char>(x));
  put(there<unsigned short>(ct::abs(x)));
  put(there<long long>(x));
  put(there<bool>(x));
  put(there<double>(x));
  put(ct::element_bitcast<float>(ct::element_bitcast<unsigned>(x) & 0x7fffffffu));
  put(ct::element_cast<float>(ct::element_bitcast<unsigned char>(ct::element_cast<__nv_fp8_e4m3>(x))));
  ct::tile<double, ct::shape<16>> wide = x;
  put(static_cast<ct::tile<float, ct::shape<16>>>(wide));
}
int main() {
  float *p = managed<float>(16), *o = managed<float>(16 * 12);
  for (int i = 0; i < 16; ++i) p[i] = (i - 8) * 1.0625f;
  k<<<1>>>(p, o);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) {
    float x = p[i];
    float want[] = {x, x, float(__nv_fp8_e4m3(x)), float(__nv_fp8_e5m2(x)), (float)(signed char)x, (float)(unsigned short)std::fabs(x), (float)(long long)x, (float)(x != 0), x, std::fabs(x), (float)__nv_fp8_e4m3(x).__x, x};
    for (int r = 0; r < 12; ++r) expect("o", r * 16 + i, o[r * 16 + i], want[r], r == 1 ? 1e-2 : 1e-6);
  }
  return done();
}

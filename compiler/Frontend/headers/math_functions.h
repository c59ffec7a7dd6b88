// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics that CUDA adds to the C library, as declarations: the Toolkit's own declare functions of libstdc++ again,
// which only its compiler allows.
#pragma once
#pragma clang system_header
#pragma clang force_cuda_host_device begin

#define __tilec_unary(name)                                                                                            \
  extern "C" double name(double) noexcept;                                                                             \
  extern "C" float name##f(float) noexcept;
__tilec_unary(rsqrt)
__tilec_unary(rcbrt)
__tilec_unary(erfinv)
__tilec_unary(erfcinv)
__tilec_unary(erfcx)
__tilec_unary(normcdf)
__tilec_unary(normcdfinv)
__tilec_unary(cyl_bessel_i0)
__tilec_unary(cyl_bessel_i1)
__tilec_unary(sinpi)
__tilec_unary(cospi)
__tilec_unary(tanpi)
#undef __tilec_unary
extern "C" {
void sincospi(double, double *, double *) noexcept;
void sincospif(float, float *, float *) noexcept;
double rhypot(double, double) noexcept;
float rhypotf(float, float) noexcept;
double norm3d(double, double, double) noexcept;
float norm3df(float, float, float) noexcept;
double rnorm3d(double, double, double) noexcept;
float rnorm3df(float, float, float) noexcept;
double norm4d(double, double, double, double) noexcept;
float norm4df(float, float, float, float) noexcept;
double rnorm4d(double, double, double, double) noexcept;
float rnorm4df(float, float, float, float) noexcept;
double norm(int, const double *) noexcept;
float normf(int, const float *) noexcept;
double rnorm(int, const double *) noexcept;
float rnormf(int, const float *) noexcept;
}

// The smaller and the larger, of every pair of types that CUDA has them for.
#define __tilec_extrema(result, a, b)                                                                                  \
  inline result min(a x, b y) { return (result)x < (result)y ? (result)x : (result)y; }                                \
  inline result max(a x, b y) { return (result)x > (result)y ? (result)x : (result)y; }
#define __tilec_extrema_of_signs(name)                                                                                 \
  __tilec_extrema(name, name, name) __tilec_extrema(unsigned name, unsigned name, unsigned name)                       \
      __tilec_extrema(unsigned name, unsigned name, name) __tilec_extrema(unsigned name, name, unsigned name)
__tilec_extrema_of_signs(int)
__tilec_extrema_of_signs(long)
__tilec_extrema_of_signs(long long)
__tilec_extrema(float, float, float)
__tilec_extrema(double, double, double)
__tilec_extrema(double, float, double)
__tilec_extrema(double, double, float)
#undef __tilec_extrema_of_signs
#undef __tilec_extrema
extern "C" {
unsigned umin(unsigned, unsigned) noexcept;
unsigned umax(unsigned, unsigned) noexcept;
long long llmin(long long, long long) noexcept;
long long llmax(long long, long long) noexcept;
unsigned long long ullmin(unsigned long long, unsigned long long) noexcept;
unsigned long long ullmax(unsigned long long, unsigned long long) noexcept;
}
inline float rsqrt(float x) { return rsqrtf(x); }
inline float exp10(float x) { return exp10f(x); }
#pragma clang force_cuda_host_device end

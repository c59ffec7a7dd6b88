// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Mathematical functions that the CUDA headers declare for host code and C libraries lack. A CUDA compiler adds their
/// definitions to the host code of each source; programs of tilec find them here. Those for floats compute in double,
/// those for doubles in long double.
#include <cmath>
#include <limits>
#include <numbers>

namespace {

using Wide = long double;
constexpr Wide kPi = std::numbers::pi_v<Wide>, kSqrt2 = std::numbers::sqrt2_v<Wide>,
               kInverseSqrtPi = std::numbers::inv_sqrtpi_v<Wide>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

/// x = quarter / 2 + rest, with |rest| <= 1/4 and exact.
struct Turn {
  explicit Turn(double x) {
    double inOne = std::fmod(x, 2.0);
    double halves = std::nearbyint(2 * inOne);
    rest = inOne - halves / 2;
    quarter = int(halves) & 3;
  }
  double rest;
  int quarter;

  double sine() const {
    return double(sinl(kPi * rest));
  }
  double cosine() const {
    return double(cosl(kPi * rest));
  }
};

/// exp(x * x) * erfc(x) for x > 10, by its asymptotic series.
Wide tailOfErfcx(Wide x) {
  Wide term = 1, sum = 1;
  for (int k = 1; k < 24; ++k) {
    term *= -(2 * k - 1) / (2 * x * x);
    sum += term;
  }
  return sum * kInverseSqrtPi / x;
}

Wide wideErfcx(Wide x) {
  return x > 10 ? tailOfErfcx(x) : expl(x * x) * erfcl(x);
}

/// y with erfc(y) = p, for 0 < p <= 1: Halley's method, from where erfc is about p.
Wide inverseOfErfc(Wide p) {
  Wide t = sqrtl(-2 * logl(p / 2));
  Wide y = (t - (2.30753L + 0.27061L * t) / (1 + t * (0.99229L + 0.04481L * t))) / kSqrt2;
  for (int i = 0; i < 4; ++i) {
    // (erfc(y) - p) / -erfc'(y), without exp(-y * y) where that is no number.
    Wide step = (wideErfcx(y) - p * expl(y * y)) / (2 * kInverseSqrtPi);
    y += step / (1 - y * step);
  }
  return y;
}

} // namespace

extern "C" {

double rsqrt(double x) {
  return double(1 / sqrtl(x));
}
double rcbrt(double x) {
  return double(1 / cbrtl(x));
}

double sinpi(double x) {
  if (!std::isfinite(x))
    return kNaN;
  Turn turn(x);
  double values[] = {turn.sine(), turn.cosine(), -turn.sine(), -turn.cosine()};
  double value = values[turn.quarter];
  return value == 0 ? std::copysign(0.0, x) : value;
}
double cospi(double x) {
  if (!std::isfinite(x))
    return kNaN;
  Turn turn(x);
  double values[] = {turn.cosine(), -turn.sine(), -turn.cosine(), turn.sine()};
  return values[turn.quarter] + 0.0; // no -0
}
void sincospi(double x, double *sine, double *cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}

double erfcinv(double x) {
  if (!(x >= 0 && x <= 2))
    return kNaN;
  if (x == 0 || x == 2)
    return x == 0 ? kInfinity : -kInfinity;
  return double(x <= 1 ? inverseOfErfc(x) : -inverseOfErfc(2 - Wide(x)));
}
double erfinv(double x) {
  if (!(std::fabs(x) <= 1))
    return kNaN;
  if (std::fabs(x) == 1)
    return std::copysign(kInfinity, x);
  Wide size = std::fabs(x);
  if (size > 0.5L)
    return std::copysign(double(inverseOfErfc(1 - size)), x);
  // Newton's method on erf, which keeps the relative precision of small values.
  Wide y = size / (2 * kInverseSqrtPi);
  for (int i = 0; i < 6; ++i)
    y -= (erfl(y) - size) * expl(y * y) / (2 * kInverseSqrtPi);
  return std::copysign(double(y), x);
}
double erfcx(double x) {
  if (std::isinf(x))
    return x > 0 ? 0.0 : kInfinity;
  return double(wideErfcx(x));
}
double normcdf(double x) {
  return double(erfcl(-Wide(x) / kSqrt2) / 2);
}
double normcdfinv(double x) {
  if (!(x >= 0 && x <= 1))
    return kNaN;
  if (x == 0 || x == 1)
    return x == 0 ? -kInfinity : kInfinity;
  return double(x <= 0.5 ? -kSqrt2 * inverseOfErfc(2 * Wide(x)) : kSqrt2 * inverseOfErfc(2 * (1 - Wide(x))));
}

float rsqrtf(float x) {
  return float(1 / std::sqrt(double(x)));
}
float rcbrtf(float x) {
  return float(1 / std::cbrt(double(x)));
}
float sinpif(float x) {
  return float(sinpi(x));
}
float cospif(float x) {
  return float(cospi(x));
}
void sincospif(float x, float *sine, float *cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
float erfcinvf(float x) {
  return float(erfcinv(x));
}
float erfinvf(float x) {
  return float(erfinv(x));
}
float erfcxf(float x) {
  return float(erfcx(x));
}
float normcdff(float x) {
  return float(normcdf(x));
}
float normcdfinvf(float x) {
  return float(normcdfinv(x));
}
}

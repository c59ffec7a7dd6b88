// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between all pairs of element types, bit casts, and the mathematical functions.
#include "test/exec/cases/LanguageGrids.h"

using namespace tilec::exec;

namespace {

/// Stands for bool, which takes a byte in memory.
struct Truth {
  unsigned char value = 0;
  Truth() = default;
  Truth(double x) : value(!(x == 0)) {}
  operator double() const {
    return value;
  }
};

/// Name in the language, and a magnitude that the type can hold and so can those next to it.
template <class T> struct Element;
#define ELEMENT(TYPE, NAME, LIMIT)                                                                                     \
  template <> struct Element<TYPE> {                                                                                   \
    static constexpr const char *name = NAME;                                                                          \
    static constexpr double limit = LIMIT;                                                                             \
  }
ELEMENT(signed char, "signed char", 126);
ELEMENT(unsigned char, "unsigned char", 254);
ELEMENT(short, "short", 32000);
ELEMENT(int, "int", 2e9);
ELEMENT(unsigned, "unsigned int", 4e9);
ELEMENT(long, "long", 4e15);
ELEMENT(unsigned long, "unsigned long", 4e15);
ELEMENT(Truth, "bool", 9);
ELEMENT(Half, "__half", 60000);
ELEMENT(BFloat16, "__nv_bfloat16", 1e30);
ELEMENT(float, "float", 1e30);
ELEMENT(double, "double", 1e30);
ELEMENT(Float8E4M3, "__nv_fp8_e4m3", 440);
ELEMENT(Float8E5M2, "__nv_fp8_e5m2", 50000);
#undef ELEMENT

template <class To, class From> To converted(const From &x) {
  if constexpr (std::is_integral_v<To> && std::is_integral_v<From>)
    return To(x);
  else if constexpr (std::is_integral_v<To>)
    return To(double(x)); // truncates
  else
    return To(double(x)); // rounds once; integers here are exact as double
}

/// A value of all magnitudes that both types can hold.
template <class To, class From> From sample(Random &random) {
  double limit = std::min(Element<To>::limit, Element<From>::limit);
  bool integers = std::is_integral_v<From> && std::is_integral_v<To>;
  bool negative = std::is_unsigned_v<From> || (std::is_unsigned_v<To> && !integers) ? false : random.chance(0.5);
  double value = std::exp2(random.real(std::is_integral_v<From> ? 0 : -12, std::log2(limit)));
  From result = From(negative ? -value : value);
  if (random.chance(0.1) || std::fabs(double(result)) > limit)
    result = From(0.0);
  if (integers && random.chance(0.5))
    result = From(random.bits()); // wraps
  return result;
}

template <class To, class From> void cast(Run &run) {
  std::string kernel = std::string("cast<") + Element<To>::name + ", " + Element<From>::name + ">";
  auto &in = run.zeros<From>(count());
  for (From &x : in.values)
    x = sample<To, From>(run.random);
  if constexpr (!std::is_integral_v<From> && !std::is_integral_v<To>)
    if constexpr (!std::is_same_v<To, Float8E4M3> && !std::is_same_v<To, Float8E5M2>)
      in[3] = From(NAN);
  auto &out = run.zeros<To>(count());
  run.launch(kernel, grid(), out, in);
  std::vector<To> expected(count());
  for (int i = 0; i < count(); ++i)
    expected[i] = converted<To>(in[i]);
  run.equal(kernel, out, expected);
  run.clear();
}

template <class From> void castFrom(Run &run) {
  cast<signed char, From>(run);
  cast<unsigned char, From>(run);
  cast<short, From>(run);
  cast<int, From>(run);
  cast<unsigned, From>(run);
  cast<long, From>(run);
  cast<unsigned long, From>(run);
  cast<Truth, From>(run);
  cast<Half, From>(run);
  cast<BFloat16, From>(run);
  cast<float, From>(run);
  cast<double, From>(run);
  cast<Float8E4M3, From>(run);
  cast<Float8E5M2, From>(run);
}

template <class To, class From> void bitcast(Run &run) {
  std::string name = std::is_same_v<From, unsigned short> ? "unsigned short" : "";
  if constexpr (!std::is_same_v<From, unsigned short>)
    name = Element<From>::name;
  auto &in = run.uniform<From>(count(), 0, 200);
  auto &out = run.zeros<To>(count());
  std::string kernel = std::string("bitcast<") + Element<To>::name + ", " + name + ">";
  run.launch(kernel, grid(), out, in);
  run.require(std::memcmp(out.values.data(), in.values.data(), count() * sizeof(To)) == 0, kernel + ": other bits");
  run.clear();
}

template <class To, class From> void scalarCast(Run &run) {
  std::string kernel = std::string("scalar_cast<") + Element<To>::name + ", " + Element<From>::name + ">";
  auto &in = run.zeros<From>(kLanes);
  for (From &x : in.values)
    x = sample<To, From>(run.random);
  auto &out = run.zeros<To>(kLanes);
  run.launch(kernel, {1}, out, in);
  std::vector<To> expected(kLanes);
  for (int i = 0; i < kLanes; ++i)
    expected[i] = converted<To>(in[i]);
  run.equal(kernel, out, expected);
  run.clear();
}

void tileConversions(Run &run) {
  auto &in = run.uniform<float>(kLanes, -100, 100), &scalars = run.zeros<float>(7);
  for (float &x : in.values)
    x = std::floor(x) + 0.5f;
  auto &doubles = run.zeros<double>(kLanes);
  auto &bytes = run.zeros<signed char>(kLanes);
  run.launch("tile_conversions", {1}, doubles, bytes, scalars, in);
  std::vector<double> thirds(kLanes);
  std::vector<signed char> narrow(kLanes);
  float sum = 0;
  for (int i = 0; i < kLanes; ++i)
    thirds[i] = double(in[i]) / 3.0, narrow[i] = (signed char)in[i], sum += in[i];
  run.equal("doubles", doubles, thirds);
  run.equal("bytes", bytes, narrow);
  run.equal("scalars", scalars, {in[1] * 2, sum, float(int(sum)), sum, std::fmax(in[0], 100.0f), 0, 1});
}

struct Function {
  const char *name;
  double (*reference)(double);
  double low, high;
};
const Function kFunctions[] = {
    {"ceil", std::ceil, -9, 9},   {"floor", std::floor, -9, 9},  {"exp", std::exp, -10, 10},
    {"exp2", std::exp2, -14, 14}, {"log", std::log, 0.01, 100},  {"log2", std::log2, 0.01, 64},
    {"sqrt", std::sqrt, 0, 1000}, {"rsqrt", nullptr, 0.01, 100}, {"sin", std::sin, -20, 20},
    {"cos", std::cos, -20, 20},   {"tan", std::tan, -1.4, 1.4},  {"sinh", std::sinh, -8, 8},
    {"cosh", std::cosh, -8, 8},   {"tanh", std::tanh, -5, 5},    {"abs", std::fabs, -9, 9},
};

template <class T> constexpr Bound mathBound() {
  if (std::is_same_v<T, double>)
    return {1e-14, 1e-15};
  if (std::is_same_v<T, float>)
    return {4e-6, 1e-6};
  return std::is_same_v<T, Half> ? Bound{1e-3, 1e-6} : Bound{8e-3, 1e-6};
}

template <class T> void unaryMath(Run &run) {
  for (const Function &f : kFunctions) {
    auto &in = run.uniform<T>(count(), f.low, f.high), &out = run.zeros<T>(count()), &scalars = run.zeros<T>(blocks);
    std::string kernel = std::string("unary<") + Element<T>::name + ", Function::" + f.name + ">";
    run.launch(kernel, grid(), out, scalars, in);
    std::vector<double> expected(count()), firsts;
    for (int i = 0; i < count(); ++i)
      expected[i] = f.reference ? f.reference(double(in[i])) : 1 / std::sqrt(double(in[i]));
    for (int b = 0; b < blocks; ++b)
      firsts.push_back(expected[b * kLanes]);
    run.near(kernel, out, expected, mathBound<T>());
    run.near(kernel + " of a scalar", scalars, firsts, mathBound<T>());
    run.clear();
  }
}

template <class T> void binaryMath(Run &run) {
  for (bool odd : {false, true}) { // ordinary values; then infinities and NaN, for isinf and isnan only
    auto &a = odd ? run.unruly<T>(count()) : run.uniform<T>(count(), 0.3, 3), &b = run.uniform<T>(count(), -3, 3);
    for (int i = 0; !odd && i < count(); i += 2)
      a[i] = T(-double(a[i]));
    auto &n = run.uniform<int>(count(), -4, 5);
    auto &power = run.zeros<T>(count()), &integerPower = run.zeros<T>(count()), &angle = run.zeros<T>(count());
    auto &nan = run.zeros<unsigned char>(count()), &infinite = run.zeros<unsigned char>(count());
    run.launch(std::string("binary<") + Element<T>::name + ">", grid(), power, integerPower, angle, nan, infinite, a, b,
               n);
    std::vector<double> powers(count()), integerPowers(count()), angles(count());
    std::vector<unsigned char> nans(count()), infinities(count());
    for (int i = 0; i < count(); ++i) {
      double x = double(a[i]), y = double(b[i]);
      powers[i] = std::pow(std::fabs(x), y), integerPowers[i] = std::pow(x, n[i]), angles[i] = std::atan2(x, y);
      nans[i] = std::isnan(x), infinities[i] = std::isinf(x);
    }
    Bound bound = mathBound<T>();
    bound.relative *= 4;
    run.equal("isnan", nan, nans);
    run.equal("isinf", infinite, infinities);
    if (!odd) {
      run.near("pow", power, powers, bound);
      run.near("powi", integerPower, integerPowers, bound);
      run.near("atan2", angle, angles, bound);
    }
    run.clear();
  }
}

template <class T> void addMath(Cases &cases) {
  cases.push_back(
      {std::string("language/functions of ") + Element<T>::name, "language_math", onGrids({1, 2}, [](Run &run) {
         unaryMath<T>(run);
         binaryMath<T>(run);
       })});
}

template <class T> void addCasts(Cases &cases) {
  cases.push_back(
      {std::string("language/casts from ") + Element<T>::name, "language_casts", onGrids({1, 2}, castFrom<T>)});
}

} // namespace

namespace tilec::exec {

void addLanguageCastCases(Cases &cases) {
  addCasts<signed char>(cases);
  addCasts<unsigned char>(cases);
  addCasts<int>(cases);
  addCasts<unsigned>(cases);
  addCasts<long>(cases);
  addCasts<unsigned long>(cases);
  addCasts<Half>(cases);
  addCasts<BFloat16>(cases);
  addCasts<float>(cases);
  addCasts<double>(cases);
  addCasts<Float8E4M3>(cases);
  addCasts<Float8E5M2>(cases);
  cases.push_back({"language/bit casts", "language_casts", onGrids({1, 2}, [](Run &run) {
                     bitcast<int, float>(run);
                     bitcast<float, unsigned>(run);
                     bitcast<long, double>(run);
                     bitcast<short, Half>(run);
                     bitcast<BFloat16, unsigned short>(run);
                     bitcast<unsigned char, Float8E4M3>(run);
                   })});
  cases.push_back({"language/casts of scalars", "language_casts", [](Run &run) {
                     scalarCast<Half, float>(run);
                     scalarCast<BFloat16, float>(run);
                     scalarCast<float, Half>(run);
                     scalarCast<short, int>(run);
                     scalarCast<int, double>(run);
                     scalarCast<Truth, float>(run);
                   }});
  cases.push_back({"language/conversions of tiles", "language_casts", tileConversions});
  addMath<float>(cases);
  addMath<double>(cases);
  addMath<Half>(cases);
  addMath<BFloat16>(cases);
}

} // namespace tilec::exec

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What operators compute, against C++ on the CPU: integers of each width and sign, comparisons, common types, rounding
// modes (by the CPU's own), contraction, subnormals, NaN.
#include "test/exec/cases/LanguageGrids.h"

#include <algorithm>
#include <cfenv>

#pragma STDC FENV_ACCESS ON

using namespace tilec::exec;

namespace {

/// Rows of results as the kernels lay them out: those of a block together. `value(row, i)` is that of element i.
template <class T> std::vector<T> rowsOf(int rows, const std::function<T(int, int)> &value) {
  std::vector<T> result(rows * count());
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < count(); ++i)
      result[(i / kLanes * rows + row) * kLanes + i % kLanes] = value(row, i);
  return result;
}

/// Values whose sums, differences and products are representable.
template <class T> Array<T> &tame(Run &run, bool zeroAllowed) {
  double bits = std::is_signed_v<T> ? 4.0 * sizeof(T) - 1 : 8.0 * sizeof(T);
  auto &result = run.zeros<T>(count());
  for (T &x : result.values) {
    do
      x = std::is_signed_v<T> ? T(run.random.integer(-int64_t(std::exp2(bits)), int64_t(std::exp2(bits))))
                              : T(run.random.bits() >> run.random.integer(0, 63));
    while (!zeroAllowed && x == 0);
  }
  return result;
}

template <class T> T highHalf(T a, T b) {
  using U = std::make_unsigned_t<T>;
  return T(U((static_cast<unsigned __int128>(U(a)) * U(b)) >> (8 * sizeof(T))));
}

template <class T> T floorDivide(T a, T b) {
  T q = T(a / b);
  return a % b != 0 && (a < 0) != (b < 0) ? T(q - 1) : q;
}
template <class T> T ceilDivide(T a, T b) {
  T q = T(a / b);
  return a % b != 0 && (a < 0) == (b < 0) ? T(q + 1) : q;
}

template <class T> T integerOperator(int row, T x, T y, int s) {
  using U = std::make_unsigned_t<T>;
  switch (row) {
  case 0:
    return T(U(x) + U(y));
  case 1:
    return T(U(x) - U(y));
  case 2:
    return T(uint64_t(x) * uint64_t(y));
  case 3:
    return T(x / y);
  case 4:
    return T(x % y);
  case 5:
    return T(x & y);
  case 6:
    return T(x | y);
  case 7:
    return T(x ^ y);
  case 8:
    return T(~x);
  case 9:
    return T(uint64_t(x) << s);
  case 10:
    return T(x >> s);
  case 11:
    return std::max(x, y);
  case 12:
    return std::min(x, y);
  case 13:
    return floorDivide(x, y);
  default:
    return ceilDivide(x, y);
  }
}

template <class T> void compareAll(Run &run, const std::string &type, const Array<T> &a, const Array<T> &b) {
  auto &out = run.zeros<unsigned char>(9 * count());
  run.launch("comparisons<" + type + ">", grid(), out, a, b);
  run.equal(
      "comparisons<" + type + ">", out, rowsOf<unsigned char>(9, [&](int row, int i) -> unsigned char {
        auto truth = [](const T &t) { return !(double(t) == 0); };
        double x = double(a[i]), y = double(b[i]);
        bool results[] = {
            x == y,      x != y, x<y, x <= y, x> y, x >= y, truth(a[i]) && truth(b[i]), truth(a[i]) || truth(b[i]),
            !truth(a[i])};
        return results[row];
      }));
}

template <class T> void integers(Run &run, const std::string &type) {
  auto &a = tame<T>(run, true), &b = tame<T>(run, false);
  auto &shift = run.uniform<int>(count(), 0, 8 * sizeof(T) - 1);
  auto &operators = run.zeros<T>(15 * count()), &functions = run.zeros<T>(3 * count());
  run.launch("integer_operators<" + type + ">", grid(), operators, a, b, shift);
  run.launch("integer_functions<" + type + ">", grid(), functions, a, b);
  run.equal("integer_operators<" + type + ">", operators,
            rowsOf<T>(15, [&](int row, int i) { return integerOperator(row, a[i], b[i], shift[i]); }));
  run.equal("integer_functions<" + type + ">", functions, rowsOf<T>(3, [&](int row, int i) {
              return row == 0 ? T(a[i] < 0 ? -a[i] : a[i]) : row == 1 ? T(-a[i]) : highHalf(a[i], b[i]);
            }));
  for (int i = 0; i < count(); i += 5)
    a[i] = b[i];
  compareAll(run, type, a, b);
  run.clear();
}

template <class T> void floatComparisons(Run &run, const std::string &type) {
  auto &a = run.unruly<T>(count()), &b = run.unruly<T>(count());
  for (int i = 0; i < count(); i += 5)
    a[i] = b[i];
  compareAll(run, type, a, b);
  run.clear();
}

void commonTypes(Run &run) {
  auto &a = run.uniform<signed char>(count(), -60, 60);
  auto &b = run.uniform<unsigned char>(count(), 0, 255);
  auto &c = run.uniform<int>(count(), -1000, 1000);
  auto &d = run.uniform<float>(count(), -10, 10);
  auto &bytes = run.zeros<signed char>(count());
  auto &longs = run.zeros<long>(count());
  auto &floats = run.zeros<float>(count());
  auto &doubles = run.zeros<double>(count());
  auto &halves = run.zeros<Half>(count());
  run.launch("common_types", grid(), bytes, longs, floats, doubles, halves, a, b, c, d);
  run.equal("bytes", bytes, rowsOf<signed char>(1, [&](int, int i) { return (signed char)(a[i] + a[i]); }));
  run.equal("longs", longs, rowsOf<long>(1, [&](int, int i) { return long(b[i]) * c[i] + a[i]; }));
  run.equal("floats", floats, rowsOf<float>(1, [&](int, int i) { return std::fma(d[i], float(c[i]), float(b[i])); }));
  run.equal("doubles", doubles, rowsOf<double>(1, [&](int, int i) { return double(d[i]) + double(c[i]) / 3; }));
  run.equal("halves", halves,
            rowsOf<Half>(1, [&](int, int i) { return Half(double(Half(d[i])) + double(Half(c[i]))); }));
}

template <class T> T roundedOperator(int mode, int operation, T a, T b, T c) {
  const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  volatile T x = a, y = b, z = c, result = 0;
  std::fesetround(modes[mode]);
  switch (operation) {
  case 0:
    result = x + y;
    break;
  case 1:
    result = x - y;
    break;
  case 2:
    result = x * y;
    break;
  case 3:
    result = x / y;
    break;
  case 4:
    result = std::fma(T(x), T(y), T(z));
    break;
  default:
    result = std::sqrt(T(std::fabs(x)));
  }
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class T> void rounding(Run &run, const std::string &type) {
  for (double scale : {1.0, 1e-20, std::is_same_v<T, float> ? 1e-38 : 1e-308}) {
    auto &a = run.uniform<T>(count(), -scale, scale), &b = run.uniform<T>(count(), -2, 2);
    auto &c = run.uniform<T>(count(), -scale, scale), &out = run.zeros<T>(24 * count());
    run.launch("rounding<" + type + ">", grid(), out, a, b, c);
    run.equal("rounding<" + type + ">", out,
              rowsOf<T>(24, [&](int row, int i) { return roundedOperator(row / 6, row % 6, a[i], b[i], c[i]); }));
    run.clear();
  }
}

template <class T> T fused(const T &x, const T &y, const T &z) {
  if constexpr (std::is_same_v<T, Half>)
    return Half(double(x) * double(y) + double(z));
  else
    return std::fma(x, y, z);
}

template <class T> void contraction(Run &run, const std::string &type) {
  auto &a = run.uniform<T>(count(), -9, 9), &b = run.uniform<T>(count(), 0.5, 4), &c = run.uniform<T>(count(), -9, 9);
  auto &out = run.zeros<T>(6 * count());
  run.launch("contraction<" + type + ">", grid(), out, a, b, c);
  run.equal("contraction<" + type + ">", out, rowsOf<T>(6, [&](int row, int i) -> T {
              T x = a[i], y = b[i], z = c[i], minus = T(-double(z));
              volatile double product = double(T(double(x) * double(y)));
              switch (row) {
              case 0:
              case 1:
                return fused(x, y, z);
              case 2:
                return fused(x, y, minus);
              // Products and differences of halves and floats are exact, or rounded once, in double.
              case 3:
                return T(double(z) - product);
              case 4:
                return T(double(x) / double(y));
              default:
                return T(std::fmod(double(x), double(y)));
              }
            }));
  run.clear();
}

float flush(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}

void flushed(Run &run) {
  auto &a = run.uniform<float>(count(), -3e-38, 3e-38), &b = run.uniform<float>(count(), -2e-38, 2e-38);
  for (int i = 0; i < count(); i += 2)
    b[i] = float(run.random.real(-2, 2));
  auto &out = run.zeros<float>(3 * count());
  run.launch("flushed", grid(), out, a, b);
  run.near("flushed", out,
           rowsOf<float>(3,
                         [&](int row, int i) {
                           float x = flush(a[i]), y = flush(b[i]);
                           return flush(row == 0 ? x + y : row == 1 ? x * y : std::fma(x, y, x));
                         }),
           {});
}

void choices(Run &run) {
  auto &a = run.unruly<float>(count()), &b = run.unruly<float>(count()), &out = run.zeros<float>(5 * count());
  run.launch("choices", grid(), out, a, b);
  run.near("choices", out,
           rowsOf<float>(5,
                         [&](int row, int i) {
                           float x = a[i], y = b[i];
                           bool nan = std::isnan(x) || std::isnan(y);
                           switch (row) {
                           case 0:
                             return std::fmax(x, y);
                           case 1:
                             return std::fmin(x, y);
                           case 2:
                             return nan ? NAN : std::fmax(x, y);
                           case 3:
                             return nan ? NAN : std::fmin(x, y);
                           default:
                             return x < y ? x : y;
                           }
                         }),
           {});
}

//===-- One divisor for many

/// Ordinary values; any bits; or values around the limits of what may be divided together.
float dividend(Random &random, int kind) {
  if (kind == 0)
    return float(random.real(-4, 4));
  if (kind == 1)
    return std::bit_cast<float>(uint32_t(random.bits()));
  float value = std::ldexp(float(random.real(1, 2)), int(random.integer(kind == 2 ? -150 : -92, kind == 2 ? 127 : 62)));
  return random.chance(0.1) ? 0.0f * value : random.chance(0.5) ? -value : value;
}

float divisor(Random &random) {
  const float odd[] = {0.0f, -0.0f,    1e-40f,  -3.0f,          INFINITY,      NAN,
                       1.0f, 0x1p-30f, 0x1p30f, 0x1.fffffep29f, 0x1.fffffep-1f};
  if (random.chance(0.3))
    return odd[random.integer(0, std::size(odd) - 1)];
  return std::ldexp(float(random.real(1, 2)), int(random.integer(-32, 31)));
}

std::vector<float> quotients(const Array<float> &in, const Array<float> &divisors) {
  size_t width = in.values.size() / divisors.values.size();
  std::vector<float> expected(in.values.size());
  for (size_t i = 0; i < expected.size(); ++i)
    expected[i] = in[i] / divisors[i / width];
  return expected;
}

void fillForDivision(Run &run, Array<float> &in, Array<float> &divisors) {
  size_t width = in.values.size() / divisors.values.size();
  for (size_t row = 0; row < divisors.values.size(); ++row) {
    divisors[row] = divisor(run.random);
    int kind = run.random.integer(0, 4);
    for (size_t i = 0; i < width; ++i)
      in[row * width + i] = dividend(run.random, kind);
  }
}

void sharedDivisor(Run &run) {
  for (int width : {64, 1024}) {
    int rows = 200;
    auto &in = run.zeros<float>(rows * width), &out = run.zeros<float>(rows * width),
         &divisors = run.zeros<float>(rows);
    fillForDivision(run, in, divisors);
    run.launch("divide_rows<" + std::to_string(width) + ">", {uint32_t(rows)}, out, in, divisors);
    run.equal("divide_rows", out, quotients(in, divisors));
    run.clear();
  }
  for (auto [rows, width] : {std::pair{8, 64}, {64, 4}}) {
    auto &in = run.zeros<float>(rows * width), &divisors = run.zeros<float>(rows);
    auto &out = run.zeros<float>(rows * width), &inverse = run.zeros<float>(rows * width);
    fillForDivision(run, in, divisors);
    run.launch("divide_tile<" + std::to_string(rows) + ", " + std::to_string(width) + ">", {1}, out, inverse, in,
               divisors, 1.0f);
    run.equal("divide_tile", out, quotients(in, divisors));
    std::vector<float> expected;
    for (float x : in.values)
      expected.push_back(1.0f / x);
    run.equal("inverse", inverse, expected);
    run.clear();
  }
}

/// Exponents of which some rows' exponentials are all ordinary, some are tiny, huge or nothing, and some both.
float exponent(Random &random, int kind) {
  if (kind == 0 && random.chance(0.2))
    return random.chance(0.5) ? -INFINITY : float(random.real(-110, 95));
  return float(random.real(kind == 1 ? -100 : -30, kind == 1 ? 80 : 30));
}

/// The quotients of the kernel's own exponentials are exact.
template <class T> void dividedPowers(Run &run, const std::string &kernel, const std::string &type, int width) {
  int rows = 150;
  auto &in = run.zeros<float>(rows * width), &powers = run.zeros<float>(rows * width),
       &divisors = run.zeros<float>(rows);
  auto &out = run.zeros<T>(rows * width);
  for (int row = 0; row < rows; ++row) {
    divisors[row] = divisor(run.random);
    int kind = int(run.random.integer(0, 5));
    for (int i = 0; i < width; ++i)
      in[row * width + i] = exponent(run.random, kind);
  }
  std::string name = kernel + "<" + type + ", " + std::to_string(width) + ">";
  run.launch(name, {uint32_t(rows)}, out, powers, in, divisors);
  std::vector<float> exponentials;
  for (float x : in.values)
    exponentials.push_back(float(std::exp(double(x))));
  run.near(name + ", exponentials", powers, exponentials, {.relative = 0x1p-21, .absolute = 0x1p-125});
  std::vector<T> expected(out.values.size());
  std::vector<float> exact = quotients(powers, divisors);
  for (size_t i = 0; i < expected.size(); ++i)
    expected[i] = T(exact[i]);
  run.equal(name, out, expected);
  run.clear();
}

} // namespace

namespace tilec::exec {

void addLanguageArithmeticCases(Cases &cases) {
  auto add = [&](std::string name, std::function<void(Run &)> body) {
    cases.push_back({"language/" + name, "language_arithmetic", onGrids({1, 3}, body)});
  };
  add("integers, signed char", [](Run &run) { integers<signed char>(run, "signed char"); });
  add("integers, unsigned char", [](Run &run) { integers<unsigned char>(run, "unsigned char"); });
  add("integers, short", [](Run &run) { integers<short>(run, "short"); });
  add("integers, unsigned short", [](Run &run) { integers<unsigned short>(run, "unsigned short"); });
  add("integers, int", [](Run &run) { integers<int>(run, "int"); });
  add("integers, unsigned int", [](Run &run) { integers<unsigned>(run, "unsigned int"); });
  add("integers, long", [](Run &run) { integers<long>(run, "long"); });
  add("integers, unsigned long", [](Run &run) { integers<unsigned long>(run, "unsigned long"); });
  add("comparisons of floats", [](Run &run) {
    floatComparisons<Half>(run, "__half");
    floatComparisons<float>(run, "float");
    floatComparisons<double>(run, "double");
  });
  add("common types", commonTypes);
  add("rounding modes, float", [](Run &run) { rounding<float>(run, "float"); });
  add("rounding modes, double", [](Run &run) { rounding<double>(run, "double"); });
  add("contraction", [](Run &run) {
    contraction<Half>(run, "__half");
    contraction<float>(run, "float");
    contraction<double>(run, "double");
  });
  add("subnormals flushed", flushed);
  add("max, min, select", choices);
  cases.push_back({"language/one divisor for many", "division", sharedDivisor});
  cases.push_back({"language/one divisor for many exponentials", "division", [](Run &run) {
                     for (int width : {1024, 2048}) {
                       dividedPowers<float>(run, "divide_powers", "float", width);
                       dividedPowers<BFloat16>(run, "divide_powers", "__nv_bfloat16", width);
                     }
                     dividedPowers<float>(run, "divide_many_powers", "float", 2048);
                     dividedPowers<BFloat16>(run, "divide_many_powers", "__nv_bfloat16", 2048);
                   }});
}

} // namespace tilec::exec

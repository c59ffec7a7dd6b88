// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise ops on tiles of each element type, edge values included, against plain C++.
#include "compiler/Host/Numerics/FloatTypes.h"
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"
#include <cmath>
#include <functional>
#include <random>

using namespace tilec::host;

static constexpr size_t kCount = 256;

/// A kernel that loads two tiles of FROM, applies OP to %x and %y, and stores a tile of TO.
static std::string binaryKernel(const std::string &from, const std::string &to, const std::string &op) {
  std::string text = R"(
func.func @k(%a: !tile.ptr<FROM>, %b: !tile.ptr<FROM>, %c: !tile.ptr<TO>) attributes {tile.kernel} {
  %i = tile.iota : tensor<256xi32>
  %as = tile.splat %a : tensor<256x!tile.ptr<FROM>>
  %bs = tile.splat %b : tensor<256x!tile.ptr<FROM>>
  %cs = tile.splat %c : tensor<256x!tile.ptr<TO>>
  %pa = tile.offset %as, %i : tensor<256x!tile.ptr<FROM>>, tensor<256xi32>
  %pb = tile.offset %bs, %i : tensor<256x!tile.ptr<FROM>>, tensor<256xi32>
  %pc = tile.offset %cs, %i : tensor<256x!tile.ptr<TO>>, tensor<256xi32>
  %x = tile.load %pa : tensor<256x!tile.ptr<FROM>>
  %y = tile.load %pb : tensor<256x!tile.ptr<FROM>>
  OP
  tile.store %pc, %z : tensor<256x!tile.ptr<TO>>
  return
}
)";
  return replaced(replaced(replaced(text, "OP", op), "FROM", from), "TO", to);
}

template <class T, class R>
static std::vector<R> runBinary(const std::string &text, std::vector<T> a, std::vector<T> b) {
  HostKernel kernel(text);
  std::vector<R> c(kCount);
  REQUIRE(kernel.run({1}, a.data(), b.data(), c.data()) == "");
  return c;
}

template <class T> static std::vector<T> randomIntegers(uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values(kCount);
  for (T &value : values)
    value = random() % 3 ? T(random()) : T(random() % 5 - 2);
  values[0] = std::numeric_limits<T>::min();
  values[1] = std::numeric_limits<T>::max();
  values[2] = T(-1);
  values[3] = 0;
  return values;
}

template <class T> static std::vector<T> randomFloats(uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values(kCount);
  for (T &value : values)
    value = T(std::ldexp(double(random() % 2000001) - 1e6, int(random() % 40) - 30));
  T edges[] = {T(INFINITY), T(-INFINITY), T(NAN), T(0.0), T(-0.0), T(1e-42), T(-1e-310), T(3.4e38)};
  for (T edge : edges)
    values[random() % kCount] = edge;
  return values;
}

template <class T> static bool same(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0 || (a != a && b != b);
}

template <class T>
static void compareIntegers(const char *type, const char *op, const std::function<T(T, T)> &reference) {
  auto a = randomIntegers<T>(1), b = randomIntegers<T>(2);
  std::string text = binaryKernel(type, type, "%z = arith." + std::string(op) + " %x, %y : tensor<256x" + type + ">");
  auto c = runBinary<T, T>(text, a, b);
  for (size_t i = 0; i < kCount; ++i)
    if (c[i] != reference(a[i], b[i]))
      FAIL(op << " " << type << " of " << +a[i] << " and " << +b[i] << ": expected " << +reference(a[i], b[i])
              << ", got " << +c[i]);
}

template <class S> static void integerOps(const char *type) {
  using U = std::make_unsigned_t<S>;
  compareIntegers<U>(type, "addi", [](U x, U y) { return U(x + y); });
  compareIntegers<U>(type, "subi", [](U x, U y) { return U(x - y); });
  compareIntegers<U>(type, "muli", [](U x, U y) { return U(uint64_t(x) * uint64_t(y)); });
  compareIntegers<U>(type, "andi", [](U x, U y) { return U(x & y); });
  compareIntegers<U>(type, "ori", [](U x, U y) { return U(x | y); });
  compareIntegers<U>(type, "xori", [](U x, U y) { return U(x ^ y); });
  compareIntegers<U>(type, "divui", [](U x, U y) { return y ? U(x / y) : U(-1); });
  compareIntegers<U>(type, "remui", [](U x, U y) { return y ? U(x % y) : x; });
  compareIntegers<S>(type, "divsi", [](S x, S y) { return y == 0 ? S(-1) : y == -1 ? S(U(0) - U(x)) : S(x / y); });
  compareIntegers<S>(type, "remsi", [](S x, S y) { return y == 0 ? x : y == -1 ? S(0) : S(x % y); });
  compareIntegers<S>(type, "maxsi", [](S x, S y) { return std::max(x, y); });
  compareIntegers<S>(type, "minsi", [](S x, S y) { return std::min(x, y); });
  compareIntegers<U>(type, "maxui", [](U x, U y) { return std::max(x, y); });
  compareIntegers<U>(type, "minui", [](U x, U y) { return std::min(x, y); });
}

TEST_CASE("integer arithmetic") {
  integerOps<int8_t>("i8");
  integerOps<int16_t>("i16");
  integerOps<int32_t>("i32");
  integerOps<int64_t>("i64");
}

template <class T>
static void compareFloats(const char *type, const char *op, const std::function<T(T, T)> &reference) {
  auto a = randomFloats<T>(3), b = randomFloats<T>(4);
  std::string text = binaryKernel(type, type, "%z = " + std::string(op) + " %x, %y : tensor<256x" + type + ">");
  auto c = runBinary<T, T>(text, a, b);
  for (size_t i = 0; i < kCount; ++i)
    if (!same(c[i], reference(a[i], b[i])))
      FAIL(op << " " << type << " of " << a[i] << " and " << b[i] << ": expected " << reference(a[i], b[i]) << ", got "
              << c[i]);
}

template <class T> static void floatOps(const char *type) {
  compareFloats<T>(type, "arith.addf", [](T x, T y) { return x + y; });
  compareFloats<T>(type, "arith.subf", [](T x, T y) { return x - y; });
  compareFloats<T>(type, "arith.mulf", [](T x, T y) { return x * y; });
  compareFloats<T>(type, "arith.divf", [](T x, T y) { return x / y; });
  compareFloats<T>(type, "arith.remf", [](T x, T y) { return std::fmod(x, y); });
  compareFloats<T>(type, "math.powf", [](T x, T y) { return T(std::pow(double(x), double(y))); });
  compareFloats<T>(type, "math.atan2", [](T x, T y) { return T(std::atan2(double(x), double(y))); });
}

TEST_CASE("float arithmetic") {
  floatOps<float>("f32");
  floatOps<double>("f64");
}

TEST_CASE("f16 arithmetic is rounded to f16 after each op") {
  auto wide = randomFloats<float>(5), other = randomFloats<float>(6);
  std::vector<uint16_t> a, b;
  for (size_t i = 0; i < kCount; ++i)
    a.push_back(f16FromFloat(wide[i])), b.push_back(f16FromFloat(other[i]));
  auto c = runBinary<uint16_t, uint16_t>(
      binaryKernel("f16", "f16", "%s = arith.mulf %x, %y : tensor<256xf16>\n %z = arith.addf %s, %y : tensor<256xf16>"),
      a, b);
  for (size_t i = 0; i < kCount; ++i) {
    float product = floatFromF16(f16FromFloat(floatFromF16(a[i]) * floatFromF16(b[i])));
    uint16_t expected = f16FromFloat(product + floatFromF16(b[i]));
    REQUIRE((c[i] == expected || (c[i] & 0x7fff) > 0x7c00));
  }
}

TEST_CASE("float comparisons, NaN on either side") {
  struct {
    const char *name;
    bool (*test)(float, float);
  } predicates[] = {
      {"oeq", [](float x, float y) { return x == y; }},
      {"olt", [](float x, float y) { return x < y; }},
      {"ole", [](float x, float y) { return x <= y; }},
      {"ogt", [](float x, float y) { return x > y; }},
      {"oge", [](float x, float y) { return x >= y; }},
      {"une", [](float x, float y) { return x != y; }},
      {"one", [](float x, float y) { return x < y || x > y; }},
      {"ueq", [](float x, float y) { return !(x < y || x > y); }},
      {"ult", [](float x, float y) { return !(x >= y); }},
      {"uno", [](float x, float y) { return x != x || y != y; }},
      {"ord", [](float x, float y) { return x == x && y == y; }},
  };
  auto a = randomFloats<float>(7), b = randomFloats<float>(8);
  b[5] = a[5], a[9] = NAN, b[9] = NAN, a[11] = 0.0f, b[11] = -0.0f;
  for (auto &predicate : predicates) {
    auto c = runBinary<float, uint8_t>(
        binaryKernel("f32", "i1", std::string("%z = arith.cmpf ") + predicate.name + ", %x, %y : tensor<256xf32>"), a,
        b);
    for (size_t i = 0; i < kCount; ++i)
      if (c[i] != predicate.test(a[i], b[i]))
        FAIL(predicate.name << " of " << a[i] << " and " << b[i]);
  }
}

TEST_CASE("an integer comparison and a selection") {
  auto a = randomIntegers<int32_t>(9), b = randomIntegers<int32_t>(10);
  auto c = runBinary<int32_t, int32_t>(binaryKernel("i32", "i32",
                                                    "%m = arith.cmpi ugt, %x, %y : tensor<256xi32>\n"
                                                    "%z = arith.select %m, %x, %y : tensor<256xi1>, tensor<256xi32>"),
                                       a, b);
  for (size_t i = 0; i < kCount; ++i)
    REQUIRE(c[i] == (uint32_t(a[i]) > uint32_t(b[i]) ? a[i] : b[i]));
}

TEST_CASE("bit arithmetic: i1 is one bit") {
  std::vector<uint8_t> a(kCount), b(kCount);
  for (size_t i = 0; i < kCount; ++i)
    a[i] = uint8_t(i & 1 ? 7 : 0), b[i] = uint8_t((i >> 1) & 1); // any non-zero byte is true
  auto sum = runBinary<uint8_t, uint8_t>(binaryKernel("i1", "i1", "%z = arith.addi %x, %y : tensor<256xi1>"), a, b);
  auto extended = runBinary<uint8_t, int32_t>(
      binaryKernel("i1", "i32", "%z = arith.extsi %x : tensor<256xi1> to tensor<256xi32>"), a, b);
  for (size_t i = 0; i < kCount; ++i) {
    REQUIRE(sum[i] == ((i & 1) ^ ((i >> 1) & 1)));
    REQUIRE(extended[i] == (i & 1 ? -1 : 0));
  }
}

TEST_CASE("functions of math") {
  struct {
    const char *name;
    double (*reference)(double);
  } functions[] = {{"exp", std::exp},    {"exp2", std::exp2}, {"log", std::log},   {"log2", std::log2},
                   {"sqrt", std::sqrt},  {"sin", std::sin},   {"cos", std::cos},   {"tan", std::tan},
                   {"sinh", std::sinh},  {"cosh", std::cosh}, {"tanh", std::tanh}, {"ceil", std::ceil},
                   {"floor", std::floor}};
  auto a = randomFloats<float>(11);
  for (auto &function : functions) {
    auto c = runBinary<float, float>(
        binaryKernel("f32", "f32", std::string("%z = math.") + function.name + " %x : tensor<256xf32>"), a, a);
    for (size_t i = 0; i < kCount; ++i)
      if (!same(c[i], float(function.reference(a[i]))))
        FAIL(function.name << " of " << a[i] << ": got " << c[i]);
  }
}

TEST_CASE("a modal sum rounds in its direction") {
  auto a = randomFloats<float>(12), b = randomFloats<float>(13);
  auto up = runBinary<float, float>(
      binaryKernel("f32", "f32", "%z = tile.addf %x, %y rounding<toward_positive> : tensor<256xf32>"), a, b);
  for (size_t i = 0; i < kCount; ++i) {
    double exact = double(a[i]) + double(b[i]); // of numbers of similar size
    if (std::isfinite(exact) && std::fabs(exact) < 1e30 && std::fabs(exact) > 1e-20)
      REQUIRE(double(up[i]) >= exact);
  }
}

TEST_CASE("conversions saturate to 8-bit floats and truncate to integers") {
  std::vector<float> a(kCount, 0.0f), b(kCount);
  float values[] = {1.0f, 448.0f, 1e6f, -1e6f, 0.0156f, INFINITY, 2.75f, -2.75f};
  std::copy(std::begin(values), std::end(values), a.begin());
  auto c = runBinary<float, uint8_t>(
      binaryKernel("f32", "f8E4M3FN", "%z = tile.ftof %x : tensor<256xf32> -> tensor<256xf8E4M3FN>"), a, b);
  for (size_t i = 0; i < std::size(values); ++i)
    REQUIRE(c[i] == narrow<E4M3>(values[i]).bits);
  auto d = runBinary<float, int8_t>(binaryKernel("f32", "i8", "%z = tile.ftoi %x : tensor<256xf32> -> tensor<256xi8>"),
                                    a, b);
  REQUIRE((d[0] == 1 && d[6] == 2 && d[7] == -2 && d[2] == 127 && d[3] == -128));
}

TEST_CASE("an op that cannot be executed is named with its place") {
  HostKernel kernel(R"(
func.func @k(%a: i32) attributes {tile.kernel} {
  %t = tensor.empty() : tensor<4xf32>
  return
}
)");
  REQUIRE(kernel.loadError.find("not supported yet: op tensor.empty") != std::string::npos);
  REQUIRE(kernel.loadError.find("kernel.mlir") != std::string::npos);
}

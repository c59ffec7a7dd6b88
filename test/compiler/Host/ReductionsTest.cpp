// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans along every axis, and matrix products, against plain loops.
#include "compiler/Host/Numerics/FloatTypes.h"
#include "test/compiler/Host/HostKernel.h"
#include "test/support/Catch.h"
#include <random>

using namespace tilec::host;

/// Loads a 4x8x16 tile of i32 from %p, applies BODY to %t, and stores %z, of TYPE with OUT elements, to %q.
static std::vector<int32_t> run(const std::string &body, const std::string &type, int out,
                                const std::vector<int32_t> &in) {
  std::string text = R"(
func.func @k(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>, %bias: i32) attributes {tile.kernel} {
  %i = tile.iota : tensor<4x8x16xi32>
  %ps = tile.splat %p : tensor<4x8x16x!tile.ptr<i32>>
  %from = tile.offset %ps, %i : tensor<4x8x16x!tile.ptr<i32>>, tensor<4x8x16xi32>
  %t = tile.load %from : tensor<4x8x16x!tile.ptr<i32>>
  BODY
  %flat = tile.reshape %z : TYPE -> tensor<OUTxi32>
  %j = tile.iota : tensor<OUTxi32>
  %qs = tile.splat %q : tensor<OUTx!tile.ptr<i32>>
  %to = tile.offset %qs, %j : tensor<OUTx!tile.ptr<i32>>, tensor<OUTxi32>
  tile.store %to, %flat : tensor<OUTx!tile.ptr<i32>>
  return
}
)";
  HostKernel kernel(replaced(replaced(replaced(text, "BODY", body), "TYPE", type), "OUT", std::to_string(out)),
                    /*verify=*/false);
  std::vector<int32_t> result(out), source = in;
  LaunchOptions options;
  options.check = true;
  options.buffers = {{source.data(), source.size() * 4}, {result.data(), result.size() * 4}};
  REQUIRE(kernel.run({1}, options, source.data(), result.data(), 0) == "");
  std::vector<int32_t> unchecked(out);
  REQUIRE(kernel.run({1}, source.data(), unchecked.data(), 0) == "");
  REQUIRE(unchecked == result);
  return result;
}

static std::vector<int32_t> randomTile() {
  std::mt19937 random(21);
  std::vector<int32_t> values(4 * 8 * 16);
  for (int32_t &value : values)
    value = int32_t(random() % 2001) - 1000;
  return values;
}

static const int kShape[3] = {4, 8, 16};
static const char *kReduced[3] = {"tensor<1x8x16xi32>", "tensor<4x1x16xi32>", "tensor<4x8x1xi32>"};

static std::string reduceText(int axis, const std::string &combine) {
  return "%z = tile.reduce %t axis = " + std::to_string(axis) + " : (tensor<4x8x16xi32>) -> " + kReduced[axis] +
         " {\n^bb0(%a: i32, %b: i32):\n" + combine + "\ntile.yield %c : i32\n}";
}

template <class Fn> static std::vector<int32_t> reference(const std::vector<int32_t> &t, int axis, Fn fn) {
  int inner = axis == 0 ? 128 : axis == 1 ? 16 : 1, extent = kShape[axis], outer = 512 / (inner * extent);
  std::vector<int32_t> out;
  for (int o = 0; o < outer; ++o)
    for (int i = 0; i < inner; ++i) {
      int32_t value = t[(o * extent) * inner + i];
      for (int k = 1; k < extent; ++k)
        value = fn(value, t[(o * extent + k) * inner + i]);
      out.push_back(value);
    }
  return out;
}

TEST_CASE("sums, extrema and a region with control flow along each axis") {
  auto t = randomTile();
  for (int axis = 0; axis < 3; ++axis) {
    int out = 512 / kShape[axis];
    REQUIRE(run(reduceText(axis, "%c = arith.addi %a, %b overflow<nsw> : i32"), kReduced[axis], out, t) ==
            reference(t, axis, [](int a, int b) { return a + b; }));
    REQUIRE(run(reduceText(axis, "%c = arith.maxsi %a, %b : i32"), kReduced[axis], out, t) ==
            reference(t, axis, [](int a, int b) { return std::max(a, b); }));
    REQUIRE(run(reduceText(axis, "%l = arith.cmpi slt, %a, %b : i32\n%c = scf.if %l -> i32 { scf.yield %a : i32 } else "
                                 "{ scf.yield %b : i32 }"),
                kReduced[axis], out, t) == reference(t, axis, [](int a, int b) { return std::min(a, b); }));
  }
}

TEST_CASE("a combining region may have several blocks before structuring") {
  auto t = randomTile();
  const char *larger = "%l = arith.cmpi slt, %a, %b : i32\ncf.cond_br %l, ^one, ^two(%a : i32)\n^one:\ncf.br ^two(%b : "
                       "i32)\n^two(%c: i32):";
  for (int axis = 0; axis < 3; ++axis)
    REQUIRE(run(reduceText(axis, larger), kReduced[axis], 512 / kShape[axis], t) ==
            reference(t, axis, [](int a, int b) { return std::max(a, b); }));
}

TEST_CASE("a combining region may use scalars from outside") {
  auto t = randomTile();
  REQUIRE(run("%k = arith.constant 3 : i32\n" +
                  reduceText(2, "%d = arith.xori %k, %bias : i32\n%e = arith.xori %d, %k : i32\n%s = arith.addi %a, %b "
                                ": i32\n%c = arith.addi %s, %e : i32"),
              kReduced[2], 32, t) == reference(t, 2, [](int a, int b) { return a + b; }));
}

TEST_CASE("two operands: the largest element's lowest index") {
  auto t = randomTile();
  t[17] = t[18] = t[30] = 5000;
  auto got = run(R"(
  %id = arith.constant dense<[[[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]]]> : tensor<1x1x16xi32>
  %ids = tile.broadcast %id : tensor<1x1x16xi32> -> tensor<4x8x16xi32>
  %m, %z = tile.reduce %t, %ids axis = 2 : (tensor<4x8x16xi32>, tensor<4x8x16xi32>) -> (tensor<4x8x1xi32>, tensor<4x8x1xi32>) {
  ^bb0(%a: i32, %ia: i32, %b: i32, %ib: i32):
    %g = arith.cmpi sgt, %a, %b : i32
    %e = arith.cmpi eq, %a, %b : i32
    %lo = arith.cmpi slt, %ia, %ib : i32
    %f = arith.andi %e, %lo : i1
    %first = arith.ori %g, %f : i1
    %v = arith.select %first, %a, %b : i32
    %w = arith.select %first, %ia, %ib : i32
    tile.yield %v, %w : i32, i32
  })",
                 "tensor<4x8x1xi32>", 32, t);
  for (int row = 0; row < 32; ++row)
    REQUIRE(got[row] == std::max_element(t.begin() + row * 16, t.begin() + row * 16 + 16) - (t.begin() + row * 16));
}

TEST_CASE("scans run along each axis, both ways") {
  auto t = randomTile();
  for (int axis = 0; axis < 3; ++axis)
    for (bool reverse : {false, true}) {
      auto got = run("%z = tile.scan %t axis = " + std::to_string(axis) + (reverse ? " reverse" : "") +
                         " : (tensor<4x8x16xi32>) -> tensor<4x8x16xi32> {\n^bb0(%a: i32, %b: i32):\n%two = "
                         "arith.constant 2 : i32\n"
                         "%h = arith.divsi %a, %two : i32\n%c = arith.addi %h, %b : i32\ntile.yield %c : i32\n}",
                     "tensor<4x8x16xi32>", 512, t);
      int inner = axis == 0 ? 128 : axis == 1 ? 16 : 1, extent = kShape[axis];
      for (int o = 0; o < 512 / (inner * extent); ++o)
        for (int i = 0; i < inner; ++i) {
          int32_t carry = 0;
          for (int step = 0; step < extent; ++step) {
            int at = (o * extent + (reverse ? extent - 1 - step : step)) * inner + i;
            carry = step ? carry / 2 + t[at] : t[at]; // not associative: shows that the order is kept
            REQUIRE(got[at] == carry);
          }
        }
    }
}

template <class T> static std::vector<T> randomValues(size_t count, int seed) {
  std::mt19937 random(seed);
  std::vector<T> values(count);
  for (T &value : values)
    value = T(double(random() % 2001) / 500.0 - 2.0);
  return values;
}

static std::string mmaText(const std::string &in, const std::string &out, const std::string &flags = "") {
  return replaced(replaced(replaced(R"(
func.func @k(%a: !tile.ptr<IN>, %b: !tile.ptr<IN>, %c: !tile.ptr<OUT>) attributes {tile.kernel} {
  %z = arith.constant 0 : i32
  %ta = tile.make_tensor_view %a : !tile.ptr<IN> -> !tile.tensor_view<2x4x8xIN, strides = [32, 8, 1]>
  %tb = tile.make_tensor_view %b : !tile.ptr<IN> -> !tile.tensor_view<2x8x16xIN, strides = [128, 16, 1]>
  %tc = tile.make_tensor_view %c : !tile.ptr<OUT> -> !tile.tensor_view<2x4x16xOUT, strides = [64, 16, 1]>
  %va = tile.make_view %ta : !tile.partition_view<2x4x8, !tile.tensor_view<2x4x8xIN, strides = [32, 8, 1]>>
  %vb = tile.make_view %tb : !tile.partition_view<2x8x16, !tile.tensor_view<2x8x16xIN, strides = [128, 16, 1]>>
  %vc = tile.make_view %tc : !tile.partition_view<2x4x16, !tile.tensor_view<2x4x16xOUT, strides = [64, 16, 1]>>
  %x = tile.load_view %va[%z, %z, %z : i32, i32, i32] in_bounds : !tile.partition_view<2x4x8, !tile.tensor_view<2x4x8xIN, strides = [32, 8, 1]>>
  %y = tile.load_view %vb[%z, %z, %z : i32, i32, i32] in_bounds : !tile.partition_view<2x8x16, !tile.tensor_view<2x8x16xIN, strides = [128, 16, 1]>>
  %w = tile.load_view %vc[%z, %z, %z : i32, i32, i32] in_bounds : !tile.partition_view<2x4x16, !tile.tensor_view<2x4x16xOUT, strides = [64, 16, 1]>>
  %r = tile.mma %x, %y, %w FLAGS : tensor<2x4x8xIN>, tensor<2x8x16xIN>, tensor<2x4x16xOUT>
  tile.store_view %vc[%z, %z, %z : i32, i32, i32], %r in_bounds : !tile.partition_view<2x4x16, !tile.tensor_view<2x4x16xOUT, strides = [64, 16, 1]>>
  return
}
)",
                                    "IN", in),
                           "OUT", out),
                  "FLAGS", flags);
}

/// The sum in double, rounded once.
template <class T, class Read>
static double product(const std::vector<T> &a, const std::vector<T> &b, size_t i, Read read) {
  size_t batch = i / 64, row = i / 16 % 4, column = i % 16;
  double sum = 0;
  for (size_t k = 0; k < 8; ++k)
    sum += double(read(a[batch * 32 + row * 8 + k])) * double(read(b[batch * 128 + k * 16 + column]));
  return sum;
}

TEST_CASE("batched matrix products of f32, f16 and signed or unsigned bytes") {
  {
    auto a = randomValues<float>(64, 1), b = randomValues<float>(256, 2), c = randomValues<float>(128, 3), c0 = c;
    REQUIRE(HostKernel(mmaText("f32", "f32")).run({1}, a.data(), b.data(), c.data()) == "");
    for (size_t i = 0; i < c.size(); ++i)
      REQUIRE(c[i] == Approx(c0[i] + product(a, b, i, [](float x) { return x; })).epsilon(1e-6));
  }
  {
    std::vector<uint16_t> a, b;
    for (float x : randomValues<float>(64, 4))
      a.push_back(f16FromFloat(x));
    for (float x : randomValues<float>(256, 5))
      b.push_back(f16FromFloat(x));
    std::vector<uint16_t> c(128, 0);
    REQUIRE(HostKernel(mmaText("f16", "f16")).run({1}, a.data(), b.data(), c.data()) == "");
    for (size_t i = 0; i < c.size(); ++i)
      REQUIRE(c[i] == narrow<F16>(product(a, b, i, floatFromF16)).bits);
  }
  for (bool isUnsigned : {false, true}) {
    std::mt19937 random(6);
    std::vector<uint8_t> a(64), b(256);
    for (auto *list : {&a, &b})
      for (uint8_t &x : *list)
        x = uint8_t(random());
    std::vector<int32_t> c(128, 1);
    REQUIRE(HostKernel(mmaText("i8", "i32", isUnsigned ? "unsigned_a" : "unsigned_b"))
                .run({1}, a.data(), b.data(), c.data()) == "");
    for (size_t i = 0; i < c.size(); ++i) {
      size_t batch = i / 64, row = i / 16 % 4, column = i % 16;
      int sum = 1;
      for (size_t k = 0; k < 8; ++k) {
        uint8_t x = a[batch * 32 + row * 8 + k], y = b[batch * 128 + k * 16 + column];
        sum += (isUnsigned ? int(x) : int(int8_t(x))) * (isUnsigned ? int(int8_t(y)) : int(y));
      }
      REQUIRE(c[i] == sum);
    }
  }
}

TEST_CASE("scales cover runs of K") {
  HostKernel kernel(R"(
func.func @k(%c: !tile.ptr<f32>) attributes {tile.kernel} {
  %a = arith.constant dense<1.5> : tensor<2x64xf8E4M3FN>
  %b = arith.constant dense<2.0> : tensor<64x2xf8E4M3FN>
  %sa = arith.constant dense<[[1.0, 4.0], [2.0, 8.0]]> : tensor<2x2xf8E8M0FNU>
  %sb = arith.constant dense<[[1.0, 0.5], [2.0, 4.0]]> : tensor<2x2xf8E8M0FNU>
  %z = arith.constant dense<1.0> : tensor<2x2xf32>
  %r = tile.scaled_mma %a scale %sa, %b scale %sb, %z : tensor<2x64xf8E4M3FN>, tensor<2x2xf8E8M0FNU>, tensor<64x2xf8E4M3FN>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf32>
  %i = tile.iota : tensor<2x2xi32>
  %cs = tile.splat %c : tensor<2x2x!tile.ptr<f32>>
  %to = tile.offset %cs, %i : tensor<2x2x!tile.ptr<f32>>, tensor<2x2xi32>
  tile.store %to, %r : tensor<2x2x!tile.ptr<f32>>
  return
}
)");
  float c[4];
  REQUIRE(kernel.run({1}, static_cast<float *>(c)) == "");
  const float sa[2][2] = {{1, 4}, {2, 8}}, sb[2][2] = {{1, 0.5f}, {2, 4}};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      REQUIRE(c[i * 2 + j] == 1 + 32 * 3.0f * (sa[i][0] * sb[0][j] + sa[i][1] * sb[1][j]));
}

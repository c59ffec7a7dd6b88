// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles as values: factories, shapes, broadcasting, rank zero, small scalars, assumptions, hints; block-scaled
// products.
#include "test/exec/cases/ScaledElements.h"
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

using Ints = std::vector<int>;

/// Runs a kernel that writes integers only, and compares all it should write.
template <class... Args> void expectInts(Run &run, const std::string &kernel, const Ints &expected, Args... arguments) {
  auto &out = run.filled<int>(expected.size() + 1, -12345);
  run.launch(kernel, {1}, out, arguments...);
  Ints all = expected;
  all.push_back(-12345); // nothing behind it
  run.equal(kernel, out, all);
}

void factories(Run &run) {
  expectInts(run, "factories", {2, 2, 2, 2, 0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 2, 3, 0, 1, 5, 5, 0, 0, 0, 0, 10, 3208}, 2.5);
}

void shapes(Run &run) {
  Ints expected{0, 1, 102, 103, 204, 205, 306, 307};
  auto append = [&](const Ints &more) { expected.insert(expected.end(), more.begin(), more.end()); };
  append({0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7}); // broadcast
  append({0, 0, 0, 0, 1, 1, 1, 1});
  append({0, 2, 4, 6, 1, 3, 5, 7}); // permute: result [k, i, j] is element [i, j, k]
  append({0, 4, 1, 5, 2, 6, 3, 7});
  append({0, 1, 2, 3, 4, 5, 6, 7});
  append({0, 1, 2, 3, 4, 5, 6, 7, 50, 51, 52, 53, 54, 55, 56, 57});
  append({6, 7});
  append({0, 1, 7, 3, 4, 5, 7, 7});
  expectInts(run, "shapes", expected);
}

void broadcasting(Run &run) {
  Ints expected;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      expected.push_back(i * 10 + j);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      expected.push_back(j - i * 10);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      expected.push_back(std::max(i, 2 * j));
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      expected.push_back(i < j + 1);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      expected.push_back(j ? i : -1);
  for (int i = 0; i < 4; ++i)
    expected.push_back(i);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      expected.push_back(2 * j + 10 * i);
  expectInts(run, "broadcasting", expected);
}

void rankZero(Run &run) {
  auto &out = run.filled<double>(10, -1);
  run.launch("rank_zero", {1}, out, 1.5f, 7);
  run.equal("rank_zero", out, {1.5 * 0.1, 12, 120, 7, 3, 56, 18, 1, 3, 5});
}

template <class T> void smallScalars(Run &run, const std::string &type) {
  auto &in = run.uniform<T>(5, 0.5, 4);
  auto &results = run.zeros<float>(11);
  in[4] = T(2);
  run.launch("small_scalars<" + type + ">", {1}, results, in);
  double a = in[0], b = in[1];
  T c = T(double(T(0.1f)) + a);
  c = T(double(c) * b);
  std::vector<float> expected{float(T(a + b)), float(T(a - b)),
                              float(T(a * b)), float(T(a / b)),
                              float(a < b),    1,
                              float(-a),       float(a >= b),
                              float(c),        9.5f,
                              float(in[2])};
  run.equal("small_scalars<" + type + ">", results, expected);
  run.clear();
}

void assumptions(Run &run) {
  for (int n : {0, 48, 64}) {
    auto &in = run.uniform<float>(64, -9, 9), &out = run.zeros<float>(64);
    run.launch("assumptions", {1}, out, in, n);
    std::vector<float> expected(64);
    for (int i = 0; i < 64; ++i)
      expected[i] = (i < n ? in[i] : 0.0f) + float(i / 8);
    run.equal("assumptions", out, expected);
    run.clear();
  }
}

template <class T> void indexAssumptions(Run &run, const std::string &type) {
  for (T last : {T(0), T(17), T(63)}) {
    auto &in = run.uniform<float>(64, -9, 9), &out = run.zeros<float>(64);
    run.launch("index_assumptions<" + type + ">", {1}, out, in, last);
    std::vector<float> expected(64);
    for (int i = 0; i < 64; ++i)
      expected[i] = (i <= last ? in[i] : 0.0f) + float(i / 8);
    run.equal("index_assumptions", out, expected);
    run.clear();
  }
}

void hints(Run &run) {
  for (int n : {300, int(run.random.integer(1, 128))}) {
    auto &in = run.uniform<float>(n, -9, 9), &out = run.zeros<float>(n);
    run.launch("hinted<2>", {1}, out, in, n);
    auto expected = in.values;
    for (float &x : expected)
      x *= 3;
    run.equal("hinted", out, expected);
    run.clear();
  }
}

void largestTile(Run &run) {
  for (auto [rows, columns] : {std::pair{4096L, 1024L}, {64L, 2048L}}) {
    auto &out = run.zeros<long>(1);
    std::string kernel = "largest_tile<" + std::to_string(rows) + ", " + std::to_string(columns) + ">";
    run.launch(kernel, {1}, out);
    run.equal(kernel, out, {rows * (columns / 1024) * (1023 * 1024 / 2)});
    run.clear();
  }
}

void scaledProduct(Run &run, const std::string &type, int m, int n, int k) {
  int blocks = k / 32;
  auto &a = run.uniform<float>(m * k, -5, 5), &b = run.uniform<float>(k * n, -5, 5), &c = run.zeros<float>(m * n);
  auto &sa = run.uniform<float>(m * blocks, -3, 3), &sb = run.uniform<float>(blocks * n, -3, 3);
  for (auto *scales : {&sa, &sb})
    for (float &x : scales->values)
      x = std::exp2(std::round(x));
  std::string kernel =
      "scaled_product<" + type + ", " + std::to_string(m) + ", " + std::to_string(n) + ", " + std::to_string(k) + ">";
  run.launch(kernel, {1}, c, a, sa, b, sb);
  std::vector<double> expected(m * n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int t = 0; t < k; ++t)
        expected[i * n + j] +=
            rounded(type, a[i * k + t]) * sa[i * blocks + t / 32] * rounded(type, b[t * n + j]) * sb[t / 32 * n + j];
  run.near(kernel, c, expected, {1e-5, 1e-2});
  run.clear();
}

void smallFormats(Run &run, int count) {
  auto &in = run.uniform<float>(count, -6, 6), &fours = run.zeros<float>(count), &scales = run.zeros<float>(count);
  for (int i = 0; i < 16; ++i)
    in[i] = (i % 2 ? 0.25f : -0.25f) * float(i + 1); // ties
  for (int i = 16; i < 64; ++i)
    in[i] = i % 2 ? in[i] : std::exp2(float(i - 60));
  for (float &x : in.values)
    x = std::fabs(x) > 6 ? 6 : x;
  run.launch("round_trips<" + std::to_string(count) + ">", {1}, fours, scales, in);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = float(nearestFour(in[i]));
  run.near("e2m1", fours, expected, {});
  for (int i = 16; i < 64; i += 2) // the scale format holds powers of two
    run.require(scales[i] == std::fabs(in[i]), "e8m0[" + std::to_string(i) + "]: got " + std::to_string(scales[i]));
  run.clear();
}

} // namespace

namespace tilec::exec {

void addLanguageTileCases(Cases &cases) {
  auto add = [&](std::string name, std::function<void(Run &)> body) {
    cases.push_back({"language/" + name, "language_tiles", body});
  };
  add("factories", factories);
  add("shapes", shapes);
  add("broadcasting", broadcasting);
  add("rank zero", rankZero);
  add("scalars of 16 bits", [](Run &run) {
    smallScalars<Half>(run, "__half");
    smallScalars<BFloat16>(run, "__nv_bfloat16");
  });
  add("assumptions", assumptions);
  cases.back().needsAlignment = true; // the source says so
  add("assumptions of indices", [](Run &run) {
    indexAssumptions<signed char>(run, "signed char");
    indexAssumptions<short>(run, "short");
    indexAssumptions<int>(run, "int");
    indexAssumptions<long>(run, "long");
  });
  cases.back().needsAlignment = true; // the source says so
  add("hints", hints);
  cases.push_back({"language/largest tile", "language_large", largestTile, Case::Where::HostOnly});
  add("shared function", [](Run &run) { expectInts(run, "shared_function", {3 * (3 * 5 + 1) + 1}, 5); });
  cases.push_back({"language/constexpr functions", "language_relaxed",
                   [](Run &run) { expectInts(run, "relaxed", {55, 0, 10, 20, 30, 40, 50, 60, 70}); }});
  cases.push_back({"language/small formats", "language_scaled", [](Run &run) {
                     smallFormats(run, 64);
                     smallFormats(run, 256);
                   }});
  cases.push_back({"language/scaled products", "language_scaled", [](Run &run) {
                     for (const char *type : {"__nv_fp8_e4m3", "__nv_fp8_e5m2", "__nv_fp4_e2m1"})
                       scaledProduct(run, type, 16, 8, 64);
                     scaledProduct(run, "__nv_fp8_e4m3", 4, 32, 128);
                   }});
}

} // namespace tilec::exec

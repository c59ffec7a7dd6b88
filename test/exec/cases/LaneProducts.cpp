// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of floats, which lanes multiply by themselves: tiles, steps along K and transposed factors, at ragged sizes,
// and what must not be rounded or flushed on the way.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

struct Form {
  int m, n, k;
  bool transposedA, transposedB;

  std::string kernel() const {
    auto text = [](bool value) { return std::string(value ? "true" : "false"); };
    return "multiply_floats<" + std::to_string(m) + ", " + std::to_string(n) + ", " + std::to_string(k) + ", " +
           text(transposedA) + ", " + text(transposedB) + ">";
  }
  float a(const Array<float> &array, int i, int t, int rows, int depth) const {
    return array[transposedA ? size_t(t) * rows + i : size_t(i) * depth + t];
  }
  float b(const Array<float> &array, int t, int j, int columns, int depth) const {
    return array[transposedB ? size_t(j) * depth + t : size_t(t) * columns + j];
  }
};

std::vector<double> product(const Form &form, const Array<float> &a, const Array<float> &b, int m, int n, int k) {
  std::vector<double> sums(size_t(m) * n);
  for (int i = 0; i < m; ++i)
    for (int t = 0; t < k; ++t)
      for (int j = 0; j < n; ++j)
        sums[size_t(i) * n + j] += double(form.a(a, i, t, m, k)) * double(form.b(b, t, j, n, k));
  return sums;
}

constexpr Bound kSums{1e-6, 1e-4};

void sizes(Run &run, const Form &form) {
  auto beyond = [&](int tile) { return tile + 4 * int(run.random.integer(1, tile / 4)); };
  // Whole tiles, ragged ones whose rows begin at 16 bytes, and any.
  for (auto [m, n, k] : {std::tuple{form.m, form.n, 2 * form.k},
                         {beyond(form.m), beyond(form.n), beyond(2 * form.k)},
                         {form.m - 3, form.n + 5, form.k + 1}}) {
    auto &a = run.uniform<float>(size_t(m) * k, -2, 2), &b = run.uniform<float>(size_t(k) * n, -2, 2);
    auto &c = run.zeros<float>(size_t(m) * n);
    run.launch(form.kernel(), {uint32_t(ceilDiv(m, form.m)), uint32_t(ceilDiv(n, form.n))}, c, a, b, m, n, k);
    run.near("sums", c, product(form, a, b, m, n, k), kSums);
    run.clear();
  }
}

/// Denormals times one, and an infinity and a NaN that meet what they meet.
void values(Run &run, const Form &form) {
  int m = form.m, n = form.n, k = form.m;
  auto &a = run.zeros<float>(size_t(m) * k), &b = run.zeros<float>(size_t(k) * n), &c = run.zeros<float>(size_t(m) * n);
  for (int i = 0; i < m; ++i)
    a[size_t(i) * k + i] = 1;
  for (float &value : b.values)
    value = float(run.random.integer(-1000, 1000)) * std::numeric_limits<float>::denorm_min();
  run.launch(form.kernel(), {1, 1}, c, a, b, m, n, k);
  std::vector<float> expected(c.size());
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      expected[size_t(i) * n + j] = form.b(b, i, j, n, k) + 0.0f;
  run.equal("denormals", c, expected);

  size_t infinite = form.transposedB ? 7 * size_t(k) + 3 : 3 * size_t(n) + 7,
         undefined = form.transposedB ? 9 * size_t(k) + 5 : 5 * size_t(n) + 9;
  b[infinite] = std::numeric_limits<float>::infinity();
  b[undefined] = std::numeric_limits<float>::quiet_NaN();
  run.launch(form.kernel(), {1, 1}, c, a, b, m, n, k);
  for (int i = 0; i < m; ++i) {
    // Zero times infinity is no number.
    expected[size_t(i) * n + 7] =
        i == 3 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    expected[size_t(i) * n + 9] = std::numeric_limits<float>::quiet_NaN();
  }
  run.equal("infinity and NaN", c, expected);
}

void known(Run &run, int tile, int depth) {
  constexpr int kM = 192, kN = 160, kK = 96;
  auto &a = run.uniform<float>(kM * kK, -2, 2), &b = run.uniform<float>(kK * kN, -2, 2);
  auto &c = run.zeros<float>(kM * kN);
  std::string name = std::to_string(tile);
  run.launch("multiply_known<" + name + ", " + name + ", " + std::to_string(depth) + ">",
             {uint32_t(ceilDiv(kM, tile)), uint32_t(ceilDiv(kN, tile))}, c, a, b);
  run.near("sums", c, product({tile, tile, depth, false, false}, a, b, kM, kN, kK), kSums);
}

void twice(Run &run) {
  for (int m : {16, 64}) {
    auto &a = run.uniform<float>(m * m, -1, 1), &b = run.uniform<float>(m * m, -1, 1), &d = run.zeros<float>(m * m);
    run.launch("multiply_twice<" + std::to_string(m) + ">", {1}, d, a, b);
    std::vector<double> first(m * m), second(m * m);
    for (int i = 0; i < m; ++i)
      for (int t = 0; t < m; ++t)
        for (int j = 0; j < m; ++j)
          first[i * m + j] += double(a[i * m + t]) * double(b[t * m + j]);
    for (int i = 0; i < m; ++i)
      for (int t = 0; t < m; ++t)
        for (int j = 0; j < m; ++j)
          second[i * m + j] += (first[i * m + t] + 1) * double(a[t * m + j]);
    run.near("products", d, second, {1e-5, 1e-3});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addLaneProductCases(Cases &cases) {
  std::vector<Form> forms;
  for (auto [m, n, k] : {std::tuple{64, 64, 16}, {64, 64, 64}, {128, 128, 8}, {128, 128, 32}, {32, 128, 16}})
    for (bool transposedA : {false, true})
      for (bool transposedB : {false, true})
        forms.push_back({m, n, k, transposedA, transposedB});
  forms.push_back({256, 128, 16, false, false});
  forms.push_back({256, 256, 32, false, true});
  forms.push_back({64, 256, 32, true, true});
  for (const Form &form : forms) {
    std::string name = std::to_string(form.m) + "x" + std::to_string(form.n) + "x" + std::to_string(form.k) + " " +
                       (form.transposedA ? "T" : "N") + (form.transposedB ? "T" : "N");
    cases.push_back({"products of lanes/" + name, "lane_products", [form](Run &run) { sizes(run, form); }});
  }
  for (bool transposedB : {false, true})
    cases.push_back({std::string("products of lanes/values N") + (transposedB ? "T" : "N"), "lane_products",
                     [transposedB](Run &run) { values(run, {64, 64, 16, false, transposedB}); }});
  cases.push_back({"products of lanes/known extents 64", "lane_products", [](Run &run) { known(run, 64, 16); }});
  cases.push_back({"products of lanes/known extents 128", "lane_products", [](Run &run) { known(run, 128, 32); }});
  cases.push_back({"products of lanes/twice", "lane_products", twice});
}

} // namespace tilec::exec

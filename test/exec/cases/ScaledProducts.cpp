// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-scaled products: every pair of elements and scales that the language has, in tiles of all sizes.
#include "test/exec/cases/ConformanceTable.h"
#include "test/exec/cases/ScaledElements.h"
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

struct Format {
  std::string element, scale;
  int block;
  std::string types() const {
    return element + ", " + scale;
  }
};

/// Values that the scale's type has; the same for neighbours only by chance.
void fillScales(std::vector<float> &scales, const Format &format) {
  for (float &x : scales)
    x = format.scale == "__nv_fp8_e8m0" ? std::exp2(std::round(x)) : float(Float8E4M3(std::fabs(x) + 0.25));
}

/// Magnitudes of the products' sum go along: the bound is relative to them.
std::vector<double> reference(const Format &format, const std::vector<float> &a, const std::vector<float> &sa,
                              const std::vector<float> &b, const std::vector<float> &sb, int batches, int m, int n,
                              int k) {
  int blocks = k / format.block;
  std::vector<double> expected(size_t(batches) * m * n);
  for (int batch = 0; batch < batches; ++batch)
    for (int i = 0; i < m; ++i)
      for (int t = 0; t < k; ++t) {
        int s = t / format.block, row = batch * m + i;
        double x = rounded(format.element, a[row * k + t]) * sa[row * blocks + s];
        for (int j = 0; j < n; ++j)
          expected[row * n + j] +=
              x * rounded(format.element, b[(batch * k + t) * n + j]) * sb[(batch * blocks + s) * n + j];
      }
  return expected;
}

void multiply(Run &run, const Format &format, std::array<int, 3> tile, std::array<int, 3> size) {
  auto [m, n, k] = size;
  int blocks = k / format.block;
  auto &a = run.uniform<float>(m * k, -5, 5), &b = run.uniform<float>(k * n, -5, 5), &c = run.zeros<float>(m * n);
  auto &sa = run.uniform<float>(m * blocks, -3, 3), &sb = run.uniform<float>(blocks * n, -3, 3);
  fillScales(sa.values, format);
  fillScales(sb.values, format);
  std::string kernel = "scaled_gemm<" + format.types() + ", " + std::to_string(tile[0]) + ", " +
                       std::to_string(tile[1]) + ", " + std::to_string(tile[2]) + ", " + std::to_string(format.block) +
                       ">";
  run.launch(kernel, {uint32_t(ceilDiv(m, tile[0])), uint32_t(ceilDiv(n, tile[1]))}, c, a, sa, b, sb, m, n, k);
  run.near(kernel, c, reference(format, a.values, sa.values, b.values, sb.values, 1, m, n, k), {1e-4, 2e-1});
  run.clear();
}

/// Of numbers so small that every order of summing gives the same sum.
void multiplyExactly(Run &run, const Format &format, std::array<int, 3> tile, ConformanceTable &table) {
  auto [m, n, k] = tile;
  int blocks = k / format.block;
  auto &a = run.uniform<float>(m * k, -4, 4), &b = run.uniform<float>(k * n, -4, 4), &c = run.zeros<float>(m * n);
  auto &sa = run.uniform<float>(m * blocks, -1, 1), &sb = run.uniform<float>(blocks * n, -1, 1);
  for (auto *factors : {&a, &b})
    for (float &x : factors->values)
      x = float(rounded(format.element, std::round(x)));
  for (auto *scales : {&sa, &sb})
    for (float &x : scales->values)
      x = std::exp2(std::round(x));
  std::string kernel = "scaled_gemm<" + format.types() + ", " + std::to_string(m) + ", " + std::to_string(n) + ", " +
                       std::to_string(k) + ", " + std::to_string(format.block) + ">";
  run.launch(kernel, {1, 1}, c, a, sa, b, sb, m, n, k);
  auto expected = reference(format, a.values, sa.values, b.values, sb.values, 1, m, n, k);
  for (size_t i = 0; i < c.size(); ++i)
    table.add("scaled_mma", 0, double(c[i]) == expected[i] ? 0 : 1,
              [&] { return "element " + std::to_string(i) + " of " + kernel; });
  run.clear();
}

void batches(Run &run, const Format &format, int batch, int m, int n, int k) {
  int blocks = k / format.block;
  auto &a = run.uniform<float>(batch * m * k, -5, 5), &b = run.uniform<float>(batch * k * n, -5, 5);
  auto &sa = run.uniform<float>(batch * m * blocks, -3, 3), &sb = run.uniform<float>(batch * blocks * n, -3, 3);
  auto &c = run.zeros<float>(batch * m * n);
  fillScales(sa.values, format);
  fillScales(sb.values, format);
  std::string kernel = "scaled_batch<" + format.types() + ", " + std::to_string(batch) + ", " + std::to_string(m) +
                       ", " + std::to_string(n) + ", " + std::to_string(k) + ", " + std::to_string(format.block) + ">";
  run.launch(kernel, {1}, c, a, sa, b, sb);
  run.near(kernel, c, reference(format, a.values, sa.values, b.values, sb.values, batch, m, n, k), {1e-4, 2e-1});
  run.clear();
}

/// Sums of 128 x 256, weighted by column: the magnitudes of a row's sum go along.
void rowSums(Run &run, const Format &format, int m, int n, int k) {
  int blocks = k / format.block;
  auto &a = run.uniform<float>(m * k, -5, 5), &b = run.uniform<float>(k * n, -5, 5), &c = run.zeros<float>(m);
  auto &sa = run.uniform<float>(m * blocks, -3, 3), &sb = run.uniform<float>(blocks * n, -3, 3);
  auto &w = run.uniform<float>(n, 1, 2);
  fillScales(sa.values, format);
  fillScales(sb.values, format);
  run.launch("scaled_rows<" + format.types() + ", 128, 256, 64, 32>", {uint32_t(ceilDiv(m, 128))}, c, a, sa, b, sb, w,
             m, k);
  std::vector<double> products = reference(format, a.values, sa.values, b.values, sb.values, 1, m, n, k), expected(m);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      expected[i] += products[i * n + j] * w.values[j];
  run.near("row sums", c, expected, {1e-4, 20});
  run.clear();
}

} // namespace

namespace tilec::exec {

void addScaledProductCases(Cases &cases) {
  const Format formats[] = {{"__nv_fp8_e4m3", "__nv_fp8_e8m0", 32},
                            {"__nv_fp8_e5m2", "__nv_fp8_e8m0", 32},
                            {"__nv_fp4_e2m1", "__nv_fp8_e8m0", 32},
                            {"__nv_fp4_e2m1", "__nv_fp8_e8m0", 16},
                            {"__nv_fp4_e2m1", "__nv_fp8_e4m3", 16}};
  for (const Format &format : formats)
    cases.push_back(
        {"scaled product/" + format.types() + ", " + std::to_string(format.block), "scaled_products", [=](Run &run) {
           multiply(run, format, {64, 32, 64}, {64, 32, 128});
           multiply(run, format, {64, 32, 64}, {70, 45, 96});
           multiply(run, format, {128, 64, 128}, {140, 64, 160});
           multiply(run, format, {8, 4, 32}, {19, 7, 64});
           ConformanceTable table(run, format.types() + ", " + std::to_string(format.block));
           for (std::array tile : {std::array{64, 32, 64}, std::array{128, 64, 128}, std::array{8, 4, 32}})
             multiplyExactly(run, format, tile, table);
           table.check();
         }});
  cases.push_back({"scaled product/batches", "scaled_products", [=](Run &run) {
                     batches(run, formats[0], 2, 16, 8, 64);
                     batches(run, formats[4], 4, 32, 16, 128);
                     batches(run, formats[1], 2, 128, 32, 64);
                   }});
  cases.push_back({"scaled product/large tiles", "scaled_products", [=](Run &run) {
                     rowSums(run, formats[0], 130, 256, 160);
                     rowSums(run, formats[0], run.random.integer(1, 128), 256, 64);
                     multiply(run, formats[4], {256, 32, 128}, {300, 40, 192});
                     multiply(run, formats[1], {32, 128, 64}, {40, 200, 160});
                   }});
}

} // namespace tilec::exec

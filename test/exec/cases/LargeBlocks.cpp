// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of tiles that several CTAs share. With whole numbers, so that all is exact.
#include "test/exec/cases/WholeNumbers.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

/// `tile`: rows and columns.
template <class T, class Sum> void plain(Run &run, const std::string &instance, Sizes tile, bool rowsByY) {
  for (Sizes s : {Sizes{300, 264, 72}, {256, 512, 64}, {17, 8, 200}, {640, 300, 33}}) {
    auto &a = wholeNumbers<T>(run, size_t(s.m) * s.k), &b = wholeNumbers<T>(run, size_t(s.k) * s.n);
    auto &c = run.filled<Sum>(size_t(s.m) * s.n, Sum(-1));
    uint32_t rows = uint32_t(ceilDiv(s.m, tile.m)), columns = uint32_t(ceilDiv(s.n, tile.n));
    run.launch("large_product<" + instance + ">", rowsByY ? Grid{columns, rows} : Grid{rows, columns}, c, a, b, s.m,
               s.n, s.k);
    run.equal("product", c, product<Sum>(a, b, s.m, s.n, s.k));
    run.clear();
  }
}

void withBias(Run &run) {
  for (Sizes s : {Sizes{300, 520, 72}, {512, 1024, 64}, {17, 8, 100}}) {
    auto &a = wholeNumbers<Half>(run, size_t(s.m) * s.k), &b = wholeNumbers<Half>(run, size_t(s.k) * s.n);
    auto &bias = wholeNumbers<float>(run, s.m), &c = run.filled<float>(size_t(s.m) * s.n, -1.0f);
    auto &count = run.zeros<int>(1);
    int blocks = int(ceilDiv(s.m, 256) * ceilDiv(s.n, 512));
    run.launch("large_product_with_bias<256, 512, 64>", {uint32_t(blocks)}, c, count, a, b, bias, s.m, s.n, s.k);
    std::vector<float> expected = product<float>(a, b, s.m, s.n, s.k);
    for (size_t i = 0; i < expected.size(); ++i)
      expected[i] += bias[i / s.n];
    run.equal("product", c, expected);
    run.equal("blocks", count, std::vector<int>{blocks});
    run.clear();
  }
}

void rows(Run &run) {
  constexpr int kColumns = 256;
  for (auto [m, k] : {std::pair{300, 72}, {256, 64}, {5, 8}}) {
    auto &a = wholeNumbers<Half>(run, size_t(m) * k), &b = wholeNumbers<Half>(run, size_t(k) * kColumns);
    auto &sums = run.zeros<float>(m), &largest = run.zeros<float>(m);
    run.launch("large_product_rows<256, 256, 64>", {uint32_t(ceilDiv(m, 256))}, sums, largest, a, b, m, k);
    std::vector<float> all = product<float>(a, b, m, kColumns, k), expectedSums(m), expectedLargest(m);
    for (int i = 0; i < m; ++i) {
      const float *row = &all[size_t(i) * kColumns];
      expectedLargest[i] = *std::max_element(row, row + kColumns);
      for (int j = 0; j < kColumns; ++j)
        expectedSums[i] += row[j];
    }
    run.equal("sums", sums, expectedSums);
    run.equal("largest", largest, expectedLargest);
    run.clear();
  }
}

void inPlace(Run &run) {
  constexpr int kColumns = 256;
  for (int rows : {300, 256, 3}) {
    auto &x = wholeNumbers<Half>(run, size_t(rows) * kColumns), &w = run.zeros<Half>(size_t(kColumns) * kColumns);
    // Two elements in each column, so that halves hold the sums.
    for (int j = 0; j < kColumns; ++j)
      w[size_t(j) * kColumns + j] = w[size_t((j * 7 + 3) % kColumns) * kColumns + j] = Half(1.0f);
    std::vector<Half> expected;
    for (float sum : product<float>(x, w, rows, kColumns, kColumns))
      expected.push_back(Half(sum));
    run.launch("large_product_in_place", {uint32_t(ceilDiv(rows, 256))}, x, w, rows);
    run.equal("product", x, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addLargeBlockCases(Cases &cases) {
  const std::string file = "large_blocks";
  cases.push_back({"large blocks/256x256", file, [](Run &run) {
                     plain<Half, float>(run, "__half, float, 256, 256, 64, false", {256, 256, 64}, false);
                   }});
  cases.push_back({"large blocks/512x128", file, [](Run &run) {
                     plain<Half, float>(run, "__half, float, 512, 128, 32, true", {512, 128, 32}, true);
                   }});
  cases.push_back({"large blocks/bytes", file, [](Run &run) {
                     plain<signed char, int>(run, "signed char, int, 256, 256, 64, true", {256, 256, 64}, true);
                   }});
  cases.push_back({"large blocks/floats", file, [](Run &run) {
                     plain<float, float>(run, "float, float, 256, 256, 16, false", {256, 256, 16}, false);
                   }});
  cases.push_back({"large blocks/bias", file, withBias});
  cases.push_back({"large blocks/rows", file, rows});
  cases.push_back({"large blocks/in place", file, inPlace});
}

} // namespace tilec::exec

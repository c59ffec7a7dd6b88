// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose loads depend on lists, on conditions and on breaks, with no, few and many iterations. Whole numbers, so
// that sums are exact.
#include "test/exec/harness/Cases.h"
#include <cmath>

using namespace tilec::exec;

namespace {

constexpr int kTile = 512;

Array<float> &wholeNumbers(Run &run, size_t count, float from = -20, float to = 20) {
  auto &array = run.uniform<float>(std::max<size_t>(count, 1), from, to);
  for (float &value : array.values)
    value = std::floor(value);
  return array;
}

void sumListed(Run &run) {
  for (int tiles : {0, 1, 2, 3, 5, 11, 24}) {
    auto &values = wholeNumbers(run, 3000);
    auto &list = run.uniform<int>(size_t(std::max(tiles, 1)) * kTile, -1, 2999);
    auto &out = run.filled<float>(kTile, NAN);
    run.launch("sum_listed", {1}, out, values, list, tiles);
    std::vector<float> expected(kTile);
    for (int i = 0; i < tiles * kTile; ++i)
      expected[i % kTile] += list[i] < 0 ? 0 : values[list[i]];
    run.equal("listed elements", out, expected);
    run.clear();
  }
}

void weighListed(Run &run) {
  for (int tiles : {0, 1, 4, 9, 17}) {
    auto &values = wholeNumbers(run, 700);
    auto &list = run.uniform<int>(size_t(std::max(tiles, 1)) * kTile, 0, 699);
    auto &out = run.filled<float>(kTile, NAN);
    run.launch("weigh_listed", {1}, out, values, list, tiles);
    std::vector<float> expected(kTile);
    for (int i = 0; i < tiles * kTile; ++i)
      expected[i % kTile] += values[list[i]] * float(list[i] & 7);
    run.equal("weighed elements", out, expected);
    run.clear();
  }
}

void sumPages(Run &run) {
  for (auto [pages, n] : {std::pair{0, 1}, {1, 100}, {2, 512}, {7, 3000}, {19, 5 * kTile}, {40, 10001}}) {
    auto &in = wholeNumbers(run, size_t(n));
    auto &list = run.uniform<int>(size_t(std::max(pages, 1)), -1, (n - 1) / kTile);
    auto &out = run.filled<float>(kTile, NAN);
    run.launch("sum_pages_in_order", {1}, out, in, list, pages, n);
    std::vector<float> expected(kTile);
    for (int t = 0; t < pages; ++t)
      for (int i = 0; i < kTile && list[t] >= 0; ++i)
        if (int at = list[t] * kTile + i; at < n)
          expected[i] += in[at];
    run.equal("pages", out, expected);
    run.clear();
  }
}

void alternate(Run &run) {
  for (int tiles : {0, 1, 2, 3, 4, 5, 10, 31}) {
    int n = tiles * kTile - (tiles ? 77 : 0);
    auto &a = wholeNumbers(run, size_t(n)), &b = wholeNumbers(run, size_t(n));
    auto &out = run.filled<float>(kTile, NAN);
    run.launch("alternate", {1}, out, a, b, tiles, n);
    std::vector<float> expected(kTile);
    for (int t = 0; t < tiles; ++t)
      for (int i = 0; i < kTile; ++i) {
        int at = (t % 3 != 1 ? t : tiles - 1 - t) * kTile + i;
        if (at < n)
          expected[i] += t % 3 != 1 ? a[at] : -b[at];
      }
    run.equal("alternating tiles", out, expected);
    run.clear();
  }
}

void threeDepths(Run &run) {
  for (int tiles : {0, 1, 2, 3, 4, 5, 6, 9, 20}) {
    int n = tiles * kTile - (tiles ? 3 : 0);
    auto &a = wholeNumbers(run, size_t(n)), &b = wholeNumbers(run, size_t(n)), &c = wholeNumbers(run, size_t(n));
    auto &out = run.filled<float>(kTile, NAN);
    run.launch("three_depths", {1}, out, a, b, c, tiles, n);
    std::vector<float> expected(kTile);
    for (int i = 0; i < n; ++i)
      expected[i % kTile] += a[i] * b[i] + c[i];
    run.equal("three rings", out, expected);
    run.clear();
  }
}

void copyUntilZero(Run &run) {
  for (auto [n, zero] : {std::pair{0, 0}, {1, 5}, {3000, 2}, {9 * kTile, 20}, {20 * kTile - 1, 11}, {6 * kTile, 0}}) {
    auto &in = run.uniform<int>(size_t(std::max(n, 1)), 1, 1000);
    for (int i = zero * kTile; i < std::min(n, (zero + 1) * kTile); ++i)
      in[i] = 0;
    auto &out = run.filled<int>(size_t(std::max(n, 1)), -7);
    auto &count = run.filled<int>(1, -1);
    run.launch("copy_until_zero", {1}, out, count, in, n);
    int tiles = std::min((n + kTile - 1) / kTile, zero);
    std::vector<int> expected(size_t(std::max(n, 1)), -7);
    std::copy_n(in.values.begin(), std::min(n, tiles * kTile), expected.begin());
    run.equal("copied tiles", out, expected);
    run.equal("count", count, std::vector<int>{tiles});
    run.clear();
  }
}

void countOutside(Run &run) {
  for (auto [n, tiles] : {std::pair{1, 1}, {511, 3}, {512, 1}, {2000, 4}, {2049, 9}}) {
    auto &in = run.uniform<float>(n, -1, 1);
    auto &out = run.filled<int>(kTile, -1);
    run.launch("count_outside", {1}, out, in, n, tiles);
    std::vector<int> expected(kTile);
    for (int i = n; i < tiles * kTile; ++i)
      ++expected[i % kTile];
    run.equal("elements outside", out, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addLoopRingCases(Cases &cases) {
  cases.push_back({"loop rings/listed elements", "loop_rings", sumListed});
  cases.push_back({"loop rings/weighed elements", "loop_rings", weighListed});
  cases.push_back({"loop rings/pages in order", "loop_rings", sumPages});
  cases.push_back({"loop rings/alternating tiles", "loop_rings", alternate});
  cases.push_back({"loop rings/three depths", "loop_rings", threeDepths});
  cases.push_back({"loop rings/copy until zero", "loop_rings", copyUntilZero});
  cases.push_back({"loop rings/NaN outside", "loop_rings", countOutside});
}

} // namespace tilec::exec

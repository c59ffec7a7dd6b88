// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose loops differ in length from block to block. All numbers are such that sums are exact.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

/// Whole numbers from -2 to 2.
Array<BFloat16> &whole(Run &run, int count) {
  auto &array = run.uniform<BFloat16>(count, -2, 3);
  for (BFloat16 &x : array.values)
    x = BFloat16(std::min(std::floor(double(x)), 2.0));
  return array;
}

/// Of n x n matrices; of row i the elements of `a` from first(i) up to last(i) count.
template <class First, class Last>
std::vector<double> product(const Array<BFloat16> &a, const Array<BFloat16> &b, int n, int batch, First first,
                            Last last) {
  std::vector<double> c(size_t(batch) * n * n);
  for (int z = 0; z < batch; ++z)
    for (int i = 0; i < n; ++i)
      for (int t = first(i); t < std::min(n, last(i)); ++t)
        for (int j = 0; j < n; ++j)
          c[(z * n + i) * n + j] += double(a[(z * n + i) * n + t]) * double(b[(z * n + t) * n + j]);
  return c;
}

/// Rows of tiles along x, or along y.
void triangle(Run &run, bool isLower) {
  struct Trial {
    int n, batch;
  };
  for (Trial trial : {Trial{64, 1}, Trial{64, 3}, Trial{448, 1}, Trial{200, 3}}) {
    auto [n, batch] = trial;
    auto &a = whole(run, batch * n * n), &b = whole(run, batch * n * n);
    auto &c = run.filled<float>(batch * n * n, -1);
    uint32_t tiles = ceilDiv(n, 64);
    run.launch(isLower ? "lower_product" : "upper_product", {tiles, tiles, uint32_t(batch)}, c, a, b, batch, n);
    auto start = [&](int i) { return isLower ? 0 : i / 64 * 64; };
    auto end = [&](int i) { return isLower ? (i / 64 + 1) * 64 : n; };
    run.near(std::to_string(batch) + " of " + std::to_string(n), c, product(a, b, n, batch, start, end), {});
    run.clear();
  }
}

void grouped(Run &run) {
  constexpr int kTiles = 20, kTile = 64 * 64;
  for (std::vector<int> list :
       {std::vector{0, 20}, {0, 0, 7, 7, 8, 20}, {3, 3, 3}, {0, 9, 10, 12, 13, 13, 14, 19, 20}}) {
    auto &a = whole(run, kTiles * kTile), &b = whole(run, kTiles * kTile);
    auto &starts = run.zeros<int>(int(list.size()));
    std::copy(list.begin(), list.end(), starts.values.begin());
    uint32_t groups = uint32_t(list.size()) - 1;
    auto &c = run.filled<float>(int(groups) * kTile, -1);
    std::vector<double> expected(groups * kTile);
    for (uint32_t group = 0; group < groups; ++group)
      for (int t = list[group]; t < list[group + 1]; ++t)
        for (int i = 0; i < 64; ++i)
          for (int k = 0; k < 64; ++k)
            for (int j = 0; j < 64; ++j)
              expected[group * kTile + i * 64 + j] +=
                  double(a[t * kTile + i * 64 + k]) * double(b[t * kTile + k * 64 + j]);
    run.launch("grouped_product", {groups}, c, a, b, starts, int(groups) * 64, kTiles * 64);
    run.near(std::to_string(groups) + " groups", c, expected, {});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addUnequalBlockCases(Cases &cases) {
  cases.push_back({"unequal blocks/lower", "unequal_blocks", [](Run &run) { triangle(run, true); }});
  cases.push_back({"unequal blocks/upper", "unequal_blocks", [](Run &run) { triangle(run, false); }});
  cases.push_back({"unequal blocks/grouped", "unequal_blocks", grouped});
}

} // namespace tilec::exec

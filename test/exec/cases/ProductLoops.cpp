// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products in loops whose loads may not all run ahead. All numbers are such that sums are exact.
#include "test/exec/harness/Cases.h"
#include <numeric>

using namespace tilec::exec;

namespace {

/// Whole numbers from -limit to limit.
Array<BFloat16> &whole(Run &run, int count, int limit) {
  auto &array = run.uniform<BFloat16>(count, -limit, limit + 1);
  for (BFloat16 &x : array.values)
    x = BFloat16(std::min(std::floor(double(x)), double(limit)));
  return array;
}

/// expected += rows x size times size x columns.
void addProduct(std::vector<double> &sum, const auto &a, size_t aStart, size_t aRow, const auto &b, size_t bStart,
                size_t bRow, int rows, int columns, int depth) {
  for (int i = 0; i < rows; ++i)
    for (int t = 0; t < depth; ++t)
      for (int j = 0; j < columns; ++j)
        sum[i * columns + j] += double(a[aStart + i * aRow + t]) * double(b[bStart + t * bRow + j]);
}

/// Matrices of 128x128 with one 1 or -1 in each row and column: products with them are exact.
Array<BFloat16> &permutations(Run &run, int count) {
  auto &draws = run.uniform<int>(count * 128, 0, 1 << 20);
  auto &array = run.zeros<BFloat16>(count * 128 * 128);
  for (int matrix = 0; matrix < count; ++matrix) {
    std::vector<int> column(128);
    std::iota(column.begin(), column.end(), 0);
    for (int row = 0; row < 128; ++row) {
      int draw = draws[matrix * 128 + row];
      std::swap(column[row], column[row + draw % (128 - row)]);
      array[(matrix * 128 + row) * 128 + column[row]] = BFloat16(draw & 1024 ? 1.0 : -1.0);
    }
  }
  return array;
}

/// `launch(a, b)` makes tile t + 1 of `a` from tile t times tile t of `b`, `steps` times.
void chained(Run &run, int steps, const std::function<void(Array<BFloat16> &, Array<BFloat16> &)> &launch) {
  constexpr int kTile = 128 * 128;
  auto &a = whole(run, (steps + 1) * kTile, 3), &b = permutations(run, steps + 1);
  std::vector<double> expected(a.values.begin(), a.values.end());
  for (int t = 0; t < steps; ++t) {
    std::vector<double> next(kTile);
    addProduct(next, expected, t * kTile, 128, b, t * kTile, 128, 128, 128, 128);
    std::copy(next.begin(), next.end(), expected.begin() + (t + 1) * kTile);
  }
  launch(a, b);
  run.near("chain of " + std::to_string(steps), a, expected, {});
  run.clear();
}

void chain(Run &run) {
  for (int steps : {0, 1, 2, 5})
    chained(run, steps,
            [&](Array<BFloat16> &a, Array<BFloat16> &b) { run.launch("product_chain", {1}, a, b, (steps + 1) * 128); });
}

void overlapping(Run &run) {
  constexpr int kTile = 128 * 128;
  auto &a = whole(run, 4 * kTile, 1), &b = whole(run, 4 * kTile, 1), &c = run.zeros<BFloat16>(4 * kTile);
  std::vector<double> expected;
  for (int t = 0; t < 4; ++t) {
    std::vector<double> tile(kTile);
    addProduct(tile, a, t * kTile, 128, b, t * kTile, 128, 128, 128, 128);
    expected.insert(expected.end(), tile.begin(), tile.end());
  }
  run.launch("product_overlapping", {1}, c, a, b, 4 * 128);
  run.near("elsewhere", c, expected, {});
  run.clear();
  chained(run, 2, [&](Array<BFloat16> &both, Array<BFloat16> &factors) {
    run.launch("product_overlapping", {1}, both.at(kTile), both, factors, 2 * 128);
  });
}

void picked(Run &run) {
  for (int steps : {0, 1, 3, 9}) {
    constexpr int kTiles = 12, kBlocks = 5;
    auto &a = whole(run, kTiles * 64 * 64, 2), &b = whole(run, kTiles * 64 * 64, 2);
    auto &which = run.uniform<int>(std::max(1, kBlocks * steps), -4, kTiles - 1);
    auto &c = run.zeros<float>(kBlocks * 64 * 64);
    std::vector<double> expected;
    for (int block = 0; block < kBlocks; ++block) {
      std::vector<double> sum(64 * 64);
      for (int t = 0; t < steps; ++t)
        if (int tile = which[block * steps + t]; tile >= 0)
          addProduct(sum, a, tile * 64 * 64, 64, b, t * 64 * 64, 64, 64, 64, 64);
        else
          for (double &x : sum)
            x /= 2;
      expected.insert(expected.end(), sum.begin(), sum.end());
    }
    run.launch("product_picked", {kBlocks}, c, a, b, which, steps, kTiles * 64);
    run.near("picked, steps " + std::to_string(steps), c, expected, {});
    run.clear();
  }
}

void stopped(Run &run) {
  struct Trial {
    int k, stop;
  };
  for (Trial trial : {Trial{64, 0}, Trial{256, 2}, Trial{256, 9}, Trial{200, 0}, Trial{520, 5}}) {
    constexpr int kBlocks = 3, kRows = kBlocks * 64;
    int k = trial.k, steps = ceilDiv(k, 64);
    auto &a = whole(run, kRows * k, 2), &b = whole(run, k * 64, 2);
    auto &stop = run.zeros<int>(steps);
    auto &c = run.zeros<float>(kRows * 64);
    if (trial.stop < steps)
      stop[trial.stop] = 1;
    std::vector<double> expected(kRows * 64);
    auto addSteps = [&](int count) { addProduct(expected, a, 0, k, b, 0, 64, kRows, 64, std::min(k, 64 * count)); };
    addSteps(steps);
    for (double &x : expected)
      x *= 2;
    addSteps(std::min(trial.stop + 1, steps));
    addSteps(std::min(trial.stop, steps));
    run.launch("product_stopped", {kBlocks}, c, a, b, stop, kRows, k);
    run.near("stopped at " + std::to_string(trial.stop) + " of " + std::to_string(steps), c, expected, {});
    run.clear();
  }
}

void gathered(Run &run, int rowsOfTile) {
  struct Trial {
    int tokens, rows, k;
  };
  for (Trial trial : {Trial{5, 64, 64}, Trial{40, 130, 320}, Trial{9, 70, 200}, Trial{300, 128, 1000}}) {
    auto [tokens, rows, k] = trial;
    auto &a = whole(run, tokens * k, 2), &b = whole(run, k * 128, 2);
    auto &list = run.uniform<int>(rows, -1, tokens);
    auto &c = run.filled<float>(rows * 128, NAN);
    std::vector<double> expected(rows * 128), row(128);
    for (int r = 0; r < rows; ++r) {
      if (list[r] < 0 || list[r] >= tokens)
        continue;
      row.assign(128, 0);
      addProduct(row, a, size_t(list[r]) * k, k, b, 0, 128, 1, 128, k);
      std::copy(row.begin(), row.end(), expected.begin() + r * 128);
    }
    run.launch("product_gathered<" + std::to_string(rowsOfTile) + ">", {uint32_t(ceilDiv(rows, rowsOfTile))}, c, a, b,
               list, tokens, rows, k);
    run.near("rows of a list", c, expected, {});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addProductLoopCases(Cases &cases) {
  cases.push_back({"product loop/chain", "product_loops", chain});
  cases.push_back({"product loop/overlapping", "product_loops", overlapping});
  cases.push_back({"product loop/picked", "product_loops", picked});
  cases.push_back({"product loop/stopped", "product_loops", stopped});
  cases.push_back({"product loop/gathered, 64 rows", "product_loops", [](Run &run) { gathered(run, 64); }});
  cases.push_back({"product loop/gathered, 128 rows", "product_loops", [](Run &run) { gathered(run, 128); }});
}

} // namespace tilec::exec

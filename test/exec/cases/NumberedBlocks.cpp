// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of tiles that their source numbers itself, and of tiles so small that several become one. With whole
// numbers, so that all is exact.
#include "test/exec/cases/WholeNumbers.h"

#include <algorithm>
#include <array>

using namespace tilec::exec;

namespace {

void numbered(Run &run, int tileRows, int tileColumns, const std::string &rest) {
  int rows = int(run.random.integer(2, 5)), columns = int(run.random.integer(2, 5));
  // The last has whole squares of eight strides.
  for (Sizes s : {Sizes{rows * tileRows, columns * tileColumns, 64},
                  {rows * tileRows - 3, columns * tileColumns - 8, 72},
                  {tileRows, 9 * tileColumns, 8},
                  {9 * tileRows + 1, tileColumns, 40},
                  {9 * tileRows, 8 * tileColumns, 8}}) {
    auto &a = wholeNumbers<Half>(run, size_t(s.m) * s.k), &b = wholeNumbers<Half>(run, size_t(s.k) * s.n);
    auto &c = run.filled<float>(size_t(s.m) * s.n, -1.0f);
    int blocks = int(ceilDiv(s.m, tileRows) * ceilDiv(s.n, tileColumns));
    auto &runs = run.zeros<int>(blocks);
    run.launch("numbered_product<" + std::to_string(tileRows) + ", " + std::to_string(tileColumns) + ", " + rest + ">",
               {uint32_t(blocks)}, c, runs, a, b, s.m, s.n, s.k);
    run.equal("product", c, product<float>(a, b, s.m, s.n, s.k));
    run.equal("runs", runs, std::vector<int>(blocks, 1));
    run.clear();
  }
}

/// A grid for `rows` times `columns` tiles, and the tile that its block x, y computes.
struct Order {
  const char *name, *kernel;
  int tileRows, tileColumns;
  /// Of rows and columns of tiles, and an offset.
  std::array<uint32_t, 2> (*gridOf)(int rows, int columns, int offset);
  std::array<int, 2> (*tileOf)(int x, int y, int rows, int columns, int offset);
};

std::array<uint32_t, 2> oneForEach(int rows, int columns, int) {
  return {uint32_t(rows * columns), 1};
}

const Order kOrders[] = {
    {"snake", "ordered_product<64, 64, 0>", 64, 64, oneForEach,
     [](int x, int, int, int columns, int) {
       int i = x / columns;
       return std::array{i, i % 2 ? columns - 1 - x % columns : x % columns};
     }},
    {"turned", "ordered_product<128, 64, 1>", 128, 64, oneForEach,
     [](int x, int, int rows, int columns, int offset) {
       int id = (x + offset) % (rows * columns);
       return std::array{id % rows, id / rows};
     }},
    {"below", "ordered_product<64, 128, 2>", 64, 128,
     [](int rows, int columns, int offset) { return std::array{uint32_t((rows - offset) * columns), 1u}; },
     [](int x, int, int, int columns, int offset) { return std::array{x / columns + offset, x % columns}; }},
    {"below, too few", "ordered_product<64, 128, 2>", 64, 128,
     [](int rows, int columns, int offset) { return std::array{uint32_t((rows - offset) * columns - 1), 1u}; },
     [](int x, int, int, int columns, int offset) { return std::array{x / columns + offset, x % columns}; }},
    {"diagonal", "ordered_product<64, 64, 3>", 64, 64,
     [](int rows, int, int) { return std::array{uint32_t(rows), 1u}; },
     [](int x, int, int, int columns, int offset) { return std::array{x, (2 * x + offset) % columns}; }},
    {"skewed", "ordered_product<64, 64, 4>", 64, 64,
     [](int rows, int columns, int) { return std::array{uint32_t(columns), uint32_t(rows)}; },
     [](int x, int y, int, int columns, int) { return std::array{y, (x + y) % columns}; }},
};

void ordered(Run &run, const Order &order) {
  for (int rest : {0, 5}) {
    int rows = int(run.random.integer(2, 4)), columns = int(run.random.integer(2, 5)), k = 64 + 8 * rest;
    int m = rows * order.tileRows - rest, n = columns * order.tileColumns - 8 * rest, offset = 1;
    auto &a = wholeNumbers<Half>(run, size_t(m) * k), &b = wholeNumbers<Half>(run, size_t(k) * n);
    auto &c = run.filled<float>(size_t(m) * n, -1.0f);
    auto &runs = run.zeros<int>(rows * columns);
    auto [gridX, gridY] = order.gridOf(rows, columns, offset);
    run.launch(order.kernel, {gridX, gridY}, c, runs, a, b, m, n, k, offset);
    std::vector<int> expectedRuns(rows * columns, 0);
    for (int y = 0; y < int(gridY); ++y)
      for (int x = 0; x < int(gridX); ++x) {
        auto [i, j] = order.tileOf(x, y, rows, columns, offset);
        ++expectedRuns[i * columns + j];
      }
    std::vector<float> expected = product<float>(a, b, m, n, k);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        if (!expectedRuns[i / order.tileRows * columns + j / order.tileColumns])
          expected[size_t(i) * n + j] = -1;
    run.equal("product", c, expected);
    run.equal("runs", runs, expectedRuns);
    run.clear();
  }
}

/// A grid of `rows` times `columns` tiles, with a factor for each row and a term for each column of the result.
template <class T>
void small(Run &run, const std::string &kernel, int tileRows, int tileColumns, bool turned, bool isNumbered, int rows,
           int columns) {
  int m = rows * tileRows - 3, n = columns * tileColumns - 8, k = 48;
  auto &a = wholeNumbers<T>(run, size_t(m) * k), &b = wholeNumbers<T>(run, size_t(k) * n);
  auto &scale = wholeNumbers<float>(run, size_t(m)), &bias = wholeNumbers<float>(run, size_t(n));
  auto &c = run.filled<float>(size_t(m) * n, -1.0f);
  Array<T> *stored = &b;
  if (turned) {
    stored = &run.zeros<T>(size_t(k) * n);
    for (int l = 0; l < k; ++l)
      for (int j = 0; j < n; ++j)
        (*stored)[size_t(j) * k + l] = b[size_t(l) * n + j];
  }
  Grid grid = isNumbered ? Grid{uint32_t(rows * columns)} : Grid{uint32_t(rows), uint32_t(columns)};
  run.launch(kernel, grid, c, a, *stored, scale, bias, m, n, k);
  std::vector<float> expected = product<float>(a, b, m, n, k);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      expected[size_t(i) * n + j] = std::max(expected[size_t(i) * n + j] * scale[i] + bias[j], 0.0f);
  run.equal("product", c, expected);
  run.clear();
}

/// The kernel computes the extents of its matrices of the grid's.
void ofGrid(Run &run, int rows, int columns) {
  int m = rows * 16 - 8, n = columns * 16 - 8, k = 48;
  auto &a = wholeNumbers<Half>(run, size_t(m) * k), &b = wholeNumbers<Half>(run, size_t(k) * n);
  auto &c = run.filled<float>(size_t(m) * n, -1.0f);
  run.launch("product_of_grid<16, 16, 32>", {uint32_t(rows), uint32_t(columns)}, c, a, b, k);
  run.equal("product", c, product<float>(a, b, m, n, k));
  run.clear();
}

} // namespace

namespace tilec::exec {

void addNumberedBlockCases(Cases &cases) {
  auto add = [&](int rows, int columns, const std::string &rest) {
    cases.push_back({"numbered blocks/" + std::to_string(rows) + "x" + std::to_string(columns) + ", " + rest,
                     "numbered_blocks", [=](Run &run) { numbered(run, rows, columns, rest); }});
  };
  add(128, 64, "8, false");
  add(256, 128, "3, false");
  add(256, 64, "4, false");
  add(64, 128, "4, true");
  add(128, 128, "8, true");
  for (const Order &order : kOrders)
    cases.push_back(
        {std::string("numbered blocks/") + order.name, "numbered_blocks", [&order](Run &run) { ordered(run, order); }});
  // Of so many blocks that several become one; of as many that do not divide; and of few.
  auto addSmall = [&](auto element, const std::string &types, int rows, int columns, int depth, bool turned,
                      bool isNumbered) {
    auto text = [](bool value) { return value ? "true" : "false"; };
    std::string kernel = "small_product<" + types + ", " + std::to_string(rows) + ", " + std::to_string(columns) +
                         ", " + std::to_string(depth) + ", " + text(turned) + ", " + text(isNumbered) + ">";
    bool isOfBytes = sizeof(element) == 1;
    cases.push_back({"small blocks/" + kernel, isOfBytes ? "small_blocks_fp8" : "small_blocks", [=](Run &run) {
                       for (auto [x, y] : {std::pair(48, 56), {47, 53}, {4, 3}})
                         small<decltype(element)>(run, kernel, rows, columns, turned, isNumbered, x, y);
                     }});
  };
  addSmall(Half(), "__half, __half", 16, 16, 32, false, false);
  addSmall(Half(), "__half, __half", 16, 16, 32, true, true);
  addSmall(BFloat16(), "__nv_bfloat16, __nv_bfloat16", 16, 32, 32, false, true);
  addSmall(Float8E4M3(), "__nv_fp8_e4m3, __nv_fp8_e4m3", 32, 16, 32, true, false);
  addSmall(float(), "float, __nv_tf32", 16, 16, 16, false, true);
  cases.push_back({"small blocks/product_of_grid", "small_blocks", [](Run &run) {
                     for (auto [x, y] : {std::pair(48, 56), {4, 3}})
                       ofGrid(run, x, y);
                   }});
}

} // namespace tilec::exec

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Early returns, persistent blocks, grids, loops over tiles; locks and blocks that wait for one another; printf and
// assert.
#include "test/exec/harness/Cases.h"

#include <numeric>

using namespace tilec::exec;

namespace {

void doubleUnlessMarked(Run &run) {
  for (int n : {384, 400}) {
    auto &in = run.uniform<int>(n, 0, 1000), &out = run.filled<int>(n, -1);
    in[64] = -3, in[2 * 64] = 0, in[5 * 64] = -1;
    run.launch("double_unless_marked", {10}, out, in, n); // the last blocks have nothing to do
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i)
      expected[i] = in[i / 64 * 64] < 0 ? -1 : 2 * in[i];
    run.equal("double_unless_marked", out, expected);
    run.clear();
  }
}

void findInRows(Run &run) {
  for (auto [rows, columns] : {std::pair(12, 150), std::pair(3, 33)}) {
    auto &in = run.uniform<int>(rows * columns, 0, 150), &out = run.filled<int>(rows, -9);
    run.launch("find_in_rows", {uint32_t(rows)}, out, in, columns, 42);
    std::vector<int> expected(rows, -1);
    for (int i = 0; i < rows; ++i)
      for (int j = columns - 1; j >= 0; --j)
        if (in[i * columns + j] == 42)
          expected[i] = j;
    run.equal("find_in_rows", out, expected);
    run.clear();
  }
}

int classify(int x) {
  if (x % 5 == 0)
    return 10;
  if (x % 5 == 1 || x % 5 == 2) {
    int total = 0;
    for (int i = 0; i < x; i += 2) {
      if (total > 20)
        return -total;
      total += i;
    }
    return total;
  }
  return x % 5 == 3 ? x + 100 : x;
}

void scalarControl(Run &run) {
  for (int n : {130, 17}) {
    auto &in = run.uniform<int>(n, 0, 200), &out = run.filled<int>(n, -1);
    run.launch("scalar_control", {uint32_t(n + 20)}, out, in, n);
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i) {
      int x = in[i], kind = classify(x);
      if (kind == 10) {
        expected[i] = 7;
        continue;
      }
      if (kind != 0)
        x = kind;
      do
        x -= 3;
      while (x != 41 && x > 40);
      expected[i] = x + 1000 * int(std::to_string(i).size());
    }
    run.equal("scalar_control", out, expected);
    run.clear();
  }
}

void square(Run &run, bool byCounter) {
  for (int n : {1, 128, 3000})
    for (uint32_t blocks : {1u, 3u, 40u}) {
      auto &in = run.uniform<float>(n, -9, 9), &out = run.zeros<float>(n);
      auto &next = run.zeros<int>(1);
      if (byCounter)
        run.launch("square_by_counter", {blocks}, out, in, n, next);
      else
        run.launch("square_by_stride", {blocks}, out, in, n);
      std::vector<float> expected(n);
      for (int i = 0; i < n; ++i)
        expected[i] = in[i] * in[i];
      run.equal("squares", out, expected);
      run.clear();
    }
}

void gridCoordinates(Run &run) {
  for (auto [nx, ny, nz] : {std::array{3u, 4u, 5u}, std::array{7u, 1u, 2u}}) {
    auto &out = run.zeros<unsigned>(6 * nx * ny * nz);
    run.launch("grid_coordinates", {nx, ny, nz}, out);
    std::vector<unsigned> expected;
    for (unsigned z = 0; z < nz; ++z)
      for (unsigned y = 0; y < ny; ++y)
        for (unsigned x = 0; x < nx; ++x)
          for (unsigned value : {x, y, z, nx, ny, nz})
            expected.push_back(value);
    run.equal("grid_coordinates", out, expected);
    run.clear();
  }
}

/// The points are chaotic: where two ways to round the same formula disagree, either count is right.
int escapeCount(double cx, double cy, int limit, bool fused) {
  double x = 0, y = 0;
  int count = 0;
  for (int round = 0; round < limit; ++round) {
    double next = (fused ? std::fma(x, x, -(y * y)) : x * x - y * y) + cx;
    y = fused ? std::fma(2 * x, y, cy) : 2 * x * y + cy;
    x = next;
    if (!(x * x + y * y <= 4.0))
      return count;
    ++count;
  }
  return count;
}

void mandelbrot(Run &run) {
  for (auto [rows, columns, limit] : {std::array{21, 45, 60}, std::array{40, 16, 25}}) {
    double left = -2.1, top = 1.3, step = 3.0 / columns;
    auto &counts = run.filled<int>(rows * columns, -1);
    run.launch("mandelbrot", {uint32_t(ceilDiv(columns, 16)), uint32_t(ceilDiv(rows, 8))}, counts, rows, columns, left,
               top, step, limit);
    int disputed = 0;
    for (int i = 0; i < rows * columns; ++i) {
      double cx = left + (i % columns) * step, cy = top - (i / columns) * step;
      int a = escapeCount(cx, cy, limit, false), b = escapeCount(cx, cy, limit, true);
      disputed += a != b;
      run.require(a != b || counts[i] == a, "counts[" + std::to_string(i) + "]: got " + std::to_string(counts[i]) +
                                                ", expected " + std::to_string(a));
    }
    run.require(disputed * 20 < rows * columns, "too few points are certain for this test to mean anything");
    run.clear();
  }
}

void ticketLock(Run &run) {
  for (auto [blocks, rounds] : {std::pair(7, 1), std::pair(3, 4)}) {
    auto &lock = run.zeros<int>(2), &data = run.zeros<int>(33);
    run.launch("ticket_lock", {uint32_t(blocks)}, lock, data, rounds);
    std::vector<int> expected(33);
    for (int k = 0; k < blocks * rounds; ++k, ++expected[32])
      for (int i = 0; i < 32; ++i)
        expected[i] = expected[i] * 3 + i;
    run.equal("data under the lock", data, expected);
    run.equal("lock", lock, {blocks * rounds, blocks * rounds});
    run.clear();
  }
}

void exchangeLock(Run &run) {
  for (int blocks : {20, 3}) {
    auto &lock = run.zeros<int>(1);
    auto &total = run.zeros<long>(1);
    run.launch("exchange_lock", {uint32_t(blocks)}, lock, total, 1000L);
    run.equal("total", total, {1000L * blocks + blocks * (blocks - 1) / 2});
    run.equal("lock", lock, {0});
    run.clear();
  }
}

void lastBlockSum(Run &run) {
  for (int n : {1, 256, 5000, 70000}) {
    uint32_t blocks = ceilDiv(n, 256);
    auto &in = run.uniform<float>(n, -8, 8), &result = run.zeros<float>(1), &partials = run.zeros<float>(blocks);
    for (float &x : in.values)
      x = std::floor(x);
    auto &finished = run.zeros<unsigned>(1);
    float expected = std::accumulate(in.values.begin(), in.values.end(), 0.0f);
    for (int launch = 0; launch < 2; ++launch) { // the counter is left ready for the second
      run.launch("last_block_sum", {blocks}, result, partials, finished, in, n);
      run.near("sum", result, std::vector<float>{expected}, {});
      result[0] = 0;
    }
    run.clear();
  }
}

/// Largest of the sums i[r][t] * j[t][c], with i and j counting from x and y: where r and c are last.
float largestOfProduct(unsigned x, unsigned y) {
  float sum = 0;
  for (int t = 0; t < 16; ++t)
    sum += float(240 + t + x) * float(16 * t + 15 + y);
  return sum;
}

void countBlocks(Run &run) {
  using Extents = std::array<uint32_t, 3>;
  for (auto [x, y, z] : {Extents{1, 1, 1}, Extents{8, 3, 1}, Extents{9, 4, 2}, Extents{19, 5, 3}, Extents{3, 7, 1}}) {
    auto &runs = run.zeros<int>(x * y * z);
    auto &products = run.zeros<float>(x * y * z);
    run.launch("count_blocks", {x, y, z}, runs, products);
    run.equal("runs of each block", runs, std::vector<int>(x * y * z, 1));
    std::vector<float> expected;
    for (unsigned block = 0; block < x * y * z; ++block)
      expected.push_back(largestOfProduct(block % x, block / x % y));
    run.near("products", products, expected, {1e-6, 0});
    run.clear();
  }
}

void printScalars(Run &run) {
  auto &returned = run.filled<int>(1, -1);
  std::string text = run.printed([&] { run.launch("print_scalars", {1}, -5, 2.5, 1234567890123ll, 'x', returned); });
  std::string expected = "int -5 hex fffffffb float 2.500 long 1234567890123 char x percent %\n";
  run.require(text == expected, "printed \"" + text + "\", expected \"" + expected + "\"");
  run.equal("result of printf", returned, {5});
}

void printTiles(Run &run) {
  std::string text = run.printed([&] { run.launch("print_tiles", {1}); });
  std::string expected = "row [0, 1, 2, 3]\nmatrix [[1.5, 1.5], [1.5, 1.5]]\n";
  run.require(text == expected, "printed \"" + text + "\", expected \"" + expected + "\"");
}

void printSomeBlocks(Run &run) {
  std::string text = run.printed([&] { run.launch("print_some_blocks", {10}); });
  std::string a = "block 3 of 10\n", b = "block 7 of 10\n";
  run.require(text == a + b || text == b + a, "printed \"" + text + "\"");
}

void assertionThatHolds(Run &run) {
  for (int n : {200, int(run.random.integer(1, 64))}) {
    auto &in = run.uniform<int>(n, 0, 99), &out = run.zeros<int>(n);
    run.launch("checked_copy", {uint32_t(ceilDiv(n, 64))}, out, in, n, 100);
    run.equal("copy", out, in.values);
    run.clear();
  }
}

void assertionThatFails(Run &run) {
  auto &in = run.uniform<int>(200, 0, 99), &out = run.zeros<int>(200);
  in[150] = 100;
  Outcome outcome = run.tryLaunch("checked_copy", {4}, out, in, 200, 100);
  run.require(outcome.kind == Outcome::Kind::Failed, "a false assertion did not stop the launch");
  for (const char *part : {"assertion.cu", "reduce_max", "limit"})
    run.require(outcome.message.find(part) != std::string::npos,
                "message \"" + outcome.message + "\" does not hold \"" + part + "\"");
}

} // namespace

namespace tilec::exec {

void addControlFlowCases(Cases &cases) {
  cases.push_back({"early return/block", "early_return", doubleUnlessMarked});
  cases.push_back({"early return/loop", "early_return", findInRows});
  cases.push_back({"early return/scalars", "early_return", scalarControl});
  cases.push_back({"persistent/stride", "persistent", [](Run &run) { square(run, false); }});
  cases.push_back({"persistent/counter", "persistent", [](Run &run) { square(run, true); }});
  cases.push_back({"grid coordinates", "persistent", gridCoordinates});
  cases.push_back({"grid/every block once", "block_raster", countBlocks});
  cases.push_back({"mandelbrot", "mandelbrot", mandelbrot});
  cases.push_back({"ticket lock", "synchronization", ticketLock});
  cases.push_back({"exchange lock", "synchronization", exchangeLock});
  cases.push_back({"last block sum", "synchronization", lastBlockSum});
  cases.push_back({"printf/scalars", "print", printScalars});
  cases.push_back({"printf/tiles", "print", printTiles});
  cases.push_back({"printf/some blocks", "print", printSomeBlocks});
  cases.push_back({"assert/holds", "assertion", assertionThatHolds});
  cases.push_back({"assert/fails", "assertion", assertionThatFails, Case::Where::HostOnly});
}

} // namespace tilec::exec

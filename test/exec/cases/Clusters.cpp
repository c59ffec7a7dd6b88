// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tile blocks whose work the CTAs of a cluster share: each kernel with every number of CTAs against one reference,
// whole numbers exactly. Ragged rows, one block and several.
#include "test/exec/cases/SoftmaxReference.h"
#include "test/exec/harness/Cases.h"
#include <algorithm>

using namespace tilec::exec;

namespace {

constexpr int kCtas[] = {1, 2, 4, 8, 16};

std::string of(const std::string &kernel, int ctas) {
  return kernel + ", " + std::to_string(ctas) + ">";
}

template <class T>
void softmaxOf(Run &run, const std::string &kernel, std::vector<std::pair<int, int>> sizes, Bound bound) {
  for (auto [rows, columns] : sizes) {
    auto &in = run.uniform<T>(size_t(rows) * columns, -100, 100), &out = run.zeros<T>(size_t(rows) * columns);
    run.launch(kernel, {uint32_t(rows)}, out, in, rows, columns);
    run.near(kernel, out, softmax(in.values, rows, columns), bound);
    run.clear();
  }
}

void rmsNormOf(Run &run, const std::string &kernel, std::vector<std::pair<int, int>> sizes) {
  constexpr float kEpsilon = 1e-5f;
  for (auto [rows, columns] : sizes) {
    auto &in = run.uniform<float>(size_t(rows) * columns, -4, 4), &weight = run.uniform<float>(columns, 0.5, 2);
    auto &out = run.zeros<float>(size_t(rows) * columns);
    run.launch(kernel, {uint32_t(rows)}, out, in, weight, rows, columns, kEpsilon);
    std::vector<double> expected(in.values.size());
    for (int i = 0; i < rows; ++i) {
      double squares = 0;
      for (int j = 0; j < columns; ++j)
        squares += double(in[i * columns + j]) * in[i * columns + j];
      for (int j = 0; j < columns; ++j)
        expected[i * columns + j] = in[i * columns + j] / std::sqrt(squares / columns + kEpsilon) * weight[j];
    }
    run.near(kernel, out, expected, {1e-5, 1e-6});
    run.clear();
  }
}

struct Normalised {
  std::vector<double> rows, means, rstds;
};

Normalised normalised(const std::vector<float> &in, const std::vector<float> &weight, const std::vector<float> &bias,
                      int rows, float epsilon) {
  size_t columns = weight.size();
  Normalised result{std::vector<double>(in.size()), std::vector<double>(rows), std::vector<double>(rows)};
  for (int i = 0; i < rows; ++i) {
    const float *row = in.data() + i * columns;
    double &mean = result.means[i], squares = 0;
    for (size_t j = 0; j < columns; ++j)
      mean += double(row[j]) / columns;
    for (size_t j = 0; j < columns; ++j)
      squares += (row[j] - mean) * (row[j] - mean);
    result.rstds[i] = 1 / std::sqrt(squares / columns + epsilon);
    for (size_t j = 0; j < columns; ++j)
      result.rows[i * columns + j] = (row[j] - mean) * result.rstds[i] * weight[j] + bias[j];
  }
  return result;
}

void layerNorm(Run &run, const std::string &kernel, int rows, int columns) {
  constexpr float kEpsilon = 1e-5f;
  size_t size = size_t(rows) * columns;
  auto &in = run.uniform<float>(size, -3, 5), &weight = run.uniform<float>(columns, 0.5, 2);
  auto &bias = run.uniform<float>(columns, -1, 1), &totals = run.zeros<float>(columns);
  auto &out = run.zeros<float>(size), &means = run.zeros<float>(rows), &rstds = run.zeros<float>(rows);
  run.launch(kernel, {uint32_t(rows)}, out, means, rstds, totals, in, weight, bias, columns, kEpsilon);
  Normalised expected = normalised(in.values, weight.values, bias.values, rows, kEpsilon);
  std::vector<double> total(columns);
  for (size_t i = 0; i < size; ++i)
    total[i % columns] += expected.rows[i];
  run.near(kernel, out, expected.rows, {1e-4, 1e-5});
  run.near(kernel + " mean", means, expected.means, {1e-5, 1e-5});
  run.near(kernel + " rstd", rstds, expected.rstds, {1e-5, 1e-5});
  run.near(kernel + " totals", totals, total, {1e-4, 1e-4});
  run.clear();
}

template <class T>
void longLayerNorm(Run &run, const std::string &kernel, int rows, int columns, Bound bound = {1e-4, 1e-4}) {
  constexpr float kEpsilon = 1e-5f;
  auto &in = run.uniform<T>(size_t(rows) * columns, -3, 5), &weight = run.uniform<T>(columns, 0.5, 2);
  auto &bias = run.uniform<T>(columns, -1, 1), &out = run.zeros<T>(size_t(rows) * columns);
  run.launch(kernel, {uint32_t(rows)}, out, in, weight, bias, rows, columns, kEpsilon);
  auto floats = [](const std::vector<T> &values) { return std::vector<float>(values.begin(), values.end()); };
  run.near(kernel, out, normalised(floats(in.values), floats(weight.values), floats(bias.values), rows, kEpsilon).rows,
           bound);
  run.clear();
}

void sums(Run &run, const std::string &kernel, int rowsOfBlock, int rows, int columns) {
  int blocks = ceilDiv(rows, rowsOfBlock);
  auto &in = run.uniform<int>(size_t(rows) * columns, 0, 1 << 20);
  auto &sums = run.zeros<int>(rows), &largest = run.zeros<int>(rows);
  auto &ofBlocks = run.zeros<int>(size_t(blocks) * columns);
  run.launch(kernel, {uint32_t(blocks)}, sums, largest, ofBlocks, in, rows, columns);
  std::vector<int> expectedSums(rows), expectedLargest(rows), expectedOfBlocks(size_t(blocks) * columns);
  auto add = [](int &sum, int value) { sum = int(unsigned(sum) + unsigned(value)); };
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      int value = in[i * columns + j];
      add(expectedSums[i], value);
      expectedLargest[i] = std::max(expectedLargest[i], value);
      add(expectedOfBlocks[i / rowsOfBlock * columns + j], value);
    }
  run.equal(kernel + " sums", sums, expectedSums);
  run.equal(kernel + " largest", largest, expectedLargest);
  run.equal(kernel + " of blocks", ofBlocks, expectedOfBlocks);
  run.clear();
}

void running(Run &run, const std::string &kernel, int width, int rows, int columns) {
  int tiles = ceilDiv(columns, width);
  auto &in = run.uniform<int>(size_t(rows) * columns, 0, 50);
  auto &sums = run.zeros<int>(rows), &peaks = run.zeros<int>(size_t(rows) * std::max(tiles, 1));
  run.launch(kernel, {uint32_t(rows)}, sums, peaks, in, columns);
  std::vector<int> expected(rows), expectedPeaks(peaks.values.size());
  for (int i = 0; i < rows; ++i)
    for (int t = 0; t < tiles; ++t) {
      int peak = 0;
      for (int j = t * width; j < std::min(columns, (t + 1) * width); ++j)
        peak = std::max(peak, in[i * columns + j]);
      for (int j = t * width; j < std::min(columns, (t + 1) * width); ++j)
        expected[i] += in[i * columns + j] == peak ? peak : 0;
      expectedPeaks[i * tiles + t] = expected[i];
    }
  run.equal(kernel + " sums", sums, expected);
  run.equal(kernel + " peaks", peaks, expectedPeaks);
  run.clear();
}

void reverse(Run &run, const std::string &kernel, int blocks, int rounds) {
  constexpr int kWidth = 256;
  auto &in = run.uniform<int>(size_t(blocks) * kWidth, -1000, 1000);
  auto &between = run.zeros<int>(in.values.size()), &out = run.zeros<int>(in.values.size());
  run.launch(kernel, {uint32_t(blocks)}, out, between, in, rounds);
  std::vector<int> expected = in.values;
  for (int block = 0; block < blocks; ++block) {
    auto begin = expected.begin() + block * kWidth;
    if (rounds % 2)
      std::reverse(begin, begin + kWidth);
    for (int i = 0; i < kWidth; ++i)
      begin[i] += rounds;
  }
  run.equal(kernel, out, expected);
  run.clear();
}

void tickets(Run &run, const std::string &kernel, int blocks) {
  constexpr int kWidth = 128;
  auto &in = run.uniform<int>(size_t(blocks) * kWidth, -1000, 1000);
  auto &out = run.zeros<int>(in.values.size()), &taken = run.filled<int>(blocks, -1), &counter = run.zeros<int>(1);
  run.launch(kernel, {uint32_t(blocks)}, out, taken, counter, in);
  std::vector<int> sorted = taken.values, expectedTickets(blocks), expected(in.values.size());
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < blocks; ++i)
    expectedTickets[i] = i;
  run.equal(kernel + " tickets", sorted, expectedTickets);
  for (int block = 0; block < blocks; ++block)
    std::copy_n(in.values.begin() + block * kWidth, kWidth, expected.begin() + taken[block] * kWidth);
  run.equal(kernel, out, expected);
  run.clear();
}

} // namespace

namespace tilec::exec {

void addClusterCases(Cases &cases) {
  constexpr Bound forFloat{2e-5, 1e-7}, forHalf{1e-2, 1e-6};
  auto add = [&](const std::string &name, auto body) {
    for (int ctas : kCtas)
      cases.push_back(
          {"clusters/" + name + ", " + std::to_string(ctas), "cluster_rows", [=](Run &run) { body(run, ctas); }});
  };
  add("softmax", [=](Run &run, int ctas) {
    softmaxOf<float>(run, of("cluster_softmax<float, 256", ctas), {{1, 256}, {5, 200}, {3, 1}}, forFloat);
    softmaxOf<float>(run, of("cluster_softmax<float, 4096", ctas), {{1, 4096}, {3, 1000}}, forFloat);
    softmaxOf<BFloat16>(run, of("cluster_softmax<__nv_bfloat16, 4096", ctas), {{2, 4096}, {2, 4088}}, forHalf);
  });
  add("RMS norm", [](Run &run, int ctas) {
    rmsNormOf(run, of("cluster_rms_norm<float, 4096", ctas), {{1, 4096}, {3, 4095}, {2, 2048}});
  });
  add("layer norm", [](Run &run, int ctas) {
    for (auto [rows, columns] : {std::pair(1, 1024), std::pair(5, 777)})
      layerNorm(run, of("cluster_layer_norm<1024", ctas), rows, columns);
  });
  add("sums of whole numbers", [](Run &run, int ctas) {
    for (auto [rows, columns] : {std::pair(4, 512), std::pair(10, 300), std::pair(3, 512)})
      sums(run, of("cluster_sums<4, 512", ctas), 4, rows, columns);
    for (auto [rows, columns] : {std::pair(16, 32), std::pair(50, 31)})
      sums(run, of("cluster_sums<16, 32", ctas), 16, rows, columns);
  });
  add("running sums", [](Run &run, int ctas) {
    for (auto [rows, columns] : {std::pair(1, 256), std::pair(3, 2000), std::pair(2, 5), std::pair(1, 0)})
      running(run, of("cluster_running<256", ctas), 256, rows, columns);
  });
  add("reverse", [](Run &run, int ctas) {
    for (auto [blocks, rounds] : {std::pair(1, 0), std::pair(1, 1), std::pair(3, 5)})
      reverse(run, of("cluster_reverse<256", ctas), blocks, rounds);
  });
  add("tickets", [](Run &run, int ctas) {
    for (int blocks : {1, 7})
      tickets(run, of("cluster_tickets<128", ctas), blocks);
  });
  cases.push_back({"clusters/long rows", "cluster_long_rows", [=](Run &run) {
                     softmaxOf<float>(run, "cluster_softmax<float, 65536, 8>", {{2, 65536}, {1, 60001}}, forFloat);
                     for (int ctas : {2, 4, 8, 16})
                       softmaxOf<BFloat16>(run, of("cluster_softmax<__nv_bfloat16, 65536", ctas), {{1, 65536}}, forHalf);
                     rmsNormOf(run, "long_rms_norm<float, 65536, 8>", {{1, 65536}, {2, 65000}});
                     for (auto [rows, columns] : {std::pair(1, 65536), std::pair(2, 60003)})
                       longLayerNorm<float>(run, "long_layer_norm<float, 65536, 8>", rows, columns);
                   }});
  // Clusters that stay, and draw.
  cases.push_back({"clusters/drawn rows", "cluster_long_rows", [=](Run &run) {
                     softmaxOf<float>(run, "cluster_softmax<float, 65536, 2>", {{5, 65536}, {1, 65536}}, forFloat);
                     longLayerNorm<float>(run, "long_layer_norm<float, 65536, 8>", 3, 65536);
                   }});
  // Rows in quarters, and weights that lanes and shared memory keep together.
  cases.push_back({"clusters/rows in quarters", "cluster_long_rows", [](Run &run) {
                     rmsNormOf(run, "long_rms_norm<float, 65536, 2>", {{3, 65536}, {2, 50000}});
                     longLayerNorm<float>(run, "long_layer_norm<float, 65536, 2>", 3, 65536);
                     longLayerNorm<float>(run, "long_layer_norm<float, 65536, 2>", 1, 60003);
                   }});
  // Too long for registers beside the row: weights and bias stay in shared memory.
  cases.push_back({"clusters/longest rows", "cluster_long_rows", [](Run &run) {
                     longLayerNorm<BFloat16>(run, "long_layer_norm<__nv_bfloat16, 131072, 8>", 2, 131072, {1e-2, 2e-2});
                   }});
}

} // namespace tilec::exec

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is a product underneath: linear attention, convolution, small systems of equations, the nearest row of a table.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

void linearAttention(Run &run) {
  constexpr int kWidth = 64, kHeads = 2;
  for (int length : {64, int(run.random.integer(65, 200))}) {
    size_t count = size_t(kHeads) * length * kWidth;
    auto &q = run.uniform<Half>(count, -1, 1), &k = run.uniform<Half>(count, -0.5, 0.5),
         &v = run.uniform<Half>(count, -1, 1);
    auto &gates = run.uniform<float>(count, -0.05, 0);
    auto &out = run.zeros<float>(count), &last = run.zeros<float>(kHeads * kWidth * kWidth);
    run.launch("gated_linear_attention<64, 64>", {kHeads}, out, last, q, k, v, gates, kHeads, length);
    std::vector<double> expected(count), state(kHeads * kWidth * kWidth);
    for (int h = 0; h < kHeads; ++h)
      for (int t = 0; t < length; ++t) {
        size_t row = (size_t(h) * length + t) * kWidth;
        for (int i = 0; i < kWidth; ++i)
          for (int j = 0; j < kWidth; ++j) {
            double &cell = state[(h * kWidth + i) * kWidth + j];
            cell = cell * std::exp(double(gates[row + i])) + double(k[row + i]) * double(v[row + j]);
            expected[row + j] += double(q[row + i]) * cell;
          }
      }
    // Factors are rounded to half, sums are of some hundred products.
    run.near("out", out, expected, {4e-3, 2e-2});
    run.near("state", last, state, {4e-3, 1e-2});
    run.clear();
  }
}

struct Image {
  int images, height, width, channels, outputs, size, stride, border;
};

void convolution(Run &run) {
  int odd = int(run.random.integer(5, 11));
  for (auto [images, height, width, channels, outputs, size, stride, border] : {Image{1, 8, 8, 32, 64, 3, 1, 1},
                                                                                {2, 7, odd, 40, 72, 3, 2, 1},
                                                                                {1, odd, 6, 5, 3, 1, 1, 0},
                                                                                {1, 9, 9, 8, 16, 5, 3, 2}}) {
    int rows = (height + 2 * border - size) / stride + 1, columns = (width + 2 * border - size) / stride + 1;
    int count = images * rows * columns;
    auto &in = run.uniform<Half>(images * height * width * channels, -1, 1);
    auto &filter = run.uniform<Half>(size * size * channels * outputs, -1, 1);
    auto &out = run.zeros<Half>(count * outputs);
    run.launch("convolution<64, 32, 64>", {uint32_t(ceilDiv(count, 64)), uint32_t(ceilDiv(outputs, 64))}, out, in,
               filter, images, height, width, channels, outputs, size, stride, border);
    std::vector<double> expected(out.size());
    for (int pixel = 0; pixel < count; ++pixel)
      for (int part = 0; part < size * size; ++part) {
        int y = pixel / columns % rows * stride - border + part / size,
            x = pixel % columns * stride - border + part % size;
        if (y < 0 || y >= height || x < 0 || x >= width)
          continue;
        size_t source = ((size_t(pixel / (rows * columns)) * height + y) * width + x) * channels;
        for (int c = 0; c < channels; ++c)
          for (int o = 0; o < outputs; ++o)
            expected[pixel * outputs + o] +=
                double(in[source + c]) * double(filter[(part * channels + c) * outputs + o]);
      }
    run.near("convolution", out, expected, {1e-3, 1e-3});
    run.clear();
  }
}

template <class T> void smallSolves(Run &run, const std::string &type, int systems, int size, int sides, Bound bound) {
  for (int count : {1, systems, int(run.random.integer(systems + 1, 5 * systems))}) {
    auto &a = run.uniform<T>(count * size * size, -1, 1), &b = run.uniform<T>(count * size * sides, -1, 1);
    for (int i = 0; i < count * size; ++i)
      a[i * size + i % size] += T(size);
    auto &x = run.zeros<T>(b.size());
    std::string shape = std::to_string(systems) + ", " + std::to_string(size) + ", " + std::to_string(sides);
    run.launch("small_solves<" + type + ", " + shape + ">", {uint32_t(ceilDiv(count, systems))}, x, a, b, count);
    // What the solutions give must be the right sides.
    std::vector<double> back(b.size()), expected(b.values.begin(), b.values.end());
    for (int s = 0; s < count; ++s)
      for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j)
          for (int c = 0; c < sides; ++c)
            back[(s * size + i) * sides + c] +=
                double(a[(s * size + i) * size + j]) * double(x[(s * size + j) * sides + c]);
    run.near("small solves", back, expected, bound);
    run.clear();
  }
}

void nearestRows(Run &run) {
  for (auto [count, rows, width] : {std::tuple{64, 64, 64}, {70, 200, 96}, {3, int(run.random.integer(1, 150)), 72}}) {
    auto &queries = run.uniform<BFloat16>(count * width, -1, 1), &table = run.uniform<BFloat16>(rows * width, -1, 1);
    for (int d = 0; d < width && rows > 10; ++d) {
      // Equal rows, near and far: the first is due.
      queries[d] = table[10 * width + d] = table[(rows - 1) * width + d] = table[3 * width + d];
    }
    auto length = [width = width](const Array<BFloat16> &array, int row) {
      double sum = 0;
      for (int d = 0; d < width; ++d)
        sum += double(array[row * width + d]) * double(array[row * width + d]);
      return std::sqrt(sum);
    };
    auto &inverse = run.zeros<float>(rows), &cosines = run.zeros<float>(count);
    for (int r = 0; r < rows; ++r)
      inverse[r] = float(1 / length(table, r));
    auto &indices = run.filled<int>(count, -1);
    run.launch("nearest_rows<64, 64, 64>", {uint32_t(ceilDiv(count, 64))}, indices, cosines, queries, table, inverse,
               count, rows, width);
    for (int i = 0; i < count; ++i) {
      std::vector<double> all(rows);
      for (int r = 0; r < rows; ++r) {
        for (int d = 0; d < width; ++d)
          all[r] += double(queries[i * width + d]) * double(table[r * width + d]);
        all[r] /= length(queries, i) * length(table, r);
      }
      auto top = std::max_element(all.begin(), all.end());
      run.near("cosine", std::vector<float>{cosines[i]}, std::vector<double>{*top}, {1e-5, 1e-6});
      run.require(indices[i] >= 0 && indices[i] < rows,
                  "index " + std::to_string(indices[i]) + " of a row that is not there");
      run.near("cosine of the row", std::vector<double>{all[indices[i]]}, std::vector<double>{*top}, {1e-5, 1e-6});
      run.require((indices[i] != 10 && indices[i] != rows - 1) || i > 0 || rows <= 10, "not the first of equal rows");
    }
    run.clear();
  }
}

void leastDistances(Run &run, int size) {
  std::string kernel =
      "least_distances<" + std::to_string(size) + ", " + std::to_string(size) + ", " + std::to_string(size) + ">";
  for (auto [blocks, steps] : {std::pair{1, 0}, {1, 1}, {2, 2}, {3, 7}}) {
    int count = blocks * size - 5, rows = steps * size;
    auto &points = run.uniform<BFloat16>(count * size, -1, 1), &table = run.uniform<BFloat16>(rows * size, -1, 1);
    auto &norms = run.uniform<float>(rows, 0, 9), &least = run.zeros<float>(count);
    run.launch(kernel, {uint32_t(blocks)}, least, points, table, norms, count, rows);
    std::vector<double> expected(count, 3e38f);
    for (int i = 0; i < count; ++i)
      for (int r = 0; r < rows; ++r) {
        double product = 0;
        for (int d = 0; d < size; ++d)
          product += double(points[i * size + d]) * double(table[r * size + d]);
        expected[i] = std::min(expected[i], norms[r] - 2 * product);
      }
    run.near(kernel, least, expected, {1e-5, 1e-4});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addProductUseCases(Cases &cases) {
  cases.push_back({"linear attention/gated, in chunks", "linear_attention", linearAttention});
  cases.push_back({"convolution/as a product", "convolution", convolution});
  cases.push_back({"small solves/float", "small_solves",
                   [](Run &run) { smallSolves<float>(run, "float", 8, 16, 4, {1e-4, 2e-5}); }});
  cases.push_back({"small solves/double", "small_solves",
                   [](Run &run) { smallSolves<double>(run, "double", 4, 8, 1, {1e-12, 1e-13}); }});
  cases.push_back({"nearest rows/cosine", "nearest_rows", nearestRows});
  for (int size : {64, 128})
    cases.push_back({"nearest rows/distances, " + std::to_string(size), "nearest_rows",
                     [=](Run &run) { leastDistances(run, size); }});
}

} // namespace tilec::exec

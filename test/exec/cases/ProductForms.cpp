// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of matrices in the forms that libraries offer, and of factors that are computed on the way.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

using Matrix = std::vector<double>;

/// rows x columns sums of a(i, t) * b(t, j).
Matrix product(int rows, int columns, int depth, const auto &a, const auto &b) {
  Matrix result(size_t(rows) * columns);
  for (int i = 0; i < rows; ++i)
    for (int t = 0; t < depth; ++t) {
      double factor = a(i, t);
      for (int j = 0; j < columns; ++j)
        result[size_t(i) * columns + j] += factor * b(t, j);
    }
  return result;
}

/// Element (i, j) of a matrix in memory, `stride` elements a row.
template <class T> auto rowMajor(const Array<T> &array, int stride, size_t start = 0) {
  return [&array, stride, start](int i, int j) { return double(array[start + size_t(i) * stride + j]); };
}
template <class T> auto columnMajor(const Array<T> &array, int stride, size_t start = 0) {
  return [&array, stride, start](int i, int j) { return double(array[start + size_t(j) * stride + i]); };
}

uint32_t tiles(int size) {
  return uint32_t(ceilDiv(size, 64));
}

struct Size {
  int m, n, k;
};
/// A whole tile, a ragged size whose rows a tensor map takes, and any.
std::vector<Size> sizes(Run &run) {
  auto draw = [&](int low, int high) { return int(run.random.integer(low, high)); };
  return {{64, 64, 128}, {72, 96, 8 * draw(9, 20)}, {draw(1, 63), draw(65, 90), draw(1, 100)}};
}

constexpr Bound kSingle{1e-5, 1e-4}, kHalf{2e-3, 1e-3}, kBrain{8e-3, 1e-3};

void epilogue(Run &run) {
  for (auto [m, n, k] : sizes(run)) {
    auto &a = run.uniform<BFloat16>(m * k, -1, 1), &b = run.uniform<BFloat16>(k * n, -1, 1);
    auto &residual = run.uniform<BFloat16>(m * n, -1, 1), &d = run.zeros<BFloat16>(m * n);
    auto &rows = run.uniform<float>(m, 0.1, 1), &columns = run.uniform<float>(n, 0.1, 1),
         &bias = run.uniform<float>(n, -1, 1);
    run.launch("gemm_epilogue", {tiles(m), tiles(n)}, d, a, b, rows, columns, bias, residual, m, n, k);
    Matrix expected = product(m, n, k, rowMajor(a, k), rowMajor(b, n));
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        double x = expected[i * n + j] * rows[i] * columns[j] + bias[j];
        double gelu = x * 0.5 * (1 + std::tanh(0.7978846 * x * (1 + 0.044715 * x * x)));
        expected[i * n + j] = gelu + double(residual[i * n + j]);
      }
    run.near("epilogue", d, expected, kBrain);
    run.clear();
  }
}

void gated(Run &run) {
  for (auto [m, n, k] : sizes(run)) {
    auto &a = run.uniform<Half>(m * k, -1, 1), &d = run.zeros<Half>(m * n);
    auto &gate = run.uniform<Half>(k * n, -0.5, 0.5), &up = run.uniform<Half>(k * n, -0.5, 0.5);
    run.launch("gated_mlp", {tiles(m), tiles(n)}, d, a, gate, up, m, n, k);
    Matrix gates = product(m, n, k, rowMajor(a, k), rowMajor(gate, n));
    Matrix expected = product(m, n, k, rowMajor(a, k), rowMajor(up, n));
    for (size_t i = 0; i < gates.size(); ++i)
      expected[i] *= gates[i] / (1 + std::exp(-gates[i]));
    run.near("gated", d, expected, kHalf);
    run.clear();
  }
}

void batch(Run &run) {
  constexpr int kBatch = 3;
  for (auto [m, n, k] : sizes(run)) {
    auto &a = run.uniform<BFloat16>(kBatch * m * k, -2, 2), &b = run.uniform<BFloat16>(kBatch * k * n, -2, 2);
    auto &c = run.zeros<float>(kBatch * m * n);
    run.launch("gemm_batch", {tiles(m), tiles(n), kBatch}, c, a, b, kBatch, m, n, k);
    Matrix expected;
    for (size_t z = 0; z < kBatch; ++z) {
      Matrix one = product(m, n, k, rowMajor(a, k, z * m * k), columnMajor(b, k, z * k * n));
      expected.insert(expected.end(), one.begin(), one.end());
    }
    run.near("batch", c, expected, kSingle);
    run.clear();
  }
}

/// Tiles of two matrices of the batch and of tall ones: their results leave in pieces of some rows. Tiles of one
/// matrix, reshaped, are two warpgroups' in turn.
void piecesOfRows(Run &run) {
  for (auto [batch, m, n, k] :
       {std::array{2, 128, 128, 64}, std::array{3, 264, 136, 200}, std::array{5, 130, 70, 96}}) {
    auto &a = run.uniform<Half>(batch * m * k, -2, 2), &b = run.uniform<Half>(batch * k * n, -2, 2);
    Matrix expected;
    for (int z = 0; z < batch; ++z) {
      Matrix one = product(m, n, k, rowMajor(a, k, z * m * k), columnMajor(b, k, z * k * n));
      expected.insert(expected.end(), one.begin(), one.end());
    }
    auto &pairs = run.zeros<Half>(batch * m * n), &tall = run.zeros<Half>(batch * m * n);
    auto &planes = run.zeros<Half>(batch * m * n);
    uint32_t rows = uint32_t(ceilDiv(m, 128)), columns = uint32_t(ceilDiv(n, 128));
    run.launch("gemm_tiles<2, 128, 128>", {rows, columns, uint32_t(ceilDiv(batch, 2))}, pairs, a, b, batch, m, n, k);
    run.near("pairs", pairs, expected, kHalf);
    run.launch("gemm_tiles<1, 256, 128>", {uint32_t(ceilDiv(m, 256)), columns, uint32_t(batch)}, tall, a, b, batch, m,
               n, k);
    run.near("tall", tall, expected, kHalf);
    run.launch("gemm_of_planes", {rows, columns, uint32_t(batch)}, planes, a, b, batch, m, n, k);
    run.near("planes", planes, expected, kHalf);
    run.clear();
  }
}

void grouped(Run &run) {
  for (uint32_t blocks : {1, 3, 40}) {
    std::vector<int> start{0};
    for (int rows : {int(run.random.integer(65, 100)), 0, 1, int(run.random.integer(2, 64))})
      start.push_back(start.back() + rows);
    int groups = int(start.size()) - 1, m = start.back(), n = 8 * int(run.random.integer(1, 12)), k = 40;
    auto &a = run.uniform<Half>(m * k, -2, 2), &b = run.uniform<Half>(groups * k * n, -2, 2);
    auto &starts = run.array(start);
    auto &c = run.zeros<float>(m * n);
    run.launch("gemm_grouped", {blocks}, c, a, b, starts, groups, n, k);
    Matrix expected;
    for (int g = 0; g < groups; ++g) {
      Matrix one = product(start[g + 1] - start[g], n, k, rowMajor(a, k, size_t(start[g]) * k),
                           rowMajor(b, n, size_t(g) * k * n));
      expected.insert(expected.end(), one.begin(), one.end());
    }
    run.near("grouped", c, expected, kSingle);
    run.clear();
  }
}

/// Sizes in elements of a problem's matrices, one of them without rows, one without depth.
std::vector<Size> problemSizes(Run &run) {
  auto eights = [&](int low, int high) { return 8 * int(run.random.integer(low, high)); };
  return {{int(run.random.integer(65, 140)), eights(9, 18), eights(9, 20)},
          {0, 64, 64},
          {1, 8, 8},
          {int(run.random.integer(1, 64)), eights(1, 8), 0},
          {64, 72, eights(1, 30)}};
}

void problems(Run &run, int tile) {
  for (uint32_t blocks : {1, 3, 40}) {
    std::vector<Size> list = problemSizes(run);
    std::vector<int64_t> places;
    std::vector<int> numbers;
    size_t aSize = 0, bSize = 0, cSize = 0;
    for (auto [m, n, k] : list) {
      places.insert(places.end(), {int64_t(aSize), int64_t(bSize), int64_t(cSize)});
      numbers.insert(numbers.end(), {m, n, k});
      aSize += size_t(ceilDiv(m * k, 8)) * 8;
      bSize += size_t(ceilDiv(k * n, 8)) * 8;
      cSize += size_t(ceilDiv(m * n, 8)) * 8;
    }
    auto &a = run.uniform<Half>(aSize, -2, 2), &b = run.uniform<Half>(bSize, -2, 2);
    auto &placesOf = run.array(places);
    auto &sizesOf = run.array(numbers);
    auto &c = run.zeros<float>(cSize);
    std::string sides = std::to_string(tile) + ", " + std::to_string(tile) + ", 64";
    run.launch("gemm_problems<" + sides + ">", {blocks}, c, a, b, placesOf, sizesOf, int(list.size()));
    Matrix expected(cSize);
    for (size_t p = 0; p < list.size(); ++p) {
      auto [m, n, k] = list[p];
      Matrix one = product(m, n, k, rowMajor(a, k, places[3 * p]), rowMajor(b, n, places[3 * p + 1]));
      std::copy(one.begin(), one.end(), expected.begin() + places[3 * p + 2]);
    }
    run.near("problems", c, expected, kSingle);
    run.clear();
  }
}

template <class T> void split(Run &run, const std::string &type, int tile) {
  for (uint32_t splits : {1, 4}) {
    int m = int(run.random.integer(1, tile)), n = 8 * int(run.random.integer(1, 16)),
        k = 8 * int(run.random.integer(8, 60));
    auto &a = run.uniform<T>(m * k, -2, 2), &b = run.uniform<T>(k * n, -2, 2);
    auto &c = run.zeros<float>(m * n);
    run.launch("gemm_split<" + type + ", " + std::to_string(tile) + ">", {tiles(n), splits}, c, a, b, m, n, k);
    run.near("split", c, product(m, n, k, rowMajor(a, k), columnMajor(b, k)), {1e-5, 3e-4});
    run.clear();
  }
}

/// Parts that end inside of tiles, as many as tiles, more than there are steps; edges of tiles in each dimension.
template <class T> void streamK(Run &run, const std::string &type, Size tile) {
  std::string kernel = "gemm_stream_k<" + type + ", " + std::to_string(tile.m) + ", " + std::to_string(tile.n) + ", " +
                       std::to_string(tile.k) + ">";
  auto beyond = [&](int extent) { return extent + 8 * int(run.random.integer(1, extent / 8)); };
  for (auto [m, n, k, blocks] : {std::tuple{tile.m, 2 * tile.n, 3 * tile.k, 1u},
                                 {beyond(tile.m), beyond(tile.n), 2 * tile.k, 4u},
                                 {beyond(tile.m), beyond(tile.n), beyond(3 * tile.k), 7u},
                                 {tile.m - 3, beyond(tile.n) + 1, tile.k + 5, 9u}}) {
    auto &a = run.uniform<T>(m * k, -2, 2), &b = run.uniform<T>(k * n, -2, 2);
    auto &c = run.zeros<float>(m * n);
    run.launch(kernel, {blocks}, c, a, b, m, n, k);
    run.near(std::to_string(blocks) + " blocks", c, product(m, n, k, rowMajor(a, k), rowMajor(b, n)), {1e-5, 3e-4});
    run.clear();
  }
}

void rankUpdate(Run &run) {
  for (auto [n, k] :
       {std::pair{64, 64}, {136, 72}, {int(run.random.integer(65, 150)), int(run.random.integer(1, 70))}}) {
    auto &a = run.uniform<BFloat16>(n * k, -2, 2);
    auto &c = run.zeros<float>(n * n);
    run.launch("rank_k_update", {tiles(n), tiles(n)}, c, a, n, k);
    run.near("rank k update", c, product(n, n, k, rowMajor(a, k), columnMajor(a, k)), kSingle);
    run.clear();
  }
}

void experts(Run &run) {
  constexpr int kTokens = 30, kExperts = 4;
  for (auto [n, k] : {std::pair{64, 64}, {72, 136}, {int(run.random.integer(1, 64)), int(run.random.integer(1, 90))}}) {
    std::vector<int> token, expert;
    for (int rows : {64, 7, 0, 65})
      if (rows != 0) {
        for (int i = 0; i < 64 * ceilDiv(rows, 64); ++i)
          token.push_back(i < rows ? int(run.random.integer(0, kTokens - 1)) : -1); // to whole tiles
        expert.insert(expert.end(), ceilDiv(rows, 64), int(run.random.integer(0, kExperts - 1)));
      }
    int rows = int(token.size());
    auto &tokens = run.uniform<BFloat16>(kTokens * k, -2, 2), &weights = run.uniform<BFloat16>(kExperts * k * n, -2, 2);
    auto &tokenOfRow = run.array(token), &expertOfTile = run.array(expert);
    auto &c = run.zeros<float>(rows * n);
    run.launch("experts_gemm", {tiles(rows), tiles(n)}, c, tokens, weights, tokenOfRow, expertOfTile, rows, kTokens,
               kExperts, n, k);
    Matrix expected(size_t(rows) * n);
    for (int i = 0; i < rows; ++i)
      for (int t = 0; t < k && token[i] >= 0; ++t)
        for (int j = 0; j < n; ++j)
          expected[i * n + j] +=
              double(tokens[token[i] * k + t]) * double(weights[(size_t(expert[i / 64]) * k + t) * n + j]);
    run.near("experts", c, expected, kSingle);
    run.clear();
  }
}

void int4Weights(Run &run) {
  for (auto [m, n, k] :
       {Size{64, 64, 64}, {70, 72, 192}, {int(run.random.integer(1, 90)), int(run.random.integer(1, 90)), 128}}) {
    auto &w = run.uniform<unsigned char>(m * k / 2, 0, 255);
    auto &scales = run.zeros<float>(m * k / 64);
    for (float &scale : scales.values)
      scale = std::ldexp(1.0f, int(run.random.integer(-3, 1))); // weights stay exact
    auto &x = run.uniform<BFloat16>(k * n, -1, 1);
    auto &d = run.zeros<float>(m * n);
    run.launch("gemm_int4", {tiles(m), tiles(n)}, d, w, scales, x, m, n, k);
    auto weight = [&](int i, int t) {
      int byte = w[(size_t(i) * k + t) / 2];
      return double((t % 2 ? byte >> 4 : byte & 15) - 8) * scales[i * (k / 64) + t / 64];
    };
    run.near("int4", d, product(m, n, k, weight, rowMajor(x, n)), {1e-5, 1e-3});
    run.clear();
  }
}

void int8Weights(Run &run) {
  for (auto [m, n, k] : sizes(run)) {
    auto &a = run.uniform<Half>(m * k, -1, 1), &d = run.zeros<Half>(m * n);
    auto &w = run.uniform<signed char>(k * n, -128, 127);
    auto &scales = run.uniform<float>(n, 0.005, 0.01);
    run.launch("gemm_int8_weights", {tiles(m), tiles(n)}, d, a, w, scales, m, n, k);
    Matrix expected = product(m, n, k, rowMajor(a, k), rowMajor(w, n));
    for (size_t i = 0; i < expected.size(); ++i)
      expected[i] *= scales[i % n];
    run.near("int8 weights", d, expected, kHalf);
    run.clear();
  }
}

void int8Scaled(Run &run) {
  for (auto [m, n, k] : sizes(run)) {
    auto &a = run.uniform<signed char>(m * k, -128, 127), &b = run.uniform<signed char>(k * n, -128, 127);
    auto &rows = run.uniform<float>(m, 0.001, 0.01), &columns = run.uniform<float>(n, 0.001, 0.01),
         &d = run.zeros<float>(m * n);
    run.launch("gemm_int8_scaled", {tiles(m), tiles(n)}, d, a, b, rows, columns, m, n, k);
    Matrix expected = product(m, n, k, rowMajor(a, k), columnMajor(b, k));
    for (size_t i = 0; i < expected.size(); ++i)
      expected[i] *= double(rows[i / n]) * columns[i % n];
    run.near("int8 scaled", d, expected, {1e-6, 0});
    run.clear();
  }
}

// Tensor cores keep about 13 bits of the largest of 33 summands (docs/Numerics.md).
constexpr Bound kFp8{1e-4, 5e-2};

void fp8Scaled(Run &run) {
  for (auto [m, n, k] :
       {Size{64, 128, 256}, {80, 144, 160}, {int(run.random.integer(1, 64)), 100, int(run.random.integer(1, 150))}}) {
    auto &a = run.uniform<Float8E4M3>(m * k, -2, 2), &b = run.uniform<Float8E4M3>(k * n, -2, 2);
    auto &d = run.zeros<BFloat16>(m * n);
    run.launch("gemm_fp8_scaled", {tiles(m), uint32_t(ceilDiv(n, 128))}, d, a, b, m, n, k, 0.25f);
    Matrix expected = product(m, n, k, rowMajor(a, k), columnMajor(b, k));
    for (double &x : expected)
      x *= 0.25;
    run.near("fp8", d, expected, {4e-3, 5e-2});
    run.clear();
  }
}

void fp8Blocks(Run &run) {
  for (auto [m, n, k] :
       {Size{64, 128, 256}, {80, 144, 272}, {int(run.random.integer(1, 64)), 100, int(run.random.integer(1, 150))}}) {
    int parts = ceilDiv(k, 128);
    auto &a = run.uniform<Float8E4M3>(m * k, -2, 2), &b = run.uniform<Float8E4M3>(k * n, -2, 2);
    auto &aScales = run.uniform<float>(m * parts, 0.5, 1),
         &bScales = run.uniform<float>(ceilDiv(n, 128) * parts, 0.5, 1);
    auto &d = run.zeros<float>(m * n);
    run.launch("gemm_fp8_blocks", {tiles(m), uint32_t(ceilDiv(n, 128))}, d, a, aScales, b, bScales, m, n, k);
    Matrix expected(size_t(m) * n);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int t = 0; t < k; ++t)
          expected[i * n + j] += double(a[i * k + t]) * aScales[i * parts + t / 128] * double(b[j * k + t]) *
                                 bScales[j / 128 * parts + t / 128];
    run.near("fp8 blocks", d, expected, kFp8);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addProductFormCases(Cases &cases) {
  auto add = [&](std::string name, std::string file, std::function<void(Run &)> body) {
    cases.push_back({"product form/" + name, file, body});
  };
  add("scales, bias, activation, residual", "gemm_forms", epilogue);
  add("gated", "gemm_forms", gated);
  add("batch", "gemm_forms", batch);
  add("pieces of rows", "gemm_forms", piecesOfRows);
  add("grouped", "gemm_forms", grouped);
  add("problems of their own sizes, tiles of 64", "gemm_problems", [](Run &run) { problems(run, 64); });
  add("problems of their own sizes, tiles of 128", "gemm_problems", [](Run &run) { problems(run, 128); });
  add("split, 1 row", "gemm_forms", [](Run &run) { split<BFloat16>(run, "__nv_bfloat16", 1); });
  add("split, 16 rows", "gemm_forms", [](Run &run) { split<BFloat16>(run, "__nv_bfloat16", 16); });
  add("split, 64 rows", "gemm_forms", [](Run &run) { split<Half>(run, "__half", 64); });
  add("stream-k, bf16", "gemm_stream_k", [](Run &run) { streamK<BFloat16>(run, "__nv_bfloat16", {128, 64, 64}); });
  add("stream-k, half", "gemm_stream_k", [](Run &run) { streamK<Half>(run, "__half", {64, 64, 32}); });
  add("stream-k, float", "gemm_stream_k", [](Run &run) { streamK<float>(run, "float", {32, 32, 16}); });
  add("rank k update", "gemm_forms", rankUpdate);
  add("experts", "gemm_forms", experts);
  add("weights of 4 bits", "gemm_quantized", int4Weights);
  add("weights of 8 bits", "gemm_quantized", int8Weights);
  add("scaled bytes", "gemm_quantized", int8Scaled);
  add("scaled fp8", "gemm_blocks_fp8", fp8Scaled);
  add("fp8 in scaled blocks", "gemm_blocks_fp8", fp8Blocks);
}

} // namespace tilec::exec

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels around language models whose addresses come from data: experts, paged caches, block-sparse matrices.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

template <class T> void permuteTokens(Run &run, const std::string &type) {
  for (auto [rows, tokens, width] : {std::tuple{16, 8, 128}, {1, 1, 1}, {37, 20, 130}, {50, 9, 300}}) {
    auto &in = run.uniform<T>(tokens * width, -1, 1), &out = run.zeros<T>(rows * width);
    auto &tokenOfRow = run.uniform<int>(rows, 0, tokens - 1);
    run.launch("permute_tokens<" + type + ">", {uint32_t(ceilDiv(rows, 16))}, out, in, tokenOfRow, rows, tokens, width);
    std::vector<T> expected;
    for (int token : tokenOfRow.values)
      expected.insert(expected.end(), in.values.begin() + token * width, in.values.begin() + (token + 1) * width);
    run.equal("permute_tokens", out, expected);
    run.clear();
  }
}

/// Whole numbers and weights that are powers of two: sums are exact in every order.
template <class T> void combineTokens(Run &run, const std::string &type) {
  for (auto [rows, tokens, width] : {std::tuple{16, 8, 128}, {1, 1, 1}, {37, 20, 130}, {50, 3, 300}}) {
    auto &in = run.uniform<T>(rows * width, -50, 50);
    for (T &value : in.values)
      value = T(std::floor(double(value)));
    auto &tokenOfRow = run.uniform<int>(rows, 0, tokens - 1);
    auto &weights = run.zeros<float>(rows), &out = run.zeros<float>(tokens * width);
    for (float &weight : weights.values)
      weight = std::ldexp(1.0f, int(run.random.integer(-3, 0)));
    run.launch("combine_tokens<" + type + ">", {uint32_t(ceilDiv(rows, 16))}, out, in, tokenOfRow, weights, rows,
               width);
    std::vector<double> expected(tokens * width);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < width; ++j)
        expected[tokenOfRow[i] * width + j] += double(in[i * width + j]) * weights[i];
    run.near("combine_tokens", out, expected, {});
    run.clear();
  }
}

/// The sequence `ended`, if there is one, has no second page.
void sumPages(Run &run, int pages, int maxPages, std::vector<int> lengths, int ended) {
  constexpr int kPage = 16, kWidth = 64;
  int sequences = int(lengths.size());
  auto &cache = run.uniform<float>(pages * kPage * kWidth, -1, 1);
  auto &tables = run.uniform<int>(sequences * maxPages, 0, pages - 1);
  if (ended >= 0)
    tables[ended * maxPages + 1] = -1;
  auto &length = run.array(lengths);
  auto &out = run.filled<float>(sequences * kWidth, NAN);
  run.launch("sum_pages", {uint32_t(sequences)}, out, cache, tables, length, maxPages);
  std::vector<double> expected(sequences * kWidth);
  for (int s = 0; s < sequences; ++s)
    for (int row = 0; row < lengths[s] && tables[s * maxPages + row / kPage] >= 0; ++row)
      for (int j = 0; j < kWidth; ++j)
        expected[s * kWidth + j] += cache[(tables[s * maxPages + row / kPage] * kPage + row % kPage) * kWidth + j];
  run.near("sum_pages", out, expected, {1e-5, 1e-5});
  run.clear();
}

void twoLevels(Run &run) {
  for (int n : {1, 256, 1000}) {
    auto &values = run.unruly<float>(77), &out = run.zeros<float>(n);
    auto &first = run.uniform<int>(n, 0, 32), &second = run.uniform<int>(33, 0, 76);
    run.launch("two_levels", {uint32_t(ceilDiv(n, 256))}, out, values, first, second, n);
    std::vector<float> expected(n);
    for (int i = 0; i < n; ++i)
      expected[i] = values[second[first[i]]];
    run.equal("two_levels", out, expected);
    run.clear();
  }
}

void blockSparse(Run &run, int blockRows, int blockColumns) {
  constexpr int kBlock = 32;
  std::vector<int> starts{0}, columns;
  for (int r = 0; r < blockRows; ++r) {
    for (int c = 0; c < blockColumns; ++c)
      if (r != 2 && run.random.chance(0.5)) // row 2 is empty
        columns.push_back(c);
    starts.push_back(int(columns.size()));
  }
  int count = int(columns.size());
  auto &blocks = run.uniform<float>(std::max(count, 1) * kBlock * kBlock, -1, 1);
  auto &x = run.uniform<float>(blockColumns * kBlock, -1, 1), &y = run.filled<float>(blockRows * kBlock, NAN);
  auto &columnOf = run.array(columns.empty() ? std::vector<int>{0} : columns), &start = run.array(starts);
  run.launch("block_sparse", {uint32_t(blockRows)}, y, blocks, columnOf, start, x);
  std::vector<double> expected(blockRows * kBlock);
  for (int r = 0; r < blockRows; ++r)
    for (int b = starts[r]; b < starts[r + 1]; ++b)
      for (int i = 0; i < kBlock * kBlock; ++i)
        expected[r * kBlock + i / kBlock] +=
            double(blocks[b * kBlock * kBlock + i]) * x[columns[b] * kBlock + i % kBlock];
  run.near("block_sparse", y, expected, {1e-5, 1e-4});
  run.clear();
}

template <class T> void normRotaryCache(Run &run, const std::string &type, Bound bound) {
  constexpr int kHalf = 64, kHead = 2 * kHalf, kPositions = 20, kSlots = 9;
  for (auto [tokens, heads] : {std::pair{4, 2}, {1, 1}, {7, 3}}) {
    size_t count = size_t(tokens) * heads * kHead, cells = size_t(kSlots) * 2 * heads * kHead;
    auto &keys = run.uniform<T>(count, -2, 2), &values = run.uniform<T>(count, -2, 2),
         &cache = run.uniform<T>(cells, -1, 1);
    auto &weight = run.uniform<float>(kHead, -1, 1), &cosines = run.uniform<float>(kPositions * kHalf, -1, 1),
         &sines = run.uniform<float>(kPositions * kHalf, -1, 1);
    auto &positions = run.uniform<int>(tokens, 0, kPositions - 1), &slots = run.zeros<int>(tokens);
    for (int t = 0; t < tokens; ++t)
      slots[t] = t == 2 ? -1 : t; // one token is not kept
    std::vector<double> expected(cache.values.begin(), cache.values.end());
    for (int t = 0; t < tokens; ++t)
      for (int h = 0; h < heads && slots[t] >= 0; ++h) {
        size_t from = (size_t(t) * heads + h) * kHead, to = (size_t(slots[t]) * 2 * heads + h) * kHead;
        double sum = 0;
        for (int i = 0; i < kHead; ++i)
          sum += double(keys[from + i]) * double(keys[from + i]);
        double scale = 1 / std::sqrt(sum / kHead + 1e-5);
        for (int i = 0; i < kHalf; ++i) {
          double x = double(keys[from + i]) * scale * weight[i],
                 y = double(keys[from + kHalf + i]) * scale * weight[kHalf + i];
          double c = cosines[positions[t] * kHalf + i], s = sines[positions[t] * kHalf + i];
          expected[to + i] = x * c - y * s, expected[to + kHalf + i] = x * s + y * c;
        }
        for (int i = 0; i < kHead; ++i)
          expected[to + size_t(heads) * kHead + i] = double(values[from + i]);
      }
    run.launch("norm_rotary_cache<" + type + ", 64>", {uint32_t(heads), uint32_t(tokens)}, cache, keys, values, weight,
               cosines, sines, positions, slots, heads, 1e-5f);
    run.near("cache", cache, expected, bound);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addTokenCases(Cases &cases) {
  cases.push_back({"experts/permute, float", "moe", [](Run &run) { permuteTokens<float>(run, "float"); }});
  cases.push_back(
      {"experts/permute, bfloat16", "moe", [](Run &run) { permuteTokens<BFloat16>(run, "__nv_bfloat16"); }});
  cases.push_back({"experts/combine, float", "moe", [](Run &run) { combineTokens<float>(run, "float"); }});
  cases.push_back(
      {"experts/combine, bfloat16", "moe", [](Run &run) { combineTokens<BFloat16>(run, "__nv_bfloat16"); }});
  cases.push_back({"indirect/pages", "indirect", [](Run &run) {
                     sumPages(run, 12, 4, {0, 1, 16, 17, 40, 64}, 4);
                     sumPages(run, 5, 2, {int(run.random.integer(1, 32)), 0}, -1);
                   }});
  cases.push_back({"indirect/two levels", "indirect", twoLevels});
  cases.push_back({"indirect/block sparse", "indirect", [](Run &run) {
                     blockSparse(run, 5, 4);
                     blockSparse(run, int(run.random.integer(1, 4)), int(run.random.integer(1, 6)));
                   }});
  cases.push_back({"norm, rotary, cache, float", "norm_rotary_cache",
                   [](Run &run) { normRotaryCache<float>(run, "float", {1e-5, 1e-5}); }});
  cases.push_back({"norm, rotary, cache, bfloat16", "norm_rotary_cache",
                   [](Run &run) { normRotaryCache<BFloat16>(run, "__nv_bfloat16", {8e-3, 1e-5}); }});
}

} // namespace tilec::exec

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention of few queries over caches of several kinds: split among blocks, latent, in pages, in slots.
#include "test/exec/cases/AttentionReference.h"

#include <numeric>

using namespace tilec::exec;

namespace {

/// A cache of `keys` rows for each of `heads`, split among `splits` blocks whose results a second launch adds up.
template <class T>
void decode(Run &run, const std::string &type, int tile, int group, int step, int width, std::vector<int> length,
            int splits) {
  int heads = int(length.size()), keys = *std::max_element(length.begin(), length.end());
  float scale = 1 / std::sqrt(float(width));
  auto &q = run.uniform<T>(size_t(heads) * group * width, -2, 2);
  auto &k = run.uniform<T>(size_t(heads) * keys * width, -2, 2),
       &v = run.uniform<T>(size_t(heads) * keys * width, -1, 1);
  auto &lengths = run.array(length);
  auto &sums = run.zeros<float>(size_t(heads) * splits * group * width),
       &logSums = run.zeros<float>(heads * splits * group);
  auto &out = run.zeros<T>(q.size());
  std::string shape = std::to_string(tile) + ", " + std::to_string(step) + ", " + std::to_string(width);
  run.launch("attention_decode<" + type + ", " + shape + ">", {uint32_t(splits), uint32_t(heads)}, sums, logSums, q, k,
             v, lengths, heads, group, keys, scale);
  run.launch("merge_splits<" + type + ", 4, " + std::to_string(width) + ">", {uint32_t(group), uint32_t(heads)}, out,
             sums, logSums, splits, group);
  Matrix expected;
  for (int h = 0; h < heads; ++h) {
    Head head{group, length[h], width, width, scale};
    size_t start = size_t(h) * keys * width;
    head.attend(rows(q, size_t(h) * group * width, width), rows(k, start, width), rows(v, start, width));
    expected.insert(expected.end(), head.out.begin(), head.out.end());
  }
  run.near("decode", out, expected, {1.2e-2, 1.2e-2});
  run.clear();
}

/// Heads share a cache of `latent` + `rotary` columns; each block has `tile` of them.
template <class T>
void latent(Run &run, const std::string &type, std::array<int, 4> shape, int groups, std::vector<int> length,
            int splits, Bound bound) {
  auto [tile, step, latentWidth, rotary] = shape;
  int sequences = int(length.size()), keys = *std::max_element(length.begin(), length.end());
  int heads = tile * groups, width = latentWidth + rotary;
  float scale = 1 / std::sqrt(192.0f);
  auto &q = run.uniform<T>(sequences * heads * width, -1, 1);
  auto &cache = run.uniform<T>(size_t(sequences) * keys * width, -1, 1);
  auto &lengths = run.array(length);
  auto &sums = run.zeros<float>(sequences * splits * heads * latentWidth),
       &logSums = run.zeros<float>(sequences * splits * heads);
  auto &out = run.zeros<T>(sequences * heads * latentWidth);
  std::string sizes = std::to_string(tile) + ", " + std::to_string(step) + ", " + std::to_string(latentWidth) + ", " +
                      std::to_string(rotary);
  run.launch("attention_latent<" + type + ", " + sizes + ">", {uint32_t(splits), uint32_t(sequences), uint32_t(groups)},
             sums, logSums, q, cache, lengths, sequences * heads, sequences, keys, scale);
  run.launch("merge_splits<" + type + ", 4, " + std::to_string(latentWidth) + ">",
             {uint32_t(tile), uint32_t(sequences * groups)}, out, sums, logSums, splits, tile);
  Matrix expected;
  for (int s = 0; s < sequences; ++s) {
    Head head{heads, length[s], width, latentWidth, scale};
    auto key = rows(cache, size_t(s) * keys * width, width);
    head.attend(rows(q, size_t(s) * heads * width, width), key, key);
    expected.insert(expected.end(), head.out.begin(), head.out.end());
  }
  run.near("latent", out, expected, bound);
  run.clear();
}

/// Pages lie anywhere; those that no sequence has are NaN.
template <class T>
void pages(Run &run, const std::string &type, std::array<int, 3> shape, int keyHeads, std::vector<int> length,
           Bound bound) {
  auto [heads, pageRows, width] = shape;
  int sequences = int(length.size()), maxPages = 0, used = 0;
  for (int keys : length)
    maxPages = std::max(maxPages, ceilDiv(keys, pageRows)), used += ceilDiv(keys, pageRows);
  int count = 2 * used;
  float scale = 1 / std::sqrt(float(width));
  auto &q = run.uniform<T>(sequences * keyHeads * heads * width, -2, 2);
  auto &k = run.filled<T>(count * keyHeads * pageRows * width, NAN), &v = run.filled<T>(k.size(), NAN);
  auto &tables = run.filled<int>(sequences * maxPages, 0);
  auto &lengths = run.array(length);
  auto &result = run.zeros<T>(q.size());
  std::vector<int> free(count);
  std::iota(free.begin(), free.end(), 0);
  for (int s = 0; s < sequences; ++s)
    for (int p = 0; p * pageRows < length[s]; ++p) {
      auto taken = free.begin() + run.random.integer(0, int64_t(free.size()) - 1);
      int page = *taken;
      free.erase(taken);
      tables[s * maxPages + p] = page * keyHeads;
      for (int i = page * keyHeads * pageRows * width; i < (page + 1) * keyHeads * pageRows * width; ++i)
        k[i] = run.random.real(-2, 2), v[i] = run.random.real(-1, 1);
    }
  std::string sizes = std::to_string(heads) + ", " + std::to_string(pageRows) + ", " + std::to_string(width);
  run.launch("attention_pages<" + type + ", " + sizes + ">", {uint32_t(keyHeads), uint32_t(sequences)}, result, q, k, v,
             tables, lengths, sequences * keyHeads, keyHeads, count * keyHeads, maxPages, scale);
  Matrix expected;
  for (int s = 0; s < sequences; ++s)
    for (int h = 0; h < keyHeads; ++h) {
      auto cell = [&](const auto &cache) {
        return [&](int row, int column) {
          int page = tables[s * maxPages + row / pageRows] + h;
          return double(cache[(size_t(page) * pageRows + row % pageRows) * width + column]);
        };
      };
      Head head{heads, length[s], width, width, scale};
      head.attend(rows(q, size_t(s * keyHeads + h) * heads * width, width), cell(k), cell(v));
      expected.insert(expected.end(), head.out.begin(), head.out.end());
    }
  run.near("pages", result, expected, bound);
  run.clear();
}

template <class T>
void slots(Run &run, const std::string &type, std::array<int, 3> shape, int keyHeads, int count,
           std::vector<int> length, Bound bound) {
  auto [heads, step, width] = shape;
  int sequences = int(length.size()), maxKeys = *std::max_element(length.begin(), length.end());
  float scale = 1 / std::sqrt(float(width));
  auto &q = run.uniform<T>(sequences * keyHeads * heads * width, -2, 2);
  auto &k = run.uniform<T>(count * keyHeads * width, -2, 2), &v = run.uniform<T>(k.size(), -1, 1);
  auto &slot = run.uniform<int>(sequences * maxKeys, 0, count - 1);
  auto &lengths = run.array(length);
  auto &out = run.zeros<T>(q.size());
  std::string sizes = std::to_string(heads) + ", " + std::to_string(step) + ", " + std::to_string(width);
  run.launch("attention_slots<" + type + ", " + sizes + ">", {uint32_t(keyHeads), uint32_t(sequences)}, out, q, k, v,
             slot, lengths, sequences * keyHeads, keyHeads, count, maxKeys, scale);
  Matrix expected;
  for (int s = 0; s < sequences; ++s)
    for (int h = 0; h < keyHeads; ++h) {
      auto cell = [&](const auto &cache) {
        return [&](int row, int column) {
          return double(cache[(size_t(slot[s * maxKeys + row]) * keyHeads + h) * width + column]);
        };
      };
      Head head{heads, length[s], width, width, scale};
      head.attend(rows(q, size_t(s * keyHeads + h) * heads * width, width), cell(k), cell(v));
      expected.insert(expected.end(), head.out.begin(), head.out.end());
    }
  run.near("slots", out, expected, bound);
  run.clear();
}

} // namespace

namespace tilec::exec {

void addAttentionDecodeCases(Cases &cases) {
  auto add = [&](std::string name, std::string file, std::function<void(Run &)> body) {
    cases.push_back({"attention/" + name, file, body});
  };
  add("decode, four heads", "attention_decode", [](Run &run) {
    decode<BFloat16>(run, "__nv_bfloat16", 8, 4, 64, 128, {int(run.random.integer(130, 300)), 64, 1}, 3);
  });
  add("decode, one head", "attention_decode",
      [](Run &run) { decode<Half>(run, "__half", 1, 1, 32, 64, {int(run.random.integer(65, 150)), 32, 2}, 4); });
  constexpr Bound narrow{1.2e-2, 1.2e-2}, half{2e-3, 2e-3};
  add("decode, latent", "attention_decode", [=](Run &run) {
    latent<BFloat16>(run, "__nv_bfloat16", {16, 64, 512, 64}, 1, {int(run.random.integer(33, 80)), 5}, 3, narrow);
    latent<Half>(run, "__half", {8, 32, 128, 32}, 2, {int(run.random.integer(1, 70))}, 2, half);
  });
  add("decode, latent, 64 heads a block", "attention_decode", [=](Run &run) {
    latent<BFloat16>(run, "__nv_bfloat16", {64, 64, 256, 64}, 1, {int(run.random.integer(260, 400)), 70}, 2, narrow);
  });
  add("decode, pages", "attention_decode", [=](Run &run) {
    pages<BFloat16>(run, "__nv_bfloat16", {8, 64, 128}, 2, {1, 64, int(run.random.integer(129, 192))}, narrow);
    pages<Half>(run, "__half", {4, 16, 32}, 3, {int(run.random.integer(1, 40)), 16}, half);
  });
  add("decode, slots", "attention_decode", [=](Run &run) {
    slots<Half>(run, "__half", {16, 32, 64}, 2, 90, {int(run.random.integer(33, 70)), 1}, half);
    slots<BFloat16>(run, "__nv_bfloat16", {8, 16, 128}, 1, int(run.random.integer(1, 40)),
                    {1, 16, int(run.random.integer(2, 35))}, narrow);
  });
}

} // namespace tilec::exec

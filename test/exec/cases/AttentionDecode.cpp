// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention of few queries over caches of several kinds: split among blocks, latent, in pages, in slots.
#include "test/exec/cases/AttentionReference.h"

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

void latent(Run &run) {
  constexpr int kHeads = 16, kLatent = 512, kWidth = 576, kSequences = 2, kSplits = 3;
  const std::vector<int> length{int(run.random.integer(33, 80)), 5};
  int keys = length[0];
  float scale = 1 / std::sqrt(192.0f);
  auto &q = run.uniform<BFloat16>(kSequences * kHeads * kWidth, -1, 1);
  auto &cache = run.uniform<BFloat16>(size_t(kSequences) * keys * kWidth, -1, 1);
  auto &lengths = run.array(length);
  auto &sums = run.zeros<float>(kSequences * kSplits * kHeads * kLatent),
       &logSums = run.zeros<float>(kSequences * kSplits * kHeads);
  auto &out = run.zeros<BFloat16>(kSequences * kHeads * kLatent);
  run.launch("attention_latent<__nv_bfloat16, 16, 64, 512, 64>", {kSplits, kSequences, 1}, sums, logSums, q, cache,
             lengths, kSequences * kHeads, kSequences, keys, scale);
  run.launch("merge_splits<__nv_bfloat16, 4, 512>", {kHeads, kSequences}, out, sums, logSums, kSplits, kHeads);
  Matrix expected;
  for (int s = 0; s < kSequences; ++s) {
    Head head{kHeads, length[s], kWidth, kLatent, scale};
    auto key = rows(cache, size_t(s) * keys * kWidth, kWidth);
    head.attend(rows(q, size_t(s) * kHeads * kWidth, kWidth), key, key);
    expected.insert(expected.end(), head.out.begin(), head.out.end());
  }
  run.near("latent", out, expected, {1.2e-2, 1.2e-2});
}

/// Pages lie anywhere; those that no sequence has are NaN.
void pages(Run &run) {
  constexpr int kRows = 8, kPage = 64, kWidth = 128, kKeyHeads = 2, kSequences = 3, kMaxPages = 3, kPages = 12;
  const std::vector<int> length{1, 64, int(run.random.integer(129, 192))};
  float scale = 1 / std::sqrt(float(kWidth));
  auto &q = run.uniform<BFloat16>(kSequences * kKeyHeads * kRows * kWidth, -2, 2);
  auto &k = run.filled<BFloat16>(kPages * kKeyHeads * kPage * kWidth, NAN), &v = run.filled<BFloat16>(k.size(), NAN);
  auto &tables = run.filled<int>(kSequences * kMaxPages, 0);
  auto &lengths = run.array(length);
  auto &result = run.zeros<BFloat16>(q.size());
  int free = 0;
  for (int s = 0; s < kSequences; ++s)
    for (int p = 0; p * kPage < length[s]; ++p) {
      int page = (free++ * 5 + 3) % kPages;
      tables[s * kMaxPages + p] = page * kKeyHeads;
      for (size_t i = size_t(page) * kKeyHeads * kPage * kWidth; i < size_t(page + 1) * kKeyHeads * kPage * kWidth; ++i)
        k[i] = run.random.real(-2, 2), v[i] = run.random.real(-1, 1);
    }
  run.launch("attention_pages<__nv_bfloat16, 8, 64, 128>", {kKeyHeads, kSequences}, result, q, k, v, tables, lengths,
             kSequences * kKeyHeads, kKeyHeads, kPages * kKeyHeads, kMaxPages, scale);
  Matrix expected;
  for (int s = 0; s < kSequences; ++s)
    for (int h = 0; h < kKeyHeads; ++h) {
      auto cell = [&](const auto &cache) {
        return [&](int row, int column) {
          int page = tables[s * kMaxPages + row / kPage] + h;
          return double(cache[(size_t(page) * kPage + row % kPage) * kWidth + column]);
        };
      };
      Head head{kRows, length[s], kWidth, kWidth, scale};
      head.attend(rows(q, size_t(s * kKeyHeads + h) * kRows * kWidth, kWidth), cell(k), cell(v));
      expected.insert(expected.end(), head.out.begin(), head.out.end());
    }
  run.near("pages", result, expected, {1.2e-2, 1.2e-2});
}

void slots(Run &run) {
  constexpr int kRows = 16, kWidth = 64, kKeyHeads = 2, kSequences = 2, kSlots = 90, kMaxKeys = 70;
  const std::vector<int> length{int(run.random.integer(33, kMaxKeys)), 1};
  float scale = 1 / std::sqrt(float(kWidth));
  auto &q = run.uniform<Half>(kSequences * kKeyHeads * kRows * kWidth, -2, 2);
  auto &k = run.uniform<Half>(kSlots * kKeyHeads * kWidth, -2, 2), &v = run.uniform<Half>(k.size(), -1, 1);
  auto &slot = run.uniform<int>(kSequences * kMaxKeys, 0, kSlots - 1);
  auto &lengths = run.array(length);
  auto &out = run.zeros<Half>(q.size());
  run.launch("attention_slots<__half, 16, 32, 64>", {kKeyHeads, kSequences}, out, q, k, v, slot, lengths,
             kSequences * kKeyHeads, kKeyHeads, kSlots, kMaxKeys, scale);
  Matrix expected;
  for (int s = 0; s < kSequences; ++s)
    for (int h = 0; h < kKeyHeads; ++h) {
      auto cell = [&](const auto &cache) {
        return [&](int row, int column) {
          return double(cache[(size_t(slot[s * kMaxKeys + row]) * kKeyHeads + h) * kWidth + column]);
        };
      };
      Head head{kRows, length[s], kWidth, kWidth, scale};
      head.attend(rows(q, size_t(s * kKeyHeads + h) * kRows * kWidth, kWidth), cell(k), cell(v));
      expected.insert(expected.end(), head.out.begin(), head.out.end());
    }
  run.near("slots", out, expected, {2e-3, 2e-3});
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
  add("decode, latent", "attention_decode", latent);
  add("decode, pages", "attention_decode", pages);
  add("decode, slots", "attention_decode", slots);
}

} // namespace tilec::exec

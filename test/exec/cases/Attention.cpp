// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention: forward with every rule of what a query sees, decoding from caches of several kinds, and gradients.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

using Matrix = std::vector<double>;
const double kLog2E = 1.4426950408889634;

/// What one head computes. Rows of `q`, `k` and `v` have `width`, `width` and `valueWidth` columns.
struct Head {
  int queries, keys, width, valueWidth;
  double scale;
  std::function<bool(int, int)> sees = [](int, int) { return true; };
  double cap = 0;
  double sink = -INFINITY;

  Matrix out = {}, weights = {}, logSums = {};

  void attend(const auto &q, const auto &k, const auto &v) {
    out.assign(size_t(queries) * valueWidth, 0);
    weights.assign(size_t(queries) * keys, 0);
    logSums.assign(queries, 0);
    for (int i = 0; i < queries; ++i) {
      double total = std::exp(sink);
      for (int j = 0; j < keys; ++j) {
        if (!sees(i, j))
          continue;
        double score = 0;
        for (int d = 0; d < width; ++d)
          score += q(i, d) * k(j, d);
        score *= scale;
        total += weights[i * keys + j] = std::exp(cap ? cap * std::tanh(score / cap) : score);
      }
      logSums[i] = std::log(total) * kLog2E;
      for (int j = 0; j < keys; ++j) {
        weights[i * keys + j] /= total;
        for (int d = 0; d < valueWidth && weights[i * keys + j] != 0; ++d)
          out[i * valueWidth + d] += weights[i * keys + j] * v(j, d);
      }
    }
  }
};

/// Rows of `width` of an array, from element `start` on.
template <class T> auto rows(const Array<T> &array, size_t start, int width) {
  return [&array, start, width](int row, int column) { return double(array[start + size_t(row) * width + column]); };
}

struct Forward {
  std::string type;
  int tile, step, width;
  std::string sees = "all";
  bool caps = false, sinks = false;
  std::string kernel() const {
    auto text = [](bool b) { return std::string(b ? "true" : "false"); };
    return "attention_forward<" + type + ", " + std::to_string(tile) + ", " + std::to_string(step) + ", " +
           std::to_string(width) + ", Sees::" + sees + ", " + text(caps) + ", " + text(sinks) + ">";
  }
};

template <class T> void forward(Run &run, const Forward &f, int queries, int keys, int heads, int keyHeads) {
  int window = int(run.random.integer(1, 2 * f.tile));
  float scale = 1 / std::sqrt(float(f.width)), cap = 2;
  auto &q = run.uniform<T>(size_t(heads) * queries * f.width, -2, 2);
  auto &k = run.uniform<T>(size_t(keyHeads) * keys * f.width, -2, 2),
       &v = run.uniform<T>(size_t(keyHeads) * keys * f.width, -1, 1);
  auto &sinks = run.uniform<float>(heads, -1, 2), &logSums = run.zeros<float>(heads * queries);
  auto &out = run.zeros<T>(q.size());
  run.launch(f.kernel(), {uint32_t(ceilDiv(queries, f.tile)), uint32_t(heads)}, out, logSums, q, k, v, sinks, queries,
             keys, heads, keyHeads, window, scale, cap);
  Matrix expected, expectedSums;
  for (int h = 0; h < heads; ++h) {
    Head head{queries, keys, f.width, f.width, scale};
    if (f.sees != "all")
      head.sees = [&](int i, int j) {
        int last = i + keys - queries;
        return j <= last && (f.sees == "causal" || j > last - window);
      };
    if (f.caps)
      head.cap = cap;
    if (f.sinks)
      head.sink = sinks[h];
    size_t keyStart = size_t(h / (heads / keyHeads)) * keys * f.width;
    head.attend(rows(q, size_t(h) * queries * f.width, f.width), rows(k, keyStart, f.width),
                rows(v, keyStart, f.width));
    expected.insert(expected.end(), head.out.begin(), head.out.end());
    expectedSums.insert(expectedSums.end(), head.logSums.begin(), head.logSums.end());
  }
  // Weights are rounded to T, and a tanh by the hardware has 11 bits.
  double unit = sizeof(T) == 2 && f.type == "__half" ? 2e-3 : 1.2e-2;
  run.near("out", out, expected, {unit, unit});
  run.near("log sums", logSums, expectedSums, {1e-5, f.caps ? 4e-3 : 1e-4});
  run.clear();
}

template <class T> void addForward(Cases &cases, const Forward &f) {
  std::string name = "attention/" + f.type + " of " + std::to_string(f.width) + ", " + f.sees +
                     (f.caps ? ", capped" : "") + (f.sinks ? ", with sinks" : "");
  cases.push_back({name, "attention_forward", [=](Run &run) {
                     forward<T>(run, f, f.tile, 2 * f.step, 1, 1);
                     int queries = int(run.random.integer(f.tile + 1, f.tile + 20));
                     int keys = int(run.random.integer(queries, queries + 3 * f.step));
                     forward<T>(run, f, queries, keys, f.width <= 96 ? 4 : 2, 2);
                   }});
}

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

/// One head's gradients, from its weights.
struct Gradients {
  Matrix q, k, v, deltas;
  Gradients(const Head &head, const auto &rowsOfQ, const auto &rowsOfK, const auto &rowsOfV, const auto &dOut)
      : q(size_t(head.queries) * head.width), k(size_t(head.keys) * head.width), v(k.size()), deltas(head.queries) {
    for (int i = 0; i < head.queries; ++i)
      for (int d = 0; d < head.width; ++d)
        deltas[i] += head.out[i * head.width + d] * dOut(i, d);
    for (int i = 0; i < head.queries; ++i)
      for (int j = 0; j < head.keys; ++j) {
        double weight = head.weights[i * head.keys + j], gradient = 0;
        for (int d = 0; d < head.width; ++d) {
          v[j * head.width + d] += weight * dOut(i, d);
          gradient += dOut(i, d) * rowsOfV(j, d);
        }
        gradient = weight * (gradient - deltas[i]) * head.scale;
        for (int d = 0; d < head.width; ++d) {
          q[i * head.width + d] += gradient * rowsOfK(j, d);
          k[j * head.width + d] += gradient * rowsOfQ(i, d);
        }
      }
  }
};

template <class T>
void backward(Run &run, const std::string &type, int keyTile, int width, bool causal, int queries, int keys) {
  constexpr int kHeads = 2;
  float scale = 1 / std::sqrt(float(width));
  auto &q = run.uniform<T>(kHeads * queries * width, -2, 2), &k = run.uniform<T>(kHeads * keys * width, -2, 2);
  auto &v = run.uniform<T>(kHeads * keys * width, -1, 1), &dOut = run.uniform<T>(q.size(), -1, 1);
  auto &out = run.zeros<T>(q.size()), &dK = run.zeros<T>(k.size()), &dV = run.zeros<T>(k.size()),
       &dQ = run.zeros<T>(q.size());
  auto &added = run.zeros<float>(q.size()), &logSums = run.zeros<float>(kHeads * queries),
       &deltas = run.zeros<float>(kHeads * queries);
  std::array<Matrix, 3> expected;
  for (int h = 0; h < kHeads; ++h) {
    Head head{queries, keys, width, width, scale};
    if (causal)
      head.sees = [&](int i, int j) { return j <= i + keys - queries; };
    size_t ofQ = size_t(h) * queries * width, ofK = size_t(h) * keys * width;
    head.attend(rows(q, ofQ, width), rows(k, ofK, width), rows(v, ofK, width));
    for (int i = 0; i < queries; ++i)
      logSums[h * queries + i] = float(head.logSums[i]);
    std::copy(head.out.begin(), head.out.end(), out.values.begin() + ofQ);
    Gradients gradients(head, rows(q, ofQ, width), rows(k, ofK, width), rows(v, ofK, width), rows(dOut, ofQ, width));
    for (auto [to, from] :
         {std::pair{&expected[0], &gradients.q}, {&expected[1], &gradients.k}, {&expected[2], &gradients.v}})
      to->insert(to->end(), from->begin(), from->end());
  }
  std::string shape = std::to_string(keyTile) + ", " + std::to_string(width) + (causal ? ", true" : ", false");
  run.launch("attention_deltas<" + type + ", 64, " + std::to_string(width) + ">",
             {uint32_t(ceilDiv(kHeads * queries, 64))}, deltas, out, dOut, kHeads * queries);
  run.launch("attention_backward_keys<" + type + ", 64, " + shape + (causal ? ", false>" : ", true>"),
             {uint32_t(ceilDiv(keys, keyTile)), kHeads}, dK, dV, added, q, k, v, dOut, logSums, deltas, queries, keys,
             kHeads, scale);
  if (causal)
    run.launch("attention_backward_queries<" + type + ", 64, 64, " + std::to_string(width) + ", true>",
               {uint32_t(ceilDiv(queries, 64)), kHeads}, dQ, q, k, v, dOut, logSums, deltas, queries, keys, kHeads,
               scale);
  // Weights and their gradients are rounded to T.
  double unit = type == "__half" ? 4e-3 : 3e-2;
  if (causal)
    run.near("gradient of queries", dQ, expected[0], {unit, unit});
  else
    run.near("gradient of queries", added, expected[0], {unit, unit});
  run.near("gradient of keys", dK, expected[1], {unit, unit});
  run.near("gradient of values", dV, expected[2], {unit, unit});
  run.clear();
}

} // namespace

namespace tilec::exec {

void addAttentionCases(Cases &cases) {
  addForward<BFloat16>(cases, {"__nv_bfloat16", 128, 64, 64});
  addForward<Half>(cases, {"__half", 64, 64, 80});
  addForward<BFloat16>(cases, {"__nv_bfloat16", 64, 64, 96, "causal"});
  addForward<BFloat16>(cases, {"__nv_bfloat16", 128, 64, 128, "causal"});
  addForward<Half>(cases, {"__half", 64, 32, 192});
  addForward<BFloat16>(cases, {"__nv_bfloat16", 64, 32, 256, "causal"});
  // Results take the place of queries.
  addForward<BFloat16>(cases, {"__nv_bfloat16", 128, 64, 256});
  addForward<BFloat16>(cases, {"__nv_bfloat16", 64, 64, 64, "window", false, true});
  addForward<Half>(cases, {"__half", 64, 64, 64, "causal", true});
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
  add("backward with atomics", "attention_backward", [](Run &run) {
    backward<Half>(run, "__half", 64, 64, false, 64, 128);
    backward<Half>(run, "__half", 64, 64, false, int(run.random.integer(65, 100)), int(run.random.integer(65, 140)));
  });
  add("backward, causal, in two passes", "attention_backward", [](Run &run) {
    int queries = int(run.random.integer(65, 140));
    backward<BFloat16>(run, "__nv_bfloat16", 128, 128, true, queries, queries + int(run.random.integer(0, 90)));
  });
}

} // namespace tilec::exec

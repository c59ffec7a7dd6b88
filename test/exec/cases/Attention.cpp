// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention forward, with every rule of what a query sees.
#include "test/exec/cases/AttentionReference.h"

using namespace tilec::exec;

namespace {

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

/// Every head has its own keys, in one array behind the other; `tile` queries a block.
void small(Run &run, const std::string &kernel, int queries, int keys, bool causal) {
  constexpr int kTile = 16, kWidth = 32, kHeads = 2;
  float scale = 1 / std::sqrt(float(kWidth));
  auto &q = run.uniform<Half>(kHeads * queries * kWidth, -2, 2);
  auto &k = run.uniform<Half>(kHeads * keys * kWidth, -2, 2), &v = run.uniform<Half>(kHeads * keys * kWidth, -1, 1);
  auto &out = run.zeros<Half>(q.size());
  run.launch(kernel, {uint32_t(ceilDiv(queries, kTile)), kHeads}, out, q, k, v, queries, keys, scale);
  Matrix expected;
  for (int h = 0; h < kHeads; ++h) {
    Head head{queries, keys, kWidth, kWidth, scale};
    if (causal)
      head.sees = [](int i, int j) { return j <= i; };
    head.attend(rows(q, size_t(h) * queries * kWidth, kWidth), rows(k, size_t(h) * keys * kWidth, kWidth),
                rows(v, size_t(h) * keys * kWidth, kWidth));
    expected.insert(expected.end(), head.out.begin(), head.out.end());
  }
  run.near(kernel, out, expected, {2e-3, 2e-3});
  run.clear();
}

/// Sequences of these lengths, one behind the other; a token's heads side by side.
void ragged(Run &run, int tile, int width, bool causal, const std::vector<int> &lengths) {
  int heads = int(run.random.integer(1, 3)), tokens = 0, longest = 0;
  std::vector<int> starts{0};
  for (int length : lengths) {
    starts.push_back(tokens += length);
    longest = std::max(longest, length);
  }
  float scale = 1 / std::sqrt(float(width));
  size_t size = size_t(tokens) * heads * width;
  auto &q = run.uniform<BFloat16>(size, -2, 2), &k = run.uniform<BFloat16>(size, -2, 2),
       &v = run.uniform<BFloat16>(size, -1, 1), &out = run.zeros<BFloat16>(size);
  auto &startsOf = run.array(starts);
  std::string side = std::to_string(tile), sides = side + ", " + side + ", " + std::to_string(width);
  run.launch("attention_ragged<" + sides + (causal ? ", true>" : ", false>"),
             {uint32_t(ceilDiv(longest, tile)), uint32_t(heads), uint32_t(lengths.size())}, out, q, k, v, startsOf,
             heads, scale);
  Matrix expected(size);
  for (size_t s = 0; s < lengths.size(); ++s)
    for (int h = 0; h < heads; ++h) {
      Head head{lengths[s], lengths[s], width, width, scale};
      if (causal)
        head.sees = [](int i, int j) { return j <= i; };
      size_t first = (size_t(starts[s]) * heads + h) * width, step = size_t(heads) * width;
      auto of = [&](const Array<BFloat16> &array) {
        return [&array, first, step](int row, int column) { return double(array[first + row * step + column]); };
      };
      head.attend(of(q), of(k), of(v));
      for (int i = 0; i < lengths[s]; ++i)
        std::copy_n(head.out.begin() + size_t(i) * width, width, expected.begin() + first + i * step);
    }
  run.near("ragged", out, expected, {1.2e-2, 1.2e-2});
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
  // Products take turns in rings of one slot.
  addForward<BFloat16>(cases, {"__nv_bfloat16", 128, 128, 256, "causal", true});
  addForward<BFloat16>(cases, {"__nv_bfloat16", 64, 64, 64, "window", false, true});
  addForward<Half>(cases, {"__half", 64, 64, 64, "causal", true});
  // The first queries see nothing but their sink: a loop of no iteration beside others.
  cases.push_back({"attention/blocks without keys", "attention_forward", [](Run &run) {
                     Forward f{"__nv_bfloat16", 128, 64, 128, "causal", false, true};
                     int keys = int(run.random.integer(1, 150));
                     forward<BFloat16>(run, f, keys + int(run.random.integer(257, 380)), keys, 2, 1);
                   }});
  cases.push_back({"attention/ragged", "attention_ragged", [](Run &run) {
                     ragged(run, 64, 64, false, {64, 0, 1, int(run.random.integer(65, 200)), 63});
                     ragged(run, 128, 128, true, {int(run.random.integer(129, 260)), 5, 128});
                   }});
  cases.push_back({"attention/full", "attention", [](Run &run) {
                     small(run, "attention<16, 32, 32, false>", 16, 32, false);
                     small(run, "attention<16, 32, 32, false>", 21, 75, false);
                   }});
  cases.push_back({"attention/causal", "attention", [](Run &run) {
                     small(run, "attention<16, 16, 32, true>", 32, 32, true);
                     small(run, "attention<16, 16, 32, true>", 45, 45, true);
                   }});
}

} // namespace tilec::exec

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of attention, in one pass and in two.
#include "test/exec/cases/AttentionReference.h"

using namespace tilec::exec;

namespace {

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

struct Backward {
  std::string type;
  int keyTile, queryTile, width;
  bool causal;
  /// Queries get theirs from the walk of the keys, added up in memory.
  bool adds;

  std::string kernel(const std::string &name, const std::string &shape, const std::string &flags) const {
    return "attention_" + name + "<" + type + ", " + shape + ", " + std::to_string(width) + flags + ">";
  }
};

template <class T> void backward(Run &run, const Backward &b, int queries, int keys) {
  constexpr int kHeads = 2;
  const int width = b.width;
  float scale = 1 / std::sqrt(float(width));
  auto &q = run.uniform<T>(kHeads * queries * width, -2, 2), &k = run.uniform<T>(kHeads * keys * width, -2, 2);
  auto &v = run.uniform<T>(kHeads * keys * width, -1, 1), &dOut = run.uniform<T>(q.size(), -1, 1);
  auto &out = run.zeros<T>(q.size()), &dK = run.zeros<T>(k.size()), &dV = run.zeros<T>(k.size()),
       &dQ = run.zeros<T>(q.size());
  auto &added = run.filled<float>(q.size(), NAN), &logSums = run.zeros<float>(kHeads * queries),
       &deltas = run.zeros<float>(kHeads * queries);
  std::array<Matrix, 3> expected;
  for (int h = 0; h < kHeads; ++h) {
    Head head{queries, keys, width, width, scale};
    if (b.causal)
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
  std::string causal = b.causal ? ", true" : ", false", adds = b.adds ? ", true" : ", false";
  run.launch(b.kernel("deltas", "64", adds), {uint32_t(ceilDiv(kHeads * queries, 64))}, deltas, added, out, dOut,
             kHeads * queries);
  run.launch(b.kernel("backward_keys", "64, " + std::to_string(b.keyTile), causal + adds),
             {uint32_t(ceilDiv(keys, b.keyTile)), kHeads}, dK, dV, added, q, k, v, dOut, logSums, deltas, queries, keys,
             kHeads, scale);
  if (b.adds)
    run.launch(b.kernel("round_queries", "64", ""), {uint32_t(ceilDiv(kHeads * queries, 64))}, dQ, added,
               kHeads * queries, scale);
  else
    run.launch(b.kernel("backward_queries", std::to_string(b.queryTile) + ", 64", causal),
               {uint32_t(ceilDiv(queries, b.queryTile)), kHeads}, dQ, q, k, v, dOut, logSums, deltas, queries, keys,
               kHeads, scale);
  // Weights and their gradients are rounded to T.
  double unit = b.type == "__half" ? 4e-3 : 3e-2;
  run.near("gradient of queries", dQ, expected[0], {unit, unit});
  run.near("gradient of keys", dK, expected[1], {unit, unit});
  run.near("gradient of values", dV, expected[2], {unit, unit});
  run.clear();
}

/// Whole tiles, one iteration, several, and ragged sizes.
template <class T> void addBackward(Cases &cases, const std::string &name, const Backward &b) {
  cases.push_back({"attention/backward, " + name, "attention_backward", [=](Run &run) {
                     backward<T>(run, b, 64, b.keyTile);
                     backward<T>(run, b, 256, 2 * b.keyTile);
                     int queries = int(run.random.integer(65, 150));
                     backward<T>(run, b, queries, queries + int(run.random.integer(0, 90)));
                   }});
}

} // namespace

namespace tilec::exec {

void addAttentionBackwardCases(Cases &cases) {
  addBackward<Half>(cases, "one pass, heads of 64", {"__half", 64, 64, 64, false, true});
  addBackward<BFloat16>(cases, "one pass, heads of 128", {"__nv_bfloat16", 128, 64, 128, false, true});
  addBackward<BFloat16>(cases, "causal, two passes", {"__nv_bfloat16", 128, 64, 128, true, false});
  addBackward<BFloat16>(cases, "two passes", {"__nv_bfloat16", 128, 128, 128, false, false});
}

} // namespace tilec::exec

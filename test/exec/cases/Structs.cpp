// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of structs, read member by member.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

constexpr int kTile = 512;

void squaredMagnitude(Run &run) {
  for (int count : {kTile, 1, 1000, 1024, 1040}) {
    auto &numbers = run.uniform<float>(2 * count, -8, 8), &out = run.zeros<float>(count);
    for (float &x : numbers.values)
      x = std::floor(x); // exact
    run.launch("squared_magnitude", {uint32_t(ceilDiv(count, kTile))}, out, numbers, count);
    std::vector<float> expected(count);
    for (int i = 0; i < count; ++i)
      expected[i] = numbers[2 * i] * numbers[2 * i] + numbers[2 * i + 1] * numbers[2 * i + 1];
    run.equal("squared_magnitude", out, expected);
    run.clear();
  }
}

void premultiply(Run &run) {
  for (int count : {kTile, 1, 1000, 1024, 1040}) {
    auto &rgba = run.uniform<unsigned char>(4 * count, 0, 255);
    auto &out = run.zeros<unsigned>(count);
    run.launch("premultiply", {uint32_t(ceilDiv(count, kTile))}, out, rgba, count);
    std::vector<unsigned> expected(count);
    for (int i = 0; i < count; ++i) {
      unsigned alpha = rgba[4 * i + 3];
      expected[i] = 2 * alpha * (rgba[4 * i] + rgba[4 * i + 1]) + alpha * rgba[4 * i + 2];
    }
    run.equal("premultiply", out, expected);
    run.clear();
  }
}

template <class T> void triples(Run &run, const std::string &type) {
  for (uint32_t blocks : {3u, 1u}) {
    int count = blocks * kTile;
    auto &in = run.uniform<T>(3 * count, -1000, 1000), &out = run.zeros<T>(count);
    run.launch("triples<" + type + ">", {blocks}, out, in);
    std::vector<T> expected(count);
    for (int i = 0; i < count; ++i)
      expected[i] = T(T(in[3 * i] + in[3 * i + 1]) - in[3 * i + 2]);
    run.equal("triples", out, expected);
    run.clear();
  }
}

void swapPairs(Run &run) {
  for (int count : {kTile, 3, 1024}) {
    auto &pairs = run.uniform<int>(2 * count, -1000, 1000);
    std::vector<int> expected(pairs.values);
    for (int i = 0; i < count; ++i)
      std::swap(expected[2 * i], expected[2 * i + 1]);
    run.launch("swap_pairs", {uint32_t(ceilDiv(count, kTile))}, pairs, count);
    run.equal("swap_pairs", pairs, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addStructCases(Cases &cases) {
  cases.push_back({"structs/complex", "structs", squaredMagnitude});
  cases.push_back({"structs/colours with alpha", "structs", premultiply});
  cases.push_back({"structs/triples", "structs", [](Run &run) {
                     triples<float>(run, "float");
                     triples<short>(run, "short");
                     triples<long long>(run, "long long");
                   }});
  cases.push_back({"structs/pairs in place", "structs", swapPairs});
}

} // namespace tilec::exec

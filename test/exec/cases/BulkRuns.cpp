// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of bytes and reductions that the copy engine can do; with whole numbers, so that all is exact.
#include "test/exec/harness/Cases.h"
#include <algorithm>
#include <cmath>

using namespace tilec::exec;

namespace {

constexpr int kTile = 256;

template <class T> Array<T> &wholeNumbers(Run &run, size_t count, double from, double to) {
  auto &array = run.uniform<T>(count, from, to);
  for (T &value : array.values)
    value = T(float(std::floor(double(value))));
  return array;
}

template <class T> void doubleBackwards(Run &run, const std::string &type) {
  for (int blocks : {1, 2, 7}) {
    auto &in = wholeNumbers<T>(run, size_t(blocks) * kTile, -500, 500);
    auto &out = run.zeros<T>(size_t(blocks) * kTile);
    run.launch("double_backwards<" + type + ">", {uint32_t(blocks)}, out, in);
    std::vector<T> expected(out.size());
    for (int b = 0; b < blocks; ++b)
      for (int i = 0; i < kTile; ++i)
        expected[size_t(blocks - 1 - b) * kTile + i] = T(float(2 * double(in[size_t(b) * kTile + i])));
    run.equal("doubled tiles", out, expected);
    run.clear();
  }
}

template <class T> void addToOne(Run &run, const std::string &type) {
  for (int blocks : {1, 3, 20}) {
    auto &in = wholeNumbers<T>(run, size_t(blocks) * kTile, 0, 40);
    auto &out = wholeNumbers<T>(run, kTile, 0, 9);
    std::vector<double> sums(out.values.begin(), out.values.end());
    run.launch("add_to_one<" + type + ">", {uint32_t(blocks)}, out, in);
    for (size_t i = 0; i < in.size(); ++i)
      sums[i % kTile] += double(in[i]);
    std::vector<T> expected;
    for (double sum : sums)
      expected.push_back(T(float(sum)));
    run.equal("sums", out, expected);
    run.clear();
  }
}

template <class T> void compareWithOne(Run &run, const std::string &type) {
  for (int blocks : {1, 4, 17}) {
    auto &in = run.uniform<T>(size_t(blocks) * kTile, 0, 1000);
    for (T &value : in.values)
      value = T(value - 500); // below zero, or very large
    auto &greatest = run.filled<T>(kTile, T(-3)), &least = run.filled<T>(kTile, T(7)),
         &bits = run.filled<T>(kTile, T(5));
    run.launch("compare_with_one<" + type + ">", {uint32_t(blocks)}, greatest, least, bits, in);
    std::vector<T> most(kTile, T(-3)), fewest(kTile, T(7)), odd(kTile, T(5));
    for (size_t i = 0; i < in.size(); ++i) {
      most[i % kTile] = std::max(most[i % kTile], in[i]);
      fewest[i % kTile] = std::min(fewest[i % kTile], in[i]);
      odd[i % kTile] ^= in[i];
    }
    run.equal("greatest", greatest, most);
    run.equal("least", least, fewest);
    run.equal("bits", bits, odd);
    run.clear();
  }
}

void storeInTurn(Run &run) {
  for (auto [n, blocks] : {std::pair{1, 1}, {256, 1}, {1000, 1}, {4000, 3}, {10001, 2}}) {
    auto &in = wholeNumbers<float>(run, size_t(n), -9, 9);
    auto &out = run.filled<float>(size_t(n), NAN);
    run.launch("store_in_turn", {uint32_t(blocks)}, out, in, n);
    std::vector<float> expected(n), sums(size_t(blocks) * kTile);
    for (int i = 0; i < n; ++i)
      expected[i] = sums[size_t(i / kTile % blocks) * kTile + i % kTile] += in[i];
    run.equal("running sums", out, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addBulkRunCases(Cases &cases) {
  cases.push_back({"bulk runs/float", "bulk_runs", [](Run &run) { doubleBackwards<float>(run, "float"); }});
  cases.push_back({"bulk runs/short", "bulk_runs", [](Run &run) { doubleBackwards<short>(run, "short"); }});
  cases.push_back({"bulk runs/half", "bulk_runs", [](Run &run) { doubleBackwards<Half>(run, "__half"); }});
  cases.push_back({"bulk runs/double", "bulk_runs", [](Run &run) { doubleBackwards<double>(run, "double"); }});
  cases.push_back({"bulk runs/add float", "bulk_runs", [](Run &run) { addToOne<float>(run, "float"); },
                   Case::Where::Everywhere, /*needsAlignment=*/true});
  cases.push_back({"bulk runs/add half", "bulk_runs", [](Run &run) { addToOne<Half>(run, "__half"); },
                   Case::Where::Everywhere, /*needsAlignment=*/true});
  cases.push_back({"bulk runs/add int", "bulk_runs", [](Run &run) { addToOne<int>(run, "int"); },
                   Case::Where::Everywhere, /*needsAlignment=*/true});
  cases.push_back({"bulk runs/add unsigned long", "bulk_runs",
                   [](Run &run) { addToOne<uint64_t>(run, "unsigned long"); }, Case::Where::Everywhere,
                   /*needsAlignment=*/true});
  cases.push_back({"bulk runs/compare int", "bulk_runs", [](Run &run) { compareWithOne<int>(run, "int"); },
                   Case::Where::Everywhere, /*needsAlignment=*/true});
  cases.push_back({"bulk runs/compare unsigned", "bulk_runs",
                   [](Run &run) { compareWithOne<unsigned>(run, "unsigned int"); }, Case::Where::Everywhere,
                   /*needsAlignment=*/true});
  cases.push_back({"bulk runs/compare long", "bulk_runs", [](Run &run) { compareWithOne<int64_t>(run, "long"); },
                   Case::Where::Everywhere, /*needsAlignment=*/true});
  cases.push_back({"bulk runs/compare unsigned long", "bulk_runs",
                   [](Run &run) { compareWithOne<uint64_t>(run, "unsigned long"); }, Case::Where::Everywhere,
                   /*needsAlignment=*/true});
  cases.push_back({"bulk runs/stores in turn", "bulk_runs", storeInTurn});
}

} // namespace tilec::exec

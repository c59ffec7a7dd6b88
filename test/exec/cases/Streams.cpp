// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that stream through an array: prefix sums of long rows, a search that ends early, compaction, a histogram in
// the block's own memory.
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

constexpr int kTile = 512;

/// Whole numbers, so that floats' sums are exact.
template <class T> void scanLongRows(Run &run, const std::string &type) {
  for (auto [rows, columns] : {std::pair{2, kTile}, {1, 1}, {3, 2 * kTile + 1}, {2, 5000}, {2, 0}}) {
    size_t count = size_t(rows) * columns;
    auto &in = run.uniform<T>(std::max<size_t>(count, 1), -500, 500);
    for (T &value : in.values)
      value = T(std::floor(double(value)));
    auto &out = run.zeros<T>(std::max<size_t>(count, 1));
    run.launch("scan_long_rows<" + type + ">", {uint32_t(rows)}, out, in, columns);
    std::vector<T> expected(out.size());
    for (size_t i = 0; i < count; ++i)
      expected[i] = T(in[i] + (i % columns ? expected[i - 1] : T(0)));
    run.near("scan_long_rows", out, expected, {});
    run.clear();
  }
}

void findLimit(Run &run) {
  for (auto [n, limit] :
       {std::pair{5000, 100000ll}, {5000, -1ll}, {5000, 1ll << 40}, {0, 0ll}, {1, 5ll}, {4 * kTile, 0ll}}) {
    auto &in = run.uniform<int>(std::max(n, 1), 0, 100);
    auto &found = run.filled<int>(1, -7);
    auto &sum = run.filled<int64_t>(1, -7);
    run.launch("find_limit", {1}, found, sum, in, n, limit);
    int tile = 0;
    int64_t total = 0;
    for (; tile < ceilDiv(n, kTile); ++tile) {
      for (int i = tile * kTile; i < std::min(n, (tile + 1) * kTile); ++i)
        total += in[i];
      if (total > limit)
        break;
    }
    run.equal("tile", found, {tile});
    run.equal("sum", sum, {total});
    run.clear();
  }
}

/// The blocks' runs, whole and in their order, wherever each block's begins.
void compact(Run &run) {
  for (int n : {1, kTile, kTile + 1, 6000}) {
    auto &in = run.uniform<float>(n, -1, 1);
    auto &out = run.filled<float>(n, -7);
    auto &count = run.zeros<unsigned>(1);
    run.launch("compact", {uint32_t(ceilDiv(n, kTile))}, out, count, in, n, 0.25f);
    std::vector<float> kept;
    for (float value : in.values)
      if (value > 0.25f)
        kept.push_back(value);
    run.equal("count", count, {unsigned(kept.size())});
    std::vector<float> got(out.values.begin(), out.values.begin() + kept.size());
    for (size_t i = 0, begin = 0; begin < size_t(n); begin += kTile) {
      size_t inBlock = std::count_if(in.values.begin() + begin, in.values.begin() + std::min<size_t>(n, begin + kTile),
                                     [](float value) { return value > 0.25f; });
      auto run_ = std::search(got.begin(), got.end(), kept.begin() + i, kept.begin() + i + inBlock);
      run.require(inBlock == 0 || run_ != got.end(), "the elements of a block do not lie together in their order");
      i += inBlock;
    }
    for (size_t i = kept.size(); i < out.size(); ++i)
      run.require(out[i] == -7, "element " + std::to_string(i) + " behind the last was written");
    run.clear();
  }
}

void histogramOwn(Run &run) {
  for (auto [n, blocks, largest] : {std::tuple{1, 1, 255}, {512, 1, 255}, {50000, 5, 255}, {20000, 3, 0}, {0, 2, 0}}) {
    auto &in = run.uniform<unsigned char>(std::max(n, 1), 0, largest);
    auto &bins = run.filled<unsigned>(256, 3u);
    run.launch("histogram_own", {uint32_t(blocks)}, bins, in, n);
    std::vector<unsigned> expected(256, 3u);
    for (int i = 0; i < n; ++i)
      ++expected[in[i]];
    run.equal("histogram", bins, expected);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addStreamCases(Cases &cases) {
  cases.push_back({"scan/long rows, float", "stream", [](Run &run) { scanLongRows<float>(run, "float"); }});
  cases.push_back({"scan/long rows, int", "stream", [](Run &run) { scanLongRows<int>(run, "int"); }});
  cases.push_back({"stream/find limit", "stream", findLimit});
  cases.push_back({"stream/compact", "stream", compact});
  cases.push_back({"stream/histogram of a block", "stream", histogramOwn});
}

} // namespace tilec::exec

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose addresses come from data or that turn data about: rotary embedding, embedding tables, histograms,
// updates by key.
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

constexpr int kKeys = 64;

void rotary(Run &run, bool pairs) {
  for (auto [positions, heads] : {std::pair(9, 3), std::pair(4, 5)}) {
    constexpr int half = 32;
    auto &x = run.uniform<float>(positions * heads * 2 * half, -1, 1);
    auto before = x.values;
    run.launch(pairs ? "rotary_pairs<32>" : "rotary_halves<32>", {uint32_t(heads), uint32_t(positions)}, x, heads,
               10000.0f);
    std::vector<double> expected(before.size());
    for (int p = 0; p < positions; ++p)
      for (int h = 0; h < heads; ++h)
        for (int i = 0; i < half; ++i) {
          int base = (p * heads + h) * 2 * half;
          int first = base + (pairs ? 2 * i : i), second = base + (pairs ? 2 * i + 1 : half + i);
          double angle = p * std::pow(10000.0, -double(i) / half), a = before[first], b = before[second];
          expected[first] = a * std::cos(angle) - b * std::sin(angle);
          expected[second] = a * std::sin(angle) + b * std::cos(angle);
        }
    run.near("rotary", x, expected, {1e-5, 1e-5});
    run.clear();
  }
}

void embedding(Run &run) {
  for (auto [count, width] : {std::pair{8, 32}, {1, 1}, {19, 70}, {40, 33}}) {
    int rows = 11;
    auto &table = run.uniform<float>(rows * width, -1, 1);
    auto &tokens = run.uniform<int>(count, 0, rows - 1);
    auto &pointers = run.zeros<float>(count * width), &view = run.zeros<float>(count * width);
    auto &dout = run.uniform<float>(count * width, -8, 8), &dtable = run.zeros<float>(rows * width);
    for (float &x : dout.values)
      x = std::floor(x); // sums are exact in every order
    Grid grid{uint32_t(ceilDiv(count, 8)), uint32_t(ceilDiv(width, 32))};
    run.launch("gather_by_pointers", grid, pointers, table, tokens, count, width);
    run.launch("gather_by_view", grid, view, table, tokens, count, width, rows);
    run.launch("scatter_add", grid, dtable, dout, tokens, count, width);
    std::vector<float> gathered(count * width), scattered(rows * width);
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < width; ++j) {
        gathered[i * width + j] = table[tokens[i] * width + j];
        scattered[tokens[i] * width + j] += dout[i * width + j];
      }
    run.equal("gather_by_pointers", pointers, gathered);
    run.equal("gather_by_view", view, gathered);
    run.near("scatter_add", dtable, scattered, {});
    run.clear();
  }
}

/// Whole rows, the last block with fewer.
template <class T> void embeddingRows(Run &run, const std::string &type, int tokensOfBlock, int width) {
  for (int count : {tokensOfBlock, 1, 3 * tokensOfBlock + 1}) {
    int rows = 7;
    auto &table = run.uniform<T>(rows * width, -1, 1);
    auto &tokens = run.uniform<int>(count, 0, rows - 1);
    auto &pointers = run.zeros<T>(count * width), &view = run.zeros<T>(count * width);
    std::string shape = "<" + type + ", " + std::to_string(tokensOfBlock) + ", " + std::to_string(width) + ">";
    Grid grid{uint32_t(ceilDiv(count, tokensOfBlock))};
    run.launch("gather_rows" + shape, grid, pointers, table, tokens, count);
    run.launch("gather_rows_by_view" + shape, grid, view, table, tokens, count, rows);
    std::vector<T> gathered(count * width);
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < width; ++j)
        gathered[i * width + j] = table[tokens[i] * width + j];
    run.equal("gather_rows", pointers, gathered);
    run.equal("gather_rows_by_view", view, gathered);
    run.clear();
  }
}

/// Every fifth row comes from outside, or goes there.
template <class T, class Index>
void moveRows(Run &run, const std::string &types, int rowsOfBlock, int columns, int width, Index outside) {
  for (int count : {rowsOfBlock, 1, 2 * rowsOfBlock + 3}) {
    int inRows = 90, outRows = count + 7;
    auto &in = run.uniform<T>(inRows * width, 0, 100), &out = run.filled<T>(outRows * width, T(7));
    auto &from = run.uniform<Index>(count, 0, inRows - 1), &to = run.zeros<Index>(count);
    std::vector<T> expected(out.values);
    for (int i = 0; i < count; ++i) {
      to[i] = Index(i % 5 == 3 ? outRows : outRows - 1 - i);
      from[i] = i % 5 == 1 ? (i % 2 ? outside : Index(inRows)) : from[i];
      for (int j = 0; i % 5 != 3 && j < width; ++j)
        expected[size_t(to[i]) * width + j] = i % 5 == 1 ? T(0) : in[size_t(from[i]) * width + j];
    }
    std::string shape = std::to_string(rowsOfBlock) + ", " + std::to_string(columns) + ", " + std::to_string(width);
    run.launch("move_rows<" + types + ", " + shape + ">",
               {uint32_t(ceilDiv(count, rowsOfBlock)), uint32_t(ceilDiv(width, columns))}, out, in, from, to, outRows,
               inRows, count, outside);
    run.equal("move_rows", out, expected);
    run.clear();
  }
}

void histogram(Run &run) {
  for (int n : {1, 512, 5000}) {
    auto &in = run.uniform<unsigned char>(n, 0, 63);
    auto &elements = run.zeros<unsigned>(256), &blocks = run.zeros<unsigned>(64);
    run.launch("histogram_by_element", {uint32_t(ceilDiv(n, 512))}, elements, in, n);
    run.launch("histogram_by_block", {5}, blocks, in, n);
    std::vector<unsigned> expected(256);
    for (unsigned char x : in.values)
      ++expected[x];
    run.equal("histogram_by_element", elements, expected);
    expected.resize(64);
    run.equal("histogram_by_block", blocks, expected);
    run.clear();
  }
}

/// Tables in the block's own memory: bins that nothing falls into lie behind the end of the array.
void histogramInLoop(Run &run) {
  for (int n : {1, 2048, 30000}) {
    auto &in = run.uniform<unsigned char>(n, 0, 63);
    auto &values = run.uniform<int>(n, -1000, 1000);
    auto &bins = run.zeros<unsigned>(64);
    auto &largest = run.zeros<int>(64), &lost = run.zeros<int>(64);
    run.launch("histogram_in_loop", {3}, bins, in, n);
    run.launch("extremes_in_loop", {1}, largest, lost, in, values, n);
    std::vector<unsigned> expected(64);
    std::vector<int> expectedLargest(64), expectedLost(64);
    for (int i = 0; i < n; ++i) {
      unsigned char key = in.values[i];
      ++expected[key];
      expectedLargest[key] = std::max(expectedLargest[key], values.values[i]);
      expectedLost[key] -= values.values[i];
    }
    run.equal("histogram_in_loop", bins, expected);
    run.equal("largest", largest, expectedLargest);
    run.equal("lost", lost, expectedLost);
    run.clear();
  }
}

/// Sums that are exact in every order, of keys that lanes share more or less; a cell that nothing is added to keeps its
/// bits, and so does one that only -0 is added to.
void sumsInLoop(Run &run) {
  for (int n : {1, 2048, 30000})
    for (int keys : {1, 5, 63}) {
      auto &key = run.uniform<unsigned char>(n, 0, keys - 1);
      auto &value = run.uniform<int>(n, -50, 50);
      auto &values = run.zeros<float>(n);
      auto &sums = run.filled<float>(64, -0.0f), &spent = run.filled<float>(8, -0.0f);
      std::vector<float> expectedSums(64, -0.0f), expectedSpent(8, -0.0f);
      for (int i = 0; i < n; ++i) {
        values[i] = value[i] == 0 ? -0.0f : float(value[i]) / 4;
        expectedSums[key[i]] += values[i];
        if (values[i] > 0)
          expectedSpent[key[i] & 7] -= values[i];
      }
      run.launch("sums_in_loop", {3}, sums, spent, key, values, n);
      // Opposite numbers make +0 or -0 by the order in which they come.
      for (auto *all : {&sums.values, &spent.values, &expectedSums, &expectedSpent})
        for (float &x : *all)
          x = n > 1 && x == 0 ? 0.0f : x;
      run.equal("sums", sums, expectedSums);
      run.equal("spent", spent, expectedSpent);
      run.clear();
    }
}

/// Keys of which all lanes of a warp, some, or none have the same.
std::vector<std::function<int(int)>> keysOf(Run &run) {
  return {[](int) { return 3; },
          [](int i) { return i / 32 % kKeys; },
          [](int i) { return i / 5 % kKeys; },
          [](int i) { return i % kKeys; },
          [](int i) { return i % 32 < 31 ? 7 : i % kKeys; },
          [&run](int i) { return i % 2 ? 11 : int(run.random.real(0, kKeys)); }};
}

/// Sums of whole numbers are exact in every order.
template <class T> void addByKey(Run &run, const std::string &type, double range = 50) {
  for (int n : {1, 31, 256, 3001})
    for (const auto &keyOf : keysOf(run)) {
      auto &keys = run.zeros<int>(n);
      for (int i = 0; i < n; ++i)
        keys[i] = keyOf(i);
      auto &values = run.uniform<T>(n, -range, range), &table = run.zeros<T>(kKeys);
      std::vector<T> expected(kKeys);
      for (int i = 0; i < n; ++i)
        expected[keys[i]] = T(double(expected[keys[i]]) + double(values[i] = T(std::floor(double(values[i])))));
      run.launch("add_by_key<" + type + ">", {uint32_t(ceilDiv(n, 256))}, table, keys, values, n);
      run.equal("add_by_key", table, expected);
      run.clear();
    }
}

template <class T> void updateByKey(Run &run, const std::string &type) {
  for (const auto &keyOf : keysOf(run)) {
    int n = run.random.integer(0, 1) ? 256 : 1024;
    auto &keys = run.zeros<int>(n);
    auto &values = run.uniform<T>(n, std::is_signed_v<T> ? -1e6 : 0, 1e6);
    std::vector<T> sums(kKeys), smallest(kKeys, 1000), largest(kKeys), both(kKeys, T(-1)), either(kKeys), odd(kKeys);
    for (int i = 0; i < n; ++i) {
      int key = keys[i] = keyOf(i);
      sums[key] -= values[i];
      smallest[key] = std::min(smallest[key], values[i]), largest[key] = std::max(largest[key], values[i]);
      both[key] &= values[i], either[key] |= values[i], odd[key] ^= values[i];
    }
    auto &gotSums = run.zeros<T>(kKeys), &gotSmallest = run.filled<T>(kKeys, 1000), &gotLargest = run.zeros<T>(kKeys);
    auto &gotBoth = run.filled<T>(kKeys, T(-1)), &gotEither = run.zeros<T>(kKeys), &gotOdd = run.zeros<T>(kKeys);
    run.launch("update_by_key<" + type + ">", {uint32_t(n / 256)}, gotSums, gotSmallest, gotLargest, gotBoth, gotEither,
               gotOdd, keys, values);
    run.equal("sums", gotSums, sums);
    run.equal("smallest", gotSmallest, smallest);
    run.equal("largest", gotLargest, largest);
    run.equal("both", gotBoth, both);
    run.equal("either", gotEither, either);
    run.equal("odd", gotOdd, odd);
    run.clear();
  }
}

template <class T> void rotaryTable(Run &run, const std::string &type, Bound bound) {
  constexpr int kHalf = 64;
  for (auto [positions, heads] : {std::pair{1, 16}, {3, 32}, {5, 7}}) {
    size_t count = size_t(positions) * heads * 2 * kHalf;
    auto &in = run.uniform<T>(count, -2, 2), &out = run.zeros<T>(count);
    auto &cosines = run.uniform<float>(positions * kHalf, -1, 1), &sines = run.uniform<float>(positions * kHalf, -1, 1);
    run.launch("rotary_table<" + type + ", 16, 64>", {uint32_t(ceilDiv(heads, 16)), uint32_t(positions)}, out, in,
               cosines, sines, positions, heads);
    std::vector<double> expected(count);
    for (int head = 0; head < positions * heads; ++head)
      for (int i = 0; i < kHalf; ++i) {
        size_t at = size_t(head) * 2 * kHalf + i, angle = size_t(head / heads) * kHalf + i;
        double a = double(in[at]), b = double(in[at + kHalf]), c = cosines[angle], s = sines[angle];
        expected[at] = a * c - b * s, expected[at + kHalf] = a * s + b * c;
      }
    run.near("rotary", out, expected, bound);
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addGatherCases(Cases &cases) {
  cases.push_back({"rotary/halves", "rotary", [](Run &run) { rotary(run, false); }});
  cases.push_back(
      {"rotary/table, float", "rotary_table", [](Run &run) { rotaryTable<float>(run, "float", {1e-6, 1e-6}); }});
  cases.push_back({"rotary/table, bfloat16", "rotary_table",
                   [](Run &run) { rotaryTable<BFloat16>(run, "__nv_bfloat16", {8e-3, 1e-6}); }});
  cases.push_back({"rotary/pairs", "rotary", [](Run &run) { rotary(run, true); }});
  cases.push_back({"embedding", "embedding", embedding});
  cases.push_back({"embedding of whole rows", "embedding", [](Run &run) {
                     embeddingRows<float>(run, "float", 16, 64);
                     embeddingRows<float>(run, "float", 4, 512);
                     embeddingRows<BFloat16>(run, "__nv_bfloat16", 16, 128);
                     embeddingRows<BFloat16>(run, "__nv_bfloat16", 4, 1024);
                   }});
  cases.push_back({"move rows/float", "move_rows", [](Run &run) {
                     moveRows<float, int>(run, "float, int", 16, 64, 72, -1);
                     moveRows<float, unsigned char>(run, "float, unsigned char", 4, 256, 512, 255);
                   }});
  cases.push_back({"move rows/bfloat16", "move_rows",
                   [](Run &run) { moveRows<BFloat16, long long>(run, "__nv_bfloat16, long long", 64, 128, 128, -1); }});
  cases.push_back({"move rows/bytes", "move_rows", [](Run &run) {
                     moveRows<unsigned char, unsigned short>(run, "unsigned char, unsigned short", 32, 32, 48, 65535);
                   }});
  cases.push_back({"move rows/double", "move_rows",
                   [](Run &run) { moveRows<double, int>(run, "double, int", 512, 4, 10, 1 << 30); }});
  cases.push_back({"histogram", "histogram", histogram});
  cases.push_back({"update by key/add int", "update_by_key", [](Run &run) { addByKey<int>(run, "int"); }});
  cases.push_back({"update by key/add float", "update_by_key", [](Run &run) { addByKey<float>(run, "float"); }});
  cases.push_back({"update by key/add double", "update_by_key", [](Run &run) { addByKey<double>(run, "double"); }});
  cases.push_back({"update by key/add half", "update_by_key", [](Run &run) { addByKey<Half>(run, "__half", 2); }});
  cases.push_back({"update by key/int", "update_by_key", [](Run &run) { updateByKey<int>(run, "int"); }});
  cases.push_back(
      {"update by key/unsigned", "update_by_key", [](Run &run) { updateByKey<unsigned>(run, "unsigned int"); }});
  cases.push_back({"update by key/long", "update_by_key", [](Run &run) { updateByKey<long>(run, "long"); }});
  cases.push_back({"histogram in a loop", "histogram", histogramInLoop});
  cases.push_back({"sums of floats by key in a loop", "histogram", sumsInLoop});
}

} // namespace tilec::exec

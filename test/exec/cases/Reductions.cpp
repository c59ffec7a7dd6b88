// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions over each axis of a tile, and over whole arrays.
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

constexpr int kShape[3] = {4, 8, 16};
constexpr int kElements = 4 * 8 * 16;

/// Calls fold(output index, elements along the axis) for each line of each block.
template <class T>
void eachLine(const std::vector<T> &in, int axis, const std::function<void(size_t, const std::vector<T> &)> &fold) {
  int outer = 1, inner = 1;
  for (int d = 0; d < 3; ++d)
    if (d != axis)
      (d < axis ? outer : inner) *= kShape[d];
  size_t blocks = in.size() / kElements, index = 0;
  for (size_t b = 0; b < blocks; ++b)
    for (int o = 0; o < outer; ++o)
      for (int i = 0; i < inner; ++i) {
        std::vector<T> line;
        for (int k = 0; k < kShape[axis]; ++k)
          line.push_back(in[b * kElements + (o * kShape[axis] + k) * inner + i]);
        fold(index++, line);
      }
}

/// The extremum of a line, `better(a, b)` saying whether a beats b. A NaN counts if `handOnNaN`, or if there is nothing
/// else.
template <class T, class Better> T extremum(const std::vector<T> &line, bool handOnNaN, Better better) {
  T result = line[0];
  for (T x : line) {
    if (handOnNaN && std::isnan(double(x)))
      return x;
    if (std::isnan(double(result)) || better(x, result))
      result = x;
  }
  return result;
}
template <class T> T largest(const std::vector<T> &line, bool handOnNaN) {
  return extremum(line, handOnNaN, std::greater<T>());
}
template <class T> T smallest(const std::vector<T> &line, bool handOnNaN) {
  return extremum(line, handOnNaN, std::less<T>());
}
/// The lowest index wins, NaN never does.
template <class T> unsigned firstWhere(const std::vector<T> &line, T wanted) {
  auto found = std::find(line.begin(), line.end(), wanted);
  return found == line.end() ? 0 : unsigned(found - line.begin());
}

template <class T> std::string axisName(const std::string &kernel, const std::string &type, int axis) {
  return kernel + "<" + type + ", " + std::to_string(axis) + ">";
}

template <class T> void reduceNumbers(Run &run, const std::string &type, bool unruly) {
  for (int axis = 0; axis < 3; ++axis) {
    int blocks = 2;
    size_t results = size_t(blocks) * kElements / kShape[axis];
    // Small whole numbers: every order of summation gives the same result, and ties occur.
    auto &in = run.uniform<T>(blocks * kElements, std::is_unsigned_v<T> ? 0 : -2, 2);
    if constexpr (std::is_floating_point_v<T>)
      for (T &x : in.values)
        x = unruly && run.random.chance(0.2) ? T(NAN) : std::round(x);
    auto &sum = run.zeros<T>(results), &product = run.zeros<T>(results), &high = run.zeros<T>(results),
         &low = run.zeros<T>(results);
    auto &whereHigh = run.zeros<unsigned>(results), &whereLow = run.zeros<unsigned>(results);
    auto kernel = axisName<T>("reduce_numbers", type, axis);
    run.launch(kernel, {uint32_t(blocks)}, sum, product, high, low, whereHigh, whereLow, in);
    std::vector<T> sums(results), products(results), highs(results), lows(results);
    std::vector<unsigned> whereHighs(results), whereLows(results);
    eachLine<T>(in.values, axis, [&](size_t i, const std::vector<T> &line) {
      sums[i] = T(0), products[i] = T(1);
      for (T x : line)
        sums[i] = T(sums[i] + x), products[i] = T(products[i] * x);
      highs[i] = largest(line, false), lows[i] = smallest(line, false);
      whereHighs[i] = firstWhere(line, highs[i]), whereLows[i] = firstWhere(line, lows[i]);
    });
    run.near(kernel + ": sum", sum, sums, {});
    run.near(kernel + ": product", product, products, {});
    run.near(kernel + ": max", high, highs, {});
    run.near(kernel + ": min", low, lows, {});
    run.equal(kernel + ": max_element", whereHigh, whereHighs);
    run.equal(kernel + ": min_element", whereLow, whereLows);
    run.clear();
  }
}

template <class T> void reduceBits(Run &run, const std::string &type) {
  for (int axis = 0; axis < 3; ++axis) {
    int blocks = 2;
    size_t results = size_t(blocks) * kElements / kShape[axis];
    auto &in = run.zeros<T>(blocks * kElements);
    for (T &x : in.values)
      x = run.random.chance(0.3) ? T(0) : run.random.chance(0.5) ? T(-1) : T(run.random.bits());
    auto &conjunction = run.zeros<T>(results), &disjunction = run.zeros<T>(results), &parity = run.zeros<T>(results);
    auto &all = run.zeros<unsigned char>(results), &any = run.zeros<unsigned char>(results);
    auto kernel = axisName<T>("reduce_bits", type, axis);
    run.launch(kernel, {uint32_t(blocks)}, conjunction, disjunction, parity, all, any, in);
    std::vector<T> ands(results), ors(results), xors(results);
    std::vector<unsigned char> alls(results), anys(results);
    eachLine<T>(in.values, axis, [&](size_t i, const std::vector<T> &line) {
      ands[i] = T(-1), ors[i] = xors[i] = 0, alls[i] = 1;
      for (T x : line)
        ands[i] &= x, ors[i] |= x, xors[i] ^= x, alls[i] &= x != 0, anys[i] |= x != 0;
    });
    run.equal(kernel + ": and", conjunction, ands);
    run.equal(kernel + ": or", disjunction, ors);
    run.equal(kernel + ": xor", parity, xors);
    run.equal(kernel + ": all", all, alls);
    run.equal(kernel + ": any", any, anys);
    run.clear();
  }
}

void reduceNaN(Run &run) {
  for (int axis = 0; axis < 3; ++axis) {
    size_t results = kElements / kShape[axis];
    auto &in = run.uniform<float>(kElements, -5, 5);
    for (float &x : in.values)
      x = run.random.chance(0.05) ? NAN : x;
    auto &high = run.zeros<float>(results), &low = run.zeros<float>(results);
    run.launch("reduce_nan<" + std::to_string(axis) + ">", {1}, high, low, in);
    std::vector<float> highs(results), lows(results);
    eachLine<float>(in.values, axis, [&](size_t i, const std::vector<float> &line) {
      highs[i] = largest(line, true), lows[i] = smallest(line, true);
    });
    run.equal("max with NaN", high, highs);
    run.equal("min with NaN", low, lows);
    run.clear();
  }
}

constexpr int kTile = 1024;

template <class T> void sumArray(Run &run, const std::string &type) {
  for (int n : {1, 1024, 1025, 9000}) {
    auto &in = run.uniform<T>(n, std::is_unsigned_v<T> ? 0 : -8, 8);
    for (T &x : in.values)
      x = T(std::floor(double(x)));
    uint32_t blocks = ceilDiv(n, kTile);
    auto &partials = run.zeros<T>(blocks), &total = run.zeros<T>(1), &atomically = run.zeros<T>(1),
         &high = run.zeros<T>(blocks), &highest = run.zeros<T>(1);
    T lowest = std::numeric_limits<T>::lowest();
    run.launch("sum_partials<" + type + ">", {blocks}, partials, in, n);
    run.launch("sum_partials<" + type + ">", {1}, total, partials, int(blocks));
    run.launch("sum_atomic<" + type + ">", {blocks}, atomically, in, n);
    run.launch("max_partials<" + type + ">", {blocks}, high, in, n, lowest);
    run.launch("max_partials<" + type + ">", {1}, highest, high, int(blocks), lowest);
    T expected = 0;
    for (T x : in.values)
      expected = T(expected + x);
    run.equal("sum by partials", total, {expected});
    run.equal("sum by atomics", atomically, {expected});
    run.equal("max by partials", highest, {*std::max_element(in.values.begin(), in.values.end())});
    run.clear();
  }
}

template <class T> void sumByStride(Run &run, const std::string &type) {
  for (int n : {1, 4096, 4097, 50000})
    for (uint32_t blocks : {1u, 3u, 20u}) {
      auto &in = run.uniform<T>(n, -8, 8), &total = run.zeros<T>(1);
      T expected = 0;
      for (T &x : in.values)
        expected += x = T(std::floor(double(x)));
      run.launch("sum_by_stride<" + type + ", 4096>", {blocks}, total, in, n);
      run.equal("sum by stride", total, {expected});
      run.clear();
    }
}

void maxAtomic(Run &run) {
  for (int n : {5000, 1}) {
    auto &in = run.uniform<int>(n, -2000000000, -1000);
    auto &result = run.filled<int>(1, INT32_MIN);
    run.launch("max_atomic", {uint32_t(ceilDiv(n, kTile))}, result, in, n, INT32_MIN);
    run.equal("max by atomics", result, {*std::max_element(in.values.begin(), in.values.end())});
    run.clear();
  }
}

void argmax(Run &run) {
  for (int n : {1, 1024, 1025, 7000}) {
    auto &in = run.uniform<float>(n, -3, 3);
    for (float &x : in.values)
      x = std::floor(x * 8); // ties
    uint32_t blocks = ceilDiv(n, kTile);
    auto &values = run.zeros<float>(blocks);
    auto &positions = run.zeros<int>(blocks), &position = run.zeros<int>(1);
    auto &packed = run.zeros<unsigned long long>(1);
    run.launch("argmax_partials", {blocks}, values, positions, in, n);
    run.launch("argmax_final", {1}, position, values, positions, int(blocks));
    run.launch("argmax_atomic", {blocks}, packed, in, n);
    int expected = int(std::max_element(in.values.begin(), in.values.end()) - in.values.begin());
    run.equal("argmax by partials", position, {expected});
    run.require(int(~unsigned(packed[0])) == expected, "argmax by atomics: got " +
                                                           std::to_string(int(~unsigned(packed[0]))) + ", expected " +
                                                           std::to_string(expected));
    run.clear();
  }
}

void anyAll(Run &run) {
  // None, some, all above the threshold.
  for (auto [kind, n] :
       {std::pair{0, 3000}, {1, 3000}, {2, 3000}, {0, 1}, {1, int(run.random.integer(2, 1024))}, {2, 1024}}) {
    int threshold = 10;
    auto &in = run.uniform<int>(n, kind == 2 ? 11 : -50, kind == 0 ? 10 : 50);
    uint32_t blocks = ceilDiv(n, kTile);
    auto &any = run.zeros<unsigned char>(blocks), &all = run.zeros<unsigned char>(blocks);
    auto &anywhere = run.filled<int>(1, 0), &everywhere = run.filled<int>(1, 1);
    run.launch("any_all_partials", {blocks}, any, all, in, n, threshold);
    run.launch("any_all_atomic", {blocks}, anywhere, everywhere, in, n, threshold);
    std::vector<unsigned char> anys(blocks, 0), alls(blocks, 1);
    for (int i = 0; i < n; ++i)
      anys[i / kTile] |= in[i] > threshold, alls[i / kTile] &= in[i] > threshold;
    run.equal("any of a block", any, anys);
    run.equal("all of a block", all, alls);
    run.equal("any", anywhere, {int(*std::max_element(anys.begin(), anys.end()))});
    run.equal("all", everywhere, {int(*std::min_element(alls.begin(), alls.end()))});
    run.clear();
  }
}

} // namespace

namespace tilec::exec {

void addReductionCases(Cases &cases) {
  auto axis = [&](std::string name, std::function<void(Run &)> body) { cases.push_back({name, "reduce_axis", body}); };
  axis("reduce axis/float", [](Run &run) { reduceNumbers<float>(run, "float", false); });
  axis("reduce axis/float with NaN", [](Run &run) { reduceNumbers<float>(run, "float", true); });
  axis("reduce axis/double", [](Run &run) { reduceNumbers<double>(run, "double", false); });
  axis("reduce axis/int", [](Run &run) { reduceNumbers<int>(run, "int", false); });
  axis("reduce axis/unsigned char", [](Run &run) { reduceNumbers<unsigned char>(run, "unsigned char", false); });
  axis("reduce axis/long", [](Run &run) { reduceNumbers<long>(run, "long", false); });
  axis("reduce axis/bits of int", [](Run &run) { reduceBits<int>(run, "int"); });
  axis("reduce axis/bits of unsigned char", [](Run &run) { reduceBits<unsigned char>(run, "unsigned char"); });
  axis("reduce axis/bits of unsigned long", [](Run &run) { reduceBits<unsigned long>(run, "unsigned long"); });
  axis("reduce axis/NaN handed on", reduceNaN);
  auto whole = [&](std::string name, std::function<void(Run &)> body) {
    cases.push_back({name, "reduce_array", body});
  };
  whole("reduce array/int", [](Run &run) { sumArray<int>(run, "int"); });
  whole("reduce array/float", [](Run &run) { sumArray<float>(run, "float"); });
  whole("reduce array/double", [](Run &run) { sumArray<double>(run, "double"); });
  whole("reduce array/unsigned long long", [](Run &run) { sumArray<unsigned long long>(run, "unsigned long long"); });
  whole("reduce array/sum by stride, float", [](Run &run) { sumByStride<float>(run, "float"); });
  whole("reduce array/sum by stride, int", [](Run &run) { sumByStride<int>(run, "int"); });
  whole("reduce array/max by atomics", maxAtomic);
  whole("reduce array/argmax", argmax);
  whole("reduce array/any and all", anyAll);
}

} // namespace tilec::exec

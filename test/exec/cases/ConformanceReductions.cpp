// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every reduction and scan of every type over every axis. Sums and products are drawn so that every order of computing
// them is exact; then the result has one value.
#include "test/exec/cases/ConformanceFloats.h"
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

struct Shape {
  const char *name;
  std::vector<int> extents;
  int axis;
};
const Shape kEveryType[] = {{"Row", {128}, 0}, {"Matrix", {4, 32}, 0}, {"Matrix", {4, 32}, 1}, {"Cube", {2, 8, 8}, 1}};
const Shape kMore[] = {{"Cube", {2, 8, 8}, 0},
                       {"Cube", {2, 8, 8}, 2},
                       {"Tall", {64, 2}, 0},
                       {"Wide", {2048}, 0},
                       {"Four", {2, 4, 2, 8}, 2}};
const Shape kFour{"Four", {2, 4, 2, 8}, 0};

/// The places of a tile that are combined into one.
struct Line {
  int first, step, count;
  int at(int k) const {
    return first + k * step;
  }
};

std::vector<Line> linesOf(const Shape &shape) {
  int inner = 1, outer = 1;
  for (size_t d = 0; d < shape.extents.size(); ++d)
    if (int(d) != shape.axis)
      (int(d) > shape.axis ? inner : outer) *= shape.extents[d];
  std::vector<Line> lines;
  for (int o = 0; o < outer; ++o)
    for (int i = 0; i < inner; ++i)
      lines.push_back({o * inner * shape.extents[shape.axis] + i, inner, shape.extents[shape.axis]});
  return lines;
}

template <class E, bool kIsBool> struct Reductions {
  static constexpr bool kIsInteger = std::is_integral_v<E>;
  Run &run;
  ConformanceTable &table;

  static E wrap(__int128 value) {
    return kIsBool ? E(value & 1) : E(value);
  }
  static E plus(E a, E b) {
    if constexpr (kIsInteger)
      return wrap(__int128(a) + b);
    else
      return E(double(a) + double(b));
  }
  static E times(E a, E b) {
    if constexpr (kIsInteger)
      return wrap(__int128(a) * b);
    else
      return E(double(a) * double(b));
  }
  static bool isNaN(E a) {
    return !kIsInteger && std::isnan(double(a));
  }
  /// `a` wins over `b`.
  static bool beats(E a, E b, bool wantsLargest) {
    if constexpr (kIsInteger)
      return wantsLargest ? a > b : a < b;
    else
      return wantsLargest ? double(a) > double(b) : double(a) < double(b);
  }
  static int best(const std::vector<E> &line, bool wantsLargest) {
    int at = -1;
    for (int i = 0; i < int(line.size()); ++i)
      if (!isNaN(line[i]) && (at < 0 || beats(line[i], line[at], wantsLargest)))
        at = i;
    return at < 0 ? 0 : at;
  }

  /// Whole numbers near zero: sums of them fit every type.
  E small() {
    if (kIsBool || std::is_unsigned_v<E>)
      return E(run.random.chance(0.3));
    return E(int(run.random.integer(-1, 1)));
  }
  E factor() {
    if (kIsBool)
      return E(run.random.chance(0.9));
    if (run.random.chance(0.9))
      return E(1);
    if constexpr (!kIsInteger)
      return E(run.random.chance(0.5) ? -2.0 : 0.5);
    return E(std::is_signed_v<E> ? -1 : 1);
  }
  E any() {
    if constexpr (kIsBool)
      return E(run.random.bits() & 1);
    else if constexpr (kIsInteger)
      return E(E(run.random.bits()) >> run.random.integer(0, 8 * sizeof(E) - 1));
    else
      return anyFloat<E>(run.random);
  }

  void onShape(const std::string &type, const Shape &shape) {
    int size = 1, blocks = shape.extents[0] > 1000 ? 8 : 32;
    for (int extent : shape.extents)
      size *= extent;
    int n = size * blocks, kept = n / shape.extents[shape.axis];
    auto &x = run.zeros<E>(n), &f = run.zeros<E>(n), &y = run.zeros<E>(n);
    for (int i = 0; i < n; ++i)
      x[i] = small(), f[i] = factor(), y[i] = any();
    auto &out = run.zeros<E>(9 * kept), &scanned = run.zeros<E>(2 * n);
    auto &positions = run.zeros<unsigned>(2 * kept);
    run.launch("reductions<" + type + ", " + shape.name + ", " + std::to_string(shape.axis) + ">", {uint32_t(blocks)},
               out, positions, scanned, x, f, y);
    auto lines = linesOf(shape);
    for (int block = 0; block < blocks; ++block)
      for (size_t l = 0; l < lines.size(); ++l)
        checkLine(shape, lines[l], block * size, x, f, y, scanned, n, [&](int row) {
          return std::pair(out[size_t(row) * kept + block * lines.size() + l],
                           positions[size_t(row & 1) * kept + block * lines.size() + l]);
        });
    run.clear();
  }

  template <class Got>
  void checkLine(const Shape &shape, Line line, int base, const Array<E> &x, const Array<E> &f, const Array<E> &y,
                 const Array<E> &scanned, int n, const Got &got) {
    auto describe = [&] { return std::string(shape.name) + ", axis " + std::to_string(shape.axis); };
    auto same = [&](const char *name, E a, E b) {
      bool equal = isNaN(a) ? isNaN(b) : a == b;
      table.add(name, 0, equal ? 0 : 1, [&] {
        return describe() + ": got " + std::to_string(double(a)) + ", expected " + std::to_string(double(b));
      });
    };
    E sum = E(0), product = E(1);
    bool all = true, any = false, nan = false;
    std::vector<E> values;
    for (int k = 0; k < line.count; ++k) {
      int at = base + line.at(k);
      sum = plus(sum, x[at]);
      product = times(product, f[at]);
      same("partial_sum", scanned[at], sum);
      same("partial_prod", scanned[n + at], product);
      all &= double(x[at]) != 0, any |= double(x[at]) != 0, nan |= isNaN(y[at]);
      values.push_back(y[at]);
    }
    same("sum", got(0).first, sum);
    same("prod", got(1).first, product);
    int largest = best(values, true), smallest = best(values, false);
    same("reduce_max", got(2).first, values[largest]);
    same("reduce_min", got(3).first, values[smallest]);
    if constexpr (kIsInteger) {
      E conjunction = values[0], disjunction = values[0], parity = values[0];
      for (size_t k = 1; k < values.size(); ++k)
        conjunction &= values[k], disjunction |= values[k], parity ^= values[k];
      same("reduce_bitand", got(4).first, conjunction);
      same("reduce_bitor", got(5).first, disjunction);
      same("reduce_bitxor", got(6).first, parity);
    } else {
      same("reduce_max, NaN kept", got(4).first, nan ? E(NAN) : values[largest]);
      same("reduce_min, NaN kept", got(5).first, nan ? E(NAN) : values[smallest]);
    }
    same("all_of", got(7).first, E(all));
    same("any_of", got(8).first, E(any));
    table.add("max_element", 0, int(got(0).second) == largest ? 0 : 1, describe);
    table.add("min_element", 0, int(got(1).second) == smallest ? 0 : 1, describe);
  }
};

template <class E, bool kIsBool = false> void onType(Run &run, const std::string &type) {
  ConformanceTable table(run, type);
  Reductions<E, kIsBool> reductions{run, table};
  for (const Shape &shape : kEveryType)
    reductions.onShape(type, shape);
  if (type == "int" || type == "float")
    for (const Shape &shape : kMore)
      reductions.onShape(type, shape);
  if (type == "int" || type == "float" || type == "__half" || type == "bool")
    reductions.onShape(type, kFour);
  table.check();
}

} // namespace

namespace tilec::exec {

void addConformanceReductionCases(Cases &cases) {
  auto add = [&](std::string name, std::function<void(Run &)> body) {
    cases.push_back({"conformance/reductions, " + name, "conformance_reductions", body});
  };
  add("bool", [](Run &run) { onType<unsigned char, true>(run, "bool"); });
  add("signed char", [](Run &run) { onType<signed char>(run, "signed char"); });
  add("unsigned char", [](Run &run) { onType<unsigned char>(run, "unsigned char"); });
  add("short", [](Run &run) { onType<short>(run, "short"); });
  add("unsigned short", [](Run &run) { onType<unsigned short>(run, "unsigned short"); });
  add("int", [](Run &run) { onType<int>(run, "int"); });
  add("unsigned int", [](Run &run) { onType<unsigned>(run, "unsigned int"); });
  add("long", [](Run &run) { onType<long>(run, "long"); });
  add("unsigned long", [](Run &run) { onType<unsigned long>(run, "unsigned long"); });
  add("__half", [](Run &run) { onType<Half>(run, "__half"); });
  add("__nv_bfloat16", [](Run &run) { onType<BFloat16>(run, "__nv_bfloat16"); });
  add("float", [](Run &run) { onType<float>(run, "float"); });
  add("double", [](Run &run) { onType<double>(run, "double"); });
}

} // namespace tilec::exec

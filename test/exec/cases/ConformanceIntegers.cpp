// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every operation on integers and bool, on every type and several shapes, against 128-bit arithmetic. Types of 8 bits
// meet every pair of numbers.
#include "test/exec/cases/ConformanceTable.h"
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

using Wide = __int128;
using UnsignedWide = unsigned __int128;

struct Shape {
  const char *name;
  int count;
};
const Shape kScalar{"Scalar", 1}, kLarge{"Large", 1024};
const Shape kShapes[] = {{"Rank0", 1}, {"Rank1", 64}, {"Rank2", 64}, {"Rank3", 64}};

const char *const kOperations[] = {
#define OPERATION(NAME, EXPRESSION, REFERENCE) NAME,
#include "test/exec/kernels/conformance_integers.def"
#undef OPERATION
};
constexpr int kRows = std::size(kOperations);

struct Operands {
  Wide x, y, p, q, m, n, d, s;
};

template <int kBits> Wide reference(int row, const Operands &operands) {
  const auto &[x, y, p, q, m, n, d, s] = operands;
  auto unsignedOf = [](Wide value) { return UnsignedWide(value) & ((UnsignedWide(1) << kBits) - 1); };
  int line = 0;
#define OPERATION(NAME, EXPRESSION, REFERENCE)                                                                         \
  if (row == line++)                                                                                                   \
    return REFERENCE;
#include "test/exec/kernels/conformance_integers.def"
#undef OPERATION
  (void)unsignedOf;
  return 0;
}

/// Edges, small numbers, and random numbers of every magnitude.
template <class T, int kBits> T anyNumber(Random &random) {
  using Limits = std::numeric_limits<T>;
  if (kBits == 1)
    return T(random.bits() & 1);
  switch (random.integer(0, 9)) {
  case 0: {
    const T edges[] = {0, 1, T(-1), Limits::min(), Limits::max(), T(Limits::min() + 1), T(Limits::max() - 1)};
    return edges[random.integer(0, std::size(edges) - 1)];
  }
  case 1:
    return T(T(1) << random.integer(0, kBits - 1));
  case 2:
    return T(random.integer(-9, 9));
  default:
    return T(T(random.bits()) >> random.integer(0, kBits - 1));
  }
}

template <class T, int kBits> bool fits(Wide value) {
  return std::is_unsigned_v<T> || Wide(T(value)) == value;
}

/// The inputs of one launch.
template <class T, int kBits> struct Inputs {
  Array<T> &x, &y, &p, &q, &m, &n, &d, &s;

  /// Scalars are promoted to int, which may not overflow.
  Inputs(Run &run, int count, bool isPromoted)
      : x(run.zeros<T>(count)), y(run.zeros<T>(count)), p(run.zeros<T>(count)), q(run.zeros<T>(count)),
        m(run.zeros<T>(count)), n(run.zeros<T>(count)), d(run.zeros<T>(count)), s(run.zeros<T>(count)) {
    for (int i = 0; i < count; ++i) {
      bool everyPair = kBits == 8 && count >= 65536;
      x[i] = everyPair ? T(i >> 8) : anyNumber<T, kBits>(run.random);
      y[i] = everyPair ? T(i) : anyNumber<T, kBits>(run.random);
      tame(i, isPromoted);
      s[i] = T(run.random.integer(0, kBits - 1));
    }
  }
  Operands at(int i) const {
    return {x[i], y[i], p[i], q[i], m[i], n[i], d[i], s[i]};
  }

private:
  void tame(int i, bool isPromoted) {
    p[i] = x[i], q[i] = y[i], m[i] = x[i], n[i] = y[i], d[i] = y[i];
    while (!fits<T, kBits>(Wide(p[i]) + q[i]) || !fits<T, kBits>(Wide(p[i]) - q[i]) || !fits<T, kBits>(-Wide(p[i])))
      p[i] = T(p[i] / 2), q[i] = T(q[i] / 2);
    while (!fits<T, kBits>(Wide(m[i]) * n[i]) || (isPromoted && !fits<int, 32>(Wide(m[i]) * n[i])))
      m[i] = T(m[i] / 2), n[i] = T(n[i] / 2);
    if (d[i] == 0 || !fits<T, kBits>(Wide(x[i]) / d[i]))
      d[i] = 1;
  }
};

std::string text(Wide value) {
  bool negative = value < 0;
  UnsignedWide rest = negative ? -UnsignedWide(value) : UnsignedWide(value);
  std::string digits;
  do
    digits.insert(digits.begin(), char('0' + int(rest % 10)));
  while (rest /= 10);
  return negative ? "-" + digits : digits;
}

template <class T, int kBits>
void onShape(Run &run, ConformanceTable &table, const std::string &type, Shape shape, int blocks) {
  int count = blocks * shape.count;
  Inputs<T, kBits> in(run, count, shape.count == 1 && sizeof(T) < sizeof(int));
  auto &out = run.zeros<T>(size_t(kRows) * count);
  run.launch("integers<" + type + ", " + shape.name + ">", {uint32_t(blocks)}, out, in.x, in.y, in.p, in.q, in.m, in.n,
             in.d, in.s);
  for (int row = 0; row < kRows; ++row)
    for (int i = 0; i < count; ++i) {
      T got = out[size_t(row) * count + i];
      T expected = kBits == 1 ? T(reference<kBits>(row, in.at(i)) & 1) : T(reference<kBits>(row, in.at(i)));
      table.add(kOperations[row], 0, got == expected ? 0 : 1, [&] {
        Operands o = in.at(i);
        return std::string(shape.name) + " element " + std::to_string(i) + " of (x, y) = (" + text(o.x) + ", " +
               text(o.y) + "), (p, q) = (" + text(o.p) + ", " + text(o.q) + "), (m, n) = (" + text(o.m) + ", " +
               text(o.n) + "), d = " + text(o.d) + ", s = " + text(o.s) + ": got " + text(got) + ", expected " +
               text(expected);
      });
    }
  run.clear();
}

/// Tiles divided by a scalar, scalars divided in a loop.
template <class T> void sharedDivisors(Run &run, ConformanceTable &table, const std::string &type) {
  constexpr int kBits = 8 * sizeof(T), blocks = 256;
  auto &x = run.zeros<T>(64 * blocks), &d = run.zeros<T>(blocks);
  for (int block = 0; block < blocks; ++block) {
    T divisor = kBits == 8 ? T(block) : anyNumber<T, kBits>(run.random);
    d[block] = divisor ? divisor : T(3);
    for (int i = 64 * block; i < 64 * (block + 1); ++i)
      do
        x[i] = anyNumber<T, kBits>(run.random);
      while (!fits<T, kBits>(Wide(x[i]) / d[block]));
    // Scalars that are divided by -1 again and again.
    if (T(-1) == d[block] && x[64 * block] == std::numeric_limits<T>::min())
      x[64 * block] = 1;
  }
  auto &out = run.zeros<T>(4 * x.size()), &digits = run.zeros<T>(4 * blocks);
  run.launch("shared_divisors<" + type + ">", {blocks}, out, digits, x, d);
  auto same = [&](const char *name, T got, Wide expected, int block, T dividend) {
    table.add(name, 0, got == T(expected) ? 0 : 1,
              [&] { return text(dividend) + " by " + text(d[block]) + ": got " + text(got); });
  };
  for (int i = 0; i < int(x.size()); ++i) {
    Wide n = x[i], by = d[i / 64], q = n / by, r = n % by, size = x.size();
    same("tile / scalar", out[i], q, i / 64, x[i]);
    same("tile % scalar", out[size + i], r, i / 64, x[i]);
    same("floordiv by scalar", out[2 * size + i], q - (r != 0 && (n < 0) != (by < 0)), i / 64, x[i]);
    same("ceildiv by scalar", out[3 * size + i], q + (r != 0 && (n < 0) == (by < 0)), i / 64, x[i]);
  }
  for (int block = 0; block < blocks; ++block) {
    Wide rest = x[64 * block];
    bool isDone = false;
    for (int i = 0; i < 4; ++i, rest /= d[block], isDone |= rest == 0)
      same("% in a loop", digits[4 * block + i], isDone ? 0 : rest % d[block], block, x[64 * block]);
  }
  run.clear();
}

template <class T, int kBits = 8 * sizeof(T)> void onType(Run &run, const std::string &type) {
  ConformanceTable table(run, type);
  for (Shape shape : kShapes)
    onShape<T, kBits>(run, table, type, shape, shape.count == 1 ? 64 : kBits == 8 ? 1024 : 32);
  if (kBits > 1) {
    onShape<T, kBits>(run, table, type, kScalar, 64);
    sharedDivisors<T>(run, table, type);
  }
  if (type == "int")
    onShape<T, kBits>(run, table, type, kLarge, 8);
  table.check();
}

/// Types that are others under another name.
template <class T> void onAlias(Run &run, const std::string &type) {
  ConformanceTable table(run, type);
  onShape<T, 8 * sizeof(T)>(run, table, type, kShapes[1], sizeof(T) == 1 ? 1024 : 32);
  onShape<T, 8 * sizeof(T)>(run, table, type, kScalar, 64);
  table.check();
}

} // namespace

namespace tilec::exec {

void addConformanceIntegerCases(Cases &cases) {
  auto add = [&](std::string name, std::function<void(Run &)> body) {
    cases.push_back({"conformance/integers, " + name, "conformance_integers", body});
  };
  add("bool", [](Run &run) { onType<unsigned char, 1>(run, "bool"); });
  add("signed char", [](Run &run) { onType<signed char>(run, "signed char"); });
  add("unsigned char", [](Run &run) { onType<unsigned char>(run, "unsigned char"); });
  add("short", [](Run &run) { onType<short>(run, "short"); });
  add("unsigned short", [](Run &run) { onType<unsigned short>(run, "unsigned short"); });
  add("int", [](Run &run) { onType<int>(run, "int"); });
  add("unsigned int", [](Run &run) { onType<unsigned>(run, "unsigned int"); });
  add("long", [](Run &run) { onType<long>(run, "long"); });
  add("unsigned long", [](Run &run) { onType<unsigned long>(run, "unsigned long"); });
  add("char", [](Run &run) { onAlias<signed char>(run, "char"); });
  add("wchar_t", [](Run &run) { onAlias<int>(run, "wchar_t"); });
  add("char8_t", [](Run &run) { onAlias<unsigned char>(run, "char8_t"); });
  add("char16_t", [](Run &run) { onAlias<unsigned short>(run, "char16_t"); });
  add("char32_t", [](Run &run) { onAlias<unsigned>(run, "char32_t"); });
  add("long long", [](Run &run) { onAlias<long>(run, "long long"); });
  add("unsigned long long", [](Run &run) { onAlias<unsigned long>(run, "unsigned long long"); });
}

} // namespace tilec::exec

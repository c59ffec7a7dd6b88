// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every operation on floating-point types that is exact or rounded once, in every rounding direction, on several
// shapes, against the exact result. Types of 16 bits meet every number as first operand.
#include "test/exec/cases/ConformanceFloats.h"
#include "test/exec/harness/Cases.h"

#pragma STDC FENV_ACCESS ON

using namespace tilec::exec;

namespace {

struct Shape {
  const char *name;
  int count;
};
const Shape kLarge{"Large", 1024};
const Shape kShapes[] = {{"Scalar", 1}, {"Rank0", 1}, {"Rank1", 64}, {"Rank2", 64}, {"Rank3", 64}};

struct Operation {
  const char *name;
  bool onFloatOnly;
};
const Operation kOperations[] = {
#define OPERATION(NAME, CONDITION, EXPRESSION, ...)                                                                    \
  {NAME, [](bool kIsFloat) {                                                                                           \
     (void)kIsFloat;                                                                                                   \
     return !(CONDITION);                                                                                              \
   }(false)},
#include "test/exec/kernels/conformance_floats.def"
#undef OPERATION
};
constexpr int kRows = std::size(kOperations);

template <class E> Real reference(int row, E a, E b, E c) {
  volatile Real x = double(a), y = double(b), z = double(c);
  int line = 0;
#define ROUNDED(DIRECTION, ...) rounded<E>(DIRECTION, [&]() -> Real { return __VA_ARGS__; })
#define FLUSHED(DIRECTION, ...)                                                                                        \
  [&] {                                                                                                                \
    x = flushed<E>(x);                                                                                                 \
    y = flushed<E>(y);                                                                                                 \
    z = flushed<E>(z);                                                                                                 \
    return flushed<E>(ROUNDED(DIRECTION, __VA_ARGS__));                                                                \
  }()
#define ROUNDED_TWICE(FIRST, SECOND)                                                                                   \
  [&] {                                                                                                                \
    volatile Real product = ROUNDED(FE_TONEAREST, FIRST);                                                              \
    return ROUNDED(FE_TONEAREST, SECOND);                                                                              \
  }()
#define OPERATION(NAME, CONDITION, EXPRESSION, ...)                                                                    \
  if (row == line++)                                                                                                   \
    return __VA_ARGS__;
#include "test/exec/kernels/conformance_floats.def"
#undef OPERATION
  return 0;
}

/// Where the result is rounded up to the smallest normal number, either it or zero may come of flushing.
template <class E> bool mayFlushEither(const char *name, Real expected) {
  return std::string_view(name).ends_with(" ftz") && std::fabs(expected) == std::ldexp(Real(1), FormatOf<E>::smallest);
}

template <class E> void onShape(Run &run, ConformanceTable &table, const std::string &type, Shape shape, int blocks) {
  int count = blocks * shape.count;
  auto &a = run.zeros<E>(count), &b = run.zeros<E>(count), &c = run.zeros<E>(count);
  for (int i = 0; i < count; ++i) {
    a[i] = count == 65536 ? fromBits<E>(uint64_t(i)) : anyFloat<E>(run.random);
    b[i] = partnerOf<E>(a[i], run.random);
    c[i] = partnerOf<E>(run.random.chance(0.5) ? E(-double(a[i]) * double(b[i])) : a[i], run.random);
  }
  auto &out = run.zeros<E>(size_t(kRows) * count);
  run.launch("floats<" + type + ", " + shape.name + ">", {uint32_t(blocks)}, out, a, b, c);
  for (int row = 0; row < kRows; ++row) {
    if (kOperations[row].onFloatOnly && !std::is_same_v<E, float>)
      continue;
    for (int i = 0; i < count; ++i) {
      E got = out[size_t(row) * count + i];
      Real expected = reference<E>(row, a[i], b[i], c[i]);
      if (mayFlushEither<E>(kOperations[row].name, expected) && double(got) == 0)
        expected = std::copysign(Real(0), expected);
      table.add(kOperations[row].name, 0, double(distance<E>(double(got), expected, true)), [&] {
        return std::string(shape.name) + " element " + std::to_string(i) + " of " + bitsText(a[i]) + ", " +
               bitsText(b[i]) + ", " + bitsText(c[i]) + ": got " + bitsText(got) + ", expected " +
               bitsText(E(double(expected)));
      });
    }
  }
  run.clear();
}

template <class E> void logic(Run &run, ConformanceTable &table, const std::string &type) {
  int count = 64 * 16;
  auto &a = run.zeros<E>(count), &b = run.zeros<E>(count);
  for (int i = 0; i < count; ++i)
    a[i] = edge<E>(run.random), b[i] = edge<E>(run.random);
  auto &out = run.zeros<unsigned char>(3 * count);
  run.launch("logic<" + type + ", Rank2>", {16}, out, a, b);
  const char *names[] = {"!a", "a && b", "a || b"};
  for (int row = 0; row < 3; ++row)
    for (int i = 0; i < count; ++i) {
      bool x = double(a[i]) != 0, y = double(b[i]) != 0, expected[] = {!x, x && y, x || y};
      table.add(names[row], 0, out[row * count + i] == expected[row] ? 0 : 1,
                [&] { return bitsText(a[i]) + ", " + bitsText(b[i]); });
    }
  run.clear();
}

template <class E> void onType(Run &run, const std::string &type) {
  ConformanceTable table(run, type);
  for (Shape shape : kShapes)
    onShape<E>(run, table, type, shape, sizeof(E) == 2 && shape.name == std::string("Rank1") ? 1024 : 64);
  if (std::is_same_v<E, float>)
    onShape<E>(run, table, type, kLarge, 16);
  logic<E>(run, table, type);
  table.check();
}

} // namespace

namespace tilec::exec {

void addConformanceFloatCases(Cases &cases) {
  auto add = [&](std::string name, std::function<void(Run &)> body) {
    cases.push_back({"conformance/arithmetic, " + name, "conformance_floats", body});
  };
  add("float", [](Run &run) { onType<float>(run, "float"); });
  add("double", [](Run &run) { onType<double>(run, "double"); });
  add("__half", [](Run &run) { onType<Half>(run, "__half"); });
  add("__nv_bfloat16", [](Run &run) { onType<BFloat16>(run, "__nv_bfloat16"); });
}

} // namespace tilec::exec

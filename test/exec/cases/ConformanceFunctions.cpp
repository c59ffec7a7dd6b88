// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematical functions on every type, against those of the C library for long double. Types of 16 bits meet every
// number as first operand.
#include "test/exec/harness/Cases.h"
#include "test/exec/cases/ConformanceFloats.h"

using namespace tilec::exec;

namespace {

struct Shape {
  const char *name;
  int count;
};
const Shape kShapes[] = {{"Small", 32}, {"Cube", 32}, {"Rank0", 1}, {"Scalar", 1}};

Real reciprocalRoot(Real x) {
  if (x == 0)
    return std::copysign(std::numeric_limits<Real>::infinity(), x);
  return 1 / std::sqrt(x);
}

/// One line of the table on the operands at hand.
struct Reference {
  const char *name;
  Real floatBound, doubleBound, value;
};

template <class E> Reference reference(int row, Real x, Real y, Real u, Real v, int n) {
  int line = 0;
#define OPERATION(NAME, CONDITION, EXPRESSION, FLOAT_BOUND, DOUBLE_BOUND, ...)                                         \
  if (row == line++)                                                                                                   \
    return {NAME, Real(FLOAT_BOUND), Real(DOUBLE_BOUND), __VA_ARGS__};
#include "test/exec/kernels/conformance_functions.def"
#undef OPERATION
  return {};
}

constexpr int kRows = 0
#define OPERATION(...) +1
#include "test/exec/kernels/conformance_functions.def"
#undef OPERATION
    ;

/// The host takes double functions from the C library, which is within 2.
template <class E> Real boundOf(const Reference &line, bool isHost) {
  if (std::is_same_v<E, double>)
    return isHost && line.doubleBound ? 2 : line.doubleBound;
  if (std::is_same_v<E, float>)
    return line.floatBound;
  return line.doubleBound ? 1 : 0;
}

template <class E> struct Operands {
  Array<E> &x, &y, &u, &v;
  Array<int> &n;

  Operands(Run &run, int count)
      : x(run.zeros<E>(count)), y(run.zeros<E>(count)), u(run.zeros<E>(count)), v(run.zeros<E>(count)),
        n(run.zeros<int>(count)) {
    // Of half, all exponents are near enough.
    double widest = FormatOf<E>::largest < 60 ? 7 : 60;
    auto bounded = [&] { return E(std::exp2(run.random.real(-widest, widest)) * (run.random.chance(0.5) ? -1 : 1)); };
    for (int i = 0; i < count; ++i) {
      x[i] = count == 65536 ? fromBits<E>(uint64_t(i)) : anyFloat<E>(run.random);
      y[i] = run.random.chance(0.5) ? E(run.random.real(-9, 9)) : anyFloat<E>(run.random);
      u[i] = bounded(), v[i] = bounded();
      n[i] = int(run.random.chance(0.9) ? run.random.integer(-12, 12) : run.random.integer(-3000, 3000));
    }
  }
};

template <class E> void onShape(Run &run, ConformanceTable &table, const std::string &type, Shape shape, int blocks) {
  int count = blocks * shape.count;
  Operands<E> in(run, count);
  auto &out = run.zeros<E>(size_t(kRows) * count);
  run.launch("functions<" + type + ", " + shape.name + ">", {uint32_t(blocks)}, out, in.x, in.y, in.u, in.v, in.n);
  for (int row = 0; row < kRows; ++row)
    for (int i = 0; i < count; ++i) {
      auto line = reference<E>(row, double(in.x[i]), double(in.y[i]), double(in.u[i]), double(in.v[i]), in.n[i]);
      Real bound = boundOf<E>(line, run.device.isHost()), expected = roundTo<E>(line.value);
      if (bound == 0)
        break;
      E got = out[size_t(row) * count + i];
      table.add(line.name, double(bound), double(distance<E>(double(got), expected, false)), [&] {
        return std::string(shape.name) + " element " + std::to_string(i) + " of x = " + bitsText(in.x[i]) +
               ", y = " + bitsText(in.y[i]) + ", u = " + bitsText(in.u[i]) + ", v = " + bitsText(in.v[i]) +
               ", n = " + std::to_string(in.n[i]) + ": got " + bitsText(got) + ", expected " +
               bitsText(E(double(expected)));
      });
    }
  run.clear();
}

template <class E> void onType(Run &run, const std::string &type) {
  ConformanceTable table(run, type);
  for (const Shape &shape : kShapes)
    if (shape.name != std::string("Scalar") || sizeof(E) > 2)
      onShape<E>(run, table, type, shape, shape.count == 1 ? 64 : sizeof(E) == 2 && &shape == kShapes ? 2048 : 512);
  table.check();
}

} // namespace

namespace tilec::exec {

void addConformanceFunctionCases(Cases &cases) {
  auto add = [&](std::string name, std::function<void(Run &)> body) {
    cases.push_back({"conformance/functions, " + name, "conformance_functions", body});
  };
  add("float", [](Run &run) { onType<float>(run, "float"); });
  add("double", [](Run &run) { onType<double>(run, "double"); });
  add("__half", [](Run &run) { onType<Half>(run, "__half"); });
  add("__nv_bfloat16", [](Run &run) { onType<BFloat16>(run, "__nv_bfloat16"); });
}

} // namespace tilec::exec

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves through views of every rank, layout and padding on every element type; what any type's elements can be asked.
#include "test/exec/cases/ConformanceMoves.h"
#include "test/exec/harness/Cases.h"

using namespace tilec::exec;

namespace {

constexpr int kViewResults = 25;

template <class T> constexpr bool kIsFloat = std::is_convertible_v<T, double> && !std::is_integral_v<T>;
template <class T> constexpr bool kIsScale = std::is_same_v<T, Float8E8M0>;
template <class T> constexpr bool kHasInfinity = kIsFloat<T> && !std::is_same_v<T, Float8E4M3>;

/// Element `i` of 8 x 16, of which the last rows are padding, where the type has it.
std::function<int(int)> ragged(int rows, int padding, bool exists = true) {
  return [=](int i) { return !exists ? int(Untouched) : i < rows * 16 ? i : padding; };
}

/// In the order of the kernel. Rows are gathered from six of eight, in the order of `line`.
template <class T> std::vector<Move> movesOf(const std::vector<int> &line, bool isMasked) {
  auto swapped = [](int i) { return (i + 64) % 128; };
  auto backwards = [](int i) { return i / 16 * 16 + 15 - i % 16; };
  return {
      {"partition_view of rank 1, extents of 64 bits", swapped},
      {"partition_view of rank 3",
       [](int i) { return i / 8 % 8 < 7 ? i / 64 * 56 + i / 8 % 8 * 8 + i % 8 : OutsideOfView; }},
      {"partition_view of rank 4, layout_left",
       [](int i) { return i / 32 + i / 8 % 4 * 4 + i / 2 % 4 * 16 + i % 2 * 64; }},
      {"partition_view of rank 5", swapped},
      {"layout_strided", [](int i) { return i / 16 * 16 + i % 8 * 2; }},
      {"layout_right_padded", [](int i) { return i % 16 < 13 ? i : OutsideOfView; }},
      {"layout_left_padded", [](int i) { return i / 16 < 5 ? i % 16 * 8 + i / 16 : OutsideOfView; }},
      {"layout_left, store", [](int i) { return i; }},
      {"strided_view::load", [](int i) { return i < 64 ? i + 32 : i - 64; }},
      {"strided_view::store, store_masked", [](int i) { return i / 16 % 4 < 2 ? i / 64 * 32 + i % 64 : 7; }},
      {"gather_scatter_view::load", backwards},
      {"gather_scatter_view::store", backwards},
      {"gather_scatter_view, rows outside",
       [line](int i) { return line[i / 16] < 6 ? line[i / 16] * 16 + i % 16 : OutsideOfView; }},
      {"view_padding::zero", ragged(5, Zero, !kIsScale<T>)},
      {"view_padding::negative_zero", ragged(5, NegativeZero, kIsFloat<T>)},
      {"view_padding::positive_inf", ragged(5, Infinity, kHasInfinity<T>)},
      {"view_padding::negative_inf", ragged(5, NegativeInfinity, kHasInfinity<T>)},
      {"view_padding::nan", ragged(5, NaN, kIsFloat<T> || kIsScale<T>)},
      {"view atomic_load_masked, atomic_store_masked", ragged(5, OutsideOfView)},
      {"view atomic_load, atomic_store", swapped},
      {"load_masked, one mask for all", [=](int i) { return isMasked ? i : 9; }},
      {"store_masked, one mask for all", [=](int i) { return isMasked ? i : 127 - i; }},
      // Element (a, b, c, d) of 4 x 2 x 4 x 4 is (b, d, c, a) of 4 x 2 x 4 x 4 with its dimensions in this order.
      {"permute of rank 4", [](int i) { return i / 4 % 4 * 32 + i / 16 % 2 * 16 + i % 4 * 4 + i / 32; }},
      {"transpose of rank 3", [](int i) { return i / 8 % 2 * 64 + i / 16 * 8 + i % 8; }},
      {"assume_blocked and the like", [](int i) { return i; }},
  };
}

template <class T> void onType(Run &run, const std::string &type) {
  std::vector<int> line = shuffledLines(run);
  ConformanceTable table(run, type);
  for (uint32_t blocks : {1, 6}) {
    bool isMasked = blocks == 1;
    auto &in = run.zeros<T>(blocks * kElements), &out = run.zeros<T>(blocks * kElements * kViewResults);
    for (T &x : in.values)
      x = randomElement<T>(run.random, type == "bool");
    auto &picks = run.array(line);
    run.launch("view_moves<" + type + ">", {blocks}, out, in, picks, int(isMasked));
    compare(movesOf<T>(line, isMasked), kViewResults, out, in, table);
    run.clear();
  }
  table.check();
}

/// What the questions answer about one element.
struct Answers {
  bool isTrue, isNaN, isInfinite;
};

template <class T> Answers answersOf(const T &x) {
  if constexpr (requires { T::kNaN; })
    return {true, x.bits == T::kNaN, false};
  else if constexpr (requires { T::kAllBits; })
    return {(x.bits & 7) != 0, false, false};
  else
    return {double(x) != 0, std::isnan(double(x)), std::isinf(double(x))};
}

template <class T> T oddElement(Run &run, double chanceOfZero, bool isBool) {
  if (!kIsScale<T> && run.random.chance(chanceOfZero))
    return T(run.random.chance(0.5) && kIsFloat<T> ? -0.0 : 0);
  if constexpr (kIsFloat<T>)
    if (run.random.chance(0.4))
      return T(run.random.chance(0.5) ? NAN : run.random.chance(0.5) ? INFINITY : -INFINITY);
  return isBool ? T(1) : randomElement<T>(run.random, false);
}

template <class T> void questions(Run &run, const std::string &type) {
  constexpr bool canBeNaN = !std::is_integral_v<T>;
  ConformanceTable table(run, type);
  for (uint32_t blocks : {1, 32}) {
    size_t n = 64 * blocks;
    auto &a = run.zeros<T>(n), &b = run.zeros<T>(n);
    auto &out = run.zeros<unsigned char>(7 * n);
    for (size_t i = 0; i < n; ++i)
      for (auto *array : {&a, &b}) // rows without a zero, and columns of zeros
        (*array)[i] = oddElement<T>(run, i / 64 % 2 ? 0.02 : 0.7, type == "bool");
    run.launch("questions<" + type + ">", {blocks}, out, a, b);
    for (size_t i = 0; i < n; ++i) {
      Answers x = answersOf<T>(a[i]), y = answersOf<T>(b[i]);
      bool all = true, any = false;
      for (int k = 0; k < 16; ++k)
        all &= answersOf<T>(a[i / 16 * 16 + k]).isTrue;
      for (int k = 0; k < 4; ++k)
        any |= answersOf<T>(a[i / 64 * 64 + k * 16 + i % 16]).isTrue;
      auto same = [&](const char *name, int row, bool expected) {
        table.add(name, 0, out[row * n + i] == expected ? 0 : 1, [&] { return "element " + std::to_string(i); });
      };
      same("! of a tile", 0, !x.isTrue);
      same("&& of tiles", 1, x.isTrue && y.isTrue);
      same("|| of tiles", 2, x.isTrue || y.isTrue);
      same("all_of, rows", 3, all);
      same("any_of, columns", 4, any);
      if (canBeNaN) {
        same("isnan of a tile", 5, x.isNaN);
        same("isinf of a tile", 6, x.isInfinite);
      }
    }
    run.clear();
  }
  table.check();
}

template <class T> void add(Cases &cases, const std::string &type) {
  bool isScaled = type == "__nv_fp4_e2m1" || type == "__nv_fp8_e8m0", isFp8 = type.find("fp8") != std::string::npos;
  std::string file = std::string("conformance_views") + (isScaled ? "_fp4" : isFp8 ? "_fp8" : "");
  cases.push_back({"conformance/views, " + type, file, [type](Run &run) { onType<T>(run, type); }});
  cases.push_back({"conformance/questions, " + type, file, [type](Run &run) { questions<T>(run, type); }});
}

} // namespace

namespace tilec::exec {

void addConformanceViewCases(Cases &cases) {
  add<unsigned char>(cases, "bool");
  add<signed char>(cases, "signed char");
  add<unsigned char>(cases, "unsigned char");
  add<short>(cases, "short");
  add<unsigned short>(cases, "unsigned short");
  add<int>(cases, "int");
  add<unsigned>(cases, "unsigned int");
  add<long>(cases, "long");
  add<unsigned long>(cases, "unsigned long");
  add<Half>(cases, "__half");
  add<BFloat16>(cases, "__nv_bfloat16");
  add<float>(cases, "float");
  add<double>(cases, "double");
  add<TensorFloat32>(cases, "__nv_tf32");
  add<Float4E2M1>(cases, "__nv_fp4_e2m1");
  add<Float8E8M0>(cases, "__nv_fp8_e8m0");
  add<Float8E4M3>(cases, "__nv_fp8_e4m3");
  add<Float8E5M2>(cases, "__nv_fp8_e5m2");
}

} // namespace tilec::exec

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What moves elements without computing, on every element type: each result is a list of places that its elements come
// from.
#include "test/exec/cases/ConformanceMoves.h"
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

constexpr int kResults = 25;

int rowOf(int i, int columns) {
  return i / columns;
}

/// In the order of the kernel. `line` is the row that each row is gathered from.
std::vector<Move> movesOf(const std::vector<int> &line, bool countsTo127) {
  auto same = [](int i) { return i; };
  std::vector<Move> moves{
      {"load, store", same},
      {"load_masked with padding", [](int i) { return i < 100 ? i : Padding; }},
      {"load_masked without padding", [](int i) { return i < 50 ? i : Padding; }},
      {"store_masked", [](int i) { return i % 3 == 0 ? i : Padding; }},
      // Element (a, b, c) of 8 x 2 x 8 is (b, c, a) of 2 x 8 x 8.
      {"permute", [](int i) { return i / 8 % 2 * 64 + i % 8 * 8 + i / 16; }},
      {"transpose", [](int i) { return i % 8 * 16 + i / 8; }},
      {"reshape", same},
      {"broadcast, extract", [](int i) { return rowOf(i, 16) * 16 + 3; }},
      {"cat, inner dimension", [](int i) { return rowOf(i, 16) * 16 + (i % 16 + 8) % 16; }},
      {"cat, outer dimension", [](int i) { return (i + 64) % 128; }},
      {"insert",
       [](int i) {
         int r = rowOf(i, 16), c = i % 16;
         return r >= 6 && c >= 8 && c < 12 ? (r - 6) * 16 + c - 8 : i;
       }},
      {"full", [](int) { return 5; }},
      {"zeros", [](int) { return Zero; }},
      {"partition_view::load_masked, store", [](int i) { return i < 7 * 16 ? i : OutsideOfView; }},
      {"partition_view::load, store_masked", [](int i) { return (3 - i / 32) * 32 + i % 32; }},
      {"layout_left", [](int i) { return i % 8 * 16 + i / 8; }},
      {"strided_view::load_masked", [](int i) { return i % 32 < 16 ? (2 + i / 32) * 16 + i % 32 : OutsideOfView; }},
      {"gather_scatter_view::load_masked", [line](int i) { return line[rowOf(i, 16)] * 16 + i % 16; }},
      {"gather_scatter_view::store_masked",
       [line](int i) {
         int from = int(std::find(line.begin(), line.end(), rowOf(i, 16)) - line.begin());
         return from * 16 + i % 16;
       }},
      {"atomic_load, atomic_store relaxed", same},
      {"atomic_load acquire, atomic_store release", same},
      {"p[i]", [](int i) { return 127 - i; }},
      {"assume_aligned, assume_bounded", same},
      {"ones", [](int) { return One; }},
  };
  if (countsTo127)
    moves.push_back({"iota", [](int) { return Position; }});
  return moves;
}

/// In the order of the kernel.
std::vector<Move> movesOfPointers(const std::vector<int> &line) {
  std::vector<Move> moves;
  for (Move &move : movesOf(line, false))
    for (const char *name : {"permute", "transpose", "reshape", "broadcast, extract", "cat, inner dimension",
                             "cat, outer dimension", "insert", "full"})
      if (std::string(name) == move.name)
        moves.push_back(move);
  moves.push_back({"select", [](int i) { return i % 64; }});
  moves.push_back({"+, -, >", [line](int i) { return line[i / 16] * 16 + i % 16; }});
  return moves;
}

template <class T> void onType(Run &run, const std::string &type) {
  std::vector<int> line = shuffledLines(run);
  bool isBool = type == "bool";
  std::vector<Move> moves = movesOf(line, std::is_integral_v<T> && !isBool);
  ConformanceTable table(run, type);
  for (uint32_t blocks : {1, 16}) {
    auto &in = run.zeros<T>(blocks * kElements), &out = run.zeros<T>(blocks * kElements * kResults);
    for (T &x : in.values)
      x = randomElement<T>(run.random, isBool);
    auto &picks = run.array(line);
    auto &padding = run.filled<T>(1, T(1));
    run.launch("moves<" + type + ">", {blocks}, out, in, picks, padding);
    compare(moves, kResults, out, in, table);
    run.clear();
  }
  table.check();
}

template <class T> void onPointers(Run &run, const std::string &type) {
  std::vector<int> line = shuffledLines(run);
  std::vector<Move> moves = movesOfPointers(line);
  ConformanceTable table(run, "pointers to " + type);
  for (uint32_t blocks : {1, 16}) {
    auto &in = run.zeros<T>(blocks * kElements), &out = run.zeros<T>(in.size() * moves.size());
    for (T &x : in.values)
      x = randomElement<T>(run.random, false);
    auto &picks = run.array(line);
    run.launch("pointer_moves<" + type + ">", {blocks}, out, in, picks);
    compare(moves, int(moves.size()), out, in, table);
    run.clear();
  }
  table.check();
}

} // namespace

namespace tilec::exec {

void addConformanceMemoryCases(Cases &cases) {
  auto add = [&](std::string name, std::function<void(Run &)> body) {
    bool isScaled = name == "__nv_fp4_e2m1" || name == "__nv_fp8_e8m0", isFp8 = name.find("fp8") != std::string::npos;
    std::string suffix = isScaled ? "_fp4" : isFp8 ? "_fp8" : "";
    cases.push_back({"conformance/moves, " + name, "conformance_memory" + suffix, body});
  };
  add("bool", [](Run &run) { onType<unsigned char>(run, "bool"); });
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
  add("__nv_tf32", [](Run &run) { onType<TensorFloat32>(run, "__nv_tf32"); });
  add("__nv_fp4_e2m1", [](Run &run) { onType<Float4E2M1>(run, "__nv_fp4_e2m1"); });
  add("__nv_fp8_e8m0", [](Run &run) { onType<Float8E8M0>(run, "__nv_fp8_e8m0"); });
  add("pointers", [](Run &run) {
    onPointers<unsigned char>(run, "unsigned char");
    onPointers<Half>(run, "__half");
    onPointers<float>(run, "float");
    onPointers<double>(run, "double");
  });
  add("__nv_fp8_e4m3", [](Run &run) { onType<Float8E4M3>(run, "__nv_fp8_e4m3"); });
  add("__nv_fp8_e5m2", [](Run &run) { onType<Float8E5M2>(run, "__nv_fp8_e5m2"); });
}

} // namespace tilec::exec

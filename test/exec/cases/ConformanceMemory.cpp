// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What moves elements without computing, on every element type: each result is a list of places that its elements come
// from.
#include "test/exec/cases/ConformanceFloats.h"
#include "test/exec/harness/Cases.h"

#include <algorithm>

using namespace tilec::exec;

namespace {

constexpr int kElements = 128;
/// Instead of a place.
enum Source : int { Padding = -1, Zero = -2 };

struct Move {
  const char *name;
  std::function<int(int)> source; ///< of element `i` of the result: its place in the block
};

int rowOf(int i, int columns) {
  return i / columns;
}

/// In the order of the kernel. `line` is the row that each row is gathered from.
std::vector<Move> movesOf(const std::vector<int> &line) {
  auto same = [](int i) { return i; };
  return {
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
      {"partition_view::load_masked, store", [](int i) { return i < 7 * 16 ? i : Zero; }},
      {"partition_view::load, store_masked", [](int i) { return (3 - i / 32) * 32 + i % 32; }},
      {"layout_left", [](int i) { return i % 8 * 16 + i / 8; }},
      {"strided_view::load_masked", [](int i) { return i % 32 < 16 ? (2 + i / 32) * 16 + i % 32 : Zero; }},
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
  };
}

template <class T> T randomElement(Random &random, bool isBool) {
  return isBool ? T(random.bits() & 1) : fromBits<T>(random.bits());
}

/// A grid of `blocks`.
template <class T, class PaddingType>
void measure(Run &run, const std::string &type, const std::vector<int> &line, int blocks, ConformanceTable &table) {
  std::vector<Move> moves = movesOf(line);
  auto &in = run.zeros<T>(blocks * kElements), &out = run.zeros<T>(blocks * kElements * moves.size());
  for (T &x : in.values)
    x = randomElement<T>(run.random, std::is_same_v<PaddingType, bool>);
  auto &picks = run.array(line);
  T padding = T(1);
  run.launch("moves<" + type + ">", {uint32_t(blocks)}, out, in, picks, PaddingType(padding));
  for (int block = 0; block < blocks; ++block)
    for (size_t move = 0; move < moves.size(); ++move)
      for (int i = 0; i < kElements; ++i) {
        int source = moves[move].source(i);
        T expected = source == Padding ? padding : source == Zero ? T(0) : in[block * kElements + source];
        const T &got = out[(block * moves.size() + move) * kElements + i];
        table.add(moves[move].name, 0, std::memcmp(&got, &expected, sizeof(T)) == 0 ? 0 : 1,
                  [&] { return "element " + std::to_string(i) + " of block " + std::to_string(block); });
      }
  run.clear();
}

template <class T, class PaddingType = T> void onType(Run &run, const std::string &type) {
  std::vector<int> line{0, 1, 2, 3, 4, 5, 6, 7};
  for (int i = 7; i > 0; --i)
    std::swap(line[i], line[run.random.integer(0, i)]);
  ConformanceTable table(run, type);
  for (int blocks : {1, 16})
    measure<T, PaddingType>(run, type, line, blocks, table);
  table.check();
}

} // namespace

namespace tilec::exec {

void addConformanceMemoryCases(Cases &cases) {
  auto add = [&](std::string name, std::function<void(Run &)> body) {
    bool isFp8 = name.find("fp8") != std::string::npos;
    cases.push_back({"conformance/moves, " + name, isFp8 ? "conformance_memory_fp8" : "conformance_memory", body});
  };
  add("bool", [](Run &run) { onType<unsigned char, bool>(run, "bool"); });
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
  add("__nv_fp8_e4m3", [](Run &run) { onType<Float8E4M3>(run, "__nv_fp8_e4m3"); });
  add("__nv_fp8_e5m2", [](Run &run) { onType<Float8E5M2>(run, "__nv_fp8_e5m2"); });
}

} // namespace tilec::exec

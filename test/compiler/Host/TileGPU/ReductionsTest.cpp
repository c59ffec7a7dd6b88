// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans on random layouts against plain loops. Scans compose affine maps, where order matters.
#include "test/compiler/Host/TileGPU/TileGPUKernel.h"
#include "test/support/Catch.h"
#include <algorithm>
#include <climits>

using namespace tilec::host::test;
using tilec::layout::LinearLayout;

static constexpr int kRounds = 150;
using Numbers = std::vector<int32_t>;

static Numbers randomNumbers(Random &random, int64_t count) {
  Numbers numbers(static_cast<size_t>(count));
  for (int32_t &number : numbers)
    number = int32_t(random());
  return numbers;
}

/// Calls `fn(elements along the axis, number among the lines)` for each line of the tile.
template <class Fn> static void forEachLine(const std::vector<int64_t> &shape, unsigned axis, Fn fn) {
  LinearLayout whole(shape, {});
  std::vector<int64_t> reducedShape = shape;
  reducedShape[axis] = 1;
  LinearLayout reduced(reducedShape, {});
  for (int64_t line = 0; line < reduced.numElements(); ++line) {
    std::vector<int64_t> coordinates = reduced.coordinatesOf(uint64_t(line));
    std::vector<size_t> elements;
    for (coordinates[axis] = 0; coordinates[axis] < shape[axis]; ++coordinates[axis])
      elements.push_back(whole.elementOf(coordinates));
    fn(elements, size_t(line));
  }
}

TEST_CASE("a reduction with two results combines every element along its axis once") {
  Random random(5);
  for (int round = 0; round < kRounds; ++round) {
    unsigned warpBits = below(random, 4);
    auto shape = randomTileShape(random, 9);
    unsigned axis = below(random, unsigned(shape.size()));
    LinearLayout from = tilec::layout::test::randomPermutationLayout(random, shape, 5, warpBits);
    LinearLayout to = from.reduced(axis);
    TileGPUKernel kernel(warpBits, {"i32", "i32", "i32", "i32"});
    kernel.load("x", 0, from);
    kernel.load("y", 1, from);
    std::string source = tileType(from, "i32"), result = tileType(to, "i32");
    kernel.line("%r:2 = tile_gpu.reduce %x, %y axis = " + std::to_string(axis) + " : (" + source + ", " + source +
                ") -> (" + result + ", " + result + ") {");
    kernel.line("^bb0(%a: i32, %b: i32, %c: i32, %d: i32):");
    kernel.line("  %s = arith.addi %a, %c : i32");
    kernel.line("  %m = arith.maxsi %b, %d : i32");
    kernel.line("  tile_gpu.yield %s, %m : i32, i32");
    kernel.line("}");
    kernel.store("r#0", 2, to);
    kernel.store("r#1", 3, to);
    Numbers x = randomNumbers(random, from.numElements()), y = randomNumbers(random, from.numElements());
    size_t lines = size_t(to.numElements());
    std::vector<std::vector<char>> arrays = {bytesOf(x), bytesOf(y), std::vector<char>(4 * lines),
                                             std::vector<char>(4 * lines)};
    kernel.run(arrays);
    Numbers sums(lines), largest(lines, INT_MIN);
    forEachLine(shape, axis, [&](const std::vector<size_t> &elements, size_t line) {
      for (size_t element : elements) {
        sums[line] = int32_t(uint32_t(sums[line]) + uint32_t(x[element]));
        largest[line] = std::max(largest[line], y[element]);
      }
    });
    REQUIRE(valuesOf<int32_t>(arrays[2]) == sums);
    REQUIRE(valuesOf<int32_t>(arrays[3]) == largest);
  }
}

/// A coordinate-wise layout in which some registers, then lanes, then the other registers, then warps rise along
/// `axis`.
static LinearLayout randomScanLayout(Random &random, const std::vector<int64_t> &shape, unsigned axis,
                                     unsigned warpBits) {
  LinearLayout any = tilec::layout::test::randomPermutationLayout(random, shape, 5, warpBits);
  LinearLayout::Bases bases = any.bases();
  uint64_t mask = any.dimensionBits(axis).mask(), next = uint64_t(1) << any.dimensionBits(axis).first;
  auto rise = [&](uint64_t &column) {
    if (!(column & mask))
      return;
    column = next;
    next <<= 1;
  };
  auto &[registers, lanes, warps, ctas] = bases;
  size_t near = below(random, unsigned(registers.size()) + 1);
  std::for_each(registers.begin(), registers.begin() + near, rise);
  std::for_each(lanes.begin(), lanes.end(), rise);
  std::for_each(registers.begin() + near, registers.end(), rise);
  std::for_each(warps.begin(), warps.end(), rise);
  return LinearLayout(shape, bases);
}

TEST_CASE("a scan runs along its axis in order, from either end") {
  Random random(6);
  for (int round = 0; round < kRounds; ++round) {
    unsigned warpBits = below(random, 4);
    auto shape = randomTileShape(random, 9);
    unsigned axis = below(random, unsigned(shape.size()));
    bool reverse = below(random, 2);
    LinearLayout layout = randomScanLayout(random, shape, axis, warpBits);
    TileGPUKernel kernel(warpBits, {"i32", "i32", "i32", "i32"});
    kernel.load("x", 0, layout);
    kernel.load("y", 1, layout);
    std::string type = tileType(layout, "i32");
    kernel.line("%r:2 = tile_gpu.scan %x, %y axis = " + std::to_string(axis) + (reverse ? " reverse" : "") + " : (" +
                type + ", " + type + ") -> (" + type + ", " + type + ") {");
    kernel.line("^bb0(%a: i32, %b: i32, %c: i32, %d: i32):");
    kernel.line("  %f = arith.muli %a, %c : i32");
    kernel.line("  %g = arith.muli %b, %c : i32");
    kernel.line("  %h = arith.addi %g, %d : i32");
    kernel.line("  tile_gpu.yield %f, %h : i32, i32");
    kernel.line("}");
    kernel.store("r#0", 2, layout);
    kernel.store("r#1", 3, layout);
    Numbers x = randomNumbers(random, layout.numElements()), y = randomNumbers(random, layout.numElements());
    std::vector<std::vector<char>> arrays = {bytesOf(x), bytesOf(y), std::vector<char>(4 * x.size()),
                                             std::vector<char>(4 * x.size())};
    kernel.run(arrays);
    Numbers factors = x, offsets = y;
    forEachLine(shape, axis, [&](std::vector<size_t> elements, size_t) {
      if (reverse)
        std::reverse(elements.begin(), elements.end());
      for (size_t k = 1; k < elements.size(); ++k) {
        size_t before = elements[k - 1], here = elements[k];
        factors[here] = int32_t(uint32_t(factors[before]) * uint32_t(x[here]));
        offsets[here] = int32_t(uint32_t(offsets[before]) * uint32_t(x[here]) + uint32_t(y[here]));
      }
    });
    REQUIRE(valuesOf<int32_t>(arrays[2]) == factors);
    REQUIRE(valuesOf<int32_t>(arrays[3]) == offsets);
  }
}
